// The playground: a program of any language and what it shows, alone or against a task.

#include <chrono>

#include "base/base64.h"
#include "base/text.h"
#include "raster/png.h"
#include "serve/app/app.h"
#include "serve/app/overlay.h"
#include "serve/app/program_request.h"
#include "serve/app/replayed_program.h"
#include "serve/app/shown_program.h"
#include "serve/error_response.h"
#include "suite/hint.h"
#include "suite/in_time.h"
#include "suite/replay.h"

namespace papert::serve::app {
namespace {

using Clock = std::chrono::steady_clock;

/// A task, and what keeps it.
struct ChosenTask {
  std::shared_ptr<const void> kept;
  const suite::Suite* suite = nullptr;
  const suite::TaskSet* tasks = nullptr;
  std::size_t index = 0;
  reply::Extraction extraction = reply::Extraction::kLenient;
};

Result<ChosenTask> choose(App& app, const reward::TaskRef& ref) {
  const auto* minted = std::get_if<reward::MintSource>(&ref.set.source);
  if (minted != nullptr && minted->count > kMostMinted) {
    return fail(ErrorCode::kLimit,
                "at most " + std::to_string(kMostMinted) + " tasks are minted for a page",
                "task.src.mint.count");
  }
  auto set = TRY(app.sets.open(ref.set));
  const std::size_t index = TRY(set->find(ref.id));
  ChosenTask chosen{.suite = &set->suite(), .tasks = &set->tasks(), .index = index};
  chosen.kept = std::move(set);
  return chosen;
}

Result<ChosenTask> choose(App& app, const RunTask& task) {
  const auto run = TRY(app.store.find(task.run));
  auto recorded = TRY(app.drawings.tasks_of(*run));
  const std::size_t index = TRY(index_of(*recorded->tasks, task.id));
  ChosenTask chosen{.suite = recorded->suite.get(),
                    .tasks = recorded->tasks.get(),
                    .index = index,
                    .extraction = recorded->config.extraction};
  chosen.kept = std::move(recorded);
  return chosen;
}

Result<ChosenTask> chosen_task(App& app, const ProgramRequest& request) {
  if (const auto* ref = std::get_if<reward::TaskRef>(&request.task)) return choose(app, *ref);
  return choose(app, std::get<RunTask>(request.task));
}

/// kUsage for a language that the suite has another one for.
Result<void> check_language(const suite::Suite& suite, Language language) {
  if (suite.painter() == nullptr) return {};
  std::string known;
  for (const std::string_view name : suite.painter()->languages()) {
    if (name == language_name(language)) return {};
    known += (known.empty() ? "" : " or ") + std::string(name);
  }
  if (known.empty()) return {};
  return fail(ErrorCode::kUsage,
              "answers of " + std::string(suite.name()) + " are written in " + known, "lang");
}

std::string data_uri(const raster::Image& image) {
  constexpr int kQuick = 1;
  return "data:image/png;base64," +
         base64(raster::encode_png(image, {.compression_level = kQuick}));
}

Json fault_json(const Fault& fault) {
  Json json{{"type", fault.type}, {"message", fault.message}};
  json["line"] = fault.line > 0 ? Json(fault.line) : Json(nullptr);
  json["column"] = fault.column > 0 ? Json(fault.column) : Json(nullptr);
  if (!fault.hint.empty()) json["hint"] = fault.hint;
  return json;
}

Result<Json> shown_json(const ProgramRequest& request, const Deadline& deadline) {
  const auto until = deadline.within(std::chrono::milliseconds(kPlayWallMs));
  const ShownProgram shown = TRY(show_program(request.language, request.code, request.side, until));
  Json json{{"outcome", shown.outcome}};
  json["error"] = shown.fault ? fault_json(*shown.fault) : Json(nullptr);
  json["printed"] = shown.printed;
  json["steps"] = shown.steps;
  json["notes"] = shown.notes;
  json["hint"] = nullptr;
  json["pictures"] = Json::object();
  if (shown.drawing) json["pictures"]["drawing"] = data_uri(*shown.drawing);
  return json;
}

/// How many lines of the text stand before the program that was found in it.
std::size_t lines_before(std::string_view text, std::string_view program) {
  const std::size_t at = program.empty() ? std::string_view::npos : text.find(program);
  if (at == std::string_view::npos) return 0;
  const std::string_view before = text.substr(0, at);
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

/// What is wrong with an answer that was not compared.
Json judged_fault(const suite::Score& score, std::size_t lines) {
  if (score.verdict == suite::Verdict::kRight || score.verdict == suite::Verdict::kWrong) return {};
  const auto text = [&](const char* key) {
    const auto found = score.detail.find(key);
    return found != score.detail.end() && found->is_string() ? found->get<std::string>()
                                                             : std::string();
  };
  Fault fault{.type = text("error"), .message = text("message")};
  const auto line = score.detail.find("line");
  if (line != score.detail.end() && line->is_number_integer() && *line > 0) {
    fault.line = line->get<int>() + static_cast<int>(lines);
  }
  if (fault.type.empty()) fault.type = suite::verdict_name(score.verdict);
  return fault_json(fault);
}

/// The pictures, and in words what the overlay shows instead of target and drawing.
void add_pictures(const ChosenTask& task, const suite::Judged& judged, Json& json) {
  const auto pictures = task.tasks->pictures(task.index, judged);
  Json shown = Json::object();
  json["compared"] = nullptr;
  if (!pictures.empty()) shown["target"] = data_uri(pictures[0].image);
  if (pictures.size() > 1) shown["drawing"] = data_uri(pictures[1].image);
  const auto both = pictures.size() > 1
                        ? what_is_compared(*task.tasks, task.index, judged, pictures)
                        : std::nullopt;
  if (both) {
    shown["overlay"] = data_uri(overlay_picture(both->target, both->drawing));
    shown["difference"] = data_uri(difference_of(both->target, both->drawing, both->same_color));
    if (!both->how.empty()) json["compared"] = {{"how", both->how}};
  }
  json["pictures"] = std::move(shown);
}

suite::Judged judge(const ChosenTask& task, reply::Answer answer, const Deadline& deadline) {
  const auto* const timed = dynamic_cast<const suite::TimedTasks*>(task.tasks);
  if (timed == nullptr) return task.tasks->judge(task.index, answer);
  const suite::Submission submission{task.index, std::move(answer)};
  return std::move(timed->judge_in_time({&submission, 1}, deadline).front());
}

Result<Json> replay_of(App& app, const ProgramRequest& request, const Deadline& deadline) {
  if (std::holds_alternative<std::monostate>(request.task)) {
    const auto until = deadline.within(std::chrono::milliseconds(kPlayWallMs));
    const scene::Replay replay = TRY(replay_program(request.language, request.code, until));
    return replay_json(replay);
  }
  const ChosenTask task = TRY(chosen_task(app, request));
  const auto* const replayed = dynamic_cast<const suite::ReplayedTasks*>(task.tasks);
  if (replayed == nullptr) {
    return fail(ErrorCode::kNotFound, "this suite's answers have no steps");
  }
  const auto answer = suite::read_answer(*task.tasks, request.code, task.extraction);
  const scene::Replay replay = TRY(replayed->replay(task.index, answer));
  return replay_json(replay);
}

/// What is wrong with a program is an answer; our own fault is an error.
Result<void> add_replay(Json& json, Result<Json> replay) {
  json["replay"] = nullptr;
  json["replay_problem"] = "";
  if (replay) {
    json["replay"] = std::move(*replay);
    return {};
  }
  const Error& error = replay.error();
  if (error.code == ErrorCode::kInternal || error.code == ErrorCode::kIo) return fail(error);
  json["replay_problem"] = error.to_string();
  return {};
}

/// Whether the program ran and is not right.
bool fails(suite::Verdict verdict) {
  return verdict == suite::Verdict::kWrong || verdict == suite::Verdict::kCrashed ||
         verdict == suite::Verdict::kStepLimit;
}

/// {"text": "line 3: replace left by right", "line": 3}; null where nothing is known.
Result<Json> hint_json(const ChosenTask& task, const reply::Answer& answer, std::size_t lines) {
  const auto* const hinted = dynamic_cast<const suite::HintedTasks*>(task.tasks);
  if (hinted == nullptr) return Json(nullptr);
  const auto hints = TRY(hinted->hints(task.index, answer));
  if (hints.empty()) return Json(nullptr);
  const auto line_of = [&](const suite::Hint& hint) { return hint.line + static_cast<int>(lines); };
  std::string text;
  for (const suite::Hint& hint : hints) {
    if (!text.empty()) text += "; ";
    if (hint.line > 0) text += "line " + std::to_string(line_of(hint)) + ": ";
    text += hint.words;
  }
  Json json{{"text", std::move(text)}};
  json["line"] = hints.front().line > 0 ? Json(line_of(hints.front())) : Json(nullptr);
  return json;
}

/// The program as a reply to the task: what `papert score` says of the same text.
Result<Json> judged_json(App& app, const ProgramRequest& request, const Deadline& deadline) {
  const ChosenTask task = TRY(chosen_task(app, request));
  TRY(check_language(*task.suite, request.language));
  const auto answer = suite::read_answer(*task.tasks, request.code, task.extraction);
  const std::size_t lines = lines_before(request.code, answer.first().code);
  const suite::Judged judged = judge(task, answer, deadline);
  const suite::Score& score = judged.score;
  const bool compared =
      score.verdict == suite::Verdict::kRight || score.verdict == suite::Verdict::kWrong;
  Json json{{"outcome", compared ? "ok" : suite::verdict_name(score.verdict)}};
  json["error"] = judged_fault(score, lines);
  json["verdict"] = suite::verdict_name(score.verdict);
  json["success"] = suite::success_json(score.verdict);
  json["metrics"] = suite::metrics_json(score.metrics);
  json["explanation"] = in_words(*task.tasks, task.index, judged);
  add_pictures(task, judged, json);
  json["hint"] = nullptr;
  if (request.hint && fails(score.verdict) && !deadline.cancelled()) {
    json["hint"] = TRY(hint_json(task, answer, lines));
  }
  return json;
}

http::Response superseded() {
  return error_response(409, "superseded", "a newer program of this session has come");
}

}  // namespace

Result<http::Response> post_run(App& app, const Asked& asked) {
  if (asked.deadline.cancelled()) return superseded();
  const auto begun = Clock::now();
  const ProgramRequest request = TRY(read_program_request(asked.request.body));
  const bool alone = std::holds_alternative<std::monostate>(request.task);
  Json json =
      TRY(alone ? shown_json(request, asked.deadline) : judged_json(app, request, asked.deadline));
  if (request.trace && !asked.deadline.cancelled()) {
    TRY(add_replay(json, replay_of(app, request, asked.deadline)));
  }
  if (asked.deadline.cancelled()) return superseded();
  json["lang"] = language_name(request.language);
  const std::chrono::duration<double, std::milli> took = Clock::now() - begun;
  json["ms"] = took.count();
  return json_answer(json);
}

}  // namespace papert::serve::app
