#include <unistd.h>

#include "base/cancel.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "reward/frames.h"

namespace papert::cli {
namespace {

constexpr const char* kWorkerExamples =
    R"(A frame is four bytes, the length with the lowest byte first, and so many bytes of JSON; each frame on
standard input gets one on standard output, in order. Nothing else is written there. The worker ends with
its input.

  {"op":"info"}
  {"op":"tasks","suite":"xlogo","src":{"mint":{"seed":7,"count":50}}}
  {"op":"task","ref":REF,"reference":true}
  {"op":"score","suite":"xlogo","src":{"mint":{"seed":7,"count":50}},"items":[{"id":"fresh-00000007","text":"..."}]}
  {"op":"reward","policy":"shaped","unscored":"none","items":[{"ref":REF,"text":"..."}],"deadline_ms":30000}
  {"op":"run","lang":"turtle","code":"..."}      {"op":"render","lang":"turtle","code":"...","size":[256,256]}

Scores are the lines of `papert score`. What is wrong with a request is answered with
{"error":{"code","message","where"}}; "tag" is echoed. docs/rl.md has every key.)";

struct WorkerOptions {
  std::size_t jobs = available_processors();
};

Result<int> work(const WorkerOptions& options) {
  const SignalCancel signals;
  reward::TaskSets sets({.jobs = options.jobs});
  const reward::Service service(sets, {.jobs = options.jobs});
  const auto done = reward::answer_frames(STDIN_FILENO, STDOUT_FILENO, service, signals.token());
  if (signals.signal() != 0) return kExitInterrupted;
  TRY(done);
  return kExitDone;
}

}  // namespace

std::function<int()> add_worker(Command& app) {
  auto options = std::make_shared<WorkerOptions>();
  app.add_option("--jobs", options->jobs,
                 "threads that score the replies of one request (all cores)")
      ->type_name("N")
      ->check(between(1, 1024));
  app.footer(kWorkerExamples);
  return [options] {
    const auto code = work(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
