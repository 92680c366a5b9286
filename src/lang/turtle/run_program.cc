// Whether draw(t) has to be called is decided from the text where it is plain: draw is defined at
// the top level and no line at the top level calls it. Where a script calls it in some other way,
// it is run as it is first; if that drew nothing, draw is called after all. So the common cases
// take one run, and no program draws twice.

#include "lang/turtle/run_program.h"

#include <string>

#include "base/text.h"
#include "scene/wire.h"

namespace papert::turtle {
namespace {

// Behind the program, so that its line numbers stay.
constexpr std::string_view kCallDraw = "\n\nimport turtle as _turtle\ndraw(_turtle.Turtle())\n";

struct DrawFunction {
  bool defined = false;
  bool called = false;  // by a line that starts with it
};

DrawFunction find_draw(std::string_view code) {
  DrawFunction found;
  for (const std::string_view line : split(code, '\n')) {
    found.defined |= line.starts_with("def draw(");
    found.called |= line.starts_with("draw(") || line.starts_with("main(");
  }
  return found;
}

Drawing run_once(sandbox::Jail& jail, std::string_view code, const sandbox::Limits& limits) {
  Drawing drawing;
  drawing.outcome = jail.run(code, limits);
  if (drawing.outcome.record_bytes.empty()) return drawing;
  auto scene = scene::decode(drawing.outcome.record_bytes);
  drawing.outcome.record_bytes.clear();
  if (scene) {
    drawing.scene = std::move(*scene);
  } else if (drawing.outcome.status != sandbox::Status::kOk) {
    return drawing;
  } else if (scene.error().code == ErrorCode::kLimit) {
    drawing.outcome.status = sandbox::Status::kRecordLimit;
    drawing.outcome.reason = "the drawing is " + scene.error().message;
  } else {
    // Only a program that tampered with its own process gets here.
    drawing.outcome.status = sandbox::Status::kKilled;
    drawing.outcome.reason = "the drawing's record is damaged: " + scene.error().to_string();
  }
  return drawing;
}

}  // namespace

Drawing run_program(sandbox::Jail& jail, std::string_view code, const sandbox::Limits& limits) {
  const DrawFunction draw = find_draw(code);
  const std::string with_call = std::string(code) + std::string(kCallDraw);
  if (draw.defined && !draw.called) return run_once(jail, with_call, limits);
  Drawing drawing = run_once(jail, code, limits);
  const bool nothing =
      drawing.outcome.status == sandbox::Status::kOk && drawing.scene.items.empty();
  if (draw.defined && nothing) return run_once(jail, with_call, limits);
  return drawing;
}

}  // namespace papert::turtle
