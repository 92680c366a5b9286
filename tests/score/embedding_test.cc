// Pictures through networks that the test writes itself.

#include "score/embedding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "base/sha256.h"
#include "support/onnx_model.h"
#include "support/process.h"

namespace papert::score {
namespace {

using raster::Image;
using raster::PixelFormat;
using test::OnnxModel;
using testing::HasSubstr;

/// A pattern that Pillow's pictures below were made from, too.
Image pattern(int width, int height, PixelFormat format, int shift = 0) {
  Image image(width, height, format);
  const int channels = image.channels();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < channels; ++c) {
        const int value = (x * 7 + y * 13 + c * 50 + shift) ^ (x * y);
        image.row(y)[x * channels + c] = static_cast<std::uint8_t>(value % 256);
      }
    }
  }
  return image;
}

TEST(EncoderPicture, IsThatOfPillow) {
  struct Case {
    int width;
    int height;
    int channels;
    const char* hash;  // of Pillow 9.4's resize and crop
  };
  for (const Case& each : std::initializer_list<Case>{{352, 352, 3, "a9f61dab6a50b857"},
                                                      {300, 417, 3, "6edb9d6c6c7fb170"},
                                                      {640, 301, 1, "8742b9c995728f46"},
                                                      {100, 61, 3, "a4f61dc255d50ea2"},
                                                      {256, 256, 3, "44e1ae7cb29eda02"},
                                                      {13, 9, 1, "b2df170bf027ba3e"}}) {
    const Image picture = encoder_picture(pattern(
        each.width, each.height, each.channels == 3 ? PixelFormat::kRgb : PixelFormat::kGray));
    const auto data = picture.data();
    EXPECT_EQ(sha256_hex({reinterpret_cast<const char*>(data.data()), data.size()}).substr(0, 16),
              each.hash)
        << each.width << " x " << each.height;
  }
}

TEST(EncoderPicture, NothingIsWhite) {
  EXPECT_EQ(encoder_picture({}), Image(kEncoderSide, kEncoderSide, PixelFormat::kRgb));
  EXPECT_EQ(encoder_picture(Image(1, 1)), Image(kEncoderSide, kEncoderSide, PixelFormat::kRgb));
}

constexpr OnnxModel::Conv kConv{.inputs = 3, .outputs = 4, .kernel = 3, .stride = 2, .padding = 1};

struct Weights {
  std::vector<float> weights;
  std::vector<float> bias;
};

Weights some_weights() {
  std::mt19937 random(5);
  const auto number = [&] { return static_cast<float>(random() % 2001) / 1000.0F - 1.0F; };
  Weights result;
  for (int i = 0; i < 4 * 3 * 9; ++i) result.weights.push_back(number());
  for (int i = 0; i < 4; ++i) result.bias.push_back(number());
  return result;
}

/// Convolution, the larger of it and 0, and the mean over the picture: four features.
std::string small_network(int batch = 0) {
  const Weights values = some_weights();
  OnnxModel model("picture", {batch, 3, kEncoderSide, kEncoderSide});
  model.conv("picture", "wide", values.weights, values.bias, kConv);
  model.node("Relu", {"wide"}, "bent");
  model.node("GlobalAveragePool", {"bent"}, "means");
  model.node("Flatten", {"means"}, "features");
  return model.bytes("features");
}

/// The same by plain loops in double precision.
std::array<double, 4> naive_features(const Image& picture) {
  constexpr std::array<double, 3> kMeans{0.485, 0.456, 0.406};
  constexpr std::array<double, 3> kDeviations{0.229, 0.224, 0.225};
  const Image prepared = encoder_picture(picture);
  const Weights values = some_weights();
  const auto input = [&](int c, int y, int x) -> double {
    if (x < 0 || y < 0 || x >= kEncoderSide || y >= kEncoderSide) return 0;
    const auto channel = static_cast<std::size_t>(c);
    return (prepared.row(y)[3 * x + c] / 255.0 - kMeans[channel]) / kDeviations[channel];
  };
  std::array<double, 4> features{};
  const int side = kEncoderSide / 2;
  for (std::size_t out = 0; out < 4; ++out) {
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        double sum = values.bias[out];
        for (int c = 0; c < 3; ++c) {
          for (int k = 0; k < 9; ++k) {
            sum += static_cast<double>(
                       values.weights[out * 27 + static_cast<std::size_t>(c * 9 + k)]) *
                   input(c, 2 * y + k / 3 - 1, 2 * x + k % 3 - 1);
          }
        }
        features[out] += std::max(sum, 0.0) / (side * side);
      }
    }
  }
  return features;
}

TEST(Encoder, GivesTheNumbersOfAPlainComputation) {
  const auto encoder = Encoder::from_bytes(small_network(), "small");
  ASSERT_TRUE(encoder) << encoder.error().to_string();
  const std::vector<Image> pictures{pattern(352, 352, PixelFormat::kRgb),
                                    pattern(300, 417, PixelFormat::kGray, 9), Image(20, 20)};
  const auto features = encoder->embed(pictures);
  ASSERT_TRUE(features) << features.error().to_string();
  ASSERT_EQ(features->size(), pictures.size());
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const auto naive = naive_features(pictures[i]);
    ASSERT_EQ((*features)[i].size(), naive.size());
    for (std::size_t k = 0; k < naive.size(); ++k) {
      EXPECT_NEAR((*features)[i][k], naive[k], 2e-4 * std::max(1.0, naive[k]));
    }
  }
}

TEST(Encoder, BatchesDoNotChangeTheNumbers) {
  const auto encoder = Encoder::from_bytes(small_network(), "small");
  ASSERT_TRUE(encoder) << encoder.error().to_string();
  std::vector<Image> pictures;
  for (std::size_t i = 0; i < kEncoderBatch + 2; ++i) {
    pictures.push_back(pattern(40, 40, PixelFormat::kGray, static_cast<int>(i)));
  }
  const auto together = encoder->embed(pictures);
  ASSERT_TRUE(together);
  ASSERT_EQ(together->size(), pictures.size());
  for (std::size_t i = 0; i < pictures.size(); i += 43) {
    const auto alone = encoder->embed({&pictures[i], 1});
    ASSERT_TRUE(alone);
    EXPECT_EQ(alone->front(), (*together)[i]) << i;
  }
  EXPECT_EQ(encoder->embed({})->size(), 0U);
}

TEST(Encoder, ReadsAFile) {
  const test::TempFolder folder;
  test::spit(folder / "small.onnx", small_network(1));
  EXPECT_TRUE(Encoder::load(folder / "small.onnx"));
  EXPECT_EQ(Encoder::load(folder / "none.onnx").error().code, ErrorCode::kNotFound);
}

TEST(Encoder, WhatIsNoNetworkIsRefused) {
  const std::string whole = small_network();
  for (const std::string& bytes :
       {std::string(), std::string("not a network"), std::string(5000, '\xff'),
        whole.substr(0, whole.size() / 2), whole.substr(0, 20)}) {
    const auto refused = Encoder::from_bytes(bytes, "x.onnx");
    ASSERT_FALSE(refused) << bytes.size();
    EXPECT_EQ(refused.error().code, ErrorCode::kBadData);
    EXPECT_THAT(refused.error().to_string(), HasSubstr("x.onnx: "));
  }
}

TEST(Encoder, DamagedBytesNeverEscape) {
  const std::string whole = small_network();
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    const auto encoder = Encoder::from_bytes(bytes, "x.onnx");
    EXPECT_TRUE(encoder || !encoder.error().message.empty());
  }
}

TEST(Encoder, AWrongShapeIsRefused) {
  OnnxModel narrow("picture", {0, 1, kEncoderSide, kEncoderSide});
  narrow.conv("picture", "wide", {1.0F}, {0.0F}, {});
  narrow.node("Flatten", {"wide"}, "features");
  EXPECT_EQ(Encoder::from_bytes(narrow.bytes("features"), "one channel").error().code,
            ErrorCode::kBadData);

  OnnxModel long_features("picture", {0, 3, kEncoderSide, kEncoderSide});
  long_features.node("Flatten", {"picture"}, "features");
  const auto refused = Encoder::from_bytes(long_features.bytes("features"), "long");
  EXPECT_EQ(refused.error().code, ErrorCode::kLimit);
  EXPECT_THAT(refused.error().message, HasSubstr("150528 features"));

  OnnxModel turned("picture", {0, 3, kEncoderSide, kEncoderSide});
  turned.node("GlobalAveragePool", {"picture"}, "means");
  turned.node("Flatten", {"means"}, "rows");
  turned.node("Transpose", {"rows"}, "features", OnnxModel::integers("perm", {1, 0}));
  const auto columns = Encoder::from_bytes(turned.bytes("features"), "columns");
  ASSERT_FALSE(columns);
  EXPECT_THAT(columns.error().message, HasSubstr("2 rows of features for 2 pictures"));
}

TEST(Encoder, AHugeNetworkIsRefused) {
  OnnxModel model("picture", {0, 3, kEncoderSide, kEncoderSide});
  model.conv("picture", "wide", std::vector<float>(3 * 4000, 0.1F), std::vector<float>(4000),
             {.inputs = 3, .outputs = 4000});
  model.node("GlobalAveragePool", {"wide"}, "means");
  model.node("Flatten", {"means"}, "features");
  const auto refused = Encoder::from_bytes(model.bytes("features"), "huge");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kLimit);
  EXPECT_THAT(refused.error().message, HasSubstr("MB for a picture"));
}

TEST(Encoder, FeaturesThatAreNoNumbersAreRefused) {
  OnnxModel model("picture", {0, 3, kEncoderSide, kEncoderSide});
  model.conv("picture", "wide", {std::numeric_limits<float>::quiet_NaN(), 1, 1}, {0},
             {.inputs = 3, .outputs = 1});
  model.node("GlobalAveragePool", {"wide"}, "means");
  model.node("Flatten", {"means"}, "features");
  const auto refused = Encoder::from_bytes(model.bytes("features"), "nan");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("finite"));
}

TEST(EmbeddingSimilarity, IsAShareOfTheLengths) {
  const Features a{3, 4};
  const Features b{4, 3};
  EXPECT_DOUBLE_EQ(embedding_similarity(a, a), 1);
  EXPECT_DOUBLE_EQ(embedding_similarity(a, b), 1 - std::sqrt(2.0) / 10);
  EXPECT_DOUBLE_EQ(embedding_similarity(b, a), embedding_similarity(a, b));
  const Features tenfold_a{30, 40};
  const Features tenfold_b{40, 30};
  EXPECT_DOUBLE_EQ(embedding_similarity(tenfold_a, tenfold_b), embedding_similarity(a, b));
  const Features opposite{-3, -4};
  const Features nothing{0, 0};
  EXPECT_DOUBLE_EQ(embedding_similarity(a, opposite), 0);
  EXPECT_DOUBLE_EQ(embedding_similarity(a, nothing), 0);
  EXPECT_DOUBLE_EQ(embedding_similarity(nothing, nothing), 1);
}

}  // namespace
}  // namespace papert::score
