// One question about one graphics program, and its line in tasks.jsonl.
//
//     {"id", "program", "language", "question", "options": ["Red", ...], "answer": "B",
//      "type"?, "category"?, "base"?, "variant"?, "distance"?}
//
// Without options the answer is open: a number, or a word. "base" names the question that this one
// was made from by moving the picture; "variant" says how ("t", "se2"), and "distance" how far the
// program moved away, in edits of its tree. Of an illusion, the variant is "classic" or "opposite".
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "mint/draft.h"

namespace papert::mint {

/// What a question goes by that the keyword rule cannot place.
inline constexpr std::string_view kUntyped = "untyped";

inline constexpr std::size_t kMaxProgramBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxQuestionBytes = 16'384;  // also of an option
inline constexpr std::size_t kMinOptions = 2;
inline constexpr std::size_t kMaxOptions = 8;

struct Question {
  std::string id;
  Language language = Language::kSvg;
  std::string program;
  std::string text;
  std::vector<std::string> options;  // none: the answer is open
  std::string answer;                // a letter, or the value
  std::optional<QuestionType> type;
  std::string category;  // may be empty
  std::string base;      // empty for an original
  std::string variant;   // empty for an original
  std::optional<std::int64_t> distance;

  friend bool operator==(const Question&, const Question&) = default;

  [[nodiscard]] bool open() const { return options.empty(); }
};

/// The letter of an option, counted from 0.
[[nodiscard]] inline std::string option_letter(std::size_t index) {
  return {static_cast<char>('A' + index)};
}

/// kBadData, naming the field, unless the question can be asked and scored: an id, a program, a
/// text, no or 2 to 8 options, and an answer that is one of their letters. Lengths are limited.
[[nodiscard]] Result<void> check(const Question& question, const std::string& where);

/// Checked. A letter of the answer may be small; it is stored as a capital.
[[nodiscard]] Result<Question> question_from_json(const Json& json, const std::string& where);
[[nodiscard]] Json to_json(const Question& question);

/// The published rule is not known, so this is ours: the first line that has one of its words in
/// the question decides.
///
///     count       how many, number of
///     color       color, colour
///     shape       shape
///     reasoning   position, orientation, direction, located, placed, relative, above, below,
///                 behind, beneath, taller, larger, smaller, longer, shorter, used for, function,
///                 purpose, why, likely, suggest, symmetr, time
///     semantic    what type, what kind, depict, represent, object, person, figure, animal,
///                 wearing, holding, doing, pattern, expression, symbol, number, digit
///
/// Nothing where none has.
[[nodiscard]] std::optional<QuestionType> guess_type(std::string_view question);

/// Whether the program is one of its language: the error of its reader.
[[nodiscard]] Result<void> check_program(Language language, std::string_view program);

struct FoundProgram {
  Language language = Language::kSvg;
  std::string program;
};

/// The program between an instruction and a question: an SVG document (lang/svg/in_text.h), or
/// without <svg a CAD program (lang/cad/cad.h). Nothing where there is none.
[[nodiscard]] std::optional<FoundProgram> find_program(std::string_view text);

}  // namespace papert::mint
