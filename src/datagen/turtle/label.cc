#include "datagen/turtle/label.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "datagen/turtle/label_words.h"
#include "reply/code.h"
#include "score/faithful.h"

namespace papert::datagen {
namespace {

/// Words that only someone says who was given a program. In lower case.
constexpr std::array<std::string_view, 20> kGiveAway{
    "given program",     "given code",         "provided program",  "provided code",
    "original program",  "original code",      "program above",     "code above",
    "reference program", "reference code",     "program you",       "code you",
    "code snippet",      "your program",       "your code",         "supplied program",
    "supplied code",     "simplified version", "program was given", "code was given"};

constexpr std::size_t kFewestWordBytes = 40;

bool is_fence(std::string_view line) {
  return trim(line).starts_with("```") || trim(line).starts_with("~~~");
}

/// The text outside of fenced blocks.
std::string words_of(std::string_view label) {
  std::string words;
  bool inside = false;
  for (const std::string_view line : split(label, '\n')) {
    if (is_fence(line)) {
      inside = !inside;
    } else if (!inside) {
      words.append(line) += '\n';
    }
  }
  return words;
}

/// What is wrong with the words; empty if nothing is.
std::string fault_of_words(const std::string& words) {
  if (trim(words).size() < kFewestWordBytes) return "there are hardly any words";
  const std::string folded = lower(words);
  for (const std::string_view phrase : kGiveAway) {
    if (folded.find(phrase) != std::string::npos) {
      return fmt::format("the words '{}' speak of a given program", phrase);
    }
  }
  return {};
}

/// The one block, where there is one.
Result<std::string> block_of(std::string_view label) {
  std::vector<std::string> blocks;
  for (const reply::Candidate& each : reply::find_code(label)) {
    if (each.rule == "fence" || each.rule == "open_fence") blocks.push_back(each.code);
  }
  if (blocks.size() != 1) {
    return fail(ErrorCode::kBadData, fmt::format("{} fenced blocks instead of one", blocks.size()));
  }
  if (blocks[0].find("def draw(") == std::string::npos) {
    return fail(ErrorCode::kBadData, "the block does not define draw");
  }
  return blocks[0];
}

/// What is wrong with the program; empty if nothing is.
Result<std::string> fault_of_program(lang::turtle::JailPool& jails, const Labelled& original,
                                     LabelVerdict& verdict) {
  const std::size_t lines = code_lines(verdict.code);
  const std::size_t most = code_lines(original.code) + kMoreLines;
  if (lines > most) return fmt::format("{} lines of code; at most {} are accepted", lines, most);
  sandbox::Limits limits;
  limits.steps = 2'000'000;
  limits.cpu_ms = 2'000;
  const lang::turtle::Drawing drawing = TRY(jails.run(verdict.code, limits));
  if (drawing.outcome.status != sandbox::Status::kOk) {
    return fmt::format("the program does not run: {}", drawing.outcome.reason);
  }
  const score::PaintedDrawing reference(original.scene);
  const score::PaintedDrawing answer(drawing.scene);
  const auto faithful = score::compare_faithfully(reference, answer);
  verdict.similarity = 1 - faithful.difference();
  const score::DrawingOptions quick{.explain = score::Explain::kNever};
  const bool same = faithful.success && score::compare_drawings(reference, answer, quick).success;
  return std::string(same ? "" : "the program draws something else");
}

}  // namespace

std::string label_with_program(std::string_view label, std::string_view code) {
  const std::string words = words_of(label);
  return fmt::format("{}\n\n```python\n{}\n```\n", trim(words), trim(code));
}

std::string program_alone(std::string_view code) {
  return fmt::format("```python\n{}\n```\n", trim(code));
}

std::string template_label(std::string_view code, const scene::Scene& scene) {
  std::string text = "## The picture\n\n" + detail::describe_picture(code, scene);
  text += "\n\n## The steps\n\n";
  const auto program = turtle::parse_program(code);
  std::string steps = program ? detail::describe_steps(*program) : std::string();
  if (steps.empty()) steps = "1. Draw the lines one after the other.\n";
  return label_with_program(text + steps, code);
}

Result<LabelVerdict> check_label(lang::turtle::JailPool& jails, std::string_view label,
                                 const Labelled& original) {
  LabelVerdict verdict;
  const std::string words = words_of(label);
  const std::string words_fault = fault_of_words(words);
  verdict.text_accepted = words_fault.empty();
  verdict.reason = words_fault;
  auto block = block_of(label);
  std::string program_fault;
  if (block) {
    verdict.code = *std::move(block);
    program_fault = TRY(fault_of_program(jails, original, verdict));
  } else {
    program_fault = block.error().message;
  }
  verdict.program_accepted = program_fault.empty();
  if (verdict.reason.empty()) verdict.reason = program_fault;
  return verdict;
}

}  // namespace papert::datagen
