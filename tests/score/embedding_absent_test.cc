// A build without OpenCV's dnn module says so instead of loading an encoder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "score/embedding.h"

namespace papert::score {
namespace {

TEST(EmbeddingAbsent, SaysWhatIsMissing) {
  EXPECT_FALSE(has_encoders());
  const auto encoder = Encoder::load("resnet18.onnx");
  ASSERT_FALSE(encoder);
  EXPECT_EQ(encoder.error().code, ErrorCode::kUsage);
  EXPECT_EQ(encoder.error().where, "resnet18.onnx");
  EXPECT_THAT(encoder.error().message, ::testing::HasSubstr("-DPAPERT_EMBEDDINGS=ON"));
}

}  // namespace
}  // namespace papert::score
