// The words by which trainers know where a picture stands in a text. LLaMA-Factory counts them and
// verl splits texts at them, so a task that has one of its own would take a picture that is not
// there:
//
//     <image>  <video>  <audio>
//
// Only formats write them. Elsewhere they are blanked where that changes nothing, which is inside
// an SVG program: there `<image >` is the same element.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace papert::datagen {

inline constexpr std::string_view kImagePlaceholder = "<image>";

[[nodiscard]] bool has_placeholder(std::string_view text);

/// The text without placeholders, which is the text itself where there are none; nothing where a
/// placeholder stands outside of SVG programs, or in a part of one that is plain text.
[[nodiscard]] std::optional<std::string> without_placeholders(std::string text);

}  // namespace papert::datagen
