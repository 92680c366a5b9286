#include "serve/app/replayed_program.h"

#include <algorithm>

#include "lang/turtle/host/jail_pool.h"
#include "scene/replay_json.h"
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

}  // namespace

Result<scene::Replay> replay_program(Language language, std::string_view code,
                                     const Deadline& deadline) {
  if (language == Language::kTurtle) return replay_turtle(code, deadline);
  const std::string_view name = language_name(language);
  for (const auto& suite : suite::all_suites()) {
    const auto* const replayer = dynamic_cast<const suite::Replayer*>(suite.get());
    if (replayer == nullptr || suite->painter() == nullptr) continue;
    const auto languages = suite->painter()->languages();
    if (std::find(languages.begin(), languages.end(), name) == languages.end()) continue;
    return replayer->replay(name, code);
  }
  return fail(ErrorCode::kNotFound,
              "choose a task: without one, programs of this language have "
              "nowhere to go step by step");
}

Result<Json> replay_json(const scene::Replay& replay) {
  Json json = scene::to_json(replay);
  if (dump_json(json).size() <= kMaxReplayBytes) return json;
  return fail(ErrorCode::kLimit, "the drawing is too large to be replayed here");
}

}  // namespace papert::serve::app
