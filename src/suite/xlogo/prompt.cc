#include "suite/xlogo/prompt.h"

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/text.h"
#include "lang/xlogo/describe.h"
#include "lang/xlogo/sentences.h"
#include "mint/xlogo/image.h"
#include "raster/png.h"
#include "suite/prompt_template.h"

extern const char papert_embedded_xlogo_task[];
extern const char papert_embedded_xlogo_task_end[];
extern const char papert_embedded_xlogo_train[];
extern const char papert_embedded_xlogo_train_end[];
extern const char papert_embedded_xlogo_examples[];
extern const char papert_embedded_xlogo_examples_end[];

namespace papert::suite::xlogo {
namespace {

std::string world_text(const lang::xlogo::Task& task, Form form) {
  if (form == Form::kAscii) return fmt::format("```\n{}\n```", lang::xlogo::ascii_world(task));
  return lang::xlogo::describe_world(task);
}

std::string reading_text(Form form, Shots shots) {
  switch (form) {
    case Form::kText:
      return {};
    case Form::kAscii:
      return "How to read the maps: " + lang::xlogo::ascii_legend() + "\n\n";
    case Form::kPicture:
      break;
  }
  return fmt::format(
      "{} Thick brown bars are walls, grey cells are forbidden, a badge such as x3 says how many "
      "items lie on a cell, and the turtle's head and the arrow on its shell point where it faces."
      "\n\n",
      shots == Shots::kNone ? "The attached picture shows the world of the task."
                            : "The attached pictures show the worlds of the examples, in their "
                              "order, and last the world of your task.");
}

std::string example_text(const Example& example, std::size_t number, Form form, Shots shots) {
  return fmt::format("Example {}\n\n{}\n\nTask: {}\n\n{}```python\n{}\n```\n\n", number,
                     world_text(example.task, form), lang::xlogo::task_sentence(example.task),
                     shots == Shots::kThreeReasoned ? example.reasoning + "\n\n" : "",
                     trim(lang::xlogo::to_python(example.task.solution)));
}

Result<void> attach_picture(const lang::xlogo::Task& task, suite::Prompt& prompt) {
  constexpr int kLevel = 6;  // 18 KB a picture; as runs, the default, 33 KB
  prompt.images.push_back(
      raster::encode_png(TRY(mint::xlogo::task_image(task)), {.compression_level = kLevel}));
  return {};
}

}  // namespace

std::string_view default_template(Prompting prompting) {
  if (prompting == Prompting::kTrain) {
    return embedded(papert_embedded_xlogo_train, papert_embedded_xlogo_train_end);
  }
  return embedded(papert_embedded_xlogo_task, papert_embedded_xlogo_task_end);
}

Result<std::vector<Example>> worked_examples() {
  std::vector<Example> examples;
  const std::string_view text =
      trim(embedded(papert_embedded_xlogo_examples, papert_embedded_xlogo_examples_end));
  for (const std::string_view line : split(text, '\n')) {
    const std::string where = "worked examples";
    const Json json = TRY(parse_json(line, where));
    lang::xlogo::Task task = TRY(lang::xlogo::task_from_json(json, where));
    std::string reasoning = TRY(get_string(json, "reasoning", where));
    examples.push_back({std::move(task), std::move(reasoning)});
  }
  return examples;
}

Result<suite::Prompt> make_prompt(const lang::xlogo::Task& task, Form form, Shots shots,
                                  std::string_view prompt_template) {
  suite::Prompt prompt;
  std::string examples;
  if (shots != Shots::kNone) {
    const std::vector<Example> all = TRY(worked_examples());
    for (std::size_t i = 0; i < all.size(); ++i) {
      examples += example_text(all[i], i + 1, form, shots);
      if (form == Form::kPicture) TRY(attach_picture(all[i].task, prompt));
    }
  }
  if (form == Form::kPicture) TRY(attach_picture(task, prompt));
  prompt.text =
      TRY(suite::fill_template(prompt_template, {{"reading", reading_text(form, shots)},
                                                 {"examples", examples},
                                                 {"world", world_text(task, form)},
                                                 {"task", lang::xlogo::task_sentence(task)}}));
  TRY(suite::check_template_varies(prompt_template, {"world", "task"}));
  return prompt;
}

}  // namespace papert::suite::xlogo
