#include "run/plan.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/numbers.h"
#include "base/shard.h"
#include "base/text.h"

namespace papert::run {
namespace {

/// The tag "tier", or else the tag that holds one of the suite's tiers.
std::string tier_of(const suite::Task& task, std::span<const std::string_view> tiers) {
  std::string found;
  for (const suite::Tag& tag : task.tags) {
    if (tag.key == "tier") return tag.value;
    if (std::find(tiers.begin(), tiers.end(), tag.value) != tiers.end()) found = tag.value;
  }
  return found;
}

std::optional<std::size_t> whole_number(std::string_view digits) {
  const auto value = parse_number<std::size_t>(digits);
  return value == std::size_t{0} ? std::nullopt : value;
}

}  // namespace

std::vector<std::size_t> seeded_order(const suite::TaskSet& tasks, const suite::Suite& suite) {
  using Drawn = std::pair<std::uint64_t, std::size_t>;  // lot, index
  std::map<std::pair<std::ptrdiff_t, std::string>, std::vector<Drawn>> by_tier;
  const auto tiers = suite.tiers();
  const std::string data_hash = tasks.data_hash();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const suite::Task task = tasks.task(i);
    const std::string tier = tier_of(task, tiers);
    const auto place = std::find(tiers.begin(), tiers.end(), tier) - tiers.begin();
    by_tier[{place, tier}].emplace_back(lot_of(data_hash + "\n" + task.id), i);
  }
  std::size_t rounds = 0;
  for (auto& [tier, drawn] : by_tier) {
    std::sort(drawn.begin(), drawn.end());
    rounds = std::max(rounds, drawn.size());
  }
  std::vector<std::size_t> order;
  order.reserve(tasks.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (const auto& [tier, drawn] : by_tier) {
      if (round < drawn.size()) order.push_back(drawn[round].second);
    }
  }
  return order;
}

Result<Limit> Limit::parse(const std::string& text) {
  Limit limit;
  if (text.empty()) return limit;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const bool span = dash != std::string_view::npos;
    const auto first = span ? whole_number(part.substr(0, dash)) : 1;
    const auto last = whole_number(span ? part.substr(dash + 1) : part);
    if (!first || !last || *last < *first) {
      return fail(ErrorCode::kUsage,
                  "'" + text + "' is not a valid limit: give N (N tasks) or A-B (from 1)",
                  "--limit");
    }
    limit.spans_.push_back({*first, *last});
  }
  limit.tidy();
  return limit;
}

std::string Limit::text() const {
  std::string text;
  for (const Span& span : spans_) {
    if (!text.empty()) text += ",";
    text += span.first == 1 ? std::to_string(span.last)
                            : std::to_string(span.first) + "-" + std::to_string(span.last);
  }
  return text;
}

bool Limit::covers(const Limit& other) const {
  if (all()) return true;
  if (other.all()) return false;
  return std::ranges::all_of(other.spans_, [&](const Span& part) {
    return std::ranges::any_of(spans_, [&](const Span& span) {
      return span.first <= part.first && part.last <= span.last;
    });
  });
}

void Limit::add(const Limit& other) {
  if (all()) return;
  if (other.all()) {
    spans_.clear();
    return;
  }
  spans_.insert(spans_.end(), other.spans_.begin(), other.spans_.end());
  tidy();
}

void Limit::tidy() {
  std::ranges::sort(spans_, {}, &Span::first);
  std::vector<Span> apart;
  for (const Span& span : spans_) {
    if (!apart.empty() && span.first - 1 <= apart.back().last) {
      apart.back().last = std::max(apart.back().last, span.last);
    } else {
      apart.push_back(span);
    }
  }
  spans_ = std::move(apart);
}

std::vector<std::size_t> Limit::pick(const std::vector<std::size_t>& order) const {
  if (all()) return order;
  std::vector<std::size_t> picked;
  for (const Span& span : spans_) {
    for (std::size_t i = span.first - 1; i < std::min(span.last, order.size()); ++i) {
      picked.push_back(order[i]);
    }
  }
  return picked;
}

}  // namespace papert::run
