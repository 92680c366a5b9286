#include "datagen/questions/prompts.h"

#include <array>

#include "base/embedded.h"
#include "base/numbers.h"
#include "base/sha256.h"
#include "base/text.h"
#include "suite/prompt_template.h"

PAPERT_EMBEDDED(questions_ask_svg);
PAPERT_EMBEDDED(questions_ask_cad);
PAPERT_EMBEDDED(questions_verify);
PAPERT_EMBEDDED(questions_guess);

namespace papert::datagen::questions {
namespace {

#define PAPERT_PROMPT(name) \
  embedded(papert_embedded_questions_##name, papert_embedded_questions_##name##_end)

constexpr std::string_view kTwoViews =
    "The two pictures show one solid, shaded, with its edges drawn in: obliquely from above, from "
    "two opposite corners.";
constexpr std::string_view kSketch = "The picture is a technical sketch of a flat outline.";
constexpr std::string_view kCount = "Write ";

std::string_view views_of(mint::Language language) {
  if (language == mint::Language::kSvg) return {};
  return language == mint::Language::kCad2d ? kSketch : kTwoViews;
}

std::string options_of(const OptionedQuestion& question) {
  std::string text;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    text += (i == 0 ? "" : "\n") + mint::option_letter(i) + ") " + question.options[i];
  }
  return text;
}

std::string_view first_line(std::string_view text) { return trim(text.substr(0, text.find('\n'))); }

}  // namespace

Result<std::string> ask_prompt(mint::Language language, std::size_t count) {
  const std::string number = std::to_string(count);
  if (language == mint::Language::kSvg) {
    return suite::fill_template(PAPERT_PROMPT(ask_svg), {{"count", number}});
  }
  return suite::fill_template(PAPERT_PROMPT(ask_cad),
                              {{"count", number}, {"views", views_of(language)}});
}

Result<std::string> verify_prompt(mint::Language language, const OptionedQuestion& question) {
  const std::string options = options_of(question);
  std::string views(views_of(language));
  if (!views.empty()) views += "\n\n";
  return suite::fill_template(
      PAPERT_PROMPT(verify), {{"views", views}, {"question", question.text}, {"options", options}});
}

Result<std::string> guess_prompt(const OptionedQuestion& question) {
  const std::string options = options_of(question);
  return suite::fill_template(PAPERT_PROMPT(guess),
                              {{"question", question.text}, {"options", options}});
}

Result<PromptKind> kind_of_prompt(std::string_view text) {
  const std::string_view line = first_line(trim(text));
  if (line == first_line(PAPERT_PROMPT(ask_svg))) return PromptKind::kAsk;
  if (line == first_line(PAPERT_PROMPT(ask_cad))) return PromptKind::kAsk;
  if (line == first_line(PAPERT_PROMPT(verify))) return PromptKind::kVerify;
  if (line == first_line(PAPERT_PROMPT(guess))) return PromptKind::kGuess;
  return fail(ErrorCode::kBadData, "this is not a prompt of papert datagen questions: '" +
                                       std::string(cut_utf8(line, 60)) + "'");
}

std::size_t count_in_prompt(std::string_view text) {
  for (std::size_t at = text.find(kCount); at != std::string_view::npos;
       at = text.find(kCount, at + 1)) {
    const std::string_view rest = text.substr(at + kCount.size());
    const auto number = parse_number<std::size_t>(rest.substr(0, rest.find(' ')));
    if (number) return *number;
  }
  return 0;
}

std::string prompts_hash() {
  Sha256 hash;
  for (const std::string_view text : {PAPERT_PROMPT(ask_svg), PAPERT_PROMPT(ask_cad),
                                      PAPERT_PROMPT(verify), PAPERT_PROMPT(guess)}) {
    hash.update(text);
  }
  hash.update(kTwoViews);
  hash.update(kSketch);
  return hash.hex();
}

}  // namespace papert::datagen::questions
