// Drawings to features: by 512 numbers without a network (score/builtin_features.h), or by a
// network of the user's (score/embedding.h), which is shown the whole drawing with a pen of 3.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "scene/scene.h"
#include "score/embedding.h"

namespace papert::datagen {

/// Any thread.
class DrawingEncoder {
 public:
  [[nodiscard]] static DrawingEncoder builtin();

  /// An ONNX file. Errors name it; kUsage in a build that runs no networks.
  [[nodiscard]] static Result<DrawingEncoder> load(const std::filesystem::path& file);

  /// The same for equal features only: a name, or the SHA-256 of the file.
  [[nodiscard]] const std::string& hash() const { return hash_; }

  /// Numbers of a drawing.
  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }

  /// How many drawings are best encoded together.
  [[nodiscard]] std::size_t batch() const;

  [[nodiscard]] Result<std::vector<score::Features>> encode(
      std::span<const scene::Scene> drawings) const;

 private:
  DrawingEncoder(std::string hash, std::size_t dimensions)
      : hash_(std::move(hash)), dimensions_(dimensions) {}

  std::string hash_;
  std::size_t dimensions_ = 0;
  std::optional<score::Encoder> network_;  // none: builtin
};

}  // namespace papert::datagen
