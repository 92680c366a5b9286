// Finds program code in a model's reply. Models answer with fenced blocks of any tag, several of
// them, blocks that only work together, bare code, or code between prose; every reading that makes
// sense is kept, with the rule that found it, in the order in which a judge should try them.
//
//     for (const CodeCandidate& candidate : find_code(reply)) ... candidate.code, candidate.rule
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/task.h"

namespace papert::suite {

struct CodeCandidate {
  std::string code;
  std::string_view rule;  // "fence", "open_fence", "joined", "bare" or "lines"

  friend bool operator==(const CodeCandidate&, const CodeCandidate&) = default;
};

/// At most this many fenced blocks are looked at.
inline constexpr std::size_t kMaxCodeBlocks = 64;

/// Candidates in order, without duplicates:
///   fence       each fenced block (``` or ~~~, at least three, closed by the same or a longer run)
///   open_fence  a last block that is never closed: the reply was cut off or the fence forgotten
///   joined      all blocks one after the other, where there are several
/// and only where there is no fence:
///   bare        the whole reply, if its first line that is not blank looks like code
///   lines       the longest stretch of lines that look like code, between prose
/// Nothing is returned where nothing looks like code. Cost is linear in the reply.
[[nodiscard]] std::vector<CodeCandidate> find_code(std::string_view reply);

/// Strictly: the body of the one fenced block ("fence"), or the whole reply where there is no fence
/// ("whole"); nothing otherwise.
[[nodiscard]] Answer find_code_strictly(std::string_view reply);

}  // namespace papert::suite
