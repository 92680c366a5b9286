#include "suite/shapecode/prompt.h"

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/json.h"
#include "base/text.h"
#include "lang/shapes/parse.h"
#include "raster/png.h"
#include "raster/render.h"
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
}

namespace papert::suite::shapecode {
namespace {

std::string examples_text(const std::vector<Example>& examples, Shots shots) {
  if (examples.empty()) return {};
  std::string text = fmt::format(
      "{} worked examples come first. Their pictures are attached in their order, before the "
      "picture of your task, which is the last.\n\n",
      examples.size() == 3 ? "Three" : std::to_string(examples.size()));
  for (std::size_t i = 0; i < examples.size(); ++i) {
    text += fmt::format("Example {}, the program of picture {}:\n\n", i + 1, i + 1);
    if (shots == Shots::kThreeReasoned) text += examples[i].reasoning + "\n\n";
    text += fmt::format("```\n{}\n```\n\n", lang::shapes::serialise(examples[i].program));
  }
  return text;
}

Result<std::string> filled(std::string_view prompt_template, std::string_view examples) {
  return suite::fill_template(prompt_template,
                              {{"size", std::to_string(lang::shapes::kCanvasSize)},
                               {"last", std::to_string(lang::shapes::kCanvasSize - 1)},
                               {"examples", examples}});
}

}  // namespace

std::string_view default_template(Prompting prompting, Shots shots) {
  if (prompting == Prompting::kSteps) {
    return embedded(papert_embedded_shapecode_steps, papert_embedded_shapecode_steps_end);
  }
  if (shots != Shots::kNone) {
    return embedded(papert_embedded_shapecode_few_shot, papert_embedded_shapecode_few_shot_end);
  }
  return embedded(papert_embedded_shapecode_zero_shot, papert_embedded_shapecode_zero_shot_end);
}

Result<std::vector<Example>> worked_examples() {
  const std::string where = "worked examples";
  const std::string_view text =
      trim(embedded(papert_embedded_shapecode_examples, papert_embedded_shapecode_examples_end));
  std::vector<Example> examples;
  for (const std::string_view line : split(text, '\n')) {
    const Json json = TRY(parse_json(line, where));
    Example example;
    example.tier = TRY(get_string(json, "tier", where));
    example.seed = TRY(get_int(json, "seed", where));
    example.reasoning = TRY(get_string(json, "reasoning", where));
    const std::string code = TRY(get_string(json, "program", where));
    auto program = lang::shapes::parse(code);
    if (!program) return fail(ErrorCode::kInternal, program.error().message, where);
    example.program = std::move(*program);
    examples.push_back(std::move(example));
  }
  return examples;
}

Result<suite::Prompt> fill_prompt(std::string_view prompt_template, Shots shots) {
  std::vector<Example> examples;
  if (shots != Shots::kNone) examples = TRY(worked_examples());
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
    const raster::Bitmap picture = raster::render(lang::shapes::to_scene(example.program));
    prompt.images.push_back(raster::encode_png(raster::to_image(picture)));
  }
  return prompt;
}

}  // namespace papert::suite::shapecode
