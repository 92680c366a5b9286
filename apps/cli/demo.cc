#include "demo.h"

#include <array>
#include <string>
#include <vector>

#include "model/process.h"

namespace papert::cli {
namespace {

struct DemoRun {
  const char* suite;
  const char* model;
  const char* count;  // of tasks per tier
  const char* epochs = "1";
};

// Small, every suite soon, and each with two that can be compared.
constexpr std::array<DemoRun, 12> kRuns{{
    {"shapecode", "baseline/heuristic", "8"},
    {"xlogo", "solver/xlogo", "12"},
    {"sgp", "baseline/text", "6"},
    {"turtleai", "baseline/empty", "8"},
    {"turtlebench", "baseline/oracle", "12"},
    {"shapecode", "solver/shapecode", "8"},
    {"xlogo", "baseline/oracle", "12"},
    {"sgp", "solver/sgp", "6"},
    {"sgp", "baseline/constant=B", "6", "2"},
    {"shapecode", "baseline/empty", "8"},
    {"turtlebench", "solver/turtle", "12"},
    {"turtleai", "solver/turtle", "8"},
}};

constexpr double kPatienceS = 300;

}  // namespace

Result<std::unique_ptr<Demo>> Demo::make() {
  auto folder = TRY(ScratchFolder::make("demo"));
  return std::unique_ptr<Demo>(new Demo(std::move(folder)));
}

Demo::Demo(ScratchFolder folder) : folder_(std::move(folder)) {}

const std::filesystem::path& Demo::folder() const { return folder_.path(); }

void Demo::start() {
  thread_ = std::thread([this] { work(); });
}

void Demo::stop() {
  cancel_.cancel();
  if (thread_.joinable()) thread_.join();
}

void Demo::work() {
  std::error_code none;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  if (none) return;
  for (const DemoRun& run : kRuns) {
    if (cancel_.cancelled()) return;
    model::ProcessRequest request;
    request.command = {self.string(), "eval",      run.suite,        "--mint",  "7",
                       "--count",     run.count,   "--model",        run.model, "--epochs",
                       run.epochs,    "--log-dir", folder().string()};
    request.input = "/dev/null";
    request.timeout_s = kPatienceS;
    // A suite that this build cannot mint has no run here; the others have.
    (void)model::run_process(request, cancel_);
  }
}

}  // namespace papert::cli
