#include "suite/sgp/tasks.h"

#include "suite/sgp/extract.h"
#include "suite/sgp/picture.h"
#include "suite/sgp/prompt.h"
#include "suite/sgp/reading.h"

namespace papert::sgp {
namespace {

/// What the piece says: a letter or a value.
std::optional<std::string> read_answer(const Question& question, std::string_view piece,
                                       Freedom freedom) {
  if (question.open()) {
    const Freedom how = freedom == Freedom::kLetter ? Freedom::kWhole : freedom;
    return read_value(piece, how, is_number(question.answer));
  }
  const auto key = static_cast<std::size_t>(question.answer[0] - 'A');
  const auto chosen = read_choice(piece, question.options, freedom, key);
  return chosen ? std::optional(option_letter(*chosen)) : std::nullopt;
}

Freedom freedom_of(std::string_view rule) {
  if (rule == "strict") return Freedom::kLetter;
  return rule == "bare" ? Freedom::kWhole : Freedom::kLoose;
}

std::string key_of(const Question& question) {
  if (!question.open()) return question.answer;
  return read_value(question.answer, Freedom::kWhole, false).value_or(question.answer);
}

/// Whether the answer stands where and how it was asked for; unknown where a judge read it out
/// without a rule having been tried.
std::optional<bool> in_form(const Question& question, const suite::Answer& answer) {
  if (answer.rule == "judge_always") return std::nullopt;
  if (answer.rule != "strict" && answer.rule != "last_line") return false;
  return read_answer(question, answer.text, Freedom::kLetter).has_value();
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

std::vector<suite::Tag> facets(const Question& question) {
  std::vector<suite::Tag> tags;
  tags.push_back({"type", question.type
                              ? std::string(kTypeNames[static_cast<std::size_t>(*question.type)])
                              : std::string(kUntyped)});
  if (!question.category.empty()) tags.push_back({"category", question.category});
  const std::string_view subset = kSubsetNames[static_cast<std::size_t>(question.language)];
  if (!subset.empty()) tags.push_back({"subset", std::string(subset)});
  if (!question.variant.empty()) tags.push_back({"variant", question.variant});
  if (question.distance) tags.push_back({"distance", distance_band(*question.distance)});
  return tags;
}

suite::Score score_answer(const Question& question, const suite::Answer& answer) {
  const auto read = answer.text.empty()
                        ? std::nullopt
                        : read_answer(question, answer.text, freedom_of(answer.rule));
  const std::string key = key_of(question);
  const bool right = read && *read == key;
  suite::Score score;
  score.verdict = right  ? suite::Verdict::kRight
                  : read ? suite::Verdict::kWrong
                         : suite::Verdict::kNoAnswer;
  const auto formal = in_form(question, answer);
  score.metrics = {{"accuracy", right ? 1.0 : 0.0},
                   {"strict", formal ? std::optional(right && *formal ? 1.0 : 0.0) : std::nullopt}};
  score.detail["answer"] = read ? Json(*read) : Json(nullptr);
  score.detail["expected"] = key;
  if (!read) {
    score.detail["error"] = "no_answer";
    score.detail["message"] =
        answer.text.empty()
            ? "no answer was found in the reply"
            : (question.open() ? "what was found is no value" : "what was found names no option");
  }
  return score;
}

QuestionSet::QuestionSet(StoredQuestions stored, std::string data_hash)
    : stored_(std::move(stored)), data_hash_(std::move(data_hash)) {}

suite::Task QuestionSet::task(std::size_t index) const {
  const Question& question = stored_.questions[index];
  return {question.id, question.base, facets(question)};
}

Result<suite::Prompt> QuestionSet::prompt(std::size_t index,
                                          std::string_view prompt_template) const {
  return suite::Prompt{TRY(make_prompt(stored_.questions[index], prompt_template)), {}};
}

Result<suite::Prompt> QuestionSet::judge_prompt(std::size_t index, std::string_view reply) const {
  return suite::Prompt{TRY(make_judge_prompt(stored_.questions[index], reply)), {}};
}

suite::Answer QuestionSet::extract(std::string_view reply, suite::Extraction extraction) const {
  return find_answer(reply, extraction);
}

suite::Score QuestionSet::score(std::size_t index, const suite::Answer& answer) const {
  return score_answer(stored_.questions[index], answer);
}

std::string QuestionSet::reference(std::size_t index) const {
  return "Answer: " + stored_.questions[index].answer;
}

std::vector<suite::Picture> QuestionSet::pictures(std::size_t index, const suite::Answer&) const {
  std::vector<suite::Picture> pictures;
  if (auto image = program_image(stored_.questions[index])) {
    pictures.push_back({"program", std::move(*image)});
  }
  return pictures;
}

}  // namespace papert::sgp
