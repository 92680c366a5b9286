#include "serve/app/replayed_program.h"

#include <algorithm>

#include "lang/turtle/host/jail_pool.h"
#include "replay/grid.h"
#include "scene/replay_json.h"
#include "serve/app/grid_program.h"
#include "serve/app/shown_program.h"
#include "suite/registry.h"
#include "suite/replay.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kMaxReplayBytes = std::size_t{16} << 20;

Result<scene::Replay> replay_turtle(std::string_view code, const Deadline& deadline) {
  sandbox::Limits limits = kPlayLimits;
  limits.trace = true;
  lang::turtle::JailPool jails({});
  return lang::turtle::replay_of(TRY(jails.run(code, limits, deadline)));
}

/// Through an empty grid: to this suite a program alone means nothing.
Result<scene::Replay> replay_xlogo(std::string_view code) {
  const auto program = read_grid_program(code);
  if (!program) {
    return fail(ErrorCode::kBadData, program.error().message,
                "line " + std::to_string(program.error().line));
  }
  const lang::xlogo::Task task = empty_grid();
  auto replay = TRY(replay::replay_grid(task, *program, std::string(code), grid_style(*program)));
  const auto crash = lang::xlogo::trace(task.world, *program).crash;
  if (crash) replay.problem = crash_words(*crash);
  return replay;
}

}  // namespace

Result<scene::Replay> replay_program(Language language, std::string_view code,
                                     const Deadline& deadline) {
  if (language == Language::kTurtle) return replay_turtle(code, deadline);
  if (language == Language::kXlogo) return replay_xlogo(code);
  const std::string_view name = language_name(language);
  for (const auto& suite : suite::all_suites()) {
    const auto* const replayer = dynamic_cast<const suite::Replayer*>(suite.get());
    if (replayer == nullptr || suite->painter() == nullptr) continue;
    const auto languages = suite->painter()->languages();
    if (std::find(languages.begin(), languages.end(), name) == languages.end()) continue;
    return replayer->replay(name, code);
  }
  return fail(ErrorCode::kNotFound, "programs of this language have no steps");
}

Result<Json> replay_json(const scene::Replay& replay) {
  Json json = scene::to_json(replay);
  if (dump_json(json).size() <= kMaxReplayBytes) return json;
  return fail(ErrorCode::kLimit, "the drawing is too large to be replayed here");
}

}  // namespace papert::serve::app
