#include "datagen/turtle/bench_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/paths.h"
#include "base/text.h"
#include "data/turtlebench/folder.h"
#include "data/turtlebench/picture.h"
#include "datagen/turtle/bench_words.h"
#include "datagen/turtle/selection.h"
#include "lang/turtle/host/library.h"
#include "raster/contours.h"
#include "score/compare_drawings.h"
#include "score/drawing_index.h"

namespace papert::datagen {
namespace {

namespace bench = data::turtlebench;

constexpr std::size_t kTweaksOfAShape = 2;

/// A program, and how it came about.
struct Grown {
  std::string id;
  std::string code;
  std::string parent;  // an id; empty for a seed
  std::string via;
};

/// A program as an item, with its ink.
struct InkedItem {
  bench::Item item;
  scene::Scene ink;
};

/// All programs of a generation that are of use: by id.
class Lineage {
 public:
  [[nodiscard]] Result<void> read(const std::filesystem::path& folder) {
    TRY(for_each_line(folder / "seeds.jsonl",
                      [&](const JsonView& line, const LinePlace&) -> Result<void> {
                        const std::string id = line["id"].string();
                        programs_[id] = {id, line["code"].string(), "", ""};
                        return {};
                      }));
    for (std::uint32_t round = 1; may_exist(elite_path(round_folder(folder, round))); ++round) {
      TRY(read_round(round_folder(folder, round)));
    }
    return {};
  }

  [[nodiscard]] const Grown* find(const std::string& id) const {
    const auto found = programs_.find(id);
    return found == programs_.end() ? nullptr : &found->second;
  }

 private:
  [[nodiscard]] Result<void> read_round(const std::filesystem::path& folder) {
    std::map<CandidateKey, Grown*> kept;
    TRY(for_each_line(elite_path(folder),
                      [&](const JsonView& line, const LinePlace&) -> Result<void> {
                        const CandidateKey key = TRY(candidate_key(line["key"].string()));
                        const std::string id = line["id"].string();
                        Grown& grown = programs_[id];
                        grown.id = id;
                        grown.code = line["code"].string();
                        kept[key] = &grown;
                        return {};
                      }));
    return for_each_line(candidates_path(folder),
                         [&](const JsonView& line, const LinePlace&) -> Result<void> {
                           const CandidateKey key = TRY(candidate_key(line["key"].string()));
                           const auto found = kept.find(key);
                           if (found == kept.end()) return {};
                           found->second->parent = line["parent"].string();
                           found->second->via = line["via"].string();
                           return {};
                         });
  }

  std::map<std::string, Grown> programs_;
};

class BenchSetWriter {
 public:
  BenchSetWriter(const std::filesystem::path& folder, CancelToken cancel)
      : folder_(folder),
        part_(folder / ".turtlebench.part"),
        jails_(sandbox::JailOptions{}),
        cancel_(std::move(cancel)) {}

  [[nodiscard]] Result<BenchSetReport> write() {
    TRY(lineage_.read(folder_));
    const std::vector<std::string> ids = TRY(ids_of_set());
    std::error_code ignored;
    std::filesystem::remove_all(part_, ignored);
    TRY(make_directories(bench::source_folder(part_)));
    for (const std::string& id : ids) {
      if (cancel_.cancelled())
        return fail(ErrorCode::kCancelled, "interrupted; repeat the command");
      const Grown* const grown = lineage_.find(id);
      if (grown == nullptr) {
        return fail(ErrorCode::kBadData, "no round has the task '" + id + "'", folder_.string());
      }
      TRY(add(*grown));
    }
    TRY(bench::write_items(part_, items_));
    std::filesystem::remove_all(folder_ / "turtlebench", ignored);
    std::error_code error;
    std::filesystem::rename(part_, folder_ / "turtlebench", error);
    if (error) return fail(system_error(error.value(), "rename the folder", part_.string()));
    return report_;
  }

 private:
  /// Of the tasks, in their order; of those that people chose where they did.
  [[nodiscard]] Result<std::vector<std::string>> ids_of_set() const {
    const bool chosen = may_exist(selected_path(folder_));
    const std::filesystem::path set = chosen ? selected_path(folder_) : dataset_path(folder_);
    std::vector<std::string> ids;
    TRY(for_each_line(set / "tasks.jsonl",
                      [&](const JsonView& line, const LinePlace&) -> Result<void> {
                        ids.push_back(line["id"].string());
                        return {};
                      }));
    return ids;
  }

  /// Nothing where the ink is there already.
  [[nodiscard]] Result<std::optional<InkedItem>> inked(bench::Item item, const Grown& grown) {
    const BenchProgram program = bench_program(grown.code);
    item.code = program.code;
    if (item.variables.empty()) item.variables = program.variables;
    lang::turtle::Drawing drawing = TRY(lang::turtle::run_with_library(
        jails_, lang::turtle::Library::kTurtle, item.variables, item.code));
    if (drawing.outcome.status != sandbox::Status::kOk) {
      return fail(ErrorCode::kInternal,
                  "a program fails as an item: " + drawing.outcome.reason + "\n" + item.code,
                  grown.id);
    }
    InkedItem made{std::move(item), bench::ink_of(std::move(drawing.scene))};
    if (!scene::painted_bounds(made.ink, true)) return std::optional<InkedItem>();
    if (!keys_.insert(score::drawing_key(made.ink)).second) return std::optional<InkedItem>();
    return std::optional(std::move(made));
  }

  [[nodiscard]] Result<void> store(const InkedItem& made, std::int64_t contours) {
    bench::Item item = made.item;
    item.source_contours = contours;
    item.picture = bench::source_folder(part_) / (item.name() + ".png");
    TRY(write_file(item.picture, bench::picture_bytes(bench::paint_picture(made.ink)),
                   Durability::kUnsynced));
    items_.push_back(std::move(item));
    return {};
  }

  struct Shape {
    InkedItem made;
    std::int64_t contours = 0;
    std::size_t tweaks = 0;
  };

  /// The program as a shape; null where its ink belongs to another item.
  [[nodiscard]] Result<Shape*> shape_of(const Grown& grown) {
    const auto known = shapes_.find(grown.id);
    if (known != shapes_.end()) return known->second ? &*known->second : nullptr;
    bench::Item item;
    item.id = "grown-" + grown.id;
    item.query = "creates exactly the same shape.";
    std::optional<InkedItem> made = TRY(inked(std::move(item), grown));
    std::optional<Shape>& shape = shapes_[grown.id];
    if (!made) return nullptr;
    made->item.description = picture_words(grown.code, made->ink);
    const auto contours = raster::count_contours(bench::paint_picture(made->ink));
    TRY(store(*made, contours));
    shape = Shape{std::move(*made), contours, 0};
    ++report_.shapes;
    return &*shape;
  }

  /// Whether it became a tweak.
  [[nodiscard]] Result<bool> add_tweak(const Grown& grown, const Grown& parent) {
    Shape* const shape = TRY(shape_of(parent));
    if (shape == nullptr || shape->tweaks == kTweaksOfAShape) return false;
    bench::Item item = shape->made.item;
    item.variables.clear();
    item.question = static_cast<std::int64_t>(shape->tweaks) + 2;
    const std::optional<InkedItem> made = TRY(inked(std::move(item), grown));
    if (!made) {
      ++report_.alike;
      return true;
    }
    InkedItem tweak = *made;
    const std::string_view change = std::string_view(grown.via).substr(grown.via.find(':') + 1);
    tweak.item.tweak_kinds = {std::string(tweak_kind(change))};
    tweak.item.query = tweak_query(change, picture_words(grown.code, tweak.ink));
    TRY(store(tweak, shape->contours));
    ++shape->tweaks;
    ++report_.tweaks;
    return true;
  }

  [[nodiscard]] Result<void> add(const Grown& grown) {
    if (shapes_.contains(grown.id)) return {};
    const Grown* const parent = grown.parent.empty() ? nullptr : lineage_.find(grown.parent);
    if (parent != nullptr && TRY(add_tweak(grown, *parent))) return {};
    const Shape* const shape = TRY(shape_of(grown));
    if (shape == nullptr) ++report_.alike;
    return {};
  }

  std::filesystem::path folder_;
  std::filesystem::path part_;
  lang::turtle::JailPool jails_;
  CancelToken cancel_;
  Lineage lineage_;
  std::set<std::string> keys_;  // of ink
  std::map<std::string, std::optional<Shape>> shapes_;
  std::vector<bench::Item> items_;
  BenchSetReport report_;
};

}  // namespace

Result<BenchSetReport> write_bench_set(const std::filesystem::path& folder,
                                       const CancelToken& cancel) {
  const FileDescriptor lock =
      TRY(lock_folder(folder, "another process is working on this folder; wait for it or stop it"));
  return BenchSetWriter(folder, cancel).write();
}

}  // namespace papert::datagen
