#include "mock/answer_book.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "base/thread_pool.h"
#include "mock/question.h"
#include "model/replay.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/recorded.h"
#include "solve/baseline.h"
#include "suite/registry.h"

namespace papert::mock {
namespace {

model::Reply failed(std::string why) {
  model::Reply reply;
  reply.status = model::ReplyStatus::kFailed;
  reply.error = std::move(why);
  return reply;
}

class BaselineAnswerer : public Answerer {
 public:
  explicit BaselineAnswerer(std::unique_ptr<solve::Baseline> baseline)
      : baseline_(std::move(baseline)) {}

  [[nodiscard]] model::Reply answer(const suite::TaskSet& tasks, std::size_t task,
                                    const suite::Prompt& prompt, std::int64_t) override {
    auto text = baseline_->play(tasks, task, prompt);
    if (!text) return failed(text.error().to_string());
    model::Reply reply;
    reply.text = std::move(*text);
    return reply;
  }

 private:
  std::unique_ptr<solve::Baseline> baseline_;
};

class RunAnswerer : public Answerer {
 public:
  using Epochs = std::unordered_map<std::string, std::vector<std::int64_t>>;

  RunAnswerer(std::unique_ptr<model::Model> replies, Epochs epochs)
      : replies_(std::move(replies)), epochs_(std::move(epochs)) {}

  [[nodiscard]] model::Reply answer(const suite::TaskSet& tasks, std::size_t task,
                                    const suite::Prompt&, std::int64_t nth) override {
    const std::string id = tasks.task(task).id;
    const auto found = epochs_.find(id);
    if (found == epochs_.end()) return failed("the run holds no reply to task " + id);
    const std::vector<std::int64_t>& epochs = found->second;
    model::Request request;
    request.id = id;
    request.epoch = epochs[static_cast<std::size_t>(nth) % epochs.size()];
    return replies_->ask(request, CancelToken());
  }

 private:
  std::unique_ptr<model::Model> replies_;
  Epochs epochs_;
};

Result<RunAnswerer::Epochs> recorded_epochs(const std::filesystem::path& log) {
  RunAnswerer::Epochs epochs;
  TRY(run::read_log(log, [&](const run::LogLine& line) {
    if (line.verdict == suite::Verdict::kRequestFailed) return;
    epochs[line.json["id"].get<std::string>()].push_back(line.json["epoch"].get<std::int64_t>());
  }));
  for (auto& [id, list] : epochs) std::sort(list.begin(), list.end());
  return epochs;
}

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

Result<AnswerBook> AnswerBook::of_baseline(const BookOptions& options,
                                           const std::string& baseline) {
  const auto suite = TRY(suite::find_suite(options.suite));
  auto player = TRY(solve::make_baseline(options.suite, baseline));
  auto tasks = TRY(options.data.open(*suite, options.modes, options.jobs));
  AnswerBook book(std::move(tasks), std::make_unique<BaselineAnswerer>(std::move(player)));
  TRY(book.add_prompts(options.prompt_text, options.jobs));
  return book;
}

Result<AnswerBook> AnswerBook::of_run(const std::filesystem::path& folder, std::size_t jobs) {
  run::RecordedRun recorded = TRY(run::open_recorded(folder, jobs));
  const std::filesystem::path log = run::samples_path(folder);
  auto epochs = TRY(recorded_epochs(log));
  if (epochs.empty()) return fail(ErrorCode::kBadData, "the run holds no replies", log.string());
  auto replies = TRY(model::open_replay(log));
  AnswerBook book(std::move(recorded.tasks),
                  std::make_unique<RunAnswerer>(std::move(replies), std::move(epochs)));
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

model::Reply AnswerBook::answer(std::size_t prompt, const suite::Prompt& sent,
                                std::int64_t nth) const {
  return answerer_->answer(*tasks_, prompts_[prompt].task, sent, nth);
}

}  // namespace papert::mock
