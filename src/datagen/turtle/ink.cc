#include "datagen/turtle/ink.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "score/drawing_index.h"

namespace papert::datagen {
namespace {

constexpr int kSheetSide = scene::kCanonicalSize;
constexpr int kCellSide = kSheetSide / InkFacts::kCells;

constexpr double kRoundingSlack = 1;  // pixels: the filter stays sound whatever is rounded

/// The share of the ink that must be left where less than l of it differs.
double ink_left(double limit) { return 1 - limit; }

void count_run(const score::ColorRun& run, InkFacts& facts) {
  facts.ink += static_cast<std::uint32_t>(run.end - run.begin);
  const int y = run.begin / kSheetSide;
  const int end = run.end - y * kSheetSide;
  for (int x = run.begin - y * kSheetSide; x < end;) {
    const int next = std::min((x / kCellSide + 1) * kCellSide, end);
    const int cell = y / kCellSide * InkFacts::kCells + x / kCellSide;
    auto& count = facts.cells[static_cast<std::size_t>(cell)];
    count = static_cast<std::uint16_t>(count + (next - x));
    x = next;
  }
}

}  // namespace

double difference_limit(const InkFacts& a, const InkFacts& b) {
  const score::DrawingOptions published;
  return 1 - (a.fills && b.fills ? published.filled_similarity : published.line_similarity);
}

std::int64_t cell_distance(const InkFacts& a, const InkFacts& b) {
  std::int64_t distance = 0;
  for (std::size_t i = 0; i < a.cells.size(); ++i) {
    distance += std::abs(static_cast<int>(a.cells[i]) - static_cast<int>(b.cells[i]));
  }
  return distance;
}

bool may_be_equal(const InkFacts& a, const InkFacts& b) {
  const double limit = difference_limit(a, b);
  const double most_ink = std::min(a.ink, b.ink) / ink_left(limit);
  if (std::max(a.ink, b.ink) > most_ink + kRoundingSlack) return false;
  return static_cast<double>(cell_distance(a, b)) <= limit * most_ink + kRoundingSlack;
}

Result<InkSheets> InkSheets::create(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / fmt::format(".ink.{}.tmp", ::getpid());
  FileDescriptor file = TRY(open_file(path, O_RDWR | O_CREAT | O_TRUNC));
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return InkSheets(std::move(file), path.string());
}

InkFacts ink_facts(const score::PaintedDrawing& drawing) {
  const std::vector<score::ColorRun> runs = drawing.runs();
  InkFacts facts;
  for (const score::ColorRun& run : runs) count_run(run, facts);
  facts.fills = drawing.contents().fills;
  const double longer = std::max(drawing.bounds().width(), drawing.bounds().height());
  const double shorter = std::min(drawing.bounds().width(), drawing.bounds().height());
  facts.shorter_side =
      static_cast<std::uint16_t>(longer > 0 ? scene::kCanonicalExtent * shorter / longer : 0);
  facts.runs = static_cast<std::uint32_t>(runs.size());
  return facts;
}

Result<InkFacts> InkSheets::add(const score::PaintedDrawing& drawing) {
  InkFacts facts = ink_facts(drawing);
  const std::vector<score::ColorRun> runs = drawing.runs();
  const std::string_view bytes(reinterpret_cast<const char*>(runs.data()),
                               runs.size() * sizeof(score::ColorRun));
  const std::lock_guard lock(*mutex_);
  facts.offset = end_;
  TRY(write_all(file_.get(), bytes, name_));
  end_ += bytes.size();
  return facts;
}

Result<std::vector<score::ColorRun>> InkSheets::runs_of(const InkFacts& facts) const {
  const std::size_t size = facts.runs * sizeof(score::ColorRun);
  const std::string bytes = TRY(read_at(file_.get(), facts.offset, size, name_));
  std::vector<score::ColorRun> runs(bytes.size() / sizeof(score::ColorRun));
  if (!runs.empty()) std::memcpy(runs.data(), bytes.data(), runs.size() * sizeof(score::ColorRun));
  return runs;
}

Result<bool> InkSheets::equal(const InkFacts& a, const InkFacts& b) const {
  const std::vector<score::ColorRun> runs = TRY(runs_of(a));
  const std::vector<score::ColorRun> others = TRY(runs_of(b));
  return score::ink_difference(runs, others) < difference_limit(a, b);
}

Result<bool> InkSheets::equal(const InkFacts& a, const score::PaintedDrawing& drawing,
                              const InkFacts& facts) const {
  const std::vector<score::ColorRun> runs = TRY(runs_of(a));
  return score::ink_difference(runs, drawing.runs()) < difference_limit(a, facts);
}

namespace {

struct Found {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::size_t compared = 0;
};

/// One search: drawings by ink, of which each is compared with those behind it.
struct PairSearch {
  const InkSheets& sheets;
  std::span<const InkFacts> drawings;
  std::size_t first_new = 0;
  bool filter = true;
  std::vector<std::uint32_t> order;

  /// From one place of the order on.
  [[nodiscard]] Result<void> seek(std::size_t place, Found& found) const {
    const std::uint32_t one = order[place];
    const double loosest = 1 - score::DrawingOptions{}.line_similarity;
    const double most_ink = drawings[one].ink / ink_left(loosest) + kRoundingSlack;
    for (std::size_t i = place + 1; i < order.size(); ++i) {
      const std::uint32_t other = order[i];
      if (filter && drawings[other].ink > most_ink) break;
      if (one < first_new && other < first_new) continue;
      if (filter && !may_be_equal(drawings[one], drawings[other])) continue;
      ++found.compared;
      if (TRY(sheets.equal(drawings[one], drawings[other]))) {
        found.pairs.emplace_back(std::min(one, other), std::max(one, other));
      }
    }
    return {};
  }
};

}  // namespace

Result<EqualPairs> equal_pairs(const InkSheets& sheets, std::span<const InkFacts> drawings,
                               std::size_t first_new, std::size_t jobs, bool filter) {
  constexpr std::size_t kChunk = 256;
  PairSearch search{sheets, drawings, first_new, filter, {}};
  search.order.resize(drawings.size());
  std::iota(search.order.begin(), search.order.end(), 0U);
  std::sort(search.order.begin(), search.order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(drawings[a].ink, a) < std::pair(drawings[b].ink, b);
  });
  EqualPairs all;
  std::size_t next = 0;
  TRY(for_each_in_order(
      jobs,
      [&]() -> std::optional<std::size_t> {
        if (next >= search.order.size()) return std::nullopt;
        const std::size_t begin = next;
        next += kChunk;
        return begin;
      },
      [&](std::size_t begin) -> Result<Found> {
        Found found;
        const std::size_t end = std::min(begin + kChunk, search.order.size());
        for (std::size_t place = begin; place < end; ++place) TRY(search.seek(place, found));
        return found;
      },
      [&](const Found& found) -> Result<void> {
        all.pairs.insert(all.pairs.end(), found.pairs.begin(), found.pairs.end());
        all.compared += found.compared;
        return {};
      }));
  return all;
}

}  // namespace papert::datagen
