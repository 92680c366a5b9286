#include "suite/suite.h"

#include <fmt/format.h>

#include "reply/reasoning.h"

namespace papert::suite {
namespace {

tl::unexpected<Error> cannot_be(const Suite& suite, std::string_view what) {
  return fail(ErrorCode::kUsage, fmt::format("{} cannot be {}", suite.name(), what));
}

}  // namespace

std::vector<Judged> TaskSet::judge_all(std::span<const Submission> submissions) const {
  std::vector<Judged> judged;
  judged.reserve(submissions.size());
  for (const Submission& each : submissions) judged.push_back(judge(each.index, each.answer));
  return judged;
}

std::vector<Score> TaskSet::score_all(std::span<const Submission> submissions) const {
  std::vector<Score> scores;
  scores.reserve(submissions.size());
  for (Judged& each : judge_all(submissions)) scores.push_back(std::move(each.score));
  return scores;
}

std::string TaskSet::difference(std::size_t, const Judged& judged) const {
  const auto message = judged.score.detail.find("message");
  const bool told = message != judged.score.detail.end() && message->is_string();
  return told ? message->get<std::string>() : std::string();
}

Result<std::string> TaskSet::content_key(std::size_t) const { return std::string(); }

Result<Prompt> TaskSet::judge_prompt(std::size_t, std::string_view) const {
  return fail(ErrorCode::kUsage, "this suite has nothing for a judge to read", "--extract");
}

Result<std::unique_ptr<TaskSet>> Suite::mint(const MintOptions& options) const {
  return generator() ? generator()->mint_tasks(options) : cannot_be(*this, "minted");
}

Result<std::size_t> Suite::mint_to(const std::filesystem::path& folder, const MintOptions& options,
                                   const WriteOptions& write) const {
  return generator() ? generator()->mint_folder(folder, options, write)
                     : cannot_be(*this, "minted");
}

Result<CheckReport> Suite::check(const std::filesystem::path& folder, std::size_t jobs) const {
  return generator() ? generator()->check_folder(folder, jobs)
                     : cannot_be(*this, "checked: it cannot be minted either");
}

Result<std::size_t> Suite::perturb_to(const std::filesystem::path& data,
                                      const std::filesystem::path& out,
                                      const PerturbOptions& options) const {
  if (perturber()) return perturber()->perturb(data, out, options);
  return fail(ErrorCode::kUsage, "suite " + std::string(name()) + " has no perturbations");
}

reply::Answer read_answer(const TaskSet& tasks, std::string_view reply,
                          reply::Extraction extraction) {
  if (!reply::may_hold_thoughts(reply)) return tasks.read(reply, extraction);
  return tasks.read(reply::split_reasoning(reply).answer, extraction);
}

}  // namespace papert::suite
