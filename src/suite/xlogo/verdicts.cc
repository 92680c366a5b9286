#include "suite/xlogo/verdicts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace papert::suite::xlogo {
namespace {

/// The name of the first band that reaches `value`.
struct NamedBand {
  std::size_t last;
  const char* name;
};
constexpr std::array<NamedBand, 3> kLengthBands{{{5, "1-5"}, {10, "6-10"}, {17, "11-17"}}};
constexpr std::array<NamedBand, 4> kSizeBands{{{3, "<=3"}, {4, "4"}, {5, "5"}, {6, "6"}}};

template <std::size_t N>
std::string band(const std::array<NamedBand, N>& bands, std::size_t value, const char* beyond) {
  for (const NamedBand& each : bands) {
    if (value <= each.last) return each.name;
  }
  return beyond;
}

std::optional<double> figure(std::optional<bool> value) {
  return value ? std::optional(*value ? 1.0 : 0.0) : std::nullopt;
}

std::vector<suite::Metric> metrics(bool format, bool no_crash, std::optional<bool> constraints,
                                   std::optional<bool> goal, bool success) {
  std::vector<suite::Metric> figures;
  figures.reserve(6);  // judge adds one
  figures.push_back({"success", figure(success)});
  figures.push_back({"format", figure(format)});
  figures.push_back({"no_crash", figure(no_crash)});
  figures.push_back({"constraints", figure(constraints)});
  figures.push_back({"goal", figure(goal)});
  return figures;
}

suite::Score no_program(suite::Verdict verdict, std::string_view error, std::string message) {
  suite::Score score;
  score.verdict = verdict;
  score.metrics = metrics(false, false, std::nullopt, std::nullopt, false);
  score.detail["error"] = error;
  score.detail["message"] = std::move(message);
  return score;
}

/// And how many programs the reply held.
suite::Score with_count(suite::Score score, const reply::Answer& answer) {
  score.metrics.push_back({"programs", static_cast<double>(answer.programs)});
  return score;
}

suite::Verdict verdict_of(const lang::xlogo::Judgement& judgement) {
  if (judgement.success()) return suite::Verdict::kRight;
  if (!judgement.crash) return suite::Verdict::kWrong;
  return judgement.crash->kind == lang::xlogo::CrashKind::kExceedMaxCalls
             ? suite::Verdict::kStepLimit
             : suite::Verdict::kCrashed;
}

Json crash_json(const lang::xlogo::Crash& crash) {
  const bool placed = crash.kind != lang::xlogo::CrashKind::kExceedMaxCalls;
  Json json;
  json["kind"] = lang::xlogo::kCrashNames[static_cast<std::size_t>(crash.kind)];
  json["x"] = placed ? Json(crash.x) : Json(nullptr);
  json["y"] = placed ? Json(crash.y) : Json(nullptr);
  return json;
}

}  // namespace

std::string length_band(std::size_t length) { return band(kLengthBands, length, ">=18"); }

std::string grid_band(const lang::xlogo::World& world) {
  return band(kSizeBands, static_cast<std::size_t>(std::max(world.width, world.height)), ">=7");
}

suite::Score no_code(const reply::Answer& answer) {
  return with_count(
      no_program(suite::Verdict::kNoAnswer, "no_code", "no code was found in the reply"), answer);
}

suite::Score not_a_program(const lang::xlogo::FormatError& error, const reply::Answer& answer) {
  suite::Score score = no_program(suite::Verdict::kInvalid, "format", error.message);
  score.detail["line"] = error.line;
  return with_count(std::move(score), answer);
}

suite::Score task_is_gone(const Error& error, const reply::Answer& answer) {
  suite::Score score;
  score.detail["error"] = "task";
  score.detail["message"] = error.to_string();
  return with_count(std::move(score), answer);
}

suite::Score score_of(const lang::xlogo::Judgement& judgement,
                      const std::optional<Failing>& failing, std::size_t length,
                      const reply::Answer& answer) {
  suite::Score score;
  score.verdict = verdict_of(judgement);
  score.metrics =
      metrics(true, !judgement.crash, judgement.constraints, judgement.goal, judgement.success());
  if (judgement.crash) {
    score.detail["error"] =
        lang::xlogo::kCrashNames[static_cast<std::size_t>(judgement.crash->kind)];
    score.detail["crash"] = crash_json(*judgement.crash);
  }
  if (failing) {
    score.detail["message"] = failing->message;
    if (!judgement.crash) score.detail["goal_share"] = failing->goal_share;
  }
  score.detail["calls"] = judgement.calls;
  score.detail["length"] = length;
  return with_count(std::move(score), answer);
}

}  // namespace papert::suite::xlogo
