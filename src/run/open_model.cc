#include "run/open_model.h"

#include <utility>

#include "run/folder.h"
#include "run/replay.h"
#include "solve/baseline.h"
#include "solve/solver.h"

namespace papert::run {

Result<OpenedModel> open_model(const std::string& name, const suite::Suite& suite,
                               const suite::TaskSet& tasks, const std::filesystem::path& log_dir,
                               const model::ModelOptions& options) {
  const std::size_t slash = name.find('/');
  const std::string provider = name.substr(0, slash);
  const std::string rest = slash == std::string::npos ? "" : name.substr(slash + 1);
  OpenedModel opened;
  if (provider == "baseline") {
    opened.model = TRY(solve::make_baseline(suite.name(), rest, tasks));
  } else if (provider == "solver") {
    opened.model = TRY(solve::make_solver(suite.name(), rest, tasks));
  } else if (provider == "replay") {
    const std::filesystem::path folder = TRY(find_run(rest, log_dir));
    auto replay = TRY(Replay::open(samples_path(folder)));
    opened.damaged = replay->damaged();
    opened.model = std::move(replay);
  } else {
    opened.model = TRY(model::make_model(name, options));
  }
  return opened;
}

}  // namespace papert::run
