// The texts that ask: twenty wordings for each direction, one of which a program gets by lot, and
// what a model is asked that sees the picture. All of them can be replaced by files of one's own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert::datagen::sit {

inline constexpr std::size_t kMaxWordings = 1000;
inline constexpr std::size_t kMaxWordingBytes = 4096;

struct Wordings {
  std::vector<std::string> describe;  // program -> description
  std::vector<std::string> write;     // description -> program
  std::string ask;                    // with {{wording}}

  /// Which wording a program gets.
  [[nodiscard]] std::size_t describe_index(std::int64_t seed, std::string_view id) const;
  [[nodiscard]] std::size_t write_index(std::int64_t seed, std::string_view id) const;

  [[nodiscard]] std::string hash() const;
};

/// Ours; from `folder`, unless it is empty, those of describe.txt, write.txt and ask.txt that are
/// there.
[[nodiscard]] Result<Wordings> read_wordings(const std::filesystem::path& folder);

/// The lines of a file of wordings; those that begin with # are left out. kBadData where there are
/// none, kLimit where there are too many or one is too long.
[[nodiscard]] Result<std::vector<std::string>> parse_wordings(std::string_view text,
                                                              const std::string& where);

/// The wording with `value` for {{name}}, or behind it after an empty line.
[[nodiscard]] std::string filled(std::string_view wording, std::string_view name,
                                 std::string_view value);

/// What chance decides about a program for one purpose: 60 bits that depend on nothing else.
[[nodiscard]] std::uint64_t lot(std::string_view purpose, std::int64_t seed, std::string_view id);

}  // namespace papert::datagen::sit
