// What a model is asked about a program, and what a judge is asked about a reply. Templates may use
//
//     {{program}}    the program; not where only its picture is shown
//     {{hint}}       how to read what is shown; empty for SVG, else it ends with an empty line
//     {{question}}   what is asked
//     {{options}}    "A) ..." and so on, a line each; empty for an open answer
//     {{ending}}     the options and the form of the last line, or only the latter
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "mint/question/question.h"
#include "suite/sgp/modes.h"

namespace papert::suite::sgp {

/// What of a reply a judge is shown, at most: its end.
inline constexpr std::size_t kMaxJudgedBytes = 20'000;

/// One template for all languages and both kinds of answers.
[[nodiscard]] std::string_view default_template(Input input = Input::kProgram);

/// The text; pictures go beside it.
[[nodiscard]] Result<std::string> make_prompt(const mint::Question& question,
                                              std::string_view prompt_template,
                                              Input input = Input::kProgram);

[[nodiscard]] Result<std::string> make_judge_prompt(const mint::Question& question,
                                                    std::string_view reply);

/// How to read programs of a language; empty for SVG.
[[nodiscard]] std::string_view syntax_hint(mint::Language language);

}  // namespace papert::suite::sgp
