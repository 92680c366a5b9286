#include "analysis/label_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/numbers.h"
#include "base/sha256.h"

namespace papert::analysis {
namespace {

std::string lot_of(std::int64_t seed, const std::string& key) {
  return sha256_hex(fmt::format("{}\n{}", seed, key));
}

/// How many each stratum gives: proportional, the largest remainders rounded up, none left empty
/// while others have more than one.
std::vector<std::size_t> shares_of(const std::vector<std::size_t>& sizes, std::size_t count) {
  const std::size_t all = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
  std::vector<std::size_t> shares;
  std::vector<std::pair<std::size_t, std::size_t>> remainders;  // negated size, place
  shares.reserve(sizes.size());
  remainders.reserve(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    shares.push_back(sizes[i] * count / all);
    remainders.emplace_back(all - sizes[i] * count % all, i);
  }
  std::sort(remainders.begin(), remainders.end());
  std::size_t left = count - std::accumulate(shares.begin(), shares.end(), std::size_t{0});
  for (std::size_t i = 0; left > 0; ++i, --left) ++shares[remainders[i].second];
  for (std::size_t& share : shares) {
    const auto most = std::max_element(shares.begin(), shares.end());
    if (share > 0 || *most <= 1) continue;
    --*most;
    share = 1;
  }
  return shares;
}

}  // namespace

Result<SampleSize> SampleSize::parse(const std::string& text) {
  SampleSize size;
  if (text.empty()) return size;
  if (const auto count = parse_number<std::size_t>(text); count && *count > 0) {
    size.count_ = *count;
    return size;
  }
  const auto share = parse_number<double>(text);
  if (share && *share > 0 && *share < 1) {
    size.share_ = *share;
    return size;
  }
  return fail(ErrorCode::kUsage,
              "'" + text + "' is not a sample: give a number of items, or a share below 1 as 0.05",
              "--sample");
}

std::size_t SampleSize::of(std::size_t all) const {
  if (count_ > 0) return std::min(count_, all);
  const double wanted = std::ceil(share_ * static_cast<double>(all) - 1e-9);
  return std::min(all, static_cast<std::size_t>(wanted));
}

Result<BatchPlan> BatchPlan::parse(const std::string& text) {
  BatchPlan plan;
  if (text.empty()) return plan;
  const std::size_t cross = text.find('x');
  const auto batches = parse_number<std::size_t>(text.substr(0, cross));
  const auto size =
      cross == std::string::npos ? std::nullopt : parse_number<std::size_t>(text.substr(cross + 1));
  constexpr std::size_t kMost = 10'000;
  if (batches && size && *batches > 0 && *size > 0 && *batches <= kMost && *size <= kMost) {
    return BatchPlan{*batches, *size};
  }
  return fail(ErrorCode::kUsage,
              "'" + text + "' is not a number of batches and their size: give 10x50, say",
              "--batches");
}

std::vector<std::size_t> draw_sample(const std::vector<SampledItem>& items, std::size_t count,
                                     std::int64_t seed) {
  std::map<std::string, std::vector<std::pair<std::string, std::size_t>>> strata;
  for (std::size_t i = 0; i < items.size(); ++i) {
    strata[items[i].stratum].emplace_back(lot_of(seed, items[i].key), i);
  }
  std::vector<std::size_t> sizes;
  sizes.reserve(strata.size());
  for (const auto& [value, members] : strata) sizes.push_back(members.size());
  std::vector<std::pair<std::string, std::size_t>> drawn;
  if (items.empty()) return {};
  const std::vector<std::size_t> shares = shares_of(sizes, std::min(count, items.size()));
  std::size_t at = 0;
  for (auto& [value, members] : strata) {
    std::sort(members.begin(), members.end());
    const auto end = members.begin() + static_cast<std::ptrdiff_t>(shares[at++]);
    drawn.insert(drawn.end(), members.begin(), end);
  }
  std::sort(drawn.begin(), drawn.end());
  std::vector<std::size_t> places;
  places.reserve(drawn.size());
  for (const auto& [lot, place] : drawn) places.push_back(place);
  return places;
}

std::vector<std::size_t> deal_batches(std::size_t batches, std::size_t people, std::int64_t seed,
                                      const std::map<std::size_t, std::size_t>& answered) {
  std::vector<std::size_t> counts(batches, 0);
  for (const auto& [batch, count] : answered) {
    if (batch < batches) counts[batch] = count;
  }
  std::vector<std::size_t> dealt;
  dealt.reserve(people);
  for (std::size_t person = 0; person < people; ++person) {
    std::size_t best = 0;
    std::string best_lot;
    for (std::size_t batch = 0; batch < batches; ++batch) {
      const std::string lot = lot_of(seed, fmt::format("person {} batch {}", person, batch));
      const bool better =
          counts[batch] < counts[best] || (counts[batch] == counts[best] && lot < best_lot);
      if (!best_lot.empty() && !better) continue;
      best = batch;
      best_lot = lot;
    }
    ++counts[best];
    dealt.push_back(best);
  }
  return dealt;
}

}  // namespace papert::analysis
