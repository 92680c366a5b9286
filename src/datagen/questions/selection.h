// Which questions become tasks, and which letter is right in each.
//
// The right letters are dealt as `papert mint sgp` deals them: within every four tasks that follow
// each other in the order of ids, each letter is right once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "datagen/questions/inspection.h"
#include "datagen/questions/stages.h"

namespace papert::datagen::questions {

/// What became of a question: the fault of its block, its verdict, or one of these.
inline constexpr std::string_view kKept = "kept";
inline constexpr std::string_view kReplacedByPeople = "replaced";  // kept, as people edited it
inline constexpr std::string_view kRemovedByPeople = "removed";
inline constexpr std::string_view kNotChosen = "not_chosen";      // others of the program were
inline constexpr std::string_view kGuessable = "guessable";       // and therefore left out
inline constexpr std::string_view kNotVerified = "not_verified";  // yet

struct Fate {
  std::string_view status;
  std::string message;
  bool guessable = false;
};

struct Selected {
  std::vector<Fate> fates;                 // of the candidates
  std::vector<mint::Question> tasks;       // in the order of ids
  std::map<std::string, Block> as_edited;  // of those that people replaced, by id
  std::vector<Error> problems;
  std::size_t guessable = 0;  // of the tasks
};

[[nodiscard]] Selected select_tasks(const Workshop& shop, const std::vector<Candidate>& candidates,
                                    const Verdicts& verdicts, const Inspection& inspection);

/// A line of questions.jsonl.
[[nodiscard]] Json fate_json(const Candidate& candidate, const Program& program, const Fate& fate);

}  // namespace papert::datagen::questions
