// Finds the answer in a reply, in two steps: where it stands (here, without the question), and what
// it says (reading.h, with the options at hand).
#pragma once

#include <string_view>

#include "reply/answer.h"

namespace papert::reply {

// clang-format off
/// What rule found the text, which is the piece of the plain reply (plain_reply.h) to be read.
///
///   strict      the last line is "Answer: X"; the only rule of --extract strict
///   published   the first "Answer: X", as the released regular expressions find it; the only rule
///               of --extract published
///   last_line   the last line is "Answer: X"
///   answer      "Answer: X", "Final answer - X", "Antwort: X", "答案：X", {"answer": "X"}
///   boxed       \boxed{X} or <answer>X</answer>
///   sentence    "the answer is X", "option X is correct", "I choose X", "so it is X"
///   bare        the last line begins with the letter: "X", "X) Blue"
///   first_line  the first line does
///   list        of a list of options exactly one is marked as right
///   text        a short reply or a conclusion without letter or cue: "So the roof is blue."
// clang-format on
///
/// The last statement counts (but "text", "list" and "first_line" come behind all others). Earlier
/// ones are the candidates behind it, for where the text turns out to name nothing. Hypothetical
/// statements ("if ..., the answer is X") and questions are left out, and so is a further question
/// that the reply asks and answers itself.
[[nodiscard]] Answer find_answer(std::string_view reply, Extraction extraction);

}  // namespace papert::reply
