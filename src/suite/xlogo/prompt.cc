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
extern const char papert_embedded_xlogo_v2_task[];
extern const char papert_embedded_xlogo_v2_task_end[];
extern const char papert_embedded_xlogo_v2_train[];
extern const char papert_embedded_xlogo_v2_train_end[];
extern const char papert_embedded_xlogo_v2_examples[];
extern const char papert_embedded_xlogo_v2_examples_end[];

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

/// A task as a prompt shows it.
struct Shown {
  lang::xlogo::Task site;
  std::string sentence;
  std::string program;
  std::string reasoning;
};

Shown shown(const lang::xlogo::Task& task) {
  return {task, lang::xlogo::task_sentence(task), lang::xlogo::to_python(task.solution), {}};
}
Shown shown(const lang::xlogo::v2::Task& task) {
  return {task.site,
          lang::xlogo::v2::task_sentence(task),
          lang::xlogo::v2::to_python(task.solution),
          {}};
}

std::string example_text(const Shown& example, std::size_t number, Form form, Shots shots) {
  return fmt::format("Example {}\n\n{}\n\nTask: {}\n\n{}```python\n{}\n```\n\n", number,
                     world_text(example.site, form), example.sentence,
                     shots == Shots::kThreeReasoned ? example.reasoning + "\n\n" : "",
                     trim(example.program));
}

Result<void> attach_picture(const lang::xlogo::Task& task, suite::Prompt& prompt) {
  constexpr int kLevel = 6;  // 18 KB a picture; as runs, the default, 33 KB
  prompt.images.push_back(
      raster::encode_png(TRY(mint::xlogo::task_image(task)), {.compression_level = kLevel}));
  return {};
}

Result<suite::Prompt> fill(const Shown& task, const std::vector<Shown>& examples, Form form,
                           Shots shots, std::string_view prompt_template) {
  suite::Prompt prompt;
  std::string text;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    text += example_text(examples[i], i + 1, form, shots);
    if (form == Form::kPicture) TRY(attach_picture(examples[i].site, prompt));
  }
  if (form == Form::kPicture) TRY(attach_picture(task.site, prompt));
  prompt.text = TRY(suite::fill_template(prompt_template, {{"reading", reading_text(form, shots)},
                                                           {"examples", text},
                                                           {"world", world_text(task.site, form)},
                                                           {"task", task.sentence}}));
  TRY(suite::check_template_varies(prompt_template, {"world", "task"}));
  return prompt;
}

template <class Example>
std::vector<Shown> all_shown(const std::vector<Example>& examples) {
  std::vector<Shown> result;
  for (const Example& example : examples) {
    result.push_back(shown(example.task));
    result.back().reasoning = example.reasoning;
  }
  return result;
}

/// A task and its reasoning from every line.
template <class Example, class Read>
Result<std::vector<Example>> read_examples(std::string_view text, Read read) {
  std::vector<Example> examples;
  for (const std::string_view line : split(trim(text), '\n')) {
    const std::string where = "worked examples";
    const Json json = TRY(parse_json(line, where));
    auto task = TRY(read(json, where));
    std::string reasoning = TRY(get_string(json, "reasoning", where));
    examples.push_back({std::move(task), std::move(reasoning)});
  }
  return examples;
}

}  // namespace

std::string_view default_template(Prompting prompting, Dialect dialect) {
  const bool train = prompting == Prompting::kTrain;
  if (dialect == Dialect::kV2) {
    return train ? embedded(papert_embedded_xlogo_v2_train, papert_embedded_xlogo_v2_train_end)
                 : embedded(papert_embedded_xlogo_v2_task, papert_embedded_xlogo_v2_task_end);
  }
  if (prompting == Prompting::kTrain) {
    return embedded(papert_embedded_xlogo_train, papert_embedded_xlogo_train_end);
  }
  return embedded(papert_embedded_xlogo_task, papert_embedded_xlogo_task_end);
}

Result<std::vector<Example>> worked_examples() {
  return read_examples<Example>(
      embedded(papert_embedded_xlogo_examples, papert_embedded_xlogo_examples_end),
      [](const Json& json, const std::string& where) {
        return lang::xlogo::task_from_json(json, where);
      });
}

Result<std::vector<SecondExample>> second_examples() {
  return read_examples<SecondExample>(
      embedded(papert_embedded_xlogo_v2_examples, papert_embedded_xlogo_v2_examples_end),
      [](const Json& json, const std::string& where) {
        return lang::xlogo::v2::task_from_json(json, where);
      });
}

Result<suite::Prompt> make_prompt(const lang::xlogo::Task& task, Form form, Shots shots,
                                  std::string_view prompt_template) {
  std::vector<Example> examples;
  if (shots != Shots::kNone) examples = TRY(worked_examples());
  return fill(shown(task), all_shown(examples), form, shots, prompt_template);
}

Result<suite::Prompt> make_prompt(const lang::xlogo::v2::Task& task, Form form, Shots shots,
                                  std::string_view prompt_template) {
  std::vector<SecondExample> examples;
  if (shots != Shots::kNone) examples = TRY(second_examples());
  return fill(shown(task), all_shown(examples), form, shots, prompt_template);
}

}  // namespace papert::suite::xlogo
