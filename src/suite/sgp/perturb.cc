#include "suite/sgp/perturb.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "mint/question/moved.h"
#include "suite/sgp/load.h"
#include "suite/task_folder.h"

namespace papert::suite::sgp {
namespace {

constexpr std::size_t kMaxVersions = 99;

Result<mint::MoveOptions> move_options(const suite::PerturbOptions& options) {
  mint::MoveOptions move{.count = options.count,
                         .seed = options.seed,
                         .jobs = options.jobs,
                         .cancel = options.cancel,
                         .progress = options.progress};
  for (const mint::NamedMotion& motion : mint::kMotions) {
    if (std::ranges::find(options.kinds, motion.name) != options.kinds.end()) {
      move.motions.push_back(motion);
    }
  }
  for (const std::string& name : options.kinds) {
    if (std::ranges::find(mint::kMotions, name, &mint::NamedMotion::name) == mint::kMotions.end()) {
      return fail(ErrorCode::kUsage, "there is no perturbation '" + name + "'; give t or se2",
                  "--kinds");
    }
  }
  if (options.count < 1 || options.count > kMaxVersions) {
    return fail(ErrorCode::kUsage, fmt::format("give 1 to {} versions", kMaxVersions), "--count");
  }
  return move;
}

}  // namespace

Result<std::size_t> perturb_questions(const std::filesystem::path& data,
                                      const std::filesystem::path& out,
                                      const suite::PerturbOptions& options) {
  mint::MoveOptions move = TRY(move_options(options));
  StoredQuestions stored = TRY(read_questions(data));
  std::erase_if(stored.questions, [](const mint::Question& each) { return !each.base.empty(); });
  TRY(suite::keep_only(stored.questions, options.ids,
                       [](const mint::Question& each) { return each.id; }));
  const mint::MovedQuestions moved(std::move(stored.questions), std::move(move));
  if (options.cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
  if (options.problem) {
    for (const Error& error : stored.problems) options.problem(error);
    for (const Error& error : moved.refusals()) options.problem(error);
  }
  std::vector<mint::Question> all = moved.with_versions();
  const std::size_t written = all.size();
  TRY(write_questions(out, std::move(all)));
  TRY(write_file(out / "motions.jsonl", moved.motion_lines()));
  TRY(write_file(out / "refused.jsonl", moved.refusal_lines()));
  return written;
}

}  // namespace papert::suite::sgp
