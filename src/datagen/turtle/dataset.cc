// Labels, and the folder of tasks. The folder is built beside its place and renamed when it is
// whole; pictures that an interrupted process has written there are not painted again.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/format.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "data/task_folder.h"
#include "data/turtleai/folder.h"
#include "datagen/turtle/opinions.h"
#include "datagen/turtle/selection.h"
#include "mint/turtle/book.h"
#include "raster/drawing_picture.h"

namespace papert::datagen {
namespace {

std::string label_line(const std::string& id, const std::string& code, std::string_view status,
                       const std::string& text) {
  std::string line = fmt::format(R"({{"id":"{}","status":"{}","text":)", id, status);
  append_quoted(text, line);
  line += ",\"code\":";
  append_quoted(code, line);
  return line + ",\"similarity\":1}";
}

/// A label that does not hold the program as it stands is not accepted: nobody has looked at what
/// another one would draw.
Result<std::string> labelled(const Workbench& bench, const Elite& elite) {
  const std::string id = bench.programs.id(elite);
  const std::string code = TRY(bench.programs.code(elite));
  const scene::Scene scene = TRY(bench.drawer.drawing_of(elite.key.text(), code));
  const std::string text = bench.roles.describer->label(code, scene);
  const bool has_program = text.find(trim(code)) != std::string::npos;
  return has_program ? label_line(id, code, "accepted", text)
                     : label_line(id, code, "no_label", "");
}

/// A label as it goes into the set: what it cost is not part of it.
std::string without_usage(const JsonView& line) {
  std::string text = "{";
  for (const JsonView::Member& member : line.members()) {
    if (member.key.string() == "usage") continue;
    if (text.back() != '{') text += ',';
    text.append(member.key.text()).append(":").append(member.value.text());
  }
  return text + "}\n";
}

class DatasetWriter {
 public:
  DatasetWriter(const Workbench& bench, const std::vector<Elite>& programs, const SetPlace& place)
      : bench_(bench),
        programs_(programs),
        place_(place),
        style_(place.hand ? raster::PictureStyle::kHand : raster::PictureStyle::kClean),
        part_(hidden(".part")) {}

  [[nodiscard]] Result<void> write() {
    TRY(make_directories(part_));
    TRY(write_tasks());
    TRY(not_cancelled(bench_));
    TRY(write_split());
    if (!place_.labels.empty()) TRY(write_own_labels());
    return move_to_place();
  }

 private:
  using StoredTask = data::turtleai::StoredTask;

  [[nodiscard]] std::filesystem::path hidden(const char* ending) const {
    return place_.folder.parent_path() / ("." + place_.folder.filename().string() + ending);
  }

  [[nodiscard]] Result<void> move_to_place() const {
    std::error_code error;
    const std::filesystem::path old = hidden(".old");
    std::filesystem::remove_all(old, error);
    if (may_exist(place_.folder)) std::filesystem::rename(place_.folder, old, error);
    std::filesystem::rename(part_, place_.folder, error);
    if (error) {
      return fail(system_error(error.value(), "rename the folder", place_.folder.string()));
    }
    std::filesystem::remove_all(old, error);
    return {};
  }

  /// The lines of labels that are about programs of this set.
  [[nodiscard]] Result<void> write_own_labels() const {
    BarrierFile own = TRY(BarrierFile::begin(part_ / "labels.jsonl"));
    TRY(for_each_line(place_.labels, [&](const JsonView& line, const LinePlace&) -> Result<void> {
      const bool ours = bench_.programs.find(programs_, line["id"].string()).has_value();
      if (ours) TRY(own.add(without_usage(line)));
      return {};
    }));
    return own.finish();
  }

  [[nodiscard]] Result<StoredTask> make_task(const Elite& elite) const {
    std::string code = TRY(bench_.programs.code(elite));
    const scene::Scene scene = TRY(bench_.drawer.drawing_of(elite.key.text(), code));
    const Classification found = bench_.roles.describer->classify(code, scene);
    StoredTask task;
    task.id = bench_.programs.id(elite);
    task.code = std::move(code);
    task.category = mint::turtle::kCategories[found.category];
    task.difficulty = mint::turtle::kDifficulties[found.difficulty];
    task.dataset = data::turtleai::dataset_of(style_);
    task.image = fmt::format("images/{}/{}.png", task.id.substr(0, 2), task.id);
    const auto there = read_file(part_ / task.image);
    if (there) {
      task.image_hash = sha256_hex(*there);
      return task;
    }
    const std::string png = raster::picture_file(scene, style_, task.id);
    task.image_hash = sha256_hex(png);
    TRY(write_file(part_ / task.image, png, Durability::kUnsynced));
    return task;
  }

  [[nodiscard]] Result<void> make_picture_folders() const {
    std::set<std::string> names;
    for (const Elite& elite : programs_) names.insert(bench_.programs.id(elite).substr(0, 2));
    for (const std::string& name : names) TRY(make_directories(part_ / "images" / name));
    return {};
  }

  [[nodiscard]] Result<void> write_tasks() const {
    TRY(make_picture_folders());
    NamedLines tasks;      // by id
    NamedLines checksums;  // by file
    std::size_t next = 0;
    TRY(for_each_in_order(
        bench_.options.jobs,
        [&]() -> std::optional<std::size_t> {
          if (next == programs_.size() || bench_.options.cancel.cancelled()) return std::nullopt;
          return next++;
        },
        [&](std::size_t i) { return make_task(programs_[i]); },
        [&](const StoredTask& task) -> Result<void> {
          const std::string line = with_format(data::turtleai::task_line(task));
          TRY(tasks.append(task.id, line + "\n"));
          TRY(checksums.append(task.image, data::checksums_text({{task.image, task.image_hash}})));
          bench_.report("dataset", tasks.size(), programs_.size());
          return {};
        }));
    TRY(not_cancelled(bench_));
    const std::string name = data::tasks_path("").string();
    const std::string hash = TRY(write_sorted(data::tasks_path(part_), std::move(tasks)));
    TRY(checksums.append(name, data::checksums_text({{name, hash}})));
    TRY(write_sorted(data::checksums_path(part_), std::move(checksums)));
    return {};
  }

  [[nodiscard]] Result<void> write_split() const {
    const TurtleSettings& settings = bench_.options.settings;
    const std::vector<std::string> held =
        TRY(validation_ids(bench_.programs, programs_, settings.validation, settings.seed));
    std::string train;
    std::string validation;
    for (const Elite& elite : programs_) {
      const std::string id = bench_.programs.id(elite);
      const bool is_held = std::binary_search(held.begin(), held.end(), id);
      (is_held ? validation : train).append(id).append("\n");
    }
    TRY(write_file(part_ / "train.txt", train));
    return write_file(part_ / "validation.txt", validation);
  }

  const Workbench& bench_;
  const std::vector<Elite>& programs_;
  const SetPlace& place_;
  raster::PictureStyle style_;
  std::filesystem::path part_;
};

}  // namespace

Result<std::vector<std::string>> validation_ids(const ProgramFiles& files,
                                                const std::vector<Elite>& programs, double share,
                                                std::int64_t seed) {
  constexpr double kRounding = 1e-9;
  const double wanted = std::floor(share * static_cast<double>(programs.size()) + kRounding);
  // The smallest so far, the largest of them on top.
  std::priority_queue<std::pair<std::string, std::string>> drawn;  // hash, id
  for (const Elite& elite : programs) {
    const std::string drawing = TRY(files.drawing(elite));
    drawn.emplace(sha256_hex(fmt::format("{} {}", seed, drawing)), files.id(elite));
    if (static_cast<double>(drawn.size()) > wanted) drawn.pop();
  }
  std::vector<std::string> ids;
  for (; !drawn.empty(); drawn.pop()) ids.push_back(drawn.top().second);
  std::sort(ids.begin(), ids.end());
  return ids;
}

Result<void> write_labels(const Workbench& bench, const std::vector<Elite>& programs,
                          const std::filesystem::path& path) {
  std::size_t next = 0;
  StageFile file =
      TRY(StageFile::open(path, [&](const JsonView& line, const LinePlace&) -> Result<void> {
        const std::string id = line["id"].string();
        if (next < programs.size() && bench.programs.id(programs[next]) == id) {
          ++next;
          return {};
        }
        return fail(ErrorCode::kBadData,
                    "'" + id + "' is not the next program; remove the folder and begin again",
                    path.string());
      }));
  std::size_t done = next;
  TRY(for_each_in_order(
      bench.options.jobs,
      [&]() -> std::optional<std::size_t> {
        if (next == programs.size() || bench.options.cancel.cancelled()) return std::nullopt;
        return next++;
      },
      [&](std::size_t i) { return labelled(bench, programs[i]); },
      [&](const std::string& line) -> Result<void> {
        TRY(file.append(line));
        bench.report("labels", ++done, programs.size());
        return {};
      }));
  TRY(file.finish());
  return not_cancelled(bench);
}

Result<void> write_set(const Workbench& bench, const std::vector<Elite>& programs,
                       const SetPlace& place) {
  return DatasetWriter(bench, programs, place).write();
}

namespace {

SetPlace place_of(const Workbench& bench, std::filesystem::path folder) {
  SetPlace place;
  place.folder = std::move(folder);
  place.hand = bench.options.settings.picture == "hand";
  if (bench.options.settings.labels) place.labels = labels_path(bench.options.out);
  return place;
}

}  // namespace

Result<void> write_dataset(const Workbench& bench, const std::vector<Elite>& programs) {
  SetPlace place = place_of(bench, dataset_path(bench.options.out));
  if (!may_exist(place.folder)) TRY(write_set(bench, programs, place));
  if (bench.options.settings.picture != "both") return {};
  place.folder += "-hand";
  place.hand = true;
  if (may_exist(place.folder)) return {};
  return write_set(bench, programs, place);
}

Result<SelectedCounts> write_selected(const Workbench& bench, const std::vector<Elite>& programs) {
  const Opinions opinions = TRY(read_opinions(bench.options.select));
  SelectedCounts counts;
  std::vector<Elite> good;
  for (const Elite& elite : programs) {
    const auto said = opinions.find(bench.programs.id(elite));
    if (said == opinions.end()) {
      ++counts.unlabelled;
    } else if (said->second) {
      good.push_back(elite);
    } else {
      ++counts.bad;
    }
  }
  counts.good = good.size();
  counts.strangers = opinions.size() - counts.good - counts.bad;
  if (good.empty()) {
    return fail(ErrorCode::kBadData,
                fmt::format("no drawing of the set is good six times; {} are not, {} of its "
                            "drawings have no label, {} labels are of other drawings",
                            counts.bad, counts.unlabelled, counts.strangers),
                bench.options.select.string());
  }
  TRY(write_set(bench, good, place_of(bench, selected_path(bench.options.out))));
  return counts;
}

}  // namespace papert::datagen
