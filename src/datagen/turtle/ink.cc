#include "datagen/turtle/ink.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
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

/// Spreads colours that differ little, too.
std::size_t color_group(std::uint32_t color) {
  constexpr std::uint32_t kGoldenRatio = 2654435769U;  // of 2^32
  static_assert(InkFacts::kColors == 16);
  return color * kGoldenRatio >> 28U;
}

void count_run(const score::ColorRun& run, InkFacts& facts) {
  const auto pixels = static_cast<std::uint32_t>(run.end - run.begin);
  facts.ink += pixels;
  facts.colors[color_group(run.color)] += pixels;
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

namespace {

/// Pixels of one of them, at least, that have no equal in the other.
std::int64_t unlike_colors(const InkFacts& a, const InkFacts& b) {
  std::int64_t more = 0;  // of b
  std::int64_t less = 0;
  for (std::size_t i = 0; i < a.colors.size(); ++i) {
    const std::int64_t apart = std::int64_t{b.colors[i]} - std::int64_t{a.colors[i]};
    more += std::max<std::int64_t>(apart, 0);
    less += std::max<std::int64_t>(-apart, 0);
  }
  return std::max(more, less);
}

}  // namespace

bool may_be_equal(const InkFacts& a, const InkFacts& b) {
  const double limit = difference_limit(a, b);
  const double most_ink = std::min(a.ink, b.ink) / ink_left(limit);
  const double most_apart = limit * most_ink + kRoundingSlack;
  if (std::max(a.ink, b.ink) > most_ink + kRoundingSlack) return false;
  if (static_cast<double>(unlike_colors(a, b)) > most_apart) return false;
  return static_cast<double>(cell_distance(a, b)) <= most_apart;
}

Result<FileDescriptor> unnamed_file(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / fmt::format(".ink.{}.tmp", ::getpid());
  FileDescriptor file = TRY(open_file(path, O_RDWR | O_CREAT | O_TRUNC));
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return file;
}

namespace {

std::string_view bytes_of(const InkFacts& facts) {
  return {reinterpret_cast<const char*>(&facts), sizeof facts};
}

/// Values as they lie in a file.
template <class Value>
Result<std::vector<Value>> read_values(int fd, std::size_t offset, std::size_t count,
                                       const std::string& name) {
  const std::string bytes = TRY(read_at(fd, offset, count * sizeof(Value), name));
  if (bytes.size() != count * sizeof(Value)) {
    return fail(ErrorCode::kIo, "a temporary file has become shorter while it was read", name);
  }
  std::vector<Value> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace

Result<InkSheets> InkSheets::create(const std::filesystem::path& folder) {
  FileDescriptor file = TRY(unnamed_file(folder));
  return InkSheets(std::move(file), folder);
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

Result<InkMark> InkSheets::add(const score::PaintedDrawing& drawing) {
  const std::vector<score::ColorRun> runs = drawing.runs();
  return append(ink_facts(drawing), {reinterpret_cast<const char*>(runs.data()),
                                     runs.size() * sizeof(score::ColorRun)});
}

Result<InkMark> InkSheets::add_facts(const score::PaintedDrawing& drawing) {
  InkFacts facts = ink_facts(drawing);
  facts.runs = 0;
  return append(facts, {});
}

Result<InkMark> InkSheets::append(InkFacts facts, std::string_view runs) {
  const std::lock_guard lock(*mutex_);
  InkMark mark;
  mark.offset = end_ & InkMark::kNowhere;
  mark.ink = facts.ink & 0x1FFFFU;
  facts.offset = end_ + sizeof facts;
  std::string bytes(bytes_of(facts));
  bytes += runs;
  TRY(write_all(file_.get(), bytes, name_));
  end_ += bytes.size();
  return mark;
}

Result<InkFacts> InkSheets::facts(const InkMark& mark) const {
  const auto read = TRY(read_values<InkFacts>(file_.get(), mark.offset, 1, name_));
  return read.front();
}

Result<InkOrder> InkSheets::by_ink(std::span<const InkMark> drawings) const {
  constexpr std::size_t kBuffered = std::size_t{1} << 20U;
  FileDescriptor file = TRY(unnamed_file(folder_));
  InkOrder sorted(std::move(file));
  sorted.order_.resize(drawings.size());
  std::iota(sorted.order_.begin(), sorted.order_.end(), 0U);
  std::sort(sorted.order_.begin(), sorted.order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return drawings[a].ink != drawings[b].ink ? drawings[a].ink < drawings[b].ink : a < b;
  });
  std::string bytes;
  for (const std::uint32_t index : sorted.order_) {
    const InkFacts one = TRY(facts(drawings[index]));
    bytes += bytes_of(one);
    if (bytes.size() < kBuffered) continue;
    TRY(write_all(sorted.file_.get(), bytes, name_));
    bytes.clear();
  }
  TRY(write_all(sorted.file_.get(), bytes, name_));
  return sorted;
}

Result<std::vector<InkFacts>> InkOrder::read(std::size_t begin, std::size_t end) const {
  return read_values<InkFacts>(file_.get(), begin * sizeof(InkFacts), end - begin,
                               "drawings by ink");
}

Result<std::vector<score::ColorRun>> InkSheets::runs_of(const InkFacts& facts) const {
  return read_values<score::ColorRun>(file_.get(), facts.offset, facts.runs, name_);
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
  const InkOrder& order;
  std::size_t first_new = 0;
  bool filter = true;

  [[nodiscard]] double most_ink(std::uint32_t ink) const {
    if (!filter) return std::numeric_limits<double>::infinity();
    const double loosest = 1 - score::DrawingOptions{}.line_similarity;
    return ink / ink_left(loosest) + kRoundingSlack;
  }

  /// From some places of the order on.
  [[nodiscard]] Result<Found> seek(std::size_t begin, std::size_t end) const {
    using Drawing = InkOrder::Drawing;
    Found found;
    TRY(order.for_each_behind(
        begin, end, [&](std::uint32_t ink) { return most_ink(ink); },
        [&](const Drawing& one, const Drawing& other) -> Result<void> {
          if (one.index < first_new && other.index < first_new) return {};
          if (filter && !may_be_equal(one.facts, other.facts)) return {};
          ++found.compared;
          if (TRY(sheets.equal(one.facts, other.facts))) {
            const auto [first, second] = std::minmax(one.index, other.index);
            found.pairs.emplace_back(first, second);
          }
          return {};
        }));
    return found;
  }
};

}  // namespace

Result<std::size_t> equal_pairs(const InkSheets& sheets, std::span<const InkMark> drawings,
                                std::size_t first_new, std::size_t jobs, const VisitEqual& visit,
                                bool filter) {
  constexpr std::size_t kChunk = 256;
  const InkOrder order = TRY(sheets.by_ink(drawings));
  const PairSearch search{sheets, order, first_new, filter};
  std::size_t compared = 0;
  std::size_t next = 0;
  TRY(for_each_in_order(
      jobs,
      [&]() -> std::optional<std::size_t> {
        if (next >= order.size()) return std::nullopt;
        const std::size_t begin = next;
        next += kChunk;
        return begin;
      },
      [&](std::size_t begin) { return search.seek(begin, std::min(begin + kChunk, order.size())); },
      [&](const Found& found) -> Result<void> {
        for (const auto& [one, other] : found.pairs) visit(one, other);
        compared += found.compared;
        return {};
      }));
  return compared;
}

}  // namespace papert::datagen
