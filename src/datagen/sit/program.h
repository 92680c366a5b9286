// Whether a program can be trained on: it is SVG, short enough, can be painted in bounded time, and
// shows something. Programs are hostile input; every step has its limits (lang/svg).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "datagen/sit/source.h"
#include "datagen/sit/status.h"
#include "lang/svg/document.h"
#include "raster/image.h"

namespace papert::datagen::sit {

inline constexpr std::size_t kMaxBytes = 8192;  // unless --max-bytes says otherwise
inline constexpr int kPicturePixels = 512;      // each way

struct CheckedProgram {
  std::string id;
  Status status = Status::kOk;
  std::string reason;
  std::string program;    // from <?xml or <svg to </svg>
  std::size_t bytes = 0;  // of the program, blanks between tags squeezed
  std::string picture;    // picture_hash
  std::string text_key;   // rounded_text_hash
};

[[nodiscard]] CheckedProgram check_program(SourceItem item, std::size_t max_bytes = kMaxBytes);

/// The length that sizes go by: blanks that stand between two tags do not count.
[[nodiscard]] std::size_t squeezed_bytes(std::string_view program);

/// The picture that is described and hashed.
[[nodiscard]] Result<raster::Image> program_picture(std::string_view program);

/// 32 hexadecimal digits of the pixels.
[[nodiscard]] std::string picture_hash(const raster::Image& image);

/// 32 hexadecimal digits of the program's elements, attributes and texts in their order, every
/// number rounded to three digits; comments and the spacing do not count.
[[nodiscard]] std::string rounded_text_hash(const lang::svg::Document& document);

/// A text with every number in it rounded to three digits: "M12.3456-0.12349" -> "M12.3 -0.123".
/// Colours such as #123456 stay.
[[nodiscard]] std::string with_rounded_numbers(std::string_view text);

}  // namespace papert::datagen::sit
