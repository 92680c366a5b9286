// Turtle programs in, drawings out: the host's side of the language. The program runs in a jail;
// what comes back is bytes, which are checked before they become a Scene.
//
//     Jail jail = TRY(Jail::start({.zygote_path = ...}));
//     Drawing drawing = run_program(jail, "def draw(t):\n    t.circle(50)\n");
//
// Both ways of writing are run: a script as it is, and a function draw(t), which is called with a
// fresh turtle. Code that defines draw and calls it draws once.
#pragma once

#include <optional>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "sandbox/sandbox.h"
#include "scene/replay.h"
#include "scene/scene.h"

namespace papert::lang::turtle {

struct Drawing {
  sandbox::Outcome outcome;
  scene::Scene scene;  // what was drawn until the program ended, however it ended
  /// With Limits::trace: how it came about, or why that cannot be shown.
  std::optional<Result<scene::Replay>> replay;
};

[[nodiscard]] Drawing run_program(sandbox::Jail& jail, std::string_view code,
                                  const sandbox::Limits& limits = {},
                                  const Deadline& deadline = {});

/// The same without a call of draw(t).
[[nodiscard]] Drawing run_as_it_is(sandbox::Jail& jail, std::string_view code,
                                   const sandbox::Limits& limits = {},
                                   const Deadline& deadline = {});

/// The replay of a program that was run with a trace, or why there is none.
[[nodiscard]] Result<scene::Replay> replay_of(Drawing drawing);

/// How the program ended, and the drawing as lines of the text form.
[[nodiscard]] Json to_json(const Drawing& drawing);

}  // namespace papert::lang::turtle
