#include "datagen/sit/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/numbers.h"
#include "base/text.h"
#include "datagen/sit/source.h"

namespace papert::datagen::sit {
namespace {

using Indices = std::vector<std::size_t>;

Indices all_of(const std::vector<Candidate>& programs) {
  Indices all(programs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

void sort_by_lot(const std::vector<Candidate>& programs, Indices::iterator begin,
                 Indices::iterator end) {
  std::sort(begin, end, [&](std::size_t a, std::size_t b) {
    return std::tie(programs[a].lot, programs[a].number) <
           std::tie(programs[b].lot, programs[b].number);
  });
}

void sort_by_length(const std::vector<Candidate>& programs, Indices::iterator begin,
                    Indices::iterator end) {
  std::sort(begin, end, [&](std::size_t a, std::size_t b) {
    return std::tie(programs[a].bytes, programs[a].number) <
           std::tie(programs[b].bytes, programs[b].number);
  });
}

Indices::iterator at(Indices& indices, std::size_t count) {
  return indices.begin() + static_cast<std::ptrdiff_t>(std::min(count, indices.size()));
}

Result<SetSize> parse_size(const std::string& word) {
  SetSize size;
  size.name = lower(trim(word));
  std::string_view digits = size.name;
  const bool thousands = digits.ends_with('k');
  if (thousands) digits.remove_suffix(1);
  const auto number = parse_number<std::uint32_t>(digits);
  size.asked = std::size_t{number.value_or(0)} * (thousands ? 1000 : 1);
  if (size.asked == 0 || size.asked > kMaxPrograms) {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is not a size: give a number of programs up to {}, such as 500 "
                            "or 25k",
                            word, kMaxPrograms),
                "--sizes");
  }
  return size;
}

}  // namespace

Result<std::vector<SetSize>> parse_sizes(const std::vector<std::string>& words) {
  std::vector<SetSize> sizes;
  sizes.reserve(words.size());
  for (const std::string& word : words) {
    SetSize size = TRY(parse_size(word));
    sizes.push_back(std::move(size));
  }
  if (sizes.empty()) return fail(ErrorCode::kUsage, "give at least one size", "--sizes");
  std::sort(sizes.begin(), sizes.end(),
            [](const SetSize& a, const SetSize& b) { return a.asked < b.asked; });
  const auto twice =
      std::adjacent_find(sizes.begin(), sizes.end(),
                         [](const SetSize& a, const SetSize& b) { return a.asked == b.asked; });
  if (twice == sizes.end()) return sizes;
  return fail(ErrorCode::kUsage, "'" + twice->name + "' is given twice", "--sizes");
}

std::size_t in_proportion(std::size_t size, std::size_t there, std::size_t wanted) {
  return there >= wanted ? size : size * there / wanted;
}

std::vector<std::size_t> order_of_asking(const std::vector<Candidate>& usable,
                                         std::size_t largest) {
  Indices order = all_of(usable);
  const std::size_t drawn = std::max(kDrawn, largest);
  const std::size_t shortest = in_proportion(kShortest, usable.size(), largest);
  sort_by_lot(usable, order.begin(), order.end());
  sort_by_length(usable, order.begin(), at(order, drawn));
  sort_by_lot(usable, order.begin(), at(order, std::min(drawn, shortest)));
  return order;
}

std::vector<ChosenSet> choose_sets(const std::vector<Candidate>& accepted,
                                   const std::vector<SetSize>& sizes) {
  const std::size_t largest = largest_of(sizes);
  Indices by_length = all_of(accepted);
  sort_by_length(accepted, by_length.begin(), by_length.end());
  Indices sampled(by_length.begin(),
                  at(by_length, in_proportion(kShortest, accepted.size(), largest)));
  sort_by_lot(accepted, sampled.begin(), sampled.end());
  std::vector<ChosenSet> sets;
  sets.reserve(sizes.size());
  for (const SetSize& size : sizes) {
    const std::size_t count = in_proportion(size.asked, accepted.size(), largest);
    Indices& from = size.asked < kShortest ? sampled : by_length;
    ChosenSet set{size, Indices(from.begin(), at(from, count))};
    std::sort(set.members.begin(), set.members.end());
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace papert::datagen::sit
