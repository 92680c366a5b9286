// Where questions come from: the published tables, or lines of our own.
//
//     FILE.csv           a table (mint/question/table.h)
//     DIR/tasks.jsonl    one question a line (mint/question/question.h)
//
// Folders of questions that we write: tasks.jsonl, in the order of ids, and SHA256SUMS over it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/options.h"
#include "mint/question/question.h"

namespace papert::data::sgp {

struct StoredQuestions {
  std::vector<mint::Question> questions;  // in the order of their ids
  std::vector<Error> problems;  // rows that could not be used, each with file, line and reason
  std::vector<std::string>
      notes;  // what was repaired, guessed or noticed on the way, a sentence each
};

/// A table (.csv), lines (any other file), or a folder with tasks.jsonl. A damaged row is a
/// problem, not an error: the rest is still read.
[[nodiscard]] Result<StoredQuestions> read_questions(const std::filesystem::path& data);

/// The same for text at hand; `where` names it in problems.
[[nodiscard]] Result<StoredQuestions> questions_from_csv(std::string_view text,
                                                         const std::string& where);
[[nodiscard]] Result<StoredQuestions> questions_from_lines(std::string_view text,
                                                           const std::string& where);

/// Replaces what the folder holds.
[[nodiscard]] Result<void> write_questions(const std::filesystem::path& folder,
                                           std::vector<mint::Question> questions);

/// Every question is readable, every program is one and draws something, the answers are those that
/// pixels give where they can, and the checksum holds.
[[nodiscard]] Result<data::CheckReport> check_folder(const std::filesystem::path& folder,
                                                     std::size_t jobs);

}  // namespace papert::data::sgp
