#include "suite/turtlebench/prompt.h"

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/json.h"
#include "base/text.h"

PAPERT_EMBEDDED(turtlebench_turtle_basic);
PAPERT_EMBEDDED(turtlebench_turtle_cot);
PAPERT_EMBEDDED(turtlebench_rabbit_basic);
PAPERT_EMBEDDED(turtlebench_rabbit_cot);
PAPERT_EMBEDDED(turtlebench_free_basic);
PAPERT_EMBEDDED(turtlebench_free_cot);
PAPERT_EMBEDDED(turtlebench_matplotlib_basic);
PAPERT_EMBEDDED(turtlebench_matplotlib_cot);
PAPERT_EMBEDDED(turtlebench_examples);

namespace papert::suite::turtlebench {
namespace {

std::string fenced(std::string_view code) { return fmt::format("```python\n{}\n```", trim(code)); }

std::string scratch_text(const Question& question) {
  const std::string words = "The shape in words: " + std::string(trim(question.description));
  switch (question.modality) {
    case Modality::kTextOnly:
      return words + "\n\nWrite a program that draws this shape.";
    case Modality::kImageText:
      return "The attached picture shows a shape. " + words +
             "\n\nWrite a program that draws exactly this shape.";
    default:
      return "The attached picture shows a shape. Write a program that draws exactly this shape.";
  }
}

std::string tweak_text(const Question& question) {
  if (question.modality == Modality::kImageImage) {
    return fmt::format(
        "Two pictures are attached, marked 1 and 2 in the corner (the mark is not part of the "
        "shape). This program draws the shape of picture 1:\n\n{}\n\nChange it so that it draws "
        "exactly the shape of picture 2.",
        fenced(question.edited_code));
  }
  const std::string wanted =
      "What the program has to do, where \"the given shape\" is the shape of the picture:\n\n" +
      std::string(trim(question.query));
  if (question.mode == Mode::kCodeGeneration) {
    return "The attached picture shows a shape. Write a program that draws a changed version of "
           "it. " +
           wanted;
  }
  return fmt::format(
      "The attached picture shows a shape, and this program draws it:\n\n{}\n\nChange the program. "
      "{}",
      fenced(question.edited_code), wanted);
}

/// What an example asks, in the way of `asked`.
Question example_question(const Example& example, const Question& asked) {
  Question question = asked;
  question.description = example.description;
  question.query = example.query;
  question.edited_code = example.code(false);
  question.variables = example.variables;
  return question;
}

/// The library in which example number `index` is answered.
Library library_of_answer(const Question& asked, std::size_t index) {
  if (asked.library != Library::kFree) return asked.library;
  const bool plots = asked.mode == Mode::kCodeGeneration && index % 2 == 1;
  return plots ? Library::kMatplotlib : Library::kTurtle;
}

std::string answer_text(const Example& example, const Question& asked, std::size_t index) {
  const std::size_t which = asked.tweak ? 1 : 0;
  const Library library = library_of_answer(asked, index);
  const Solution& solution = example.solutions.at(library)[which];
  // Nothing is said there about what is imported.
  const bool whole = asked.library == Library::kFree && library == Library::kTurtle;
  const std::string code =
      (whole ? "import turtle\nfrom math import *\n\nt = turtle.Turtle()\n" : "") + solution.code;
  if (asked.prompting == Prompting::kBasic) return fenced(code);
  return fmt::format("1. Look: {}\n2. Plan: {}\n3. The program:\n\n{}", example.looks[which],
                     solution.plan, fenced(code));
}

Result<std::array<Solution, 2>> read_solutions(const Json& example, const std::string& library,
                                               const std::string& where) {
  const Json json = example.value(library, Json::object());
  std::array<Solution, 2> solutions;
  solutions[0].code = TRY(get_string(json, "code", where));
  solutions[0].plan = TRY(get_string(json, "plan", where));
  solutions[1].code = TRY(get_string(json, "tweak_code", where));
  solutions[1].plan = TRY(get_string(json, "tweak_plan", where));
  return solutions;
}

}  // namespace

#define PAPERT_PROMPT(name) \
  embedded(papert_embedded_turtlebench_##name, papert_embedded_turtlebench_##name##_end)

std::string_view default_template(Prompting prompting, Library library) {
  const bool basic = prompting == Prompting::kBasic;
  switch (library) {
    case Library::kTurtle:
      return basic ? PAPERT_PROMPT(turtle_basic) : PAPERT_PROMPT(turtle_cot);
    case Library::kRabbit:
      return basic ? PAPERT_PROMPT(rabbit_basic) : PAPERT_PROMPT(rabbit_cot);
    case Library::kFree:
      return basic ? PAPERT_PROMPT(free_basic) : PAPERT_PROMPT(free_cot);
    case Library::kMatplotlib:
      break;
  }
  return basic ? PAPERT_PROMPT(matplotlib_basic) : PAPERT_PROMPT(matplotlib_cot);
}
#undef PAPERT_PROMPT

std::string task_text(const Question& question) {
  return question.tweak ? tweak_text(question) : scratch_text(question);
}

std::string variables_text(const Question& question) {
  if (trim(question.variables).empty()) return {};
  return fmt::format(
      "These variables are set before your program runs. Use them for the lengths of the shape:\n\n"
      "{}\n\n",
      fenced(question.variables));
}

bool shows_examples(std::string_view prompt_template) {
  for (std::size_t at = prompt_template.find("{{"); at != std::string_view::npos;
       at = prompt_template.find("{{", at + 2)) {
    const std::string_view inside = prompt_template.substr(at + 2);
    if (trim(inside.substr(0, inside.find("}}"))) == "examples") return true;
  }
  return false;
}

Result<std::vector<Example>> worked_examples() {
  const std::string where = "worked examples";
  std::vector<Example> examples;
  const std::string_view text = trim(
      embedded(papert_embedded_turtlebench_examples, papert_embedded_turtlebench_examples_end));
  for (const std::string_view line : split(text, '\n')) {
    const Json json = TRY(parse_json(line, where));
    Example example;
    example.description = TRY(get_string(json, "description", where));
    example.variables = TRY(get_string(json, "variables", where));
    example.query = TRY(get_string(json, "query", where));
    example.looks[0] = TRY(get_string(json, "look", where));
    example.looks[1] = TRY(get_string(json, "tweak_look", where));
    example.solutions[Library::kTurtle] = TRY(read_solutions(json, "turtle", where));
    example.solutions[Library::kRabbit] = TRY(read_solutions(json, "rabbit", where));
    example.solutions[Library::kMatplotlib] = TRY(read_solutions(json, "matplotlib", where));
    examples.push_back(std::move(example));
  }
  return examples;
}

std::string examples_text(std::span<const Example> examples, const Question& asked) {
  std::string text = "First some examples.";
  if (asked.modality != Modality::kTextOnly) {
    text += " Their pictures are attached in their order; what is attached last is for your task.";
  }
  text += "\n\n";
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Question question = example_question(examples[i], asked);
    text += fmt::format("Example {}\n\n{}\n\n{}Answer:\n\n{}\n\n", i + 1, task_text(question),
                        variables_text(question), answer_text(examples[i], asked, i));
  }
  return text + "Your task\n\n";
}

}  // namespace papert::suite::turtlebench
