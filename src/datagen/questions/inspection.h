// What people said about questions: lines of kind inspect/sgp, as `papert label` saves them.
//
//     {"kind": "inspect/sgp", "id": "house-2", "annotator": "ann", "labels": ["ok"]}
//     {"kind": "inspect/sgp", "id": "house-3", "annotator": "ann", "labels": ["answer"]}
//     {"kind": "inspect/sgp", "id": "house-4", "annotator": "ann", "labels": ["options"],
//      "edited": "Question: What is it?\nA) A house\nB) A tent\nC) A barn\nD) A church\nAnswer: A"}
//
// "labels" is ok, or what is wrong: answer, options, question, picture. The last line of a person
// counts, and one with "undone" takes back what the person said. A question that anybody calls
// wrong is removed unless a text replaces it: a whole block; or, where only the question is wrong,
// its new wording; or, where only the answer is, the words of the right option.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "datagen/questions/blocks.h"

namespace papert::datagen::questions {

struct Remark {
  std::vector<std::string> faults;  // none: ok
  std::string edited;
  std::string where;

  [[nodiscard]] bool ok() const { return faults.empty() && edited.empty(); }
};

struct Inspection {
  std::map<std::string, std::vector<Remark>> remarks;  // by the question's id
  std::vector<Error> problems;                         // lines that could not be used
};

/// Of a file's text; `where` names it. Lines of other kinds are passed over.
[[nodiscard]] Inspection read_inspection(std::string_view text, const std::string& where);

enum class Inspected { kStays, kRemoved, kReplaced };

/// What the remarks make of a question. A replacement that cannot be used removes it and is a
/// problem.
[[nodiscard]] Inspected inspect(const std::vector<Remark>& remarks, Block& block,
                                std::vector<Error>& problems);

}  // namespace papert::datagen::questions
