#include "suite/sgp/mint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/paths.h"
#include "base/sha256.h"
#include "mint/cad/plan.h"
#include "mint/question/picture.h"
#include "mint/svg/check.h"
#include "mint/svg/illusion.h"
#include "mint/svg/scene.h"
#include "suite/seeds.h"
#include "suite/sgp/load.h"
#include "suite/sgp/modes.h"
#include "suite/task_folder.h"

namespace papert::suite::sgp {
namespace {

constexpr std::int64_t kOptions = mint::kWrongOptions + 1;

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

mint::Question to_question(const mint::Minted& minted, const mint::Draft& draft, std::string id,
                           std::size_t place) {
  mint::Question question;
  question.id = std::move(id);
  question.language = minted.language;
  question.program = minted.program;
  question.text = draft.text;
  question.options = draft.wrong;
  question.options.insert(question.options.begin() + static_cast<std::ptrdiff_t>(place),
                          draft.answer);
  question.answer = mint::option_letter(place);
  question.type = draft.type;
  question.category = minted.category;
  return question;
}

/// Equal for questions that ask the same about the same picture.
Result<std::string> key_of(const mint::Question& question) {
  constexpr int kSmall = 96;
  Sha256 hash;
  hash.update(question.text + "\n");
  if (question.language == mint::Language::kSvg) {
    const raster::Image image = TRY(mint::program_image(question, kSmall));
    const auto data = image.data();
    hash.update({reinterpret_cast<const char*>(data.data()), data.size()});
  } else {
    hash.update(question.program);
  }
  return hash.hex();
}

using Keyed = std::vector<std::pair<std::string, mint::Question>>;

Result<Keyed> mint_keyed(std::int64_t seed, const suite::MintOptions& options) {
  std::vector<mint::Question> questions;
  if (kFamily.of(options.modes) == Family::kIllusion) {
    questions = mint_illusions(seed, options.split);
  } else {
    questions = TRY(mint_program(seed, options.split));
  }
  Keyed keyed;
  for (mint::Question& question : questions) {
    std::string key = TRY(key_of(question));
    keyed.emplace_back(std::move(key), std::move(question));
  }
  return keyed;
}

/// Mints every seed and gives the questions that are new to `keys`, in order.
template <class Take>
Result<void> mint_each(const suite::MintOptions& options, const suite::WriteOptions& write,
                       std::set<std::string>& keys, Take take) {
  return suite::for_each_seed(
      options, write, [&](std::int64_t seed) { return mint_keyed(seed, options); },
      [&](Keyed keyed) -> Result<void> {
        for (auto& [key, question] : keyed) {
          if (keys.insert(key).second) take(std::move(question));
        }
        return {};
      });
}

}  // namespace

Result<std::vector<mint::Question>> mint_program(std::int64_t seed, const std::string& split) {
  constexpr std::uint64_t kScenesOfTen = 7;
  Random random(seed);
  const bool scene = random.randbelow(10) < kScenesOfTen;
  const mint::Minted minted =
      TRY(scene ? mint::svg::mint_scene(random) : mint::cad::mint_part(random));
  std::vector<mint::Question> questions;
  for (const mint::Draft& draft : minted.drafts) {
    if (questions.size() == kQuestionsPerProgram) break;
    const bool known =
        std::any_of(questions.begin(), questions.end(),
                    [&](const mint::Question& other) { return other.type == draft.type; });
    if (known || draft.wrong.size() != mint::kWrongOptions) continue;
    const std::size_t k = questions.size();
    questions.push_back(to_question(minted, draft, fmt::format("{}-{:08}-{}", split, seed, k + 1),
                                    dealt_place(seed, k)));
  }
  return questions;
}

std::vector<mint::Question> mint_illusions(std::int64_t seed, const std::string& split) {
  Random random(seed);
  const auto kind = static_cast<std::size_t>((seed % 2 + 2) % 2);
  const mint::svg::IllusionPair pair =
      mint::svg::mint_illusion(static_cast<mint::svg::IllusionKind>(kind), random);
  std::array<std::size_t, 3> order{0, 1, 2};
  random.shuffle(order);
  std::vector<mint::Question> questions;
  for (const bool classic : {true, false}) {
    const mint::svg::Illusion& illusion = classic ? pair.classic : pair.opposite;
    mint::Question& question = questions.emplace_back();
    question.id = fmt::format("{}-{:08}-{}", split, seed, classic ? 1 : 2);
    question.program = illusion.program;
    question.text = pair.text;
    for (std::size_t i = 0; i < order.size(); ++i) {
      question.options.push_back(pair.options[order[i]]);
      if (order[i] == illusion.answer) question.answer = mint::option_letter(i);
    }
    question.type = mint::QuestionType::kReasoning;
    question.category = mint::svg::kIllusionNames[kind];
    question.variant = classic ? "classic" : "opposite";
  }
  return questions;
}

Result<std::vector<mint::Question>> mint_questions(const suite::MintOptions& options,
                                                   const suite::WriteOptions& write) {
  std::vector<mint::Question> questions;
  std::set<std::string> keys;
  TRY(mint_each(options, write, keys,
                [&](mint::Question question) { questions.push_back(std::move(question)); }));
  return questions;
}

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const suite::MintOptions& options,
                                const suite::WriteOptions& write) {
  std::vector<mint::Question> questions;
  if (may_exist(suite::tasks_path(folder))) {
    StoredQuestions stored = TRY(read_questions(folder));
    if (!stored.problems.empty()) return fail(stored.problems.front());
    questions = std::move(stored.questions);
  }
  std::set<std::string> keys;
  std::set<std::string> ids;
  for (const mint::Question& question : questions) {
    keys.insert(TRY(key_of(question)));
    ids.insert(question.id);
  }
  const std::size_t before = questions.size();
  TRY(mint_each(options, write, keys, [&](mint::Question question) {
    if (ids.insert(question.id).second) questions.push_back(std::move(question));
  }));
  const std::size_t added = questions.size() - before;
  TRY(write_questions(folder, std::move(questions)));
  return suite::minted_until_cancelled(write, added);
}

PictureCheck check_pictures(const std::vector<mint::Question>& questions) {
  PictureCheck check;
  for (const mint::Question& question : questions) {
    if (question.language != mint::Language::kSvg || question.open()) continue;
    const auto looked = mint::svg::answer_from_picture(
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

}  // namespace papert::suite::sgp
