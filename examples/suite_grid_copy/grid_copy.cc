// A whole benchmark in one file: copy a coloured grid from its picture into letters.
//
//     picture of 3 x 3 squares  ->  RGB
//                                   WWK
//                                   YRR
//
// It loads, mints, asks, judges, shows and renders; the registration at the end is all that the
// rest of Papert needs to know it. docs/adding-a-suite.md walks through this file.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/random.h"
#include "base/sha256.h"
#include "base/text.h"
#include "data/seeds.h"
#include "data/task_folder.h"
#include "raster/png.h"
#include "reply/code.h"
#include "suite/prompt_template.h"
#include "suite/registry.h"

namespace grid_copy {
namespace {

using papert::ErrorCode;
using papert::fail;
using papert::Json;
using papert::Result;
namespace data = papert::data;
namespace fs = std::filesystem;
namespace raster = papert::raster;
namespace reply = papert::reply;
namespace suite = papert::suite;

// ---- the task ----

struct Color {
  char letter;
  std::array<std::uint8_t, 3> rgb;
};
constexpr std::array<Color, 6> kColors{{{'R', {220, 30, 30}},
                                        {'G', {30, 160, 60}},
                                        {'B', {40, 70, 210}},
                                        {'Y', {245, 215, 40}},
                                        {'K', {0, 0, 0}},
                                        {'W', {255, 255, 255}}}};

struct Tier {
  std::string_view name;
  std::size_t side;
};
constexpr std::array<Tier, 3> kTiers{{{"small", 3}, {"medium", 5}, {"large", 8}}};
constexpr std::array<std::string_view, 3> kTierNames{"small", "medium", "large"};

/// Rows of letters.
using Grid = std::vector<std::string>;

struct GridTask {
  std::string id;
  std::string tier;
  Grid rows;
};

std::string id_of(const GridTask& task) { return task.id; }

/// One row a line.
std::string text_of(const Grid& rows) { return fmt::format("{}\n", fmt::join(rows, "\n")); }

bool is_color(char letter) {
  return std::ranges::any_of(kColors, [&](const Color& color) { return color.letter == letter; });
}

/// Rows of letters, with or without spaces between them. Nothing where it is not a grid.
std::optional<Grid> parse_grid(std::string_view text) {
  Grid rows;
  for (std::string_view line : papert::split(papert::trim(text), '\n')) {
    std::string row;
    for (const char c : papert::trim(line)) {
      if (c == ' ') continue;
      if (!is_color(c)) return std::nullopt;
      row += c;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

raster::Image paint(const Grid& rows) {
  constexpr int kCell = 32;
  std::size_t width = 0;
  for (const std::string& row : rows) width = std::max(width, row.size());
  raster::Image image(kCell * static_cast<int>(width), kCell * static_cast<int>(rows.size()),
                      raster::PixelFormat::kRgb);
  for (int y = 0; y < image.height(); ++y) {
    const std::string& row = rows[static_cast<std::size_t>(y / kCell)];
    for (int x = 0; x < kCell * static_cast<int>(row.size()); ++x) {
      const char letter = row[static_cast<std::size_t>(x / kCell)];
      const auto* color = std::ranges::find(kColors, letter, &Color::letter);
      std::ranges::copy(color->rgb, image.row(y) + 3 * x);
    }
  }
  return image;
}

// ---- its file: one {"id", "tier", "rows"} a line of tasks.jsonl ----

std::string line_of(const GridTask& task) {
  return papert::dump_json(Json{{"id", task.id}, {"tier", task.tier}, {"rows", task.rows}});
}

Result<GridTask> task_from_json(const Json& json, const std::string& where) {
  GridTask task;
  task.id = TRY(papert::get_string(json, "id", where));
  task.tier = TRY(papert::get_string(json, "tier", where));
  const auto rows = json.find("rows");
  const bool texts = rows != json.end() && rows->is_array() && !rows->empty() &&
                     std::ranges::all_of(*rows, [](const Json& row) { return row.is_string(); });
  if (!texts) return fail(ErrorCode::kBadData, "'rows' must be a list of texts", where);
  const auto grid = parse_grid(text_of(rows->get<Grid>()));
  if (!grid) return fail(ErrorCode::kBadData, "'rows' has letters that are not colours", where);
  task.rows = *grid;
  return task;
}

Result<data::Stored<GridTask>> read_folder(const fs::path& folder) {
  auto stored = TRY(data::read_task_lines<GridTask>(data::tasks_path(folder), task_from_json));
  data::put_in_id_order(stored.tasks, stored.problems, id_of);
  return stored;
}

Result<std::vector<const Tier*>> tiers_of(const std::vector<std::string>& names) {
  std::vector<const Tier*> tiers;
  for (const Tier& tier : kTiers) {
    if (names.empty() || std::ranges::find(names, tier.name) != names.end()) tiers.push_back(&tier);
  }
  if (!tiers.empty()) return tiers;
  return fail(ErrorCode::kUsage,
              fmt::format("there are only the tiers {}", fmt::join(kTierNames, ", ")), "--tier");
}

// ---- asked and judged ----

constexpr std::string_view kPrompt =
    R"(The picture shows a grid of {{side}} x {{side}} coloured squares.
Copy it: one line for each row, from top to bottom, and one letter for each square, from left to right.
R is red, G green, B blue, Y yellow, K black, W white. Put the lines into a fenced block.
)";

constexpr std::array<suite::MetricInfo, 2> kMetrics{
    {{"exact", "exact"}, {"cell_accuracy", "cells right"}}};

reply::Likeness likeness(std::string_view code) {
  return parse_grid(code) ? reply::Likeness::kProgram : reply::Likeness::kNone;
}
constexpr reply::ProgramRule kRule{.likeness = likeness};

class GridTasks final : public suite::TaskSet {
 public:
  GridTasks(data::Stored<GridTask> stored, std::string data_hash)
      : stored_(std::move(stored)), data_hash_(std::move(data_hash)) {}

  [[nodiscard]] std::size_t size() const override { return stored_.tasks.size(); }
  [[nodiscard]] std::string id(std::size_t index) const override { return at(index).id; }
  [[nodiscard]] suite::Task task(std::size_t index) const override {
    return {at(index).id, "", {{"tier", at(index).tier}}};
  }
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override {
    suite::Prompt prompt;
    prompt.text = TRY(
        suite::fill_template(prompt_template, {{"side", std::to_string(at(index).rows.size())}}));
    prompt.images.push_back(raster::encode_png(paint(at(index).rows)));
    return prompt;
  }
  [[nodiscard]] reply::Answer read(std::string_view text,
                                   reply::Extraction extraction) const override {
    return extraction == reply::Extraction::kStrict ? reply::find_code_strictly(text, kRule)
                                                    : reply::find_program(text, kRule);
  }
  [[nodiscard]] suite::Judged judge(std::size_t index, const reply::Answer& answer) const override {
    const Grid& target = at(index).rows;
    const std::string& text = answer.first().code;
    const auto grid = text.empty() ? std::nullopt : parse_grid(text);
    std::size_t right = 0;
    for (std::size_t y = 0; grid && y < std::min(grid->size(), target.size()); ++y) {
      for (std::size_t x = 0; x < std::min((*grid)[y].size(), target[y].size()); ++x) {
        right += (*grid)[y][x] == target[y][x] ? 1 : 0;
      }
    }
    const bool exact = grid == target;
    const auto cells = static_cast<double>(target.size() * target.front().size());
    suite::Judged judged;
    judged.score.metrics = {{"exact", exact ? 1.0 : 0.0},
                            {"cell_accuracy", static_cast<double>(right) / cells}};
    if (!grid) {
      judged.score.verdict = text.empty() ? suite::Verdict::kNoAnswer : suite::Verdict::kInvalid;
      judged.score.detail["error"] = text.empty() ? "no_code" : "format";
      judged.score.detail["message"] = "no grid of letters was found in the reply";
      return judged;
    }
    judged.score.verdict = exact ? suite::Verdict::kRight : suite::Verdict::kWrong;
    judged.drawing = *grid;
    return judged;
  }
  [[nodiscard]] std::string reference(std::size_t index) const override {
    return "```\n" + text_of(at(index).rows) + "```\n";
  }
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Judged& judged) const override {
    std::vector<suite::Picture> pictures{{"target", paint(at(index).rows)}};
    const auto* grid = std::any_cast<Grid>(&judged.drawing);
    if (grid != nullptr) pictures.push_back({"answer", paint(*grid)});
    return pictures;
  }
  [[nodiscard]] std::string data_hash() const override { return data_hash_; }
  [[nodiscard]] std::span<const papert::Error> problems() const override {
    return stored_.problems;
  }

 private:
  [[nodiscard]] const GridTask& at(std::size_t index) const { return stored_.tasks[index]; }

  data::Stored<GridTask> stored_;
  std::string data_hash_;
};

// ---- the suite ----

/// The grid of a seed and tier. One random draw a statement: the order never depends on the
/// compiler.
GridTask mint_one(const std::string& split, const Tier& tier, std::int64_t seed) {
  papert::Random random(seed * 100 + static_cast<std::int64_t>(tier.side));
  GridTask task{fmt::format("{}-{}-{:08}", split, tier.name, seed), std::string(tier.name), {}};
  for (std::size_t y = 0; y < tier.side; ++y) {
    std::string row;
    for (std::size_t x = 0; x < tier.side; ++x) {
      const std::uint64_t color = random.randbelow(kColors.size());
      row += kColors[color].letter;
    }
    task.rows.push_back(std::move(row));
  }
  return task;
}

class GridCopy final : public suite::Suite,
                       public suite::Generator,
                       public suite::Painter,
                       public suite::Recogniser {
 public:
  [[nodiscard]] const suite::SuiteInfo& info() const override { return info_; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes&) const override {
    return kPrompt;
  }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const fs::path& data, const suite::LoadOptions& options) const override {
    TRY(tiers_of(options.tiers));
    auto stored = TRY(read_folder(data));
    papert::Sha256 hash;
    for (const GridTask& task : stored.tasks) hash.update(line_of(task) + "\n");
    std::erase_if(stored.tasks, [&](const GridTask& task) {
      return !options.tiers.empty() &&
             std::ranges::find(options.tiers, task.tier) == options.tiers.end();
    });
    return std::make_unique<GridTasks>(std::move(stored), hash.hex());
  }

  [[nodiscard]] const suite::Generator* generator() const override { return this; }
  [[nodiscard]] const suite::Painter* painter() const override { return this; }
  [[nodiscard]] const suite::Recogniser* recogniser() const override { return this; }

  [[nodiscard]] int version() const override { return 1; }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint_tasks(
      const suite::MintOptions& options) const override {
    data::Stored<GridTask> stored;
    stored.tasks = TRY(minted(options, {.jobs = options.jobs}));
    data::put_in_id_order(stored.tasks, stored.problems, id_of);
    return std::make_unique<GridTasks>(std::move(stored),
                                       data::mint_hash(name(), version(), options));
  }
  [[nodiscard]] Result<std::size_t> mint_folder(const fs::path& folder,
                                                const suite::MintOptions& options,
                                                const suite::WriteOptions& write) const override {
    std::vector<GridTask> all;
    if (fs::exists(data::tasks_path(folder))) all = TRY(data::whole(TRY(read_folder(folder))));
    std::set<std::string> ids;
    for (const GridTask& task : all) ids.insert(task.id);
    const std::size_t before = all.size();
    for (GridTask& task : TRY(minted(options, write))) {
      if (ids.insert(task.id).second) all.push_back(std::move(task));
    }
    const std::size_t added = all.size() - before;
    TRY(data::write_task_folder(folder, data::sorted_lines(all, id_of, line_of)));
    return data::minted_until_cancelled(write, added);
  }
  [[nodiscard]] Result<suite::CheckReport> check_folder(const fs::path& folder,
                                                        std::size_t) const override {
    auto stored = TRY(read_folder(folder));
    suite::CheckReport report{stored.tasks.size(), std::move(stored.problems)};
    data::check_task_sums(folder, TRY(papert::read_file(data::tasks_path(folder))), report);
    return report;
  }

  [[nodiscard]] suite::Belonging data(const fs::path& path) const override {
    return data::first_task_has(path, "rows") ? suite::Belonging::kContent
                                              : suite::Belonging::kNone;
  }
  [[nodiscard]] suite::Belonging program(const fs::path& path) const override {
    return path.extension() == ".grid" ? suite::Belonging::kName : suite::Belonging::kNone;
  }
  [[nodiscard]] std::span<const std::string_view> languages() const override { return kLanguages; }
  [[nodiscard]] Result<suite::Painted> paint(const suite::PaintOptions& options) const override {
    if (options.is_data) return suite::paint_task(*this, options);
    constexpr std::string_view kFormats[] = {".png"};
    TRY(suite::check_format(options, kFormats));
    const auto grid = parse_grid(TRY(papert::read_file(options.file)));
    if (!grid) return fail(ErrorCode::kBadData, "not a grid of letters", options.file.string());
    return suite::painted_png(grid_copy::paint(*grid));
  }

 private:
  static constexpr std::array<std::string_view, 1> kLanguages{"grid"};

  [[nodiscard]] static Result<std::vector<GridTask>> minted(const suite::MintOptions& options,
                                                            const suite::WriteOptions& write) {
    const auto tiers = TRY(tiers_of(options.tiers));
    std::vector<GridTask> tasks;
    const auto work = [&](std::int64_t seed) -> Result<std::vector<GridTask>> {
      std::vector<GridTask> grids;
      for (const Tier* tier : tiers) grids.push_back(mint_one(options.split, *tier, seed));
      return grids;
    };
    TRY(data::for_each_seed(options, write, work, [&](std::vector<GridTask> grids) {
      std::ranges::move(grids, std::back_inserter(tasks));
      return Result<void>();
    }));
    return tasks;
  }

  suite::SuiteInfo info_{.name = "grid_copy",
                         .title = "copy a coloured grid from its picture into letters",
                         .data_layout = "a folder with tasks.jsonl",
                         .tiers = kTierNames,
                         .metrics = kMetrics};
};

const suite::Registration kRegistered([] {
  return std::unique_ptr<suite::Suite>(std::make_unique<GridCopy>());
});

}  // namespace
}  // namespace grid_copy
