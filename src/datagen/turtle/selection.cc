// The pixel rule has told drawings apart by then. A suite also has the faithful rule, which
// overlooks how many corners a circle has: two tasks must not share an answer by that rule either.
// Pairs that may are those that score::DrawingIndex compares: about the same ink, proportions and
// distribution of ink. They are looked at in the order of their ink, so that drawings which are
// needed together are painted once. Of 10,000 drawings that are 400,000 pairs, and to compare one
// takes a tenth of a millisecond; so a pair is compared only if the pixel rule (ink.h) or the
// faithful one (score/faithful_signs.h) may call it equal, which it is for one in a hundred.

#include "datagen/turtle/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "base/recent.h"
#include "datagen/turtle/sign_file.h"
#include "score/drawing_index.h"

namespace papert::datagen {
namespace {

constexpr double kInkRatio = 1.26;         // two steps of 12 %
constexpr int kSideApart = 21;             // pixels
constexpr double kMostUnlikeCells = 0.36;  // of the ink
constexpr std::size_t kPaintedAtOnce = 256;

bool may_pass(const InkFacts& a, const InkFacts& b) {
  const double more = std::max(a.ink, b.ink);
  return std::abs(a.shorter_side - b.shorter_side) <= kSideApart &&
         static_cast<double>(cell_distance(a, b)) <= kMostUnlikeCells * more;
}

/// What is left of a drawing.
struct Looked {
  InkMark ink;
  score::FaithfulSigns signs;
};

/// The best first.
Result<void> sort_pool(const Workbench& bench, std::vector<Elite>& pool) {
  struct Ranked {
    ShortKey order;  // among those of one total
    std::uint32_t place;
  };
  std::vector<Ranked> ranked;
  ranked.reserve(pool.size());
  for (const Elite& elite : pool) {
    const std::string drawing = TRY(bench.programs.drawing(elite));
    ranked.push_back({order_of_equals(bench.options.settings, drawing),
                      static_cast<std::uint32_t>(ranked.size())});
  }
  std::sort(ranked.begin(), ranked.end(), [&](const Ranked& a, const Ranked& b) {
    const Elite& one = pool[a.place];
    const Elite& other = pool[b.place];
    if (one.total != other.total) return one.total > other.total;
    return a.order != b.order ? a.order < b.order : one.key < other.key;
  });
  std::vector<Elite> sorted;
  sorted.reserve(pool.size());
  for (const Ranked& one : ranked) sorted.push_back(pool[one.place]);
  pool = std::move(sorted);
  return {};
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// Finds the programs of a pool whose drawings pass for each other.
class TwinSearch {
 public:
  TwinSearch(const Workbench& bench, const std::vector<Elite>& pool)
      : bench_(bench), pool_(pool), painted_(kPaintedAtOnce) {}

  [[nodiscard]] Result<std::vector<Pair>> twins() {
    constexpr std::size_t kChunk = 64;
    InkSheets looked_at = TRY(InkSheets::create(bench_.options.out));
    SignFile unsorted = TRY(SignFile::create(bench_.options.out));
    const std::vector<InkMark> marks = TRY(look_at_inks(looked_at, unsorted));
    TRY(not_cancelled(bench_));
    const InkOrder order = TRY(looked_at.by_ink(marks));
    const SignFile signs = TRY(unsorted.in_order(order.drawings(), bench_.options.out));
    std::vector<Pair> found;
    std::size_t next = 0;
    std::size_t done = 0;
    TRY(for_each_in_order(
        bench_.options.jobs,
        [&]() -> std::optional<std::size_t> {
          if (next >= order.size() || bench_.options.cancel.cancelled()) return std::nullopt;
          const std::size_t begin = next;
          next += kChunk;
          return begin;
        },
        [&](std::size_t begin) {
          return twins_behind(order, signs, begin, std::min(begin + kChunk, order.size()));
        },
        [&](const std::vector<Pair>& pairs) -> Result<void> {
          found.insert(found.end(), pairs.begin(), pairs.end());
          done = std::min(done + kChunk, order.size());
          bench_.report("selection", done, order.size());
          return {};
        }));
    return found;
  }

 private:
  [[nodiscard]] Result<scene::Scene> scene_of(std::size_t i) const {
    const std::string code = TRY(bench_.programs.code(pool_[i]));
    return bench_.drawer.drawing_of(pool_[i].key.text(), code);
  }

  [[nodiscard]] Result<std::vector<InkMark>> look_at_inks(InkSheets& sheets, SignFile& signs) {
    std::vector<InkMark> marks;
    marks.reserve(pool_.size());
    std::size_t next = 0;
    TRY(for_each_in_order(
        bench_.options.jobs,
        [&]() -> std::optional<std::size_t> {
          if (next == pool_.size() || bench_.options.cancel.cancelled()) return std::nullopt;
          return next++;
        },
        [&](std::size_t i) -> Result<Looked> {
          scene::Scene scene = TRY(scene_of(i));
          const score::PaintedDrawing drawing(std::move(scene));
          const InkMark mark = TRY(sheets.add_facts(drawing));
          return Looked{mark, score::faithful_signs(drawing)};
        },
        [&](const Looked& looked) -> Result<void> {
          marks.push_back(looked.ink);
          bench_.report("looking at drawings", marks.size(), pool_.size());
          return signs.append(looked.signs);
        }));
    return marks;
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

  [[nodiscard]] Result<std::vector<Pair>> twins_behind(const InkOrder& order, const SignFile& signs,
                                                       std::size_t begin, std::size_t end) {
    using Drawing = InkOrder::Drawing;
    std::vector<Pair> found;
    TRY(order.for_each_behind(
        begin, end, [](std::uint32_t ink) { return kInkRatio * (ink + 1); },
        [&](const Drawing& one, const Drawing& other) -> Result<void> {
          if (!may_pass(one.facts, other.facts)) return {};
          if (!may_be_equal(one.facts, other.facts) &&
              !score::may_be_faithful(signs[one.place], signs[other.place])) {
            return {};
          }
          const score::PaintedDrawing a = TRY(painted(one.index));
          const score::PaintedDrawing b = TRY(painted(other.index));
          if (score::pass_for_each_other(a, b)) found.emplace_back(one.index, other.index);
          return {};
        }));
    return found;
  }

  const Workbench& bench_;
  const std::vector<Elite>& pool_;
  Recent<Result<score::PaintedDrawing>> painted_;
};

/// For each of the pool, which is sorted with the best first, the place of the one that it was left
/// out for, or its own.
std::vector<std::uint32_t> left_out_for(std::size_t size, std::vector<Pair> twins) {
  for (auto& [worse, better] : twins) {
    if (worse < better) std::swap(worse, better);
  }
  std::sort(twins.begin(), twins.end());
  std::vector<std::uint32_t> reason(size);
  std::iota(reason.begin(), reason.end(), 0U);
  for (const auto& [worse, better] : twins) {
    const bool stays = reason[worse] == worse;
    if (stays && reason[better] == better) reason[worse] = better;
  }
  return reason;
}

Result<std::vector<Elite>> chosen_of(const Workbench& bench, const std::filesystem::path& path,
                                     std::vector<Elite> pool) {
  std::vector<CandidateKey> staying;
  staying.reserve(pool.size());
  TRY(for_each_line(path, [&](const JsonView& line, const LinePlace&) -> Result<void> {
    const CandidateKey key = TRY(candidate_key(line["key"].string()));
    if (!line["dropped_for"].exists()) staying.push_back(key);
    return {};
  }));
  std::sort(staying.begin(), staying.end());
  std::erase_if(pool, [&](const Elite& elite) {
    return !std::binary_search(staying.begin(), staying.end(), elite.key);
  });
  bench.programs.sort_by_id(pool);
  return pool;
}

}  // namespace

Result<std::vector<Elite>> select_programs(const Workbench& bench, std::vector<Elite> pool,
                                           std::size_t most) {
  const std::filesystem::path path = selection_path(bench.options.out);
  if (may_exist(path)) return chosen_of(bench, path, std::move(pool));
  TRY(sort_pool(bench, pool));
  if (most > 0 && pool.size() > most) pool.resize(most);
  std::vector<Pair> twins;
  if (bench.options.settings.exact) {
    twins = TRY(TwinSearch(bench, pool).twins());
  }
  TRY(not_cancelled(bench));
  const std::vector<std::uint32_t> reason = left_out_for(pool.size(), std::move(twins));
  NamedLines lines;  // by id
  for (std::size_t i = 0; i < pool.size(); ++i) {
    const std::string id = bench.programs.id(pool[i]);
    std::string line = fmt::format(R"({{"id":"{}","key":"{}","total":)", id, pool[i].key.text());
    append_number(pool[i].total, line);
    if (reason[i] != i) {
      line += fmt::format(R"(,"dropped_for":"{}")", bench.programs.id(pool[reason[i]]));
    }
    TRY(lines.append(id, line + "}\n"));
  }
  TRY(write_sorted(path, std::move(lines)));
  return chosen_of(bench, path, std::move(pool));
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
