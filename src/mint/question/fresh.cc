#include "mint/question/fresh.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/sha256.h"
#include "mint/cad/plan.h"
#include "mint/question/picture.h"
#include "mint/svg/check.h"
#include "mint/svg/illusion.h"
#include "mint/svg/scene.h"

namespace papert::mint {
namespace {

constexpr std::int64_t kOptions = kWrongOptions + 1;

/// The place of the right answer of the k-th question of a seed.
std::size_t dealt_place(std::int64_t seed, std::size_t k) {
  const std::int64_t place = ((seed % kOptions) + kOptions) % kOptions;
  const std::int64_t hand = (seed - place) / kOptions;
  std::array<std::size_t, kOptions> places{0, 1, 2, 3};
  // A stream of its own for each hand and k; seeds of any sign are told apart.
  Random random(hand * 2 + (hand < 0 ? 1 : 0));
  for (std::size_t i = 0; i <= k; ++i) random.shuffle(places);
  return places[static_cast<std::size_t>(place)];
}

Question to_question(const Minted& minted, const Draft& draft, std::string id, std::size_t place) {
  Question question;
  question.id = std::move(id);
  question.language = minted.language;
  question.program = minted.program;
  question.text = draft.text;
  question.options = draft.wrong;
  question.options.insert(question.options.begin() + static_cast<std::ptrdiff_t>(place),
                          draft.answer);
  question.answer = option_letter(place);
  question.type = draft.type;
  question.category = minted.category;
  return question;
}

}  // namespace

Result<std::vector<Question>> mint_program(std::int64_t seed, const std::string& split) {
  constexpr std::uint64_t kScenesOfTen = 7;
  Random random(seed);
  const bool scene = random.randbelow(10) < kScenesOfTen;
  const Minted minted = TRY(scene ? svg::mint_scene(random) : cad::mint_part(random));
  std::vector<Question> questions;
  for (const Draft& draft : minted.drafts) {
    if (questions.size() == kQuestionsPerProgram) break;
    const bool known = std::any_of(questions.begin(), questions.end(),
                                   [&](const Question& other) { return other.type == draft.type; });
    if (known || draft.wrong.size() != kWrongOptions) continue;
    const std::size_t k = questions.size();
    questions.push_back(to_question(minted, draft, fmt::format("{}-{:08}-{}", split, seed, k + 1),
                                    dealt_place(seed, k)));
  }
  return questions;
}

std::vector<Question> mint_illusions(std::int64_t seed, const std::string& split) {
  Random random(seed);
  const auto kind = static_cast<std::size_t>((seed % 2 + 2) % 2);
  const svg::IllusionPair pair = svg::mint_illusion(static_cast<svg::IllusionKind>(kind), random);
  std::array<std::size_t, 3> order{0, 1, 2};
  random.shuffle(order);
  std::vector<Question> questions;
  for (const bool classic : {true, false}) {
    const svg::Illusion& illusion = classic ? pair.classic : pair.opposite;
    Question& question = questions.emplace_back();
    question.id = fmt::format("{}-{:08}-{}", split, seed, classic ? 1 : 2);
    question.program = illusion.program;
    question.text = pair.text;
    for (std::size_t i = 0; i < order.size(); ++i) {
      question.options.push_back(pair.options[order[i]]);
      if (order[i] == illusion.answer) question.answer = option_letter(i);
    }
    question.type = QuestionType::kReasoning;
    question.category = svg::kIllusionNames[kind];
    question.variant = classic ? "classic" : "opposite";
  }
  return questions;
}

Result<std::string> question_key(const Question& question) {
  constexpr int kSmall = 96;
  Sha256 hash;
  hash.update(question.text + "\n");
  if (question.language == Language::kSvg) {
    const raster::Image image = TRY(program_image(question, kSmall));
    const auto data = image.data();
    hash.update({reinterpret_cast<const char*>(data.data()), data.size()});
  } else {
    hash.update(question.program);
  }
  return hash.hex();
}

PictureCheck check_pictures(const std::vector<Question>& questions) {
  PictureCheck check;
  for (const Question& question : questions) {
    if (question.language != Language::kSvg || question.open()) continue;
    const auto looked = svg::answer_from_picture(
        {question.program, question.category, question.text, question.options});
    if (!looked || !*looked) continue;
    const std::string& found = **looked;
    ++check.decided;
    const std::string& answer =
        question.options[static_cast<std::size_t>(question.answer[0] - 'A')];
    if (found == answer) continue;
    check.disagreements.push_back(
        {ErrorCode::kBadData,
         fmt::format("its answer is '{}', but the picture shows '{}'", answer, found),
         question.id});
  }
  return check;
}

}  // namespace papert::mint
