#include "data/sgp/mint.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/paths.h"
#include "data/seeds.h"
#include "data/sgp/load.h"
#include "data/task_folder.h"
#include "mint/question/fresh.h"

namespace papert::data::sgp {
namespace {

using Keyed = std::vector<std::pair<std::string, mint::Question>>;

Result<Keyed> mint_keyed(std::int64_t seed, const std::string& split, Family family) {
  std::vector<mint::Question> questions;
  if (family == Family::kIllusion) {
    questions = mint::mint_illusions(seed, split);
  } else {
    questions = TRY(mint::mint_program(seed, split));
  }
  Keyed keyed;
  for (mint::Question& question : questions) {
    std::string key = TRY(mint::question_key(question));
    keyed.emplace_back(std::move(key), std::move(question));
  }
  return keyed;
}

/// The questions of folders that were minted in shards, by what their ids begin with.
class Parts {
 public:
  [[nodiscard]] static Result<Parts> open(const std::vector<std::filesystem::path>& folders) {
    Parts parts;
    for (const std::filesystem::path& folder : folders) {
      StoredQuestions stored = TRY(read_questions(folder));
      if (!stored.problems.empty()) return fail(stored.problems.front());
      for (mint::Question& question : stored.questions) {
        std::string seed = question.id.substr(0, question.id.rfind('-'));
        parts.questions_[std::move(seed)].push_back(std::move(question));
      }
    }
    return parts;
  }

  [[nodiscard]] Result<Keyed> of(std::int64_t seed, const std::string& split) const {
    Keyed keyed;
    const auto found = questions_.find(fmt::format("{}-{:08}", split, seed));
    if (found == questions_.end()) return keyed;
    for (const mint::Question& question : found->second) {
      std::string key = TRY(mint::question_key(question));
      keyed.emplace_back(std::move(key), question);
    }
    return keyed;
  }

 private:
  std::map<std::string, std::vector<mint::Question>> questions_;
};

/// Mints every seed and gives the questions that are new to `keys`, in order.
template <class Take>
Result<void> mint_each(const data::MintOptions& options, Family family,
                       const data::WriteOptions& write, std::set<std::string>& keys, Take take) {
  const Parts parts = TRY(Parts::open(options.parts));
  const auto work = [&](std::int64_t seed) {
    return options.parts.empty() ? mint_keyed(seed, options.split, family)
                                 : parts.of(seed, options.split);
  };
  return data::for_each_seed(options, write, work, [&](Keyed keyed) -> Result<void> {
    for (auto& [key, question] : keyed) {
      if (keys.insert(key).second) take(std::move(question));
    }
    return {};
  });
}

}  // namespace

Result<std::vector<mint::Question>> mint_questions(const data::MintOptions& options, Family family,
                                                   const data::WriteOptions& write) {
  std::vector<mint::Question> questions;
  std::set<std::string> keys;
  TRY(mint_each(options, family, write, keys,
                [&](mint::Question question) { questions.push_back(std::move(question)); }));
  return questions;
}

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const data::MintOptions& options, Family family,
                                const data::WriteOptions& write) {
  std::vector<mint::Question> questions;
  if (may_exist(data::tasks_path(folder))) {
    StoredQuestions stored = TRY(read_questions(folder));
    if (!stored.problems.empty()) return fail(stored.problems.front());
    questions = std::move(stored.questions);
  }
  std::set<std::string> keys;
  std::set<std::string> ids;
  for (const mint::Question& question : questions) {
    keys.insert(TRY(mint::question_key(question)));
    ids.insert(question.id);
  }
  const std::size_t before = questions.size();
  TRY(mint_each(options, family, write, keys, [&](mint::Question question) {
    if (ids.insert(question.id).second) questions.push_back(std::move(question));
  }));
  const std::size_t added = questions.size() - before;
  TRY(write_questions(folder, std::move(questions)));
  return data::minted_until_cancelled(write, added);
}

}  // namespace papert::data::sgp
