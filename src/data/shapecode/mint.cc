#include "data/shapecode/mint.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "data/seeds.h"
#include "data/shapecode/dialect.h"
#include "data/shapecode/layout.h"
#include "data/task_folder.h"
#include "raster/raster.h"

namespace papert::data::shapecode {
namespace {

Result<std::vector<SampleKey>> keys_to_mint(const data::MintOptions& options) {
  TRY(data::check_mint(options));
  std::vector<SampleKey> keys;
  const data::SeedRow seeds = data::seeds_of(options);
  for (const mint::shapes::Tier tier : TRY(select_tiers(options.tiers))) {
    for (std::int64_t i = 0; i < seeds.count; ++i) {
      keys.push_back({options.split, tier, seeds.at(i)});
    }
  }
  return keys;
}

/// Takes out the samples that cannot be generated, in blocks of seeds of one tier.
void drop_impossible(const DialectRules& rules, std::vector<SampleKey>& keys,
                     std::vector<Error>& problems) {
  constexpr std::size_t kBlock = 256;
  std::vector<bool> possible;
  for (std::size_t first = 0; first < keys.size();) {
    std::vector<std::int64_t> seeds;
    const mint::shapes::Tier tier = keys[first].tier;
    while (first < keys.size() && keys[first].tier == tier && seeds.size() < kBlock) {
      seeds.push_back(keys[first++].seed);
    }
    for (const std::optional<Error>& problem : rules.problems(tier, seeds)) {
      possible.push_back(!problem);
      if (problem) problems.push_back(*problem);
    }
  }
  std::size_t index = 0;
  std::erase_if(keys, [&](const SampleKey&) { return !possible[index++]; });
}

struct Written {
  SampleKey key;
  std::string picture;   // relative path
  std::string checksum;  // of the PNG's bytes
};

Result<Written> write_sample(const std::filesystem::path& folder, Dialect dialect,
                             const SampleKey& key) {
  const DialectRules& rules = rules_of(dialect);
  const std::string program = TRY(rules.generate(key.tier, key.seed));
  const auto drawn = rules.draw(program);
  if (!drawn) return fail(ErrorCode::kInternal, drawn.error().message, key.id());
  const std::string stem = key.stem().generic_string();
  const std::string png = raster::encode_png(drawn->picture);
  TRY(write_file(folder / (stem + ".png"), png, Durability::kUnsynced));
  TRY(write_file(folder / (stem + ".json"),
                 dump_json_pretty(sample_json(key, dialect, *drawn)) + "\n",
                 Durability::kUnsynced));
  return Written{key, stem + ".png", sha256_hex(png)};
}

/// Folders that hold samples of the seeds which belong to their shards.
class Parts {
 public:
  Parts(const data::MintOptions& options, Dialect dialect)
      : folders_(options.parts), dialect_(dialect) {}

  /// Takes the sample from the folder that has it; nothing where none has.
  [[nodiscard]] Result<std::optional<Written>> take(const std::filesystem::path& folder,
                                                    const SampleKey& key) const {
    const std::string stem = key.stem().generic_string();
    for (const std::filesystem::path& part : folders_) {
      if (!may_exist(part / (stem + ".json"))) continue;
      const std::string png = TRY(read_sample(part, key, dialect_)).png;
      TRY(write_file(folder / (stem + ".png"), png, Durability::kUnsynced));
      const std::string json = TRY(read_file(part / (stem + ".json")));
      TRY(write_file(folder / (stem + ".json"), json, Durability::kUnsynced));
      return std::optional(Written{key, stem + ".png", sha256_hex(png)});
    }
    return std::optional<Written>();
  }

 private:
  const std::vector<std::filesystem::path>& folders_;
  Dialect dialect_;
};

/// Manifest and checksums of a folder that may already hold some.
struct Ledger {
  Manifest manifest;
  data::Checksums checksums;
};

Result<Ledger> open_ledger(const std::filesystem::path& folder, Dialect dialect) {
  Ledger ledger;
  ledger.manifest.dialect = dialect;
  if (!may_exist(manifest_path(folder))) return ledger;
  ledger.manifest = TRY(read_manifest(folder));
  TRY(check_dialect(ledger.manifest, dialect, folder));
  if (!ledger.manifest.problems.empty()) {
    const Error& first = ledger.manifest.problems.front();
    return fail(ErrorCode::kBadData, first.message + " (repair or remove the folder first)",
                first.where);
  }
  ledger.checksums = TRY(data::read_checksums(folder));
  return ledger;
}

}  // namespace

Result<Samples> mint_samples(const data::MintOptions& options, Dialect dialect) {
  const DialectRules& rules = rules_of(dialect);
  Samples samples;
  samples.keys = TRY(keys_to_mint(options));
  samples.data_hash = data::mint_hash(rules.mint_name, rules.generator, options);
  drop_impossible(rules, samples.keys, samples.problems);
  data::put_in_id_order(samples.keys, samples.problems,
                        [](const SampleKey& key) { return key.id(); });
  return samples;
}

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const data::MintOptions& options, Dialect dialect,
                                const data::WriteOptions& write) {
  const std::vector<SampleKey> keys = TRY(keys_to_mint(options));
  Ledger ledger = TRY(open_ledger(folder, dialect));
  for (const mint::shapes::Tier tier : TRY(select_tiers(options.tiers))) {
    TRY(make_directories(folder / options.split / mint::shapes::tier_name(tier)));
  }
  std::vector<SampleKey> added;
  std::size_t absent = 0;
  const Parts parts(options, dialect);
  const auto make = [&](std::size_t index) -> Result<std::optional<Written>> {
    if (!options.parts.empty()) return parts.take(folder, keys[index]);
    return std::optional(TRY(write_sample(folder, dialect, keys[index])));
  };
  Result<void> outcome = data::make_in_order(
      keys.size(), write, make, [&](std::optional<Written> written) -> Result<void> {
        if (!written) ++absent;
        if (!written) return {};
        added.push_back(std::move(written->key));
        ledger.checksums[written->picture] = std::move(written->checksum);
        return {};
      });
  // What was written until an error belongs to the folder.
  const Json manifest = extend_manifest(ledger.manifest, added);
  TRY(write_file(data::checksums_path(folder), data::checksums_text(ledger.checksums)));
  TRY(write_file(manifest_path(folder), dump_json_pretty(manifest) + "\n"));
  TRY(std::move(outcome));
  if (added.size() + absent < keys.size()) {
    return fail(
        ErrorCode::kCancelled,
        fmt::format("interrupted after {} of {} samples; the folder is complete up to there",
                    added.size(), keys.size()));
  }
  return added.size();
}

Result<data::CheckReport> check_folder(const std::filesystem::path& folder, std::size_t jobs) {
  Manifest manifest = TRY(read_manifest(folder));
  const data::Checksums checksums = TRY(data::read_checksums(folder));
  data::CheckReport report;
  report.problems = std::move(manifest.problems);
  std::set<std::string> listed;
  report.checked = manifest.keys.size();
  const auto look = [&](const SampleKey& key) -> Result<std::string> {
    const StoredSample sample = TRY(read_sample(folder, key, manifest.dialect));
    return sha256_hex(sample.png);
  };
  work_in_order(jobs, manifest.keys, look, [&](const SampleKey& key, Result<std::string> sum) {
    const std::string picture = key.stem().generic_string() + ".png";
    listed.insert(picture);
    const auto on_record = checksums.find(picture);
    if (!sum) {
      report.problems.push_back(sum.error());
    } else if (on_record == checksums.end()) {
      report.problems.push_back({ErrorCode::kBadData, "has no line in SHA256SUMS", picture});
    } else if (on_record->second != *sum) {
      report.problems.push_back(
          {ErrorCode::kBadData, "does not have the checksum of SHA256SUMS", picture});
    }
  });
  for (const auto& [path, hash] : checksums) {
    if (!listed.contains(path)) {
      report.problems.push_back(
          {ErrorCode::kBadData, "is in SHA256SUMS but not in the manifest", path});
    }
  }
  return report;
}

}  // namespace papert::data::shapecode
