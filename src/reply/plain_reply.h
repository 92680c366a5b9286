// A reply as a reader sees it: without Markdown, LaTeX, tags, tokens of chat templates and emoji.
//
//     "**Answer:** $\boxed{\text{B}}$ <|im_end|>"  ->  "Answer: \x01B\x02 "
//
// Four things that mean something are kept as control characters, of which the result has no
// others: where a box or an answer tag opens and closes, and marks that call something right or
// wrong (a tick, a cross, a ticked box).
#pragma once

#include <string>
#include <string_view>

namespace papert::reply {

inline constexpr char kBoxOpens = '\x01';
inline constexpr char kBoxCloses = '\x02';
inline constexpr char kTick = '\x03';
inline constexpr char kCross = '\x04';

/// What follows a token that ends a turn is not part of the reply. Struck-out text is left out;
/// full-width forms and letters of mathematics become ASCII, line breaks stay.
[[nodiscard]] std::string plain_reply(std::string_view reply);

/// The code point at `at`, which is moved behind it. Damaged bytes are U+FFFD.
[[nodiscard]] char32_t next_code_point(std::string_view text, std::size_t& at);

void append_code_point(std::string& text, char32_t code);

}  // namespace papert::reply
