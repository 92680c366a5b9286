#include "suite/turtleai/tasks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/embedded.h"
#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/text.h"
#include "suite/prompt_template.h"
#include "suite/turtleai/extract.h"

extern const char papert_embedded_turtleai_plain[];
extern const char papert_embedded_turtleai_plain_end[];
extern const char papert_embedded_turtleai_steps[];
extern const char papert_embedded_turtleai_steps_end[];

namespace papert::suite::turtleai {
namespace {

/// What all programs of one reply may use together.
class Budget {
 public:
  explicit Budget(const sandbox::Limits& limits)
      : limits_(limits), counted_(limits.steps > 0), cpu_ms_(limits.cpu_ms) {}

  [[nodiscard]] bool left() const { return cpu_ms_ >= 1 && (!counted_ || limits_.steps > 0); }

  /// For the next program. Only where something is left: a limit of 0 steps would be none.
  [[nodiscard]] sandbox::Limits limits() const {
    sandbox::Limits rest = limits_;
    rest.cpu_ms = static_cast<std::uint32_t>(cpu_ms_);
    return rest;
  }

  void spend(std::uint64_t steps, double cpu_seconds) {
    limits_.steps -= std::min(steps, limits_.steps);
    cpu_ms_ -= cpu_seconds * 1000;
  }

 private:
  sandbox::Limits limits_;
  bool counted_;
  double cpu_ms_;
};

}  // namespace

std::string_view default_template(Prompting prompting) {
  return prompting == Prompting::kPlain
             ? embedded(papert_embedded_turtleai_plain, papert_embedded_turtleai_plain_end)
             : embedded(papert_embedded_turtleai_steps, papert_embedded_turtleai_steps_end);
}

DrawingTasks::DrawingTasks(std::vector<MintedTask> tasks, std::vector<Error> problems,
                           const Settings& settings, std::string data_hash,
                           std::unique_ptr<lang::turtle::JailPool> jails,
                           std::unique_ptr<const score::Encoder> encoder)
    : problems_(std::move(problems)),
      settings_(settings),
      data_hash_(std::move(data_hash)),
      jails_(std::move(jails)),
      encoder_(std::move(encoder)) {
  entries_.reserve(tasks.size());
  for (auto& [task, scene] : tasks) {
    entries_.push_back({std::move(task), score::PaintedDrawing(std::move(scene))});
  }
}

suite::Task DrawingTasks::task(std::size_t index) const {
  const StoredTask& task = entries_[index].task;
  return {
      task.id,
      "",
      {{"dataset", task.dataset}, {"category", task.category}, {"difficulty", task.difficulty}}};
}

Result<suite::Prompt> DrawingTasks::prompt(std::size_t index,
                                           std::string_view prompt_template) const {
  const StoredTask& task = entries_[index].task;
  const scene::Scene& scene = entries_[index].target.scene();
  suite::Prompt prompt;
  prompt.text = TRY(suite::fill_template(prompt_template, {}));
  const bool stored = settings_.picture == PictureStyle::kClean && !task.file.empty();
  prompt.images.push_back(stored ? TRY(read_file(task.file))
                                 : picture_file(scene, settings_.picture, task.id));
  return prompt;
}

reply::Answer DrawingTasks::read(std::string_view reply, reply::Extraction extraction) const {
  return extract_programs(reply, extraction);
}

suite::Judged DrawingTasks::judge(std::size_t index, const reply::Answer& answer) const {
  const suite::Submission submission{index, answer};
  return std::move(judge_all({&submission, 1}).front());
}

DrawingTasks::Attempt DrawingTasks::attempt(std::size_t index, const reply::Answer& answer) const {
  const Entry& entry = entries_[index];
  std::vector<std::string_view> programs = programs_of(answer);
  std::size_t longest = longest_block(answer);
  if (settings_.judge.rule == Rule::kEmbedding && programs.size() > 1) {
    programs = {programs[longest]};
    longest = 0;
  }
  Attempt result;
  result.best.verdict = suite::Verdict::kNoAnswer;
  result.best.detail["error"] = "no_code";
  result.best.detail["message"] = "no code was found in the reply";
  Budget budget(settings_.judge.limits);
  bool drawn = encoder_ == nullptr || programs.empty();
  for (std::size_t i = 0;
       i < programs.size() && budget.left() && result.best.verdict != suite::Verdict::kRight; ++i) {
    VerdictOptions options = settings_.judge;
    options.limits = budget.limits();
    DrawingVerdict judged = verdict_on(*jails_, programs[i], entry.target, options);
    budget.spend(judged.steps, judged.cpu_seconds);
    if (!drawn && i == longest) {
      drawn = true;
      if (judged.drawing) result.sheet = encoder_sheet(*judged.drawing);
    }
    if (i > 0 && !is_better(judged, result.best)) continue;
    result.best = std::move(judged);
    result.length_ratio =
        static_cast<double>(code_lines(programs[i])) /
        static_cast<double>(std::max<std::size_t>(code_lines(entry.task.code), 1));
    if (programs.size() > 1) result.best.detail["candidate"] = i + 1;
  }
  if (programs.size() > 1) result.best.detail["candidates"] = programs.size();
  if (!drawn && budget.left()) {
    const auto drawing = jails_->run(programs[longest], budget.limits());
    if (drawing && drawing->outcome.status == sandbox::Status::kOk) {
      result.sheet = encoder_sheet(drawing->scene);
    }
  }
  result.programs = answer.programs;
  return result;
}

Result<std::vector<double>> DrawingTasks::similarities(
    std::span<const std::size_t> indices, std::span<const raster::Image> sheets) const {
  std::vector<std::size_t> unknown;
  {
    const std::lock_guard lock(features_mutex_);
    for (const std::size_t index : indices) {
      if (!features_.contains(index)) unknown.push_back(index);
    }
  }
  std::sort(unknown.begin(), unknown.end());
  unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
  std::vector<raster::Image> pictures(sheets.begin(), sheets.end());
  for (const std::size_t index : unknown) {
    pictures.push_back(encoder_sheet(entries_[index].target.scene()));
  }
  std::vector<score::Features> features = TRY(encoder_->embed(pictures));
  const std::lock_guard lock(features_mutex_);
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    features_[unknown[i]] = std::move(features[sheets.size() + i]);
  }
  std::vector<double> all;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    all.push_back(score::embedding_similarity(features_.at(indices[i]), features[i]));
  }
  return all;
}

std::vector<DrawingTasks::Embedded> DrawingTasks::embed(
    std::span<const suite::Submission> submissions, std::span<const Attempt> attempts) const {
  std::vector<Embedded> all(attempts.size());
  if (!encoder_) return all;
  std::vector<std::size_t> places;
  std::vector<std::size_t> indices;
  std::vector<raster::Image> sheets;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    if (attempts[i].sheet) {
      places.push_back(i);
      indices.push_back(submissions[i].index);
      sheets.push_back(*attempts[i].sheet);
    } else if (suite::is_scored(attempts[i].best.verdict)) {
      all[i].similarity = 0;
    }
  }
  const auto similar = similarities(indices, sheets);
  for (std::size_t k = 0; k < places.size(); ++k) {
    Embedded& embedded = all[places[k]];
    similar ? void(embedded.similarity = (*similar)[k])
            : void(embedded.error = similar.error().to_string());
  }
  return all;
}

suite::Score DrawingTasks::finished(Attempt attempt, const Embedded& embedded) const {
  DrawingVerdict& best = attempt.best;
  const bool decides = settings_.judge.rule == Rule::kEmbedding;
  const double threshold =
      decides ? settings_.judge.threshold.value_or(kEmbeddingThreshold) : kEmbeddingThreshold;
  const bool same = embedded.similarity.value_or(0) > threshold;
  if (!embedded.error.empty()) best.detail["embedding_error"] = embedded.error;
  if (decides && best.runnable && !embedded.error.empty()) {
    best.verdict = suite::Verdict::kInternalError;
  } else if (decides && best.runnable) {
    best.verdict = same ? suite::Verdict::kRight : suite::Verdict::kWrong;
    const std::string drawn = best.detail.value("message", "");
    best.detail.erase("message");
    if (!same) {
      best.detail["message"] = fmt::format(
          "No match: the features are {:.4f} alike, more than {} is asked for.{}{}",
          *embedded.similarity, threshold, drawn.empty() ? "" : " By the faithful rule: ", drawn);
    }
  }
  const bool right = best.verdict == suite::Verdict::kRight;
  const std::optional<double> ratio = attempt.length_ratio;
  const auto flag = [](bool yes) { return yes ? 1.0 : 0.0; };
  // What taught us nothing about the model was not judged by any rule.
  const auto by_rule = [&](bool success) {
    return suite::is_scored(best.verdict) ? std::optional(flag(success)) : std::nullopt;
  };
  suite::Score score;
  score.verdict = best.verdict;
  if (!suite::is_scored(best.verdict)) {  // nothing was learnt: no figure says otherwise
    score.detail = std::move(best.detail);
    return score;
  }
  score.metrics = {
      {"success", flag(right)},
      {"faithful_success", by_rule(best.faithful_success)},
      {"pixel_success", by_rule(best.pixel_success)},
      {"similarity", best.similarity},
      {"runnable", flag(best.runnable)},
      {"length_ratio", ratio},
      {"length_ratio_solved", right ? ratio : std::nullopt},
      {"length_ratio_failed", right ? std::nullopt : ratio},
      {"embedding_similarity", embedded.similarity},
      {"embedding_success", embedded.similarity ? std::optional(flag(same)) : std::nullopt},
      {"programs", static_cast<double>(attempt.programs)}};
  score.detail = std::move(best.detail);
  return score;
}

std::vector<suite::Judged> DrawingTasks::judge_all(
    std::span<const suite::Submission> submissions) const {
  std::vector<Attempt> attempts;
  attempts.reserve(submissions.size());
  for (const suite::Submission& each : submissions) {
    attempts.push_back(attempt(each.index, each.answer));
  }
  const std::vector<Embedded> embedded = embed(submissions, attempts);
  std::vector<suite::Judged> all(attempts.size());
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    if (attempts[i].best.drawing) all[i].drawing = std::move(*attempts[i].best.drawing);
    all[i].score = finished(std::move(attempts[i]), embedded[i]);
  }
  return all;
}

std::string DrawingTasks::reference(std::size_t index) const {
  return "```python\n" + std::string(trim(entries_[index].task.code)) + "\n```\n";
}

std::vector<suite::Picture> DrawingTasks::pictures(std::size_t index,
                                                   const suite::Judged& judged) const {
  std::vector<suite::Picture> pictures;
  pictures.push_back({"target", clean_picture(entries_[index].target.scene())});
  const auto* drawing = std::any_cast<scene::Scene>(&judged.drawing);
  if (drawing != nullptr && !drawing->items.empty())
    pictures.push_back({"answer", clean_picture(*drawing)});
  return pictures;
}

Result<std::vector<MintedTask>> draw_tasks(std::vector<StoredTask> tasks, std::size_t jobs,
                                           lang::turtle::JailPool& jails,
                                           std::vector<Error>& problems) {
  std::vector<MintedTask> drawn;
  std::size_t next = 0;
  using Run = std::pair<std::size_t, lang::turtle::Drawing>;
  TRY(for_each_in_order(
      jobs,
      [&]() -> std::optional<std::size_t> {
        return next < tasks.size() ? std::optional(next++) : std::nullopt;
      },
      [&](std::size_t index) -> Result<Run> {
        lang::turtle::Drawing drawing = TRY(jails.run(tasks[index].code));
        return Run{index, std::move(drawing)};
      },
      [&](Run run) -> Result<void> {
        auto& [index, drawing] = run;
        const bool ran = drawing.outcome.status == sandbox::Status::kOk;
        if (ran && !drawing.scene.items.empty()) {
          drawn.push_back({std::move(tasks[index]), std::move(drawing.scene)});
          return {};
        }
        problems.push_back({ErrorCode::kBadData,
                            ran ? "its program draws nothing"
                                : "its program does not run: " + drawing.outcome.reason,
                            "task '" + tasks[index].id + "'"});
        return {};
      }));
  return drawn;
}

}  // namespace papert::suite::turtleai
