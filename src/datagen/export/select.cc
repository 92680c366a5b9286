#include "datagen/export/select.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "base/numbers.h"
#include "base/sha256.h"
#include "base/text.h"

namespace papert::datagen {
namespace {

bool holds_tag(std::span<const suite::Tag> tags, const suite::Tag& wanted) {
  return std::ranges::any_of(tags, [&](const suite::Tag& tag) {
    return tag.key == wanted.key && tag.value == wanted.value;
  });
}

template <class Names>
std::string names_text(const Names& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<void> check_tag(const suite::Tag& tag, const std::string& flag, const TagValues& known) {
  const auto values = known.find(tag.key);
  if (values == known.end()) {
    std::vector<std::string> keys;
    keys.reserve(known.size());
    for (const auto& [key, ignored] : known) keys.push_back(key);
    return fail(ErrorCode::kUsage,
                fmt::format("no task has a tag '{}'; the tags are: {}", tag.key, names_text(keys)),
                flag);
  }
  if (values->second.contains(tag.value)) return {};
  return fail(ErrorCode::kUsage,
              fmt::format("no task has {}={}; the values of {} are: {}", tag.key, tag.value,
                          tag.key, names_text(values->second)),
              flag);
}

/// Groups in an order that follows from the seed and their names.
std::vector<std::uint32_t> drawn_order(const ExampleGroups& groups, std::string_view purpose,
                                       std::int64_t seed) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
  keys.reserve(groups.size());
  constexpr std::size_t kDigits = 16;  // 64 bits; the place decides between equals
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::string hash = sha256_hex(fmt::format("{}\n{}\n{}", purpose, seed, groups.name(i)));
    std::uint64_t key = 0;
    std::from_chars(hash.data(), hash.data() + kDigits, key, 16);
    keys.emplace_back(key, static_cast<std::uint32_t>(i));
  }
  std::ranges::sort(keys);
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (const auto& [ignored, index] : keys) order.push_back(index);
  return order;
}

/// Gives groups in this order to a split until it has `wanted` examples; those that would be too
/// many are passed over.
std::size_t deal(const ExampleGroups& groups, std::span<const std::uint32_t> order,
                 std::size_t wanted, Split split, std::vector<Split>& splits) {
  std::size_t dealt = 0;
  for (const std::uint32_t index : order) {
    if (dealt == wanted) break;
    if (splits[index] != Split::kNone || dealt + groups.counts[index] > wanted) continue;
    splits[index] = split;
    dealt += groups.counts[index];
  }
  return dealt;
}

Result<double> split_number(std::string_view text, std::string_view whole) {
  const auto number = parse_number<double>(trim(text));
  constexpr double kMost = 1e12;
  if (number && *number >= 0 && *number <= kMost) return *number;
  return fail(ErrorCode::kUsage,
              fmt::format("'{}' is not a split: give two numbers of examples (900,100) or two "
                          "shares (0.9,0.1), train first",
                          whole),
              "--split");
}

std::size_t all_examples(const ExampleGroups& groups) {
  return std::accumulate(groups.counts.begin(), groups.counts.end(), std::size_t{0});
}

}  // namespace

bool TagChoice::wants(std::span<const suite::Tag> tags) const {
  const bool refused =
      std::ranges::any_of(without, [&](const suite::Tag& tag) { return holds_tag(tags, tag); });
  if (refused) return false;
  return std::ranges::all_of(only, [&](const suite::Tag& wish) {
    return std::ranges::any_of(
        only, [&](const suite::Tag& tag) { return tag.key == wish.key && holds_tag(tags, tag); });
  });
}

Result<suite::Tag> parse_tag(std::string_view text, const std::string& flag) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is not a tag: give KEY=VALUE, as in skill=math", text), flag);
  }
  return suite::Tag{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

Result<void> check_tags(const TagChoice& choice, const TagValues& known) {
  for (const suite::Tag& tag : choice.only) TRY(check_tag(tag, "--only", known));
  for (const suite::Tag& tag : choice.without) TRY(check_tag(tag, "--without", known));
  return {};
}

Result<SplitSizes> parse_split(std::string_view text) {
  const auto parts = split(text, ',');
  SplitSizes sizes;
  sizes.train = TRY(split_number(parts.front(), text));
  sizes.validation = TRY(split_number(parts.size() == 2 ? parts.back() : "", text));
  sizes.shares = text.find('.') != std::string_view::npos;
  constexpr double kRounding = 1e-9;
  if (sizes.shares && std::abs(sizes.train + sizes.validation - 1) > kRounding) {
    return fail(ErrorCode::kUsage, fmt::format("the shares of '{}' do not add up to 1", text),
                "--split");
  }
  const bool whole =
      sizes.train == std::floor(sizes.train) && sizes.validation == std::floor(sizes.validation);
  if (!sizes.shares && !whole) return fail(split_number("", text).error());
  return sizes;
}

Result<std::vector<Split>> choose_splits(const ExampleGroups& groups,
                                         std::optional<std::size_t> limit,
                                         const std::optional<SplitSizes>& sizes,
                                         std::int64_t seed) {
  std::vector<Split> splits(groups.size(), Split::kTrain);
  std::size_t total = all_examples(groups);
  if (limit && *limit < total) {
    splits.assign(groups.size(), Split::kNone);
    const std::vector<std::uint32_t> order = drawn_order(groups, "limit", seed);
    total = deal(groups, order, *limit, Split::kTrain, splits);
  }
  if (!sizes) return splits;
  std::vector<std::uint32_t> order = drawn_order(groups, "split", seed);
  std::erase_if(order, [&](std::uint32_t index) { return splits[index] == Split::kNone; });
  splits.assign(groups.size(), Split::kNone);
  const auto share = [&](double part) {
    return static_cast<std::size_t>(sizes->shares ? std::floor(part * static_cast<double>(total))
                                                  : part);
  };
  const std::size_t validation = share(sizes->validation);
  const std::size_t train = sizes->shares ? total : share(sizes->train);
  if (!sizes->shares && train + validation > total) {
    return fail(ErrorCode::kUsage,
                fmt::format("{} and {} are wanted, but there are {} examples",
                            format_count(static_cast<std::int64_t>(train)),
                            format_count(static_cast<std::int64_t>(validation)),
                            format_count(static_cast<std::int64_t>(total))),
                "--split");
  }
  deal(groups, order, validation, Split::kValidation, splits);
  deal(groups, order, train, Split::kTrain, splits);
  return splits;
}

}  // namespace papert::datagen
