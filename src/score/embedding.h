// Pictures compared by what a neural network sees in them.
//
// An encoder is a network that turns a picture into a list of numbers, its features; pictures that
// look alike have features that lie close together. Nobody ships one with this program: the user
// gives an ONNX file, for instance ResNet18 without its last layer (docs/turtleai.md has the line
// that writes it). The picture is prepared as such networks were trained: the shorter side is
// resized to 256, the middle 224 x 224 is cut out, and from each channel the mean of ImageNet is
// taken off and its standard deviation divided out.
//
//     const Encoder encoder = TRY(Encoder::load("resnet18.onnx"));
//     const auto features = TRY(encoder.embed(std::array{target, drawn}));
//     const double similarity = embedding_similarity(features[0], features[1]);
//
// The similarity is 1 - |a - b| / (|a| + |b|) with Euclidean lengths: 1 for equal features, and
// never below 0, because no side of a triangle is longer than the two others together. It has no
// parameter and does not change when all features are scaled, so one threshold means about the same
// for different encoders, which 1 / (1 + distance) or exp(-distance) would not give.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "raster/image.h"

namespace papert::score {

inline constexpr int kEncoderSide = 224;
inline constexpr std::size_t kEncoderBatch = 128;  // pictures that go through the network together
inline constexpr std::size_t kMaxEncoderBytes = std::size_t{1} << 30;
inline constexpr std::size_t kMaxFeatures = std::size_t{1} << 16;
/// What the layers may hold for one picture.
inline constexpr std::size_t kMaxEncoderMemory = std::size_t{256} << 20;

/// What papert-try-encoder writes at most: the error's code and its message, in one piece.
inline constexpr std::size_t kMaxTrialReport = 4096;

using Features = std::vector<float>;

/// Whether this build can run encoders. Where it cannot, none is loaded (kUsage).
[[nodiscard]] bool has_encoders();

/// The picture as the network gets it, before mean and deviation: 224 x 224, RGB. Resizing is that
/// of Pillow's resize with BILINEAR, bit for bit. An empty picture is white.
[[nodiscard]] raster::Image encoder_picture(const raster::Image& image);

class Encoder {
 public:
  /// kBadData for a file that is not such a network: one input of N x 3 x 224 x 224, and N rows of
  /// 1 to kMaxFeatures finite numbers as output. kLimit for one beyond the limits above.
  [[nodiscard]] static Result<Encoder> load(const std::filesystem::path& file);

  /// The same from the bytes of a file; `name` is for messages. The bytes are tried by the program
  /// papert-try-encoder first, because damaged ones may crash the process that reads them.
  [[nodiscard]] static Result<Encoder> from_bytes(std::string_view bytes, const std::string& name);

  /// The same in this process, whatever becomes of it.
  [[nodiscard]] static Result<Encoder> tried(std::string_view bytes, const std::string& name);

  Encoder(Encoder&&) noexcept;
  Encoder& operator=(Encoder&&) noexcept;
  ~Encoder();

  /// Features of all pictures, in batches of kEncoderBatch. Any thread; one batch at a time.
  [[nodiscard]] Result<std::vector<Features>> embed(std::span<const raster::Image> pictures) const;

 private:
  class Network;
  explicit Encoder(std::unique_ptr<Network> network);

  std::unique_ptr<Network> network_;
};

/// 0 to 1; two lists of zeros are equal. Both have the same length.
[[nodiscard]] double embedding_similarity(std::span<const float> a, std::span<const float> b);

}  // namespace papert::score
