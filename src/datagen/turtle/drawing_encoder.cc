#include "datagen/turtle/drawing_encoder.h"

#include <array>

#include "base/file.h"
#include "base/sha256.h"
#include "raster/drawing_picture.h"
#include "score/builtin_features.h"

namespace papert::datagen {
namespace {

constexpr std::size_t kBuiltinBatch = 16;

}  // namespace

DrawingEncoder DrawingEncoder::builtin() {
  return {score::kBuiltinFeaturesName, score::kBuiltinFeatures};
}

Result<DrawingEncoder> DrawingEncoder::load(const std::filesystem::path& file) {
  const std::string bytes = TRY(read_file(file, score::kMaxEncoderBytes));
  score::Encoder network = TRY(score::Encoder::from_bytes(bytes, file.string()));
  const std::array<raster::Image, 1> white;
  const std::vector<score::Features> tried = TRY(network.embed(white));
  DrawingEncoder encoder(sha256_hex(bytes), tried.front().size());
  encoder.network_ = std::move(network);
  return encoder;
}

std::size_t DrawingEncoder::batch() const {
  return network_ ? score::kEncoderBatch : kBuiltinBatch;
}

Result<std::vector<score::Features>> DrawingEncoder::encode(
    std::span<const scene::Scene> drawings) const {
  std::vector<score::Features> features;
  features.reserve(drawings.size());
  if (!network_) {
    for (const scene::Scene& drawing : drawings) {
      features.push_back(score::builtin_features(score::PaintedDrawing(drawing)));
    }
    return features;
  }
  std::vector<raster::Image> pictures;
  pictures.reserve(drawings.size());
  for (const scene::Scene& drawing : drawings) {
    pictures.push_back(raster::encoder_sheet(drawing, raster::EncoderView::kDefault));
  }
  return network_->embed(pictures);
}

}  // namespace papert::datagen
