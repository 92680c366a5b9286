#include "suite/shapecode/prompt.h"

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/json.h"
#include "base/text.h"
#include "lang/shapes/v2_program.h"
#include "raster/png.h"
#include "suite/prompt_template.h"

extern "C" {
extern const char papert_embedded_shapecode_zero_shot[];
extern const char papert_embedded_shapecode_zero_shot_end[];
extern const char papert_embedded_shapecode_few_shot[];
extern const char papert_embedded_shapecode_few_shot_end[];
extern const char papert_embedded_shapecode_steps[];
extern const char papert_embedded_shapecode_steps_end[];
extern const char papert_embedded_shapecode_examples[];
extern const char papert_embedded_shapecode_examples_end[];
extern const char papert_embedded_shapecode_v2_zero_shot[];
extern const char papert_embedded_shapecode_v2_zero_shot_end[];
extern const char papert_embedded_shapecode_v2_few_shot[];
extern const char papert_embedded_shapecode_v2_few_shot_end[];
extern const char papert_embedded_shapecode_v2_steps[];
extern const char papert_embedded_shapecode_v2_steps_end[];
extern const char papert_embedded_shapecode_v2_examples[];
extern const char papert_embedded_shapecode_v2_examples_end[];
}

namespace papert::suite::shapecode {
namespace {

struct Texts {
  std::string_view zero_shot;
  std::string_view few_shot;
  std::string_view steps;
  std::string_view examples;
};

Texts texts_of(Dialect dialect) {
  if (dialect == Dialect::kV2) {
    return {
        embedded(papert_embedded_shapecode_v2_zero_shot,
                 papert_embedded_shapecode_v2_zero_shot_end),
        embedded(papert_embedded_shapecode_v2_few_shot, papert_embedded_shapecode_v2_few_shot_end),
        embedded(papert_embedded_shapecode_v2_steps, papert_embedded_shapecode_v2_steps_end),
        embedded(papert_embedded_shapecode_v2_examples, papert_embedded_shapecode_v2_examples_end)};
  }
  return {embedded(papert_embedded_shapecode_zero_shot, papert_embedded_shapecode_zero_shot_end),
          embedded(papert_embedded_shapecode_few_shot, papert_embedded_shapecode_few_shot_end),
          embedded(papert_embedded_shapecode_steps, papert_embedded_shapecode_steps_end),
          embedded(papert_embedded_shapecode_examples, papert_embedded_shapecode_examples_end)};
}

std::string color_names() {
  std::string names;
  for (std::size_t i = 1; i < lang::shapes::v2::kColors; ++i) {
    names += i == 1 ? "" : i + 1 == lang::shapes::v2::kColors ? " and " : ", ";
    names += lang::shapes::v2::color_name(static_cast<lang::shapes::v2::Color>(i));
  }
  return names;
}

std::string examples_text(const std::vector<Example>& examples, Shots shots) {
  if (examples.empty()) return {};
  std::string text = fmt::format(
      "{} worked examples come first. Their pictures are attached in their order, before the "
      "picture of your task, which is the last.\n\n",
      examples.size() == 3 ? "Three" : std::to_string(examples.size()));
  for (std::size_t i = 0; i < examples.size(); ++i) {
    text += fmt::format("Example {}, the program of picture {}:\n\n", i + 1, i + 1);
    if (shots == Shots::kThreeReasoned) text += examples[i].reasoning + "\n\n";
    text += fmt::format("```\n{}\n```\n\n", examples[i].program);
  }
  return text;
}

Result<std::string> filled(std::string_view prompt_template, std::string_view examples) {
  return suite::fill_template(prompt_template,
                              {{"size", std::to_string(lang::shapes::kCanvasSize)},
                               {"last", std::to_string(lang::shapes::kCanvasSize - 1)},
                               {"colors", color_names()},
                               {"examples", examples}});
}

}  // namespace

std::string_view default_template(Prompting prompting, Shots shots, Dialect dialect) {
  const Texts texts = texts_of(dialect);
  if (prompting == Prompting::kSteps) return texts.steps;
  return shots == Shots::kNone ? texts.zero_shot : texts.few_shot;
}

Result<std::vector<Example>> worked_examples(Dialect dialect) {
  const std::string where = "worked examples";
  const std::string_view text = trim(texts_of(dialect).examples);
  std::vector<Example> examples;
  for (const std::string_view line : split(text, '\n')) {
    const Json json = TRY(parse_json(line, where));
    Example example;
    example.tier = TRY(get_string(json, "tier", where));
    example.seed = TRY(get_int(json, "seed", where));
    example.reasoning = TRY(get_string(json, "reasoning", where));
    example.program = TRY(get_string(json, "program", where));
    examples.push_back(std::move(example));
  }
  return examples;
}

Result<suite::Prompt> fill_prompt(std::string_view prompt_template, Shots shots, Dialect dialect) {
  std::vector<Example> examples;
  if (shots != Shots::kNone) examples = TRY(worked_examples(dialect));
  suite::Prompt prompt;
  prompt.text = TRY(filled(prompt_template, examples_text(examples, shots)));
  if (examples.empty()) return prompt;
  const std::string without = TRY(filled(prompt_template, ""));
  if (without == prompt.text) {
    return fail(ErrorCode::kUsage,
                "the template has no {{examples}}, which is where the mode shots puts the worked "
                "examples",
                "--prompt");
  }
  for (const Example& example : examples) {
    const auto drawn = data::shapecode::rules_of(dialect).draw(example.program);
    if (!drawn) return fail(ErrorCode::kInternal, drawn.error().message, "worked examples");
    prompt.images.push_back(raster::encode_png(drawn->picture));
  }
  return prompt;
}

}  // namespace papert::suite::shapecode
