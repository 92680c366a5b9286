// Finds program code in a model's reply. Models answer with fenced blocks of any tag, several of
// them, blocks that only work together, bare code, code between prose or in a quotation. Which of
// these is the answer is one rule for all suites that ask for programs:
//
//     the last complete fenced program, with the blocks it needs;
//     where no block is a program, code outside of blocks; else the last block
//
// so a draft that is followed by a correction is judged by the correction. What a program looks
// like is for the suite to say (ProgramRule). Shell commands, data, output and lines quoted from
// the program to explain it are not programs, wherever they stand.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reply/answer.h"

namespace papert::reply {

/// At most this many fenced blocks are looked at by find_code().
inline constexpr std::size_t kMaxCodeBlocks = 64;

/// Candidates in order, without duplicates, by the rules
///   fence       each fenced block (``` or ~~~, at least three, closed by the same or a longer run)
///   open_fence  a last block that is never closed: the reply was cut off or the fence forgotten
///   joined      all blocks one after the other, where there are several
/// and only where there is no fence:
///   bare        the whole reply, if its first line that is not blank looks like code
///   lines       the longest stretch of lines that look like code, between prose
/// Nothing is returned where nothing looks like code. Cost is linear in the reply.
[[nodiscard]] std::vector<Candidate> find_code(std::string_view reply);

/// How much a piece of code looks like an answer of a suite.
enum class Likeness { kNone, kPart, kProgram };

struct ProgramRule {
  Likeness (*likeness)(std::string_view code) = nullptr;
  /// Whether programs may be spread over blocks: functions in one, their calls in another.
  bool joins = false;
  /// Names that are there when a program starts: nothing is joined for them.
  std::span<const std::string_view> given = {};
  /// The function that is called for the program: a later block that calls it is not needed.
  std::string_view entry = {};
};

/// The answer by the rule above, with its label and the number of programs in the reply. Its rule
/// is that of a candidate. Empty where nothing looks like code. Cost is linear in the reply.
[[nodiscard]] Answer find_program(std::string_view reply, const ProgramRule& rule);

/// Strictly: the body of the one fenced block ("fence"), or the whole reply where there is no fence
/// ("whole"); nothing otherwise.
[[nodiscard]] Answer find_code_strictly(std::string_view reply, const ProgramRule& rule);

/// Lenient: find_program. Strict: find_code_strictly. Published: what the suite's own rule gives.
[[nodiscard]] Answer read_program(std::string_view reply, Extraction extraction,
                                  const ProgramRule& rule,
                                  Answer (*published)(std::string_view reply));

/// How many blocks of the reply are programs; without any, 1 if its bare code is one.
[[nodiscard]] std::size_t count_programs(std::string_view reply, const ProgramRule& rule);

}  // namespace papert::reply
