#include "datagen/questions/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "datagen/questions/verdict.h"

namespace papert::datagen::questions {
namespace {

constexpr std::size_t kTypes = mint::kTypeNames.size() + 1;  // and those without one

std::size_t type_place(const Candidate& candidate) {
  return candidate.type ? static_cast<std::size_t>(*candidate.type) : kTypes - 1;
}

/// What a question's verdict makes of it, before any choice among those of a program.
Fate fate_of(const Candidate& candidate, const Verdicts& verdicts, bool drop_guessable) {
  if (!candidate.block.usable()) {
    return {name_of(candidate.block.fault), candidate.block.message, false};
  }
  const auto found = verdicts.find(candidate.id);
  if (found == verdicts.end() || !found->second.final()) return {kNotVerified, "", false};
  const Verdict& verdict = found->second;
  if (!verdict.good()) {
    return {kVerdictNames[static_cast<std::size_t>(verdict.status)], verdict.message, false};
  }
  if (verdict.guessable && drop_guessable) return {kGuessable, "", true};
  return {kKept, "", verdict.guessable};
}

/// Keeps `keep` questions of each program: the first of the type that is rarest so far.
class Chooser {
 public:
  /// The candidates [begin, end) are those of one program.
  void choose(const std::vector<Candidate>& candidates, std::size_t begin, std::size_t end,
              std::size_t keep, std::vector<Fate>& fates) {
    std::vector<std::size_t> left;
    for (std::size_t i = begin; i < end; ++i) {
      if (fates[i].status != kKept) continue;
      fates[i].status = fates[i].guessable ? kGuessable : kNotChosen;
      if (!fates[i].guessable) left.push_back(i);
    }
    for (; keep > 0 && !left.empty(); --keep) {
      const auto rarest =
          std::min_element(left.begin(), left.end(), [&](std::size_t a, std::size_t b) {
            return counts_[type_place(candidates[a])] < counts_[type_place(candidates[b])];
          });
      fates[*rarest].status = kKept;
      ++counts_[type_place(candidates[*rarest])];
      left.erase(rarest);
    }
  }

 private:
  std::array<std::size_t, kTypes> counts_{};
};

/// Where the right option stands in the i-th task.
std::size_t dealt_place(std::int64_t seed, std::size_t index) {
  std::array<std::size_t, kBlockOptions> places{0, 1, 2, 3};
  Random random = random_of(seed, "letters", std::to_string(index / kBlockOptions));
  random.shuffle(places);
  return places[index % kBlockOptions];
}

mint::Question task_of(const Candidate& candidate, const Program& program, const Block& block) {
  mint::Question task;
  task.id = candidate.id;
  task.language = program.language;
  task.program = program.text;
  task.text = block.text;
  task.options = block.options;
  task.answer = mint::option_letter(block.key);
  task.type = candidate.type;
  task.category = program.category;
  return task;
}

/// Orders the options anew, the right one at the place that is dealt to it.
void deal_letters(std::vector<mint::Question>& tasks, std::int64_t seed) {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    mint::Question& task = tasks[i];
    const auto key = static_cast<std::ptrdiff_t>(task.answer[0] - 'A');
    std::string right = std::move(task.options[static_cast<std::size_t>(key)]);
    task.options.erase(task.options.begin() + key);
    Random random = random_of(seed, "options", task.id);
    random.shuffle(task.options);
    const std::size_t place = dealt_place(seed, i);
    task.options.insert(task.options.begin() + static_cast<std::ptrdiff_t>(place),
                        std::move(right));
    task.answer = mint::option_letter(place);
  }
}

void choose_of_programs(const Workshop& shop, const std::vector<Candidate>& candidates,
                        std::vector<Fate>& fates) {
  Chooser chooser;
  for (std::size_t begin = 0; begin < candidates.size();) {
    std::size_t end = begin;
    while (end < candidates.size() && candidates[end].program == candidates[begin].program) ++end;
    const Program& program = shop.programs[candidates[begin].program];
    const std::size_t keep = shop.options.settings.portion(program).keep;
    if (keep > 0) chooser.choose(candidates, begin, end, keep, fates);
    begin = end;
  }
}

}  // namespace

Selected select_tasks(const Workshop& shop, const std::vector<Candidate>& candidates,
                      const Verdicts& verdicts, const Inspection& inspection) {
  Selected selected;
  const QuestionSettings& settings = shop.options.settings;
  selected.fates.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    selected.fates.push_back(fate_of(candidate, verdicts, settings.drop_guessable));
  }
  choose_of_programs(shop, candidates, selected.fates);
  std::size_t remarked = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Fate& fate = selected.fates[i];
    const Candidate& candidate = candidates[i];
    const auto remarks = inspection.remarks.find(candidate.id);
    if (remarks != inspection.remarks.end()) ++remarked;
    if (fate.status != kKept) continue;
    Block block = candidate.block;
    if (remarks != inspection.remarks.end()) {
      const Inspected outcome = inspect(remarks->second, block, selected.problems);
      if (outcome == Inspected::kRemoved) fate.status = kRemovedByPeople;
      if (outcome == Inspected::kRemoved) continue;
      if (outcome == Inspected::kReplaced) {
        fate.status = kReplacedByPeople;
        selected.as_edited[candidate.id] = block;
      }
    }
    if (fate.guessable) ++selected.guessable;
    selected.tasks.push_back(task_of(candidate, shop.programs[candidate.program], block));
  }
  if (remarked < inspection.remarks.size()) {
    selected.problems.push_back(
        {ErrorCode::kBadData,
         fmt::format("{} of the inspected ids are not questions of this folder",
                     inspection.remarks.size() - remarked),
         "inspection"});
  }
  std::sort(selected.tasks.begin(), selected.tasks.end(),
            [](const mint::Question& a, const mint::Question& b) { return a.id < b.id; });
  deal_letters(selected.tasks, settings.seed);
  return selected;
}

Json fate_json(const Candidate& candidate, const Program& program, const Fate& fate) {
  Json line{{"id", candidate.id}, {"program", program.id}, {"number", candidate.number}};
  line["status"] = fate.status;
  if (!fate.message.empty()) line["message"] = fate.message;
  if (fate.guessable) line["guessable"] = true;
  line["type"] =
      candidate.type ? mint::kTypeNames[static_cast<std::size_t>(*candidate.type)] : mint::kUntyped;
  line["question"] = candidate.block.text;
  line["options"] = candidate.block.options;
  if (candidate.block.usable()) line["answer"] = mint::option_letter(candidate.block.key);
  return line;
}

}  // namespace papert::datagen::questions
