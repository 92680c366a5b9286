#include "analysis/label_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "analysis/label_suggestion.h"
#include "base/file.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "raster/png.h"
#include "raster/render.h"
#include "run/config.h"
#include "run/folder.h"
#include "run/log.h"
#include "suite/registry.h"

namespace papert::analysis {
namespace {

constexpr std::size_t kLargestPicture = std::size_t{8} << 20;

/// The tag's values, joined where a task has several.
std::string stratum_of(const std::vector<suite::Tag>& tags, const std::string& by) {
  std::string stratum;
  if (by.empty()) return stratum;
  for (const suite::Tag& tag : tags) {
    if (tag.key == by) stratum += (stratum.empty() ? "" : "+") + tag.value;
  }
  return stratum;
}

/// Something that may be drawn into the sample.
struct Candidate {
  SampledItem item;
  std::size_t source = 0;  // which run
  std::int64_t place = 0;  // the line of its log, or the index of the task
};

class Candidates {
 public:
  explicit Candidates(const LabelRequest& request) : request_(request) {}

  void add(const std::string& key, const std::vector<suite::Tag>& tags, std::size_t source,
           std::int64_t place) {
    for (const suite::Tag& tag : tags) known_tags_.insert(tag.key);
    all_.push_back({{key, stratum_of(tags, request_.by)}, source, place});
  }

  [[nodiscard]] std::size_t size() const { return all_.size(); }

  /// Those of the sample, by lot.
  [[nodiscard]] Result<std::vector<Candidate>> drawn() const {
    if (!request_.by.empty() && !known_tags_.contains(request_.by)) {
      return fail(ErrorCode::kUsage,
                  fmt::format("nothing has the tag '{}'; there are: {}", request_.by,
                              fmt::join(known_tags_, ", ")),
                  "--by");
    }
    const std::size_t needed = request_.batches.items();
    if (needed > all_.size()) {
      return fail(ErrorCode::kUsage,
                  fmt::format("{} batches of {} need {} items, and there are {}",
                              request_.batches.batches, request_.batches.size, needed, all_.size()),
                  "--batches");
    }
    std::vector<SampledItem> items;
    items.reserve(all_.size());
    for (const Candidate& each : all_) items.push_back(each.item);
    const std::size_t count = needed > 0 ? needed : request_.sample.of(all_.size());
    if (request_.most > 0 && count > request_.most) {
      return fail(ErrorCode::kLimit,
                  fmt::format("these are {} items; at most {} are taken", count, request_.most),
                  needed > 0 ? "--batches" : "--sample");
    }
    std::vector<Candidate> drawn;
    drawn.reserve(count);
    for (const std::size_t place : draw_sample(items, count, request_.seed)) {
      drawn.push_back(all_[place]);
    }
    return drawn;
  }

 private:
  const LabelRequest& request_;
  std::vector<Candidate> all_;
  std::set<std::string> known_tags_;
};

raster::Bitmap ink_of(const raster::Image& image) {
  raster::Bitmap ink(image.width(), image.height());
  const int channels = image.channels();
  for (int y = 0; y < image.height(); ++y) {
    const std::uint8_t* const row = image.row(y);
    for (int x = 0; x < image.width(); ++x) {
      const std::uint8_t* const pixel = row + x * channels;
      if (std::any_of(pixel, pixel + channels, [](auto v) { return v < 200; })) ink.set(x, y);
    }
  }
  return ink;
}

/// Of suites that draw: the target comes first and the drawing second.
struct Drawn {
  std::optional<raster::Image> target;
  std::optional<raster::Image> drawing;
};

Drawn decode_drawn(const std::vector<LabelPicture>& pictures) {
  Drawn drawn;
  if (pictures.empty() || pictures.front().title != "target") return drawn;
  if (auto image = raster::decode_png(pictures[0].png)) drawn.target = std::move(*image);
  if (pictures.size() < 2) return drawn;
  if (auto image = raster::decode_png(pictures[1].png)) drawn.drawing = std::move(*image);
  return drawn;
}

void add_difference(const Drawn& drawn, std::vector<LabelPicture>& pictures) {
  if (!drawn.target || !drawn.drawing || pictures.size() > 2) return;
  const raster::Image difference =
      raster::difference_picture(ink_of(*drawn.target), ink_of(*drawn.drawing));
  pictures.push_back({"difference", raster::encode_png(difference, {.compact = true})});
}

/// A run that is labelled.
struct SourceRun {
  std::filesystem::path folder;
  run::RunConfig config;
};

class RunItems {
 public:
  RunItems(const LabelKind& kind, const LabelRequest& request)
      : kind_(kind), request_(request), candidates_(request) {}

  [[nodiscard]] Result<void> open() {
    std::set<std::string> ids;
    for (const std::string& name : request_.sources) {
      const std::filesystem::path folder = TRY(run::find_run(name, request_.log_dir));
      run::RunConfig config = TRY(run::read_config(folder));
      TRY(check_suite(config.suite, folder.string()));
      if (!ids.insert(config.id()).second) {
        return fail(ErrorCode::kUsage, "the run is given twice", folder.string());
      }
      runs_.push_back({folder, std::move(config)});
    }
    return {};
  }

  [[nodiscard]] Result<LabelItems> items() {
    LabelItems result;
    for (std::size_t i = 0; i < runs_.size(); ++i) TRY(find(i, result));
    result.found = candidates_.size();
    const std::vector<Candidate> drawn = TRY(candidates_.drawn());
    std::map<std::pair<std::size_t, std::int64_t>, std::size_t> places;
    std::vector<std::unordered_set<std::int64_t>> lines(runs_.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      places[{drawn[i].source, drawn[i].place}] = i;
      lines[drawn[i].source].insert(drawn[i].place);
    }
    result.items.resize(drawn.size());
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      TRY(run::read_lines(run::samples_path(runs_[i].folder), run::Part::kAll, lines[i],
                          [&](run::Record& record) {
                            result.items[places.at({i, record.line})] = item_of(runs_[i], record);
                          }));
    }
    if (without_pictures_ > 0) {
      result.notes.push_back(
          fmt::format("{} samples kept no pictures of a target and a drawing, and are left out",
                      format_count(static_cast<std::int64_t>(without_pictures_))));
    }
    return result;
  }

 private:
  [[nodiscard]] Result<void> check_suite(const std::string& suite, const std::string& where) const {
    const bool verdict = request_.kind.starts_with(kVerdictPrefix);
    const std::string wanted =
        verdict ? request_.kind.substr(kVerdictPrefix.size()) : std::string(kind_.suite);
    if (wanted.empty() || wanted == suite) return {};
    return fail(
        ErrorCode::kUsage,
        fmt::format("the run is of suite {}, and {} is about {}", suite, request_.kind, wanted),
        where);
  }

  [[nodiscard]] bool wanted(const run::Record& record) {
    if (!record.scored()) return false;
    if (kind_.source == LabelSource::kFailures) return !record.right();
    if (kind_.source != LabelSource::kDrawings) return true;
    const bool drawn = record.pictures.size() > 1 && record.pictures.front().title == "target";
    without_pictures_ += drawn ? 0U : 1U;
    return drawn;
  }

  [[nodiscard]] Result<void> find(std::size_t source, LabelItems& result) {
    const std::string id = runs_[source].config.id();
    const std::filesystem::path log = run::samples_path(runs_[source].folder);
    std::map<std::string, std::pair<std::vector<suite::Tag>, std::int64_t>> found;
    const run::LogReport report =
        TRY(run::read_log(log, run::Part::kFigures, [&](run::Record& record) {
          if (!wanted(record)) return;
          found[fmt::format("{}\n{}\n{}", id, record.id, record.epoch)] = {record.tags,
                                                                           record.line};
        }));
    for (const auto& [key, sample] : found) {
      candidates_.add(key, sample.first, source, sample.second);
    }
    result.problems.insert(result.problems.end(), report.damaged.begin(), report.damaged.end());
    return {};
  }

  [[nodiscard]] LabelItem item_of(const SourceRun& run, const run::Record& record) const {
    LabelItem item;
    item.id = record.id;
    item.epoch = record.epoch;
    item.run = run.config.id();
    for (const run::RecordedPicture& picture : record.pictures) {
      if (!run::is_picture_hash(picture.image)) continue;
      auto bytes = read_file(run::picture_path(run.folder, picture.image), kLargestPicture);
      if (bytes) item.pictures.push_back({picture.title, std::move(*bytes)});
    }
    const Drawn drawn = decode_drawn(item.pictures);
    add_difference(drawn, item.pictures);
    item.suggested =
        suggest_labels(request_.kind, {.record = record,
                                       .target = drawn.target ? &*drawn.target : nullptr,
                                       .drawing = drawn.drawing ? &*drawn.drawing : nullptr});
    // Two drawings are the same or not, whoever drew them how.
    if (kind_.form == LabelForm::kSame) return item;
    item.prompt = record.texts.prompt;
    item.reply = record.texts.reply.value_or("");
    item.code = record.texts.answer;
    return item;
  }

  const LabelKind& kind_;
  const LabelRequest& request_;
  Candidates candidates_;
  std::vector<SourceRun> runs_;
  std::size_t without_pictures_ = 0;
};

/// "A) red\nB) two\nlines" -> {"red", "two\nlines"}.
std::vector<std::string> read_options(std::string_view text) {
  std::vector<std::string> options;
  for (const std::string_view line : split(text, '\n')) {
    const char next = static_cast<char>('A' + static_cast<char>(options.size()));
    if (line.size() >= 2 && line[0] == next && line[1] == ')') {
      options.emplace_back(trim(line.substr(2)));
    } else if (!options.empty()) {
      options.back() += "\n" + std::string(line);
    }
  }
  return options;
}

/// A reply that is a program: without the lines that fence it.
std::string without_fences(const std::string& reply) {
  std::string code;
  for (const std::string_view line : split(trim(reply), '\n')) {
    if (!line.starts_with("```")) code += std::string(line) + "\n";
  }
  return code;
}

class TaskItems {
 public:
  TaskItems(const LabelKind& kind, const LabelRequest& request) : kind_(kind), request_(request) {}

  [[nodiscard]] Result<LabelItems> items() {
    if (request_.tasks.suite != nullptr) {
      TRY(take_open());
    } else {
      TRY(open());
    }
    LabelItems result;
    result.notes.assign(tasks_->notes().begin(), tasks_->notes().end());
    result.problems.assign(tasks_->problems().begin(), tasks_->problems().end());
    result.found = tasks_->size();
    const std::vector<std::size_t> drawn = TRY(drawn_tasks(*tasks_, request_));
    result.items.reserve(drawn.size());
    for (const std::size_t place : drawn) {
      auto item = item_of(place);
      if (item) result.items.push_back(std::move(*item));
      if (!item) result.problems.push_back(item.error());
    }
    return result;
  }

 private:
  [[nodiscard]] Result<void> take_open() {
    suite_ = request_.tasks.suite;
    if (suite_->name() != kind_.suite) {
      return fail(ErrorCode::kUsage, fmt::format("the tasks are of suite {}, and {} is about {}",
                                                 suite_->name(), request_.kind, kind_.suite));
    }
    modes_ = request_.tasks.modes;
    tasks_ = request_.tasks.tasks;
    return {};
  }

  /// A folder that datagen wrote has its tasks below "dataset".
  [[nodiscard]] Result<void> open() {
    if (request_.sources.size() != 1) {
      return fail(ErrorCode::kUsage, request_.kind + " is about one folder of tasks");
    }
    std::filesystem::path folder = request_.sources.front();
    if (!may_exist(folder)) {
      return fail(ErrorCode::kNotFound, "there is no such folder of tasks", folder.string());
    }
    if (is_folder(folder / "dataset")) folder /= "dataset";
    own_suite_ = TRY(suite::find_suite(kind_.suite));
    suite_ = own_suite_.get();
    suite::Modes modes;
    if (request_.kind == "tweak/turtlebench") modes["task"] = "tweak";
    modes_ = TRY(suite::resolve_modes(*suite_, modes));
    own_tasks_ = TRY(suite_->load(folder, {.modes = modes_, .jobs = available_processors()}));
    tasks_ = own_tasks_.get();
    return {};
  }

  [[nodiscard]] Result<LabelItem> item_of(std::size_t index) const {
    LabelItem item;
    item.id = tasks_->id(index);
    for (const suite::Picture& picture : tasks_->pictures(index, {})) {
      item.pictures.push_back(
          {picture.title, raster::encode_png(picture.image, {.compact = true})});
    }
    if (item.pictures.empty()) {
      return fail(ErrorCode::kBadData, "its picture cannot be painted", "task '" + item.id + "'");
    }
    if (kind_.suite == "sgp") return question_of(index, std::move(item));
    item.code = without_fences(tasks_->reference(index));
    if (kind_.suite == "turtleai") return item;
    suite::Prompt prompt = TRY(tasks_->prompt(index, suite_->default_prompt(modes_)));
    item.prompt = std::move(prompt.text);
    if (request_.kind == "tweak/turtlebench") {
      for (std::string& image : prompt.images) {
        item.pictures.insert(item.pictures.begin(), {"given", std::move(image)});
      }
    }
    return item;
  }

  [[nodiscard]] Result<LabelItem> question_of(std::size_t index, LabelItem item) const {
    item.question = TRY(tasks_->prompt(index, "{{question}}")).text;
    const std::string options = TRY(tasks_->prompt(index, "{{question}}\n{{options}}")).text;
    if (options.size() > item.question.size()) {
      item.options = read_options(std::string_view(options).substr(item.question.size() + 1));
    }
    if (request_.kind == "inspect/sgp") {
      const std::string reference = tasks_->reference(index);
      item.key = reference.substr(std::min(reference.size(), std::string("Answer: ").size()));
    }
    return item;
  }

  const LabelKind& kind_;
  const LabelRequest& request_;
  std::unique_ptr<suite::Suite> own_suite_;
  std::unique_ptr<suite::TaskSet> own_tasks_;
  const suite::Suite* suite_ = nullptr;
  suite::Modes modes_;
  const suite::TaskSet* tasks_ = nullptr;
};

void put_batches(const BatchPlan& plan, std::vector<LabelItem>& items) {
  if (plan.batches == 0) return;
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i].batch = std::to_string(i / plan.size + 1);
  }
}

}  // namespace

Result<std::vector<std::size_t>> drawn_tasks(const suite::TaskSet& tasks,
                                             const LabelRequest& request) {
  Candidates candidates(request);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    candidates.add(tasks.id(i), tasks.task(i).tags, 0, static_cast<std::int64_t>(i));
  }
  const std::vector<Candidate> drawn = TRY(candidates.drawn());
  std::vector<std::size_t> places;
  places.reserve(drawn.size());
  for (const Candidate& each : drawn) places.push_back(static_cast<std::size_t>(each.place));
  return places;
}

Result<LabelItems> label_items(const LabelRequest& request) {
  const LabelKind* const kind = TRY(find_label_kind(request.kind));
  LabelItems result;
  if (kind->source == LabelSource::kTasks) {
    result = TRY(TaskItems(*kind, request).items());
  } else {
    RunItems runs(*kind, request);
    TRY(runs.open());
    result = TRY(runs.items());
  }
  if (result.items.empty()) {
    const bool failures = kind->source == LabelSource::kFailures;
    return fail(
        ErrorCode::kBadData,
        failures ? "there is nothing to label: no sample failed" : "there is nothing to label",
        request.sources.empty() ? "" : request.sources.front());
  }
  put_batches(request.batches, result.items);
  return result;
}

}  // namespace papert::analysis
