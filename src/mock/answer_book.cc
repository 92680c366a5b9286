#include "mock/answer_book.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "base/text.h"
#include "base/thread_pool.h"
#include "mock/question.h"
#include "run/folder.h"
#include "run/recorded.h"
#include "run/replay.h"
#include "run/turns.h"
#include "solve/baseline.h"
#include "suite/registry.h"

namespace papert::mock {
namespace {

/// The hash of every task's prompt, by several threads.
Result<std::vector<std::string>> hash_prompts(const suite::TaskSet& tasks,
                                              std::string_view prompt_template, std::size_t jobs) {
  std::vector<Result<std::string>> hashes(tasks.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < hashes.size(); i = next++) {
      const auto prompt = tasks.prompt(i, prompt_template);
      hashes[i] = prompt ? Result<std::string>(prompt_hash(prompt->text, prompt->images))
                         : Result<std::string>(fail(prompt.error()));
    }
  };
  try {
    ThreadPool pool(jobs);
    for (std::size_t i = 0; i < pool.size(); ++i) pool.submit(work);
    pool.wait_idle();
  } catch (const std::exception& error) {
    return fail(ErrorCode::kInternal, error.what(), "making the prompts");
  }
  std::vector<std::string> result;
  result.reserve(hashes.size());
  for (auto& hash : hashes) result.push_back(TRY(std::move(hash)));
  return result;
}

}  // namespace

Result<AnswerBook> AnswerBook::of_baselines(const BookOptions& options,
                                            const std::vector<std::string>& baselines) {
  const auto suite = TRY(suite::find_suite(options.suite));
  auto tasks = TRY(options.data.open(*suite, options.modes, options.jobs));
  std::vector<std::unique_ptr<model::Model>> players;
  for (const std::string& baseline : baselines) {
    players.push_back(TRY(solve::make_baseline(options.suite, baseline, *tasks)));
  }
  AnswerBook book(std::move(tasks), std::move(players));
  TRY(book.add_prompts(options.prompt_text, options.jobs));
  return book;
}

Result<AnswerBook> AnswerBook::of_run(const std::filesystem::path& folder, std::size_t jobs) {
  run::RecordedRun recorded = TRY(run::open_recorded(folder, jobs));
  const std::filesystem::path log = run::samples_path(folder);
  auto replay = TRY(run::Replay::open(log));
  if (replay->empty()) return fail(ErrorCode::kBadData, "the run holds no replies", log.string());
  std::vector<std::vector<std::int64_t>> epochs;
  epochs.reserve(recorded.tasks->size());
  for (std::size_t task = 0; task < recorded.tasks->size(); ++task) {
    epochs.push_back(replay->epochs(recorded.tasks->id(task)));
  }
  std::vector<Error> damaged = replay->damaged();
  std::vector<std::unique_ptr<model::Model>> players;
  players.push_back(std::move(replay));
  AnswerBook book(std::move(recorded.tasks), std::move(players));
  book.epochs_ = std::move(epochs);
  book.damaged_ = std::move(damaged);
  TRY(book.add_prompts(recorded.config.prompt_text, jobs));
  return book;
}

Result<void> AnswerBook::add_prompts(std::string_view prompt_template, std::size_t jobs) {
  std::vector<std::string> hashes = TRY(hash_prompts(*tasks_, prompt_template, jobs));
  for (std::size_t task = 0; task < hashes.size(); ++task) {
    const auto [found, fresh] = by_hash_.emplace(hashes[task], prompts_.size());
    if (fresh) {
      prompts_.push_back({std::move(hashes[task]), task, 1});
    } else {
      ++prompts_[found->second].sharing;
    }
  }
  return {};
}

std::optional<std::size_t> AnswerBook::find(const std::string& hash) const {
  const auto found = by_hash_.find(hash);
  return found == by_hash_.end() ? std::nullopt : std::optional(found->second);
}

bool AnswerBook::began_so(const model::Request& request) const {
  model::Request earlier = request;
  while (!earlier.history.empty()) {
    const std::string given(trim(earlier.history.back().reply));
    earlier.history.pop_back();
    const model::Reply reply = models_.front()->ask(earlier, CancelToken());
    if (trim(run::said(reply.text)) != given) return false;
  }
  return true;
}

model::Reply AnswerBook::answer(std::size_t prompt, const suite::Prompt& sent, std::int64_t nth,
                                const std::vector<model::PastTurn>& history) const {
  const std::size_t task = prompts_[prompt].task;
  model::Model& model = *models_[std::min(history.size(), models_.size() - 1)];
  model::Request request;
  request.id = tasks_->id(task);
  request.index = task;
  request.epoch = nth;
  request.history = history;
  if (model.reads_prompt()) {
    request.text = sent.text;
    request.images = sent.images;
  }
  if (epochs_) {
    std::vector<std::int64_t> epochs = (*epochs_)[task];
    std::erase_if(epochs, [&](std::int64_t epoch) {
      request.epoch = epoch;
      return !began_so(request);
    });
    if (epochs.empty()) {
      return model::Reply::failed("the run holds no reply to task " + request.id);
    }
    request.epoch = epochs[static_cast<std::size_t>(nth) % epochs.size()];
  }
  return model.ask(request, CancelToken());
}

}  // namespace papert::mock
