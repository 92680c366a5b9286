#include "data/seeds.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/sha256.h"

namespace papert::data {

std::string mint_hash(std::string_view suite, int generator, const MintOptions& options) {
  return sha256_hex(fmt::format("{} mint generator={} split={} seed={}", suite, generator,
                                options.split, options.seed));
}

bool is_split_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

Result<void> check_mint(const MintOptions& options) {
  if (options.count < 1) return fail(ErrorCode::kUsage, "must be at least 1", "--count");
  if (options.seed > INT64_MAX - options.count) {
    return fail(ErrorCode::kUsage, "seed + count is larger than a 64-bit integer", "--seed");
  }
  const std::string& split = options.split;
  if (is_split_name(split)) return {};
  return fail(
      ErrorCode::kUsage,
      "'" + split + "' cannot name a split: use letters, digits, '-', '_' and '.', not '.' first",
      "--split");
}

SeedRow seeds_of(const MintOptions& options) {
  const Shard& shard = options.shard;
  SeedRow row{options.seed, shard.count, 0};
  std::int64_t skipped = 0;
  while (skipped < options.count && !shard.owns_number(row.first)) {
    ++row.first;
    ++skipped;
  }
  row.count = (options.count - skipped + shard.count - 1) / shard.count;
  return row;
}

Result<void> refuse_tiers(std::string_view suite, const std::vector<std::string>& tiers) {
  if (tiers.empty()) return {};
  return fail(ErrorCode::kUsage, fmt::format("suite {} has no tiers", suite), "--tier");
}

}  // namespace papert::data
