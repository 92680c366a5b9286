#include "datagen/export/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "datagen/evaluation_tasks.h"
#include "datagen/export/bases.h"
#include "datagen/export/placeholders.h"
#include "datagen/export/readme.h"
#include "datagen/export/staging.h"
#include "raster/png.h"
#include "suite/task_keys.h"

namespace papert::datagen {
namespace {

enum class Fate : std::uint8_t { kKept, kUnselected, kEvaluation, kExcluded };

/// What was found out about a task.
struct LookedAt {
  Fate fate = Fate::kKept;
  std::vector<suite::Tag> tags;
  std::string group;  // the task it was made from, where there is one
};

Error interrupted(const ExportOptions& options) {
  return {ErrorCode::kCancelled, "interrupted: nothing was written", options.out.string()};
}

class Selection {
 public:
  Selection(const ExportSource& source, const ExportOptions& options, ExportReport& report)
      : source_(source), options_(options), report_(report) {}

  /// A split for every example, kNone for those that stay out.
  Result<std::vector<Split>> choose() {
    TRY(look_at_all());
    TRY(check_tags(options_.tags, known_));
    const std::vector<std::uint32_t> group_of = group_examples();
    const std::vector<Split> chosen =
        TRY(choose_splits(groups_, options_.limit, options_.split, options_.seed));
    std::vector<Split> splits(source_.size(), Split::kNone);
    for (std::size_t i = 0; i < splits.size(); ++i) {
      if (group_of[i] == Bases::kNone) continue;
      splits[i] = chosen[group_of[i]];
      if (splits[i] == Split::kNone) ++report_.left_over;
      if (splits[i] != Split::kNone && !options_.split && source_.split_of(i) == "validation") {
        splits[i] = Split::kValidation;
      }
      if (!options_.shard.owns(source_.tasks().id(source_.task_of(i)))) splits[i] = Split::kNone;
    }
    return splits;
  }

 private:
  /// For each example its group, kNone for those that stay out.
  std::vector<std::uint32_t> group_examples() {
    std::vector<std::uint32_t> group_of(source_.size(), Bases::kNone);
    std::vector<std::uint32_t> group_of_base(bases_.size(), Bases::kNone);
    groups_.name = [this](std::size_t group) { return name_of(first_[group]); };
    for (std::size_t i = 0, at = 0; i < source_.size(); ++i) {
      if (i > 0 && source_.task_of(i) != source_.task_of(i - 1)) ++at;
      if (fates_[at] != Fate::kKept) continue;
      if (checks_evaluation() && source_.split_of(i) == "evaluation") {
        ++report_.held_out;
        continue;
      }
      const std::uint32_t base = base_of(at, i);
      group_of[i] = base == Bases::kNone || group_of_base[base] == Bases::kNone
                        ? group_for({static_cast<std::uint32_t>(i), base})
                        : group_of_base[base];
      if (base != Bases::kNone) group_of_base[base] = group_of[i];
      ++groups_.counts[group_of[i]];
    }
    return group_of;
  }

  /// The original that a task was made from. A task that others were made from is one itself.
  [[nodiscard]] std::uint32_t base_of(std::size_t at, std::size_t example) const {
    const std::uint32_t base = bases_.of(at);
    if (base != Bases::kNone || bases_.size() == 0) return base;
    return bases_.find(source_.tasks().id(source_.task_of(example)));
  }

  /// The first example of a group, and the original of its task.
  struct First {
    std::uint32_t example = 0;
    std::uint32_t base = Bases::kNone;
  };

  [[nodiscard]] std::string name_of(const First& first) const {
    return first.base == Bases::kNone ? source_.tasks().id(source_.task_of(first.example))
                                      : bases_.name(first.base);
  }

  /// A new group, or the last one where its task has more of them.
  std::uint32_t group_for(const First& first) {
    const bool more =
        first.base == Bases::kNone && !first_.empty() && name_of(first_.back()) == name_of(first);
    if (!more) {
      first_.push_back(first);
      groups_.counts.push_back(0);
    }
    return static_cast<std::uint32_t>(first_.size() - 1);
  }

  Result<LookedAt> look_at(std::size_t task) const {
    suite::Task found = source_.tasks().task(task);
    LookedAt looked{.group = std::move(found.base)};
    if (!options_.tags.wants(found.tags)) {
      looked.fate = Fate::kUnselected;
    } else if (compares()) {
      const std::string hash = TRY(suite::task_hash(source_.suite(), source_.tasks(), task));
      if (!hash.empty() && options_.excluded.contains(hash)) {
        looked.fate = Fate::kExcluded;
      } else if (checks_evaluation() && published_.holds(source_.suite(), hash)) {
        looked.fate = Fate::kEvaluation;
      }
    }
    if (!options_.tags.empty()) looked.tags = std::move(found.tags);
    return looked;
  }

  Result<void> look_at_all() {
    std::size_t total = 0;
    for (std::size_t i = 0; i < source_.size(); ++i) total += begins_task(i) ? 1 : 0;
    std::size_t next = 0;
    fates_.reserve(total);
    return for_each_in_order(
        options_.jobs,
        [&]() -> std::optional<std::size_t> {
          while (next < source_.size() && !begins_task(next)) ++next;
          return next < source_.size() ? std::optional(source_.task_of(next++)) : std::nullopt;
        },
        [&](std::size_t task) -> Result<LookedAt> {
          if (options_.cancel.cancelled()) return fail(interrupted(options_));
          return look_at(task);
        },
        [&](LookedAt looked) -> Result<void> {
          note(std::move(looked));
          if (options_.progress) options_.progress("looked at", fates_.size(), total);
          return {};
        });
  }

  [[nodiscard]] bool begins_task(std::size_t example) const {
    return example == 0 || source_.task_of(example) != source_.task_of(example - 1);
  }

  void note(LookedAt looked) {
    bases_.add(looked.group);
    fates_.push_back(looked.fate);
    report_.unselected += looked.fate == Fate::kUnselected ? 1 : 0;
    report_.evaluation += looked.fate == Fate::kEvaluation ? 1 : 0;
    report_.excluded += looked.fate == Fate::kExcluded ? 1 : 0;
    for (suite::Tag& tag : looked.tags) known_[tag.key].insert(std::move(tag.value));
  }

  [[nodiscard]] bool checks_evaluation() const {
    return !options_.allow_evaluation && !options_.format->evaluation;
  }
  [[nodiscard]] bool compares() const {
    return !options_.excluded.empty() ||
           (checks_evaluation() && published_.count(source_.suite()) > 0);
  }

  const ExportSource& source_;
  const ExportOptions& options_;
  ExportReport& report_;
  EvaluationTasks published_;
  std::vector<Fate> fates_;  // of the tasks, in order
  Bases bases_;
  ExampleGroups groups_;
  std::vector<First> first_;  // of each group
  TagValues known_;
};

/// An example ready to be written, or why it cannot be.
struct MadeRecord {
  ExportRecord record;
  bool blanked = false;
  std::optional<Error> unusable;
};

/// The same text where it has no placeholders; false where it cannot do without.
bool clean_text(std::string& text, bool& blanked) {
  if (!has_placeholder(text)) return true;
  auto cleaned = without_placeholders(text);
  if (!cleaned) return false;
  text = std::move(*cleaned);
  blanked = true;
  return true;
}

void clean_record(MadeRecord& made) {
  ExportRecord& record = made.record;
  bool clean = clean_text(record.target, made.blanked) && clean_text(record.rejected, made.blanked);
  for (ExportTurn& turn : record.prompt) clean = clean && clean_text(turn.text, made.blanked);
  if (clean) return;
  made.unusable =
      Error{ErrorCode::kBadData,
            "left out: it has <image>, <video> or <audio> in its text, where trainers would look "
            "for a picture, a film or a sound",
            "example '" + record.id + "'"};
}

/// The prompt's own picture, or one drawn from the task.
Result<std::optional<ExportPicture>> picture_of_task(const suite::TaskSet& tasks, std::size_t task,
                                                     const ExportRecord& record) {
  if (!record.pictures.empty()) return std::optional(record.pictures.back());
  const std::vector<suite::Picture> pictures = tasks.pictures(task, {});
  if (pictures.empty()) {
    return fail(ErrorCode::kBadData, "there is no picture of it", "task '" + record.task + "'");
  }
  std::string bytes = raster::encode_png(pictures.front().image);
  std::string name = sha256_hex(bytes) + ".png";
  return std::optional(ExportPicture{std::move(name), std::move(bytes)});
}

/// Writes the chosen examples. `pictures` was guessed from the first; false if another has some.
class SetWriter {
 public:
  SetWriter(const ExportSource& source, const ExportOptions& options,
            const std::vector<Split>& splits, const std::filesystem::path& folder)
      : source_(source), options_(options), splits_(splits), folder_(folder) {
    plan_.use = options.use;
    plan_.suite = source.suite();
    plan_.rows_per_shard = options.rows_per_shard;
    plan_.jsonl = options.jsonl;
    plan_.score = source.score_words();
    plan_.folder = absolute_path(options.out).lexically_normal();
    if (!plan_.folder.has_filename()) plan_.folder = plan_.folder.parent_path();
    plan_.validation = std::ranges::find(splits, Split::kValidation) != splits.end();
    total_ = splits.size() - static_cast<std::size_t>(std::ranges::count(splits, Split::kNone));
  }

  [[nodiscard]] std::size_t total() const { return total_; }

  /// Whether the first example has pictures.
  Result<bool> first_has_pictures() const {
    const auto first =
        std::ranges::find_if(splits_, [](Split split) { return split != Split::kNone; });
    const ExportRecord record =
        TRY(source_.record(static_cast<std::size_t>(first - splits_.begin())));
    return !record.pictures.empty();
  }

  /// False where the plan says that there are no pictures, and there is one.
  Result<bool> write(bool pictures, ExportReport& report) {
    plan_.pictures = pictures;
    if (pictures && options_.format->text_only) return fail(no_place_for_pictures());
    std::unique_ptr<ExportWriter> writer = TRY(options_.format->open(folder_, plan_));
    std::size_t next = 0;
    std::size_t done = 0;
    std::atomic<bool> as_planned = true;  // read by who hands out, written by who takes
    const auto produce = [&]() -> std::optional<std::size_t> {
      while (next < splits_.size() && splits_[next] == Split::kNone) ++next;
      return next < splits_.size() && as_planned ? std::optional(next++) : std::nullopt;
    };
    TRY(for_each_in_order(
        options_.jobs, produce, [&](std::size_t index) { return make(index); },
        [&](MadeRecord made) -> Result<void> {
          if (!plan_.pictures && !made.record.pictures.empty()) as_planned = false;
          if (!as_planned) return {};
          if (options_.progress) options_.progress("written", ++done, total_);
          return take(std::move(made), *writer, report);
        }));
    if (!as_planned) return false;
    TRY(writer->finish());
    return true;
  }

 private:
  Result<MadeRecord> make(std::size_t index) const {
    if (options_.cancel.cancelled()) return fail(interrupted(options_));
    MadeRecord made;
    made.record = TRY(source_.record(index));
    made.record.split = splits_[index] == Split::kValidation ? "validation" : "train";
    clean_record(made);
    if (options_.format->task_picture) {
      made.record.task_picture =
          TRY(picture_of_task(source_.tasks(), source_.task_of(index), made.record));
    }
    return made;
  }

  static Result<void> take(MadeRecord made, ExportWriter& writer, ExportReport& report) {
    if (made.unusable) {
      report.unusable.push_back(std::move(*made.unusable));
      return {};
    }
    report.blanked += made.blanked ? 1 : 0;
    ++(made.record.split == "validation" ? report.validation : report.train);
    return writer.add(made.record);
  }

  [[nodiscard]] Error no_place_for_pictures() const {
    return {ErrorCode::kUsage,
            fmt::format("{} has no place for pictures: choose a mode whose prompts are words alone "
                        "(papert list modes), or another format",
                        options_.format->name),
            "--format"};
  }

  const ExportSource& source_;
  const ExportOptions& options_;
  const std::vector<Split>& splits_;
  const std::filesystem::path& folder_;
  ExportPlan plan_;
  std::size_t total_ = 0;
};

Error nothing_left(const ExportSource& source, const ExportReport& report) {
  const bool published = report.evaluation > 0 && report.unselected + report.excluded == 0;
  return {ErrorCode::kUsage,
          published ? "all tasks are of published evaluation sets, which do not belong in training "
                      "data (--allow-evaluation exports them all the same)"
          : source.size() == 0 ? "the source has no examples of that kind"
                               : "nothing is left to export: every task was left out"};
}

}  // namespace

std::string_view use_name(ExportUse use) {
  switch (use) {
    case ExportUse::kSft:
      return "sft";
    case ExportUse::kRl:
      return "rl";
    case ExportUse::kPairs:
      break;
  }
  return "pairs";
}

Result<std::unordered_set<std::string>> hashes_of(std::string_view suite,
                                                  const suite::TaskSet& tasks, std::size_t jobs) {
  std::unordered_set<std::string> hashes;
  std::size_t next = 0;
  TRY(for_each_in_order(
      jobs, [&] { return next < tasks.size() ? std::optional(next++) : std::nullopt; },
      [&](std::size_t index) { return suite::task_hash(suite, tasks, index); },
      [&](std::string hash) -> Result<void> {
        if (!hash.empty()) hashes.insert(std::move(hash));
        return {};
      }));
  if (hashes.empty() && tasks.size() > 0) {
    return fail(ErrorCode::kUsage, std::string(suite) + " does not tell its tasks by their content",
                "--exclude");
  }
  return hashes;
}

Result<ExportReport> export_examples(const ExportSource& source, const ExportOptions& options) {
  Staging staging = TRY(Staging::begin(options.out));
  ExportReport report;
  const std::vector<Split> splits = TRY(Selection(source, options, report).choose());
  SetWriter writer(source, options, splits, staging.folder());
  if (writer.total() == 0) return fail(nothing_left(source, report));
  const ExportReport selected = report;
  const bool pictures = TRY(writer.first_has_pictures());
  const bool as_planned = TRY(writer.write(pictures, report));
  if (!as_planned) {
    report = selected;
    TRY(staging.clear());
    TRY(writer.write(true, report));
  }
  if (report.train + report.validation == 0) return fail(report.unusable.front());
  const FolderFiles files = TRY(list_files(staging.folder()));
  report.pictures = files.picture_count();
  TRY(write_file(staging.folder() / "README.md", readme_text(source, options, report)));
  TRY(staging.finish());
  return report;
}

}  // namespace papert::datagen
