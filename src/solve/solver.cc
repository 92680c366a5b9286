#include "solve/solver.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/nearest.h"
#include "solve/sgp/sgp_solver.h"
#include "solve/shapecode_solver.h"
#include "solve/turtle_solver.h"
#include "solve/xlogo_solver.h"

namespace papert::solve {
namespace {

struct SolverEntry {
  SolverInfo info;
  Result<Solution> (*solve)(const Puzzle& puzzle);
};

constexpr std::array<std::string_view, 1> kShapecodeSuites{"shapecode"};
constexpr std::array<std::string_view, 2> kTurtleSuites{"turtleai", "turtlebench"};
constexpr std::array<std::string_view, 1> kXlogoSuites{"xlogo"};
constexpr std::array<std::string_view, 1> kSgpSuites{"sgp"};

/// All there are; a further one is a line here.
constexpr auto kSolvers = std::to_array<SolverEntry>({
    {{"shapecode", kShapecodeSuites,
      "smallest cover by shapes inside the black; fits a shape to every colour"},
     solve_shapecode},
    {{"turtle", kTurtleSuites, "traces the picture and writes the program that draws it"},
     solve_turtle},
    {{"xlogo", kXlogoSuites, "searches for a short program, loops included", false}, solve_xlogo},
    {{"sgp", kSgpSuites,
      "draws the program and reads the picture; what minted questions allow at most"},
     sgp::solve_question},
});

std::span<const SolverEntry> solvers() { return kSolvers; }

bool plays(const SolverInfo& info, std::string_view suite) {
  return std::find(info.suites.begin(), info.suites.end(), suite) != info.suites.end();
}

/// A solver that is asked like a model.
class Player : public model::Model {
 public:
  Player(const SolverEntry& entry, const suite::TaskSet& tasks) : entry_(entry), tasks_(tasks) {}

  [[nodiscard]] bool reads_prompt() const override { return entry_.info.reads_prompt; }
  [[nodiscard]] model::Reply ask(const model::Request& request,
                                 const CancelToken& cancel) override {
    constexpr const char* kInterrupted = "interrupted";
    if (cancel.cancelled()) return model::Reply::failed(kInterrupted);
    auto solution = entry_.solve({.text = request.text,
                                  .images = request.images,
                                  .tasks = &tasks_,
                                  .index = request.index,
                                  .cancel = cancel});
    // What a solver leaves that was stopped is not what it would have said.
    if (cancel.cancelled()) return model::Reply::failed(kInterrupted);
    if (!solution) return model::Reply::failed(solution.error().to_string());
    model::Reply reply;
    reply.text = std::move(solution->reply);
    return reply;
  }

 private:
  const SolverEntry& entry_;
  const suite::TaskSet& tasks_;
};

}  // namespace

std::vector<SolverInfo> all_solvers() {
  std::vector<SolverInfo> infos;
  infos.reserve(solvers().size());
  for (const SolverEntry& entry : solvers()) infos.push_back(entry.info);
  return infos;
}

Result<Solution> solve(std::string_view suite, const Puzzle& puzzle) {
  for (const SolverEntry& entry : solvers()) {
    if (plays(entry.info, suite)) return entry.solve(puzzle);
  }
  return fail(ErrorCode::kUsage, "suite " + std::string(suite) + " has no solver");
}

Result<std::unique_ptr<model::Model>> make_solver(std::string_view suite, std::string_view name,
                                                  const suite::TaskSet& tasks) {
  std::string known;
  std::vector<std::string_view> names;
  for (const SolverEntry& entry : solvers()) {
    if (!plays(entry.info, suite)) continue;
    if (entry.info.name == name) return std::make_unique<Player>(entry, tasks);
    known += (known.empty() ? "solver/" : ", solver/") + std::string(entry.info.name);
    names.push_back(entry.info.name);
  }
  const std::string missing = "suite " + std::string(suite) + " has no solver/" + std::string(name);
  if (known.empty()) return fail(ErrorCode::kUsage, missing);
  const auto meant = nearest(name, names);
  return fail(ErrorCode::kUsage,
              missing + "; " +
                  (meant ? "did you mean solver/" + std::string(*meant) + "? There" : "there") +
                  (names.size() == 1 ? " is: " : " are: ") + known);
}

}  // namespace papert::solve
