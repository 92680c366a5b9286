// What became of a program, as pool.jsonl has it. The list is closed: every program that was looked
// at has one of these, and all but kOk say why in a sentence beside it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace papert::datagen::sit {

enum class Status : std::uint8_t {
  kOk,
  kUnreadable,        // a file or line that cannot be read, or holds no program
  kTooLong,           // more bytes than --max-bytes
  kNotSvg,            // its reader refuses it
  kBeyondLimits,      // it would take too long to read or to paint
  kBlank,             // every pixel has one colour
  kPlaceholder,       // it holds <image>, <video> or <audio> where that means something else
  kDuplicate,         // an earlier program is equal or has the same id
  kEvaluation,        // it equals a program of an evaluation set
  kShortDescription,  // under 40 characters
  kLongDescription,   // over 4,000
  kRefused,           // the model did not want to
  kTruncated,         // the description was cut off
  kRequestFailed,     // there was no reply; asked again, the only one that is not final
};

inline constexpr std::array<std::string_view, 14> kStatusNames{"ok",
                                                               "unreadable",
                                                               "too_long",
                                                               "not_svg",
                                                               "beyond_limits",
                                                               "blank",
                                                               "placeholder",
                                                               "duplicate",
                                                               "evaluation",
                                                               "short_description",
                                                               "long_description",
                                                               "refused",
                                                               "truncated",
                                                               "request_failed"};

[[nodiscard]] constexpr std::string_view name_of(Status status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}

/// Nothing for a name that is not in the list.
[[nodiscard]] constexpr std::optional<Status> status_of(std::string_view name) {
  for (std::size_t i = 0; i < kStatusNames.size(); ++i) {
    if (kStatusNames[i] == name) return static_cast<Status>(i);
  }
  return std::nullopt;
}

}  // namespace papert::datagen::sit
