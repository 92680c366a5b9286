#include "suite/turtleai/tasks.h"

#include <algorithm>

#include "base/embedded.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "raster/paint_scene.h"
#include "raster/png.h"
#include "suite/prompt_template.h"
#include "suite/turtleai/extract.h"
#include "suite/turtleai/picture.h"

extern const char papert_embedded_turtleai_plain[];
extern const char papert_embedded_turtleai_plain_end[];
extern const char papert_embedded_turtleai_steps[];
extern const char papert_embedded_turtleai_steps_end[];

namespace papert::turtleai {
namespace {

/// The hand is unsteady in another way for every task, and in the same way every time.
std::int64_t hand_seed(const std::string& id) {
  return std::stoll(sha256_hex(id).substr(0, 15), nullptr, 16);
}

std::vector<suite::Metric> metrics(const Judgement& judgement, std::optional<double> length_ratio) {
  const bool right = judgement.verdict == suite::Verdict::kRight;
  std::vector<suite::Metric> all{{"success", right ? 1.0 : 0.0},
                                 {"similarity", judgement.similarity},
                                 {"runnable", judgement.runnable ? 1.0 : 0.0},
                                 {"length_ratio", length_ratio}};
  all.push_back({"length_ratio_solved", right ? length_ratio : std::nullopt});
  all.push_back({"length_ratio_failed", right ? std::nullopt : length_ratio});
  return all;
}

}  // namespace

std::string_view default_template(Prompting prompting) {
  return prompting == Prompting::kPlain
             ? embedded(papert_embedded_turtleai_plain, papert_embedded_turtleai_plain_end)
             : embedded(papert_embedded_turtleai_steps, papert_embedded_turtleai_steps_end);
}

DrawingTasks::DrawingTasks(std::vector<MintedTask> tasks, std::vector<Error> problems,
                           const Settings& settings, std::string data_hash,
                           std::unique_ptr<turtle::JailPool> jails)
    : tasks_(std::move(tasks)),
      problems_(std::move(problems)),
      settings_(settings),
      data_hash_(std::move(data_hash)),
      jails_(std::move(jails)) {}

suite::Task DrawingTasks::task(std::size_t index) const {
  const StoredTask& task = tasks_[index].task;
  return {
      task.id,
      "",
      {{"dataset", task.dataset}, {"category", task.category}, {"difficulty", task.difficulty}}};
}

Result<suite::Prompt> DrawingTasks::prompt(std::size_t index,
                                           std::string_view prompt_template) const {
  const auto& [task, scene] = tasks_[index];
  suite::Prompt prompt;
  prompt.text = TRY(suite::fill_template(prompt_template, {}));
  if (settings_.picture == PictureStyle::kHand) {
    prompt.images.push_back(raster::encode_png(hand_drawn_picture(scene, hand_seed(task.id)),
                                               {.compression_level = 6}));
  } else if (task.file.empty()) {
    prompt.images.push_back(raster::encode_png(clean_picture(scene), {.compact = true}));
  } else {
    prompt.images.push_back(TRY(read_file(task.file)));
  }
  return prompt;
}

suite::Answer DrawingTasks::extract(std::string_view reply, suite::Extraction extraction) const {
  return extract_programs(reply, extraction);
}

suite::Score DrawingTasks::score(std::size_t index, const suite::Answer& answer) const {
  const auto& [task, scene] = tasks_[index];
  const std::vector<std::string> programs = programs_of(answer);
  Judgement best;
  best.verdict = suite::Verdict::kNoAnswer;
  best.detail["error"] = "no_code";
  best.detail["message"] = "no code was found in the reply";
  std::optional<double> length_ratio;
  for (std::size_t i = 0; i < programs.size() && best.verdict != suite::Verdict::kRight; ++i) {
    Judgement judgement = judge(*jails_, programs[i], scene, settings_.judge);
    if (i > 0 && !is_better(judgement, best)) continue;
    best = std::move(judgement);
    length_ratio = static_cast<double>(code_lines(programs[i])) /
                   static_cast<double>(std::max<std::size_t>(code_lines(task.code), 1));
    if (programs.size() > 1) best.detail["candidate"] = i + 1;
  }
  if (programs.size() > 1) best.detail["candidates"] = programs.size();
  suite::Score score;
  score.verdict = best.verdict;
  score.metrics = metrics(best, length_ratio);
  score.detail = std::move(best.detail);
  return score;
}

std::string DrawingTasks::reference(std::size_t index) const {
  return "```python\n" + std::string(trim(tasks_[index].task.code)) + "\n```\n";
}

std::vector<suite::Picture> DrawingTasks::pictures(std::size_t index,
                                                   const suite::Answer& answer) const {
  const scene::Scene& target = tasks_[index].scene;
  std::vector<suite::Picture> pictures;
  pictures.push_back({"target", clean_picture(target)});
  std::optional<turtle::Drawing> shown;
  Judgement best;
  for (const std::string& program : programs_of(answer)) {
    Judgement judgement = judge(*jails_, program, target, settings_.judge);
    if (shown && !is_better(judgement, best)) continue;
    auto drawing = jails_->run(program);
    if (!drawing) break;
    shown = std::move(*drawing);
    best = std::move(judgement);
  }
  if (shown && !shown->scene.items.empty()) {
    pictures.push_back({"answer", clean_picture(shown->scene)});
  }
  return pictures;
}

Result<std::vector<MintedTask>> draw_tasks(std::vector<StoredTask> tasks, std::size_t jobs,
                                           turtle::JailPool& jails, std::vector<Error>& problems) {
  std::vector<MintedTask> drawn;
  Result<void> outcome;
  std::size_t next = 0;
  using Run = std::pair<std::size_t, Result<turtle::Drawing>>;
  ordered_pipeline(
      jobs, 64,
      [&]() -> std::optional<std::size_t> {
        return next < tasks.size() ? std::optional(next++) : std::nullopt;
      },
      [&](std::size_t index) { return Run{index, jails.run(tasks[index].code)}; },
      [&](Run run) {
        StoredTask& task = tasks[run.first];
        if (!run.second) {
          if (outcome) outcome = fail(run.second.error());
          return;
        }
        turtle::Drawing& drawing = *run.second;
        const bool ran = drawing.outcome.status == sandbox::Status::kOk;
        if (ran && !drawing.scene.items.empty()) {
          drawn.push_back({std::move(task), std::move(drawing.scene)});
          return;
        }
        problems.push_back({ErrorCode::kBadData,
                            ran ? "its program draws nothing"
                                : "its program does not run: " + drawing.outcome.reason,
                            "task '" + task.id + "'"});
      });
  TRY(std::move(outcome));
  return drawn;
}

}  // namespace papert::turtleai
