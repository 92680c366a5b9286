// The stages of a folder of questions, one function each: it reads what is there, asks for the rest
// and writes a line for each reply.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "datagen/questions/blocks.h"
#include "datagen/questions/desk.h"
#include "datagen/questions/programs.h"
#include "datagen/questions/questions.h"
#include "datagen/questions/verdict.h"
#include "mint/question/question.h"

namespace papert::datagen::questions {

/// What the stages share.
struct Workshop {
  const QuestionOptions& options;
  const QuestionRoles& roles;
  const std::vector<Program>& programs;
  Gallery& gallery;
  Desk& desk;
};

/// A question with its program.
struct Candidate {
  std::string id;           // <program>-<number>
  std::size_t program = 0;  // its index
  std::size_t number = 1;   // in the reply, from 1
  Block block;
  std::optional<mint::QuestionType> type;
};

struct AskedPrograms {
  std::vector<Candidate> candidates;            // of final replies, in the order of programs
  std::map<std::string, std::size_t> statuses;  // ok, refused, truncated, no_questions
  std::size_t unanswered = 0;                   // whose requests failed
};

/// asked.jsonl: {"id", "status", "by", "reply", "error"?, "requests", "usage"?}.
[[nodiscard]] Result<AskedPrograms> ask_programs(const Workshop& shop);

/// Verdicts by the id of the question; of the usable ones only.
using Verdicts = std::map<std::string, Verdict>;

/// verified.jsonl: {"id", "status", "message"?, "votes"?, "guesses"?, "guessable"?, "requests",
/// "usage"?}.
[[nodiscard]] Result<Verdicts> verify_candidates(const Workshop& shop,
                                                 const std::vector<Candidate>& candidates);

}  // namespace papert::datagen::questions
