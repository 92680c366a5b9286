#include "suite/sgp/tasks.h"

#include "base/text.h"
#include "data/task_folder.h"
#include "lang/cad/operations.h"
#include "lang/svg/constructs.h"
#include "mint/question/picture.h"
#include "raster/png.h"
#include "replay/graphics.h"
#include "reply/choice.h"
#include "reply/reading.h"
#include "reply/svg_program.h"
#include "suite/sgp/drawing.h"
#include "suite/sgp/prompt.h"

namespace papert::suite::sgp {
namespace {

/// Of options with the same text one stands for all: the key where it is among them.
std::string meant_by(const mint::Question& question, const std::string& letter) {
  const auto index = static_cast<std::size_t>(letter[0] - 'A');
  const auto text = [&](std::size_t i) { return reply::comparable(question.options[i]); };
  if (text(index) == text(static_cast<std::size_t>(question.answer[0] - 'A'))) {
    return question.answer;
  }
  for (std::size_t i = 0; i < index; ++i) {
    if (text(i) == text(index)) return mint::option_letter(i);
  }
  return letter;
}

reply::Reading read_piece(const mint::Question& question, std::string_view piece) {
  if (question.open()) return reply::read_value(piece, reply::is_number(question.answer));
  reply::Reading reading = reply::read_choice(piece, question.options);
  if (reading.kind == reply::Reading::Kind::kFound)
    reading.value = meant_by(question, reading.value);
  return reading;
}

/// The bare letter, or a value.
std::optional<std::string> read_strictly(const mint::Question& question,
                                         const reply::Answer& answer) {
  if (question.open()) {
    const reply::Reading reading = read_piece(question, answer.first().code);
    const bool whole = reply::comparable(answer.first().code) == reading.value;
    return reading.kind == reply::Reading::Kind::kFound && whole ? std::optional(reading.value)
                                                                 : std::nullopt;
  }
  const std::string letter = lower(answer.first().code);
  const bool option = letter.size() == 1 && letter[0] >= 'a' &&
                      static_cast<std::size_t>(letter[0] - 'a') < question.options.size();
  if (!option) return std::nullopt;
  return meant_by(question, mint::option_letter(static_cast<std::size_t>(letter[0] - 'a')));
}

/// As the released script does: the first letter from A to D in either case (a small one is then
/// never the key), or the rest of the line, which is compared by value.
std::optional<std::string> read_as_published(const mint::Question& question,
                                             const reply::Answer& answer) {
  if (question.open()) {
    const reply::Reading reading = read_piece(question, answer.first().code);
    return reading.kind == reply::Reading::Kind::kFound ? std::optional(reading.value)
                                                        : std::nullopt;
  }
  const auto letter_in = [](std::string_view text) -> std::optional<std::string> {
    constexpr std::string_view kLetters = "ABCDabcd";
    if (text.empty() || kLetters.find(text[0]) == std::string_view::npos) return std::nullopt;
    return std::string(text.substr(0, 1));
  };
  for (const reply::Candidate& each : answer.candidates) {
    if (auto letter = letter_in(each.code)) return letter;
  }
  return std::nullopt;
}

/// The first piece that states anything decides, also where what it states is unclear.
std::optional<std::string> read_leniently(const mint::Question& question,
                                          const reply::Answer& answer) {
  reply::Reading reading;
  for (const reply::Candidate& piece : answer.candidates) {
    reading = read_piece(question, piece.code);
    if (reading.kind != reply::Reading::Kind::kNothing) break;
  }
  return reading.kind == reply::Reading::Kind::kFound ? std::optional(reading.value) : std::nullopt;
}

std::optional<std::string> read_answer(const mint::Question& question,
                                       const reply::Answer& answer) {
  if (answer.first().rule == "strict") return read_strictly(question, answer);
  if (answer.first().rule == "published") return read_as_published(question, answer);
  return read_leniently(question, answer);
}

std::string key_of(const mint::Question& question) {
  if (!question.open()) return question.answer;
  return reply::read_value(question.answer, reply::is_number(question.answer)).value;
}

/// Whether the answer stands where and how it was asked for; unknown where a judge read it out
/// without a rule having been tried.
std::optional<bool> in_form(const mint::Question& question, const reply::Answer& answer) {
  if (answer.first().rule == "judge_always") return std::nullopt;
  if (answer.first().rule != "strict" && answer.first().rule != "last_line") return false;
  return read_strictly(question, answer).has_value();
}

}  // namespace

std::string distance_band(std::int64_t distance) {
  std::int64_t limit = 5;
  std::size_t band = 0;
  while (band + 1 < kDistanceBands.size() && distance >= limit) {
    ++band;
    limit *= 2;
  }
  return std::string(kDistanceBands[band]);
}

std::vector<suite::Tag> facets(const mint::Question& question) {
  std::vector<suite::Tag> tags;
  tags.push_back(
      {"type", question.type
                   ? std::string(mint::kTypeNames[static_cast<std::size_t>(*question.type)])
                   : std::string(mint::kUntyped)});
  if (!question.category.empty()) tags.push_back({"category", question.category});
  const std::string_view subset = mint::kSubsetNames[static_cast<std::size_t>(question.language)];
  if (!subset.empty()) tags.push_back({"subset", std::string(subset)});
  if (!question.variant.empty()) tags.push_back({"variant", question.variant});
  if (question.distance) tags.push_back({"distance", distance_band(*question.distance)});
  return tags;
}

suite::Score score_answer(const mint::Question& question, const reply::Answer& answer) {
  const auto read = answer.first().code.empty() ? std::nullopt : read_answer(question, answer);
  const std::string key = key_of(question);
  const bool right = read && *read == key;
  suite::Score score;
  score.verdict = right  ? suite::Verdict::kRight
                  : read ? suite::Verdict::kWrong
                         : suite::Verdict::kNoAnswer;
  const auto formal = in_form(question, answer);
  score.metrics = {{"accuracy", right ? 1.0 : 0.0},
                   {"strict", formal ? std::optional(right && *formal ? 1.0 : 0.0) : std::nullopt}};
  score.answer = read;
  score.expected = key;
  if (!read) {
    score.detail["error"] = "no_answer";
    score.detail["message"] =
        answer.first().code.empty()
            ? "no answer was found in the reply"
            : (question.open() ? "what was found is not a value"
                               : "what was found does not name exactly one option");
  }
  return score;
}

QuestionSet::QuestionSet(data::sgp::StoredQuestions stored, std::string data_hash, Input input)
    : stored_(std::move(stored)), data_hash_(std::move(data_hash)), input_(input) {}

suite::Task QuestionSet::task(std::size_t index) const {
  const mint::Question& question = stored_.questions[index];
  return {question.id, question.base, facets(question), question.distance};
}

Result<suite::Prompt> QuestionSet::prompt(std::size_t index,
                                          std::string_view prompt_template) const {
  const mint::Question& question = stored_.questions[index];
  suite::Prompt prompt;
  prompt.text = TRY(make_prompt(question, prompt_template, input_));
  if (input_ == Input::kProgram) return prompt;
  const auto image = mint::program_image(question);
  if (!image) {
    return fail(image.error().code, "its picture cannot be painted: " + image.error().to_string(),
                "question '" + question.id + "'");
  }
  prompt.images.push_back(raster::encode_png(*image));
  return prompt;
}

Result<suite::Prompt> QuestionSet::judge_prompt(std::size_t index, std::string_view reply) const {
  suite::Prompt prompt;
  const std::string words =
      input_ == Input::kIndirect ? reply::split_svg(reply).rest : std::string(reply);
  prompt.text = TRY(make_judge_prompt(stored_.questions[index], words));
  return prompt;
}

reply::Answer QuestionSet::read(std::string_view reply, reply::Extraction extraction) const {
  if (input_ != Input::kIndirect) return reply::find_answer(reply, extraction);
  reply::SvgReply split = reply::split_svg(reply);
  reply::Answer answer = reply::find_answer(split.rest, extraction);
  answer.programs = split.programs;
  answer.program = std::move(split.program);
  return answer;
}

Result<scene::Replay> QuestionSet::replay(std::size_t index, const reply::Answer&) const {
  return replay::replay_graphics(stored_.questions[index].program);
}

suite::Judged QuestionSet::judge(std::size_t index, const reply::Answer& answer) const {
  const mint::Question& question = stored_.questions[index];
  suite::Judged judged{score_answer(question, answer), {}};
  if (input_ != Input::kIndirect) return judged;
  ReplyDrawing drawing = draw_reply(question, answer.program);
  judged.score.metrics.push_back({"similarity", drawing.similarity});
  judged.score.metrics.push_back({"drawn", drawing.drawn() ? 1.0 : 0.0});
  judged.score.detail["drawing"] = drawing.state;
  if (!drawing.message.empty()) judged.score.detail["drawing_message"] = drawing.message;
  if (drawing.image.width() > 0) judged.drawing = std::move(drawing.image);
  return judged;
}

Result<suite::DataFiles> QuestionSet::files(std::size_t index) const {
  std::string line = dump_json(to_json(stored_.questions[index])) + "\n";
  return suite::DataFiles{{data::tasks_path("").string(), std::move(line)}};
}

std::string QuestionSet::reference(std::size_t index) const {
  const mint::Question& question = stored_.questions[index];
  const std::string answer = "Answer: " + question.answer;
  const bool draws = input_ == Input::kIndirect && question.language == mint::Language::kSvg;
  return draws ? "```svg\n" + std::string(trim(question.program)) + "\n```\n\n" + answer : answer;
}

std::vector<suite::Construct> QuestionSet::constructs(std::size_t index) const {
  const mint::Question& question = stored_.questions[index];
  std::vector<suite::Construct> constructs;
  if (question.language != mint::Language::kSvg) {
    const auto counts = lang::cad::count_operations(question.program);
    if (counts) suite::add_constructs("cad_operation", *counts, constructs);
    return constructs;
  }
  if (const auto counts = lang::svg::count_constructs(question.program)) {
    suite::add_constructs("svg_element", counts->elements, constructs);
    suite::add_constructs("path_command", counts->path_commands, constructs);
  }
  return constructs;
}

std::vector<suite::Picture> QuestionSet::pictures(std::size_t index,
                                                  const suite::Judged& judged) const {
  std::vector<suite::Picture> pictures;
  if (auto image = mint::program_image(stored_.questions[index])) {
    pictures.push_back({"program", std::move(*image)});
  }
  if (const auto* drawn = std::any_cast<raster::Image>(&judged.drawing)) {
    pictures.push_back({"drawn by the reply", *drawn});
  }
  return pictures;
}

}  // namespace papert::suite::sgp
