// The pixel rule has told drawings apart by then. A suite also has the faithful rule, which
// overlooks how many corners a circle has: two tasks must not share an answer by that rule either.
// Pairs that may are those that score::DrawingIndex compares: about the same ink, proportions and
// distribution of ink. They are looked at in the order of their ink, so that drawings which are
// needed together are painted once.

#include "datagen/turtle/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "base/recent.h"
#include "score/drawing_index.h"

namespace papert::datagen {
namespace {

constexpr double kInkRatio = 1.26;         // two steps of 12 %
constexpr int kSideApart = 21;             // pixels
constexpr double kMostUnlikeCells = 0.36;  // of the ink
constexpr std::size_t kPaintedAtOnce = 1024;

bool may_pass(const InkFacts& a, const InkFacts& b) {
  const double more = std::max(a.ink, b.ink);
  return std::abs(a.shorter_side - b.shorter_side) <= kSideApart &&
         static_cast<double>(cell_distance(a, b)) <= kMostUnlikeCells * more;
}

/// The best first.
void sort_pool(const TurtleSettings& settings, std::vector<Elite>& pool) {
  std::sort(pool.begin(), pool.end(), [&](const Elite& a, const Elite& b) {
    if (a.total != b.total) return a.total > b.total;
    const int order = order_of_equals(settings, a.program.drawing, b.program.drawing);
    return order != 0 ? order < 0 : a.key < b.key;
  });
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// Finds the programs of a pool whose drawings pass for each other.
class TwinSearch {
 public:
  TwinSearch(const Workbench& bench, const std::vector<Elite>& pool)
      : bench_(bench), pool_(pool), painted_(kPaintedAtOnce) {}

  [[nodiscard]] Result<std::vector<Pair>> twins() {
    TRY(look_at_inks());
    std::vector<Pair> found;
    std::size_t next = 0;
    std::size_t done = 0;
    TRY(for_each_in_order(
        bench_.options.jobs,
        [&]() -> std::optional<std::size_t> {
          if (next == order_.size() || bench_.options.cancel.cancelled()) return std::nullopt;
          return next++;
        },
        [&](std::size_t place) { return twins_behind(place); },
        [&](const std::vector<Pair>& pairs) -> Result<void> {
          found.insert(found.end(), pairs.begin(), pairs.end());
          bench_.report("selection", ++done, order_.size());
          return {};
        }));
    return found;
  }

 private:
  [[nodiscard]] Result<scene::Scene> scene_of(std::size_t i) const {
    const std::string code = TRY(pool_[i].program.code.get());
    return bench_.drawer.drawing_of(pool_[i].key.text(), code);
  }

  [[nodiscard]] Result<void> look_at_inks() {
    inks_.reserve(pool_.size());
    std::size_t next = 0;
    TRY(for_each_in_order(
        bench_.options.jobs,
        [&]() -> std::optional<std::size_t> {
          if (next == pool_.size() || bench_.options.cancel.cancelled()) return std::nullopt;
          return next++;
        },
        [&](std::size_t i) -> Result<InkFacts> {
          scene::Scene scene = TRY(scene_of(i));
          return ink_facts(score::PaintedDrawing(std::move(scene)));
        },
        [&](const InkFacts& facts) -> Result<void> {
          inks_.push_back(facts);
          return {};
        }));
    order_.resize(inks_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(inks_[a].ink, a) < std::pair(inks_[b].ink, b);
    });
    return {};
  }

  [[nodiscard]] Result<score::PaintedDrawing> painted(std::uint32_t i) {
    const auto held = painted_.get(
        i,
        [&]() -> Result<score::PaintedDrawing> {
          scene::Scene scene = TRY(scene_of(i));
          return score::PaintedDrawing(std::move(scene));
        },
        [](const auto&) { return std::size_t{1}; });
    return *held;
  }

  [[nodiscard]] Result<std::vector<Pair>> twins_behind(std::size_t place) {
    std::vector<Pair> found;
    const std::uint32_t one = order_[place];
    const double most = kInkRatio * (inks_[one].ink + 1);
    for (std::size_t i = place + 1; i < order_.size(); ++i) {
      const std::uint32_t other = order_[i];
      if (inks_[other].ink > most) break;
      if (!may_pass(inks_[one], inks_[other])) continue;
      const score::PaintedDrawing a = TRY(painted(one));
      const score::PaintedDrawing b = TRY(painted(other));
      if (score::pass_for_each_other(a, b)) found.emplace_back(one, other);
    }
    return found;
  }

  const Workbench& bench_;
  const std::vector<Elite>& pool_;
  Recent<Result<score::PaintedDrawing>> painted_;
  std::vector<InkFacts> inks_;
  std::vector<std::uint32_t> order_;
};

/// For each of the pool, which is sorted with the best first, the place of the one that it was left
/// out for, or its own.
std::vector<std::size_t> left_out_for(std::size_t size, const std::vector<Pair>& twins) {
  std::vector<std::vector<std::uint32_t>> better(size);
  for (const auto& [a, b] : twins) better[std::max(a, b)].push_back(std::min(a, b));
  std::vector<std::size_t> reason(size);
  for (std::size_t i = 0; i < size; ++i) {
    reason[i] = i;
    std::sort(better[i].begin(), better[i].end());
    const auto kept = std::find_if(better[i].begin(), better[i].end(),
                                   [&](std::uint32_t other) { return reason[other] == other; });
    if (kept != better[i].end()) reason[i] = *kept;
  }
  return reason;
}

Result<std::vector<Elite>> chosen_of(const std::filesystem::path& path, std::vector<Elite> pool) {
  std::map<CandidateKey, bool> stays;
  TRY(for_each_line(path, [&](const JsonView& line, const LinePlace&) -> Result<void> {
    const CandidateKey key = TRY(candidate_key(line["key"].string()));
    stays[key] = !line["dropped_for"].exists();
    return {};
  }));
  std::erase_if(pool, [&](const Elite& elite) {
    const auto found = stays.find(elite.key);
    return found == stays.end() || !found->second;
  });
  std::sort(pool.begin(), pool.end(),
            [](const Elite& a, const Elite& b) { return a.program.id < b.program.id; });
  return pool;
}

}  // namespace

Result<std::vector<Elite>> select_programs(const Workbench& bench, std::vector<Elite> pool,
                                           std::size_t most) {
  const std::filesystem::path path = selection_path(bench.options.out);
  if (may_exist(path)) return chosen_of(path, std::move(pool));
  sort_pool(bench.options.settings, pool);
  if (most > 0 && pool.size() > most) pool.resize(most);
  std::vector<Pair> twins;
  if (bench.options.settings.exact) twins = TRY(TwinSearch(bench, pool).twins());
  TRY(not_cancelled(bench));
  const std::vector<std::size_t> reason = left_out_for(pool.size(), twins);
  NamedLines lines;  // by id
  for (std::size_t i = 0; i < pool.size(); ++i) {
    std::string line =
        fmt::format(R"({{"id":"{}","key":"{}","total":)", pool[i].program.id, pool[i].key.text());
    append_number(pool[i].total, line);
    if (reason[i] != i) {
      line += fmt::format(R"(,"dropped_for":"{}")", pool[reason[i]].program.id);
    }
    TRY(lines.append(pool[i].program.id, line + "}\n"));
  }
  TRY(write_sorted(path, std::move(lines)));
  return chosen_of(path, std::move(pool));
}

std::filesystem::path selection_path(const std::filesystem::path& folder) {
  return folder / "selection.jsonl";
}

std::filesystem::path labels_path(const std::filesystem::path& folder) {
  return folder / "labels.jsonl";
}

std::filesystem::path dataset_path(const std::filesystem::path& folder) {
  return folder / "dataset";
}

std::filesystem::path selected_path(const std::filesystem::path& folder) {
  return folder / "selected";
}

}  // namespace papert::datagen
