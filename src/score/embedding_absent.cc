// Stands in for embedding.cc in a build without OpenCV's dnn module: no encoder can be loaded.
#include "score/embedding.h"

namespace papert::score {

class Encoder::Network {};

Encoder::Encoder(std::unique_ptr<Network> network) : network_(std::move(network)) {}
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;
Encoder::~Encoder() = default;

bool has_encoders() { return false; }

Result<Encoder> Encoder::load(const std::filesystem::path& file) {
  return from_bytes("", file.string());
}

Result<Encoder> Encoder::from_bytes(std::string_view bytes, const std::string& name) {
  return tried(bytes, name);
}

Result<Encoder> Encoder::tried(std::string_view /*bytes*/, const std::string& name) {
  return fail(ErrorCode::kUsage,
              "this build has no OpenCV dnn, so it runs no encoder: configure it with "
              "-DPAPERT_EMBEDDINGS=ON",
              name);
}

Result<std::vector<Features>> Encoder::embed(std::span<const raster::Image> pictures) const {
  return std::vector<Features>(pictures.size());
}

}  // namespace papert::score
