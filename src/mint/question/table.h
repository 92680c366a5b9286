// The published tables of questions:
//
//     columns: a number, Question, A, B, C, D, Answer, Subject
//     or, with open answers: a number, Question, Answer
//
// A cell Question holds an instruction, the program and "Question: ..."; the instruction is left
// out, since prompts have their own. Ids are <number>-<k>, k counting the rows of that number in
// the file from 1: the questions about one program.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "mint/question/question.h"

namespace papert::mint {

/// Calls use(question, its place) for every row of a CSV text but the first, with an error where
/// the row is damaged. kBadData where the first does not name the columns. `where` names the text.
[[nodiscard]] Result<void> for_each_row(
    std::string_view text, const std::string& where,
    const std::function<void(Result<Question> question, const std::string& where)>& use);

}  // namespace papert::mint
