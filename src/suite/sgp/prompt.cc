#include "suite/sgp/prompt.h"

#include "base/embedded.h"
#include "base/text.h"
#include "suite/prompt_template.h"

PAPERT_EMBEDDED(sgp_question);
PAPERT_EMBEDDED(sgp_choice);
PAPERT_EMBEDDED(sgp_open);
PAPERT_EMBEDDED(sgp_cad_3d);
PAPERT_EMBEDDED(sgp_cad_3d_complex);
PAPERT_EMBEDDED(sgp_cad_2d);
PAPERT_EMBEDDED(sgp_judge);
PAPERT_EMBEDDED(sgp_picture);
PAPERT_EMBEDDED(sgp_both);
PAPERT_EMBEDDED(sgp_indirect);
PAPERT_EMBEDDED(sgp_choice_seen);
PAPERT_EMBEDDED(sgp_open_seen);
PAPERT_EMBEDDED(sgp_views);

namespace papert::suite::sgp {
namespace {

#define PAPERT_TEXT(name) embedded(papert_embedded_sgp_##name, papert_embedded_sgp_##name##_end)

std::string options_text(const mint::Question& question) {
  std::string text;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    text += (i == 0 ? "" : "\n") + mint::option_letter(i) + ") " + question.options[i];
  }
  return text;
}

/// "A, B, C or D".
std::string letters_text(const mint::Question& question) {
  std::string text;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    text += i == 0 ? "" : (i + 1 < question.options.size() ? ", " : " or ");
    text += mint::option_letter(i);
  }
  return text;
}

Result<std::string> ending_text(const mint::Question& question, const std::string& options,
                                Input input) {
  const bool seen = input != Input::kProgram;
  if (question.open()) return std::string(trim(seen ? PAPERT_TEXT(open_seen) : PAPERT_TEXT(open)));
  return suite::fill_template(trim(seen ? PAPERT_TEXT(choice_seen) : PAPERT_TEXT(choice)),
                              {{"options", options}, {"letters", letters_text(question)}});
}

/// How to read the program, or the picture, or both.
std::string hint_text(const mint::Question& question, Input input) {
  const bool solid = question.language == mint::Language::kCad3d ||
                     question.language == mint::Language::kCad3dComplex;
  std::string text;
  if (shows_program(input)) text += syntax_hint(question.language);
  if (input != Input::kProgram && solid) text += PAPERT_TEXT(views);
  return text;
}

/// At most so many bytes of the end, without splitting a code point.
std::string_view end_of(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  text.remove_prefix(text.size() - bytes);
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80U) {
    text.remove_prefix(1);
  }
  return text;
}

}  // namespace

std::string_view default_template(Input input) {
  switch (input) {
    case Input::kPicture:
      return PAPERT_TEXT(picture);
    case Input::kBoth:
      return PAPERT_TEXT(both);
    case Input::kIndirect:
      return PAPERT_TEXT(indirect);
    case Input::kProgram:
      break;
  }
  return PAPERT_TEXT(question);
}

std::string_view syntax_hint(mint::Language language) {
  switch (language) {
    case mint::Language::kCad3d:
      return PAPERT_TEXT(cad_3d);
    case mint::Language::kCad3dComplex:
      return PAPERT_TEXT(cad_3d_complex);
    case mint::Language::kCad2d:
      return PAPERT_TEXT(cad_2d);
    case mint::Language::kSvg:
      break;
  }
  return {};
}

Result<std::string> make_prompt(const mint::Question& question, std::string_view prompt_template,
                                Input input) {
  const std::string options = options_text(question);
  const std::string ending = TRY(ending_text(question, options, input));
  const std::string hint = hint_text(question, input);
  if (!shows_program(input)) {
    // The picture differs from question to question, so any template varies.
    return suite::fill_template(
        prompt_template,
        {{"hint", hint}, {"question", question.text}, {"options", options}, {"ending", ending}});
  }
  std::string text = TRY(suite::fill_template(prompt_template, {{"program", question.program},
                                                                {"hint", hint},
                                                                {"question", question.text},
                                                                {"options", options},
                                                                {"ending", ending}}));
  TRY(suite::check_template_varies(prompt_template, {"program", "question"}));
  return text;
}

Result<std::string> make_judge_prompt(const mint::Question& question, std::string_view reply) {
  const std::string options = question.open() ? "" : options_text(question) + "\n";
  return suite::fill_template(PAPERT_TEXT(judge),
                              {{"question", question.text},
                               {"options", options},
                               {"reply", end_of(trim(reply), kMaxJudgedBytes)}});
}

}  // namespace papert::suite::sgp
