#include "serve/app/selection.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>

namespace papert::serve::app {
namespace {

/// The filters of a query as the index has them.
class Filter {
 public:
  Filter(const SampleIndex& index, const SampleQuery& query) : index_(index), query_(query) {
    for (const suite::Verdict verdict : query.verdicts) {
      verdicts_ |= 1U << static_cast<unsigned>(verdict);
    }
    for (const std::string& tag : query.tags) {
      const auto& known = index.tags();
      const auto found = std::find(known.begin(), known.end(), tag);
      if (found == known.end()) {
        unlisted_.push_back(tag);
      } else {
        bits_ |= std::uint64_t{1} << static_cast<unsigned>(found - known.begin());
      }
    }
  }

  [[nodiscard]] bool passes(const IndexEntry& entry) const {
    if (verdicts_ != 0 && ((verdicts_ >> entry.verdict) & 1U) == 0) return false;
    if ((entry.tags & bits_) != bits_) return false;
    if (!unlisted_.empty() && !has_unlisted(entry)) return false;
    return query_.text.empty() || index_.id_contains(entry, query_.text);
  }

 private:
  /// Tags beyond those with a bit stand only in the line.
  [[nodiscard]] bool has_unlisted(const IndexEntry& entry) const {
    if ((entry.flags & IndexEntry::kMoreTags) == 0) return false;
    const auto record = index_.read(entry, run::Part::kFigures);
    if (!record) return false;
    const std::string* error = record->detail_text("error");
    return std::all_of(unlisted_.begin(), unlisted_.end(), [&](const std::string& wanted) {
      if (error != nullptr && wanted == "=" + *error) return true;
      return std::any_of(record->tags.begin(), record->tags.end(), [&](const suite::Tag& tag) {
        return tag.key + "=" + tag.value == wanted;
      });
    });
  }

  const SampleIndex& index_;
  const SampleQuery& query_;
  std::uint32_t verdicts_ = 0;
  std::uint64_t bits_ = 0;
  std::vector<std::string> unlisted_;
};

bool before_by_id(const IndexEntry& a, const IndexEntry& b) {
  const int order = std::memcmp(a.id.data(), b.id.data(), kIndexedIdBytes);
  if (order != 0) return order < 0;
  if (a.id_hash != b.id_hash) return a.id_hash < b.id_hash;
  return a.epoch < b.epoch;
}

/// The same fair order for every run of the same tasks.
std::uint64_t lot_of(const IndexEntry& entry) {
  std::uint64_t lot = entry.id_hash + static_cast<std::uint64_t>(entry.epoch);
  lot ^= lot >> 33U;
  lot *= 0xff51afd7ed558ccdULL;
  return lot ^ (lot >> 33U);
}

/// What a number is sorted by; the places of equal ones stay as they were.
template <class Key>
struct Keyed {
  Key key;
  std::uint32_t place;
};

template <class Key, class Before>
void sort_by(std::vector<Keyed<Key>>& keyed, Before before, Selection& selection) {
  std::stable_sort(keyed.begin(), keyed.end(),
                   [&](const Keyed<Key>& a, const Keyed<Key>& b) { return before(a.key, b.key); });
  std::transform(keyed.begin(), keyed.end(), selection.begin(),
                 [](const Keyed<Key>& each) { return each.place; });
}

void sort_by_lot(const std::vector<IndexEntry>& entries, Selection& selection) {
  std::vector<Keyed<std::uint64_t>> keyed;
  keyed.reserve(selection.size());
  for (const std::uint32_t place : selection) keyed.push_back({lot_of(entries[place]), place});
  sort_by(keyed, std::less<>(), selection);
}

/// Samples without the figure come last either way.
void sort_by_figure(const std::vector<IndexEntry>& entries, const std::vector<double>* column,
                    bool reverse, Selection& selection) {
  std::vector<Keyed<double>> keyed;
  keyed.reserve(selection.size());
  for (const std::uint32_t place : selection) {
    keyed.push_back({column != nullptr ? (*column)[place] : entries[place].primary, place});
  }
  sort_by(
      keyed,
      [&](double x, double y) {
        if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
        return reverse ? y < x : x < y;
      },
      selection);
}

}  // namespace

void IdOrder::follow(const SampleIndex& index) {
  const auto& entries = index.entries();
  const auto& counted = index.counted();
  if (index.generation() != generation_) order_.clear();
  generation_ = index.generation();
  if (order_.size() == counted.size()) return;
  // Whoever takes the place of an earlier try has its id and epoch, and so its place in the order.
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return before_by_id(entries[counted[a]], entries[counted[b]]);
  };
  std::vector<std::uint32_t> fresh(counted.size() - order_.size());
  std::iota(fresh.begin(), fresh.end(), static_cast<std::uint32_t>(order_.size()));
  std::sort(fresh.begin(), fresh.end(), before);
  // Few come between many: each is looked for, and the rest is copied as it is.
  std::vector<std::uint32_t> all;
  all.reserve(counted.size());
  auto begin = order_.cbegin();
  for (const std::uint32_t each : fresh) {
    const auto end = std::upper_bound(begin, order_.cend(), each, before);
    all.insert(all.end(), begin, end);
    all.push_back(each);
    begin = end;
  }
  all.insert(all.end(), begin, order_.cend());
  order_ = std::move(all);
}

Selection select_samples(const SampleIndex& index, const SampleQuery& query,
                         const std::vector<double>* column, const IdOrder& order) {
  const Filter filter(index, query);
  const auto& entries = index.entries();
  const auto& counted = index.counted();
  Selection selection;
  if (!query.is_filtered()) selection.reserve(counted.size());
  for (const std::uint32_t each : order.order()) {
    const std::uint32_t place = counted[each];
    if (!query.is_filtered() || filter.passes(entries[place])) selection.push_back(place);
  }
  if (query.order == SampleOrder::kMetric) {
    sort_by_figure(entries, column, query.reverse, selection);
    return selection;
  }
  if (query.order == SampleOrder::kLot) sort_by_lot(entries, selection);
  if (query.reverse) std::reverse(selection.begin(), selection.end());
  return selection;
}

Selection select_samples(const SampleIndex& index, const SampleQuery& query,
                         const std::vector<double>* column) {
  IdOrder order;
  order.follow(index);
  return select_samples(index, query, column, order);
}

Result<std::vector<double>> read_column(const SampleIndex& index, const std::string& metric) {
  std::vector<double> column(index.entries().size(), std::numeric_limits<double>::quiet_NaN());
  for (const std::uint32_t place : index.counted()) {
    const run::Record record = TRY(index.read(index.entries()[place], run::Part::kFigures));
    if (const auto value = record.metric(metric)) column[place] = *value;
  }
  return column;
}

std::string cursor_of(const run::Record& record) {
  return std::to_string(record.epoch) + ":" + record.id;
}

Result<std::size_t> place_behind(const std::string& cursor, const SampleIndex& index,
                                 const Selection& selection) {
  const std::size_t colon = cursor.find(':');
  const auto epoch =
      colon == std::string::npos ? std::nullopt : read_epoch(cursor.substr(0, colon));
  if (!epoch) return fail(ErrorCode::kUsage, "a sample is EPOCH:ID here", "after");
  const IndexEntry* entry = index.find(cursor.substr(colon + 1), *epoch);
  const auto place = entry == nullptr
                         ? selection.end()
                         : std::find(selection.begin(), selection.end(),
                                     static_cast<std::uint32_t>(entry - index.entries().data()));
  if (place == selection.end()) {
    return fail(ErrorCode::kNotFound, "that sample is not among these", "after");
  }
  return static_cast<std::size_t>(place - selection.begin()) + 1;
}

}  // namespace papert::serve::app
