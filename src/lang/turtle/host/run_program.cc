// Whether draw(t) has to be called is decided from the text where it is plain: draw is defined at
// the top level, and neither its name nor main's is followed by a parenthesis anywhere else. If it
// is, the program is run as it is first; if that drew nothing (the call is a recursive one, say, or
// in a comment), draw is called after all. So the common cases take one run, and no program draws
// twice.

#include "lang/turtle/host/run_program.h"

#include <algorithm>
#include <string>

#include "base/format.h"
#include "base/text.h"
#include "scene/text_form.h"
#include "scene/trace.h"
#include "scene/wire.h"

namespace papert::lang::turtle {
namespace {

// Behind the program, so that its line numbers stay.
constexpr std::string_view kCallDraw = "\n\nimport turtle as _turtle\ndraw(_turtle.Turtle())\n";

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct DrawFunction {
  bool defined = false;
  bool called = false;  // perhaps
};

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether the text goes on with a parenthesis.
bool opens(std::string_view text) { return trim(text.substr(0, 64)).starts_with('('); }

bool mentions_call(std::string_view line, std::string_view name) {
  for (std::size_t at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
    const bool begins = at == 0 || (!is_name_character(line[at - 1]) && line[at - 1] != '.');
    if (begins && opens(line.substr(at + name.size()))) return true;
  }
  return false;
}

DrawFunction find_draw(std::string_view code) {
  constexpr std::string_view kDefinition = "def draw";
  DrawFunction found;
  for (const std::string_view line : split(code, '\n')) {
    if (line.starts_with(kDefinition) && opens(line.substr(kDefinition.size()))) {
      found.defined = true;
    } else if (!trim(line).starts_with("def ")) {
      found.called = found.called || mentions_call(line, "draw") || mentions_call(line, "main");
    }
  }
  return found;
}

std::string_view without_mark(std::string_view code) {
  return code.starts_with(kByteOrderMark) ? code.substr(kByteOrderMark.size()) : code;
}

Result<scene::Replay> traced_replay(const sandbox::Outcome& outcome) {
  if (outcome.trace_bytes.empty()) {
    return fail(ErrorCode::kBadData, "the program's process left no trace of its steps");
  }
  return scene::read_trace(outcome.trace_bytes);
}

/// What is run, and what its author wrote of it.
struct Script {
  std::string text;
  std::string_view written;
};

Drawing run_once(sandbox::Jail& jail, const Script& script, const sandbox::Limits& limits,
                 const Deadline& deadline) {
  Drawing drawing;
  drawing.outcome = jail.run(script.text, limits, deadline);
  if (limits.trace) {
    drawing.replay = traced_replay(drawing.outcome);
    drawing.outcome.trace_bytes.clear();
    if (*drawing.replay) scene::set_source(**drawing.replay, std::string(script.written));
  }
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

Drawing run_program(sandbox::Jail& jail, std::string_view code, const sandbox::Limits& limits,
                    const Deadline& deadline) {
  code = without_mark(code);
  const DrawFunction draw = find_draw(code);
  const auto run_with_call = [&](const sandbox::Limits& rest) {
    Drawing drawing =
        run_once(jail, {std::string(code) + std::string(kCallDraw), code}, rest, deadline);
    const auto lines = std::count(code.begin(), code.end(), '\n') + 1;
    if (drawing.outcome.line > lines) drawing.outcome.line = 0;  // the call is not the program's
    return drawing;
  };
  if (draw.defined && !draw.called) return run_with_call(limits);
  Drawing drawing = run_once(jail, {std::string(code), code}, limits, deadline);
  const bool nothing =
      drawing.outcome.status == sandbox::Status::kOk && drawing.scene.items.empty();
  if (!draw.defined || !nothing) return drawing;
  // Both runs together get no more than one.
  const sandbox::Outcome first = std::move(drawing.outcome);
  const auto spent_ms = static_cast<std::uint32_t>(first.cpu_seconds * 1000);
  sandbox::Limits rest = limits;
  if (limits.steps > 0) rest.steps -= std::min(first.steps, limits.steps - 1);
  rest.cpu_ms -= std::min(spent_ms, std::max(limits.cpu_ms, 1U) - 1);
  drawing = run_with_call(rest);
  drawing.outcome.steps += first.steps;
  drawing.outcome.cpu_seconds += first.cpu_seconds;
  return drawing;
}

Drawing run_as_it_is(sandbox::Jail& jail, std::string_view code, const sandbox::Limits& limits,
                     const Deadline& deadline) {
  code = without_mark(code);
  return run_once(jail, {std::string(code), code}, limits, deadline);
}

Result<scene::Replay> replay_of(Drawing drawing) {
  if (drawing.outcome.status == sandbox::Status::kSyntaxError) {
    return fail(ErrorCode::kBadData, drawing.outcome.reason,
                "line " + std::to_string(drawing.outcome.line));
  }
  if (!drawing.replay) return fail(ErrorCode::kBadData, "the program was run without a trace");
  Result<scene::Replay> replay = *std::move(drawing.replay);
  const sandbox::Outcome& outcome = drawing.outcome;
  if (replay && outcome.status != sandbox::Status::kOk) {
    replay->problem = std::string(sandbox::status_name(outcome.status)) + ": " + outcome.reason;
  }
  return replay;
}

Json to_json(const Drawing& drawing) {
  const sandbox::Outcome& outcome = drawing.outcome;
  Json json{{"format", kFormat}};
  json["status"] = sandbox::status_name(outcome.status);
  json["exception"] = outcome.exception_type;
  json["line"] = outcome.line;
  json["reason"] = outcome.reason;
  json["steps"] = outcome.steps;
  json["printed"] = outcome.printed;
  json["items"] = Json::array();
  const std::string text = scene::to_text(drawing.scene);
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty()) json["items"].push_back(line);
  }
  return json;
}

}  // namespace papert::lang::turtle
