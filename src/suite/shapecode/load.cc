#include "suite/shapecode/load.h"

#include <algorithm>

#include "base/sha256.h"
#include "base/thread_pool.h"
#include "suite/shapecode/tasks.h"

namespace papert::suite::shapecode {

Result<std::vector<mint::shapes::Tier>> select_tiers(const std::vector<std::string>& names) {
  if (names.empty()) return std::vector(mint::shapes::kTiers.begin(), mint::shapes::kTiers.end());
  std::vector<mint::shapes::Tier> tiers;
  for (const std::string& name : names) {
    const auto tier = mint::shapes::tier_from_name(name);
    if (!tier) {
      return fail(ErrorCode::kUsage,
                  "there is no tier '" + name + "'; the tiers are: easy, medium, hard");
    }
    if (std::find(tiers.begin(), tiers.end(), *tier) == tiers.end()) tiers.push_back(*tier);
  }
  return tiers;
}

Result<std::unique_ptr<suite::TaskSet>> load_tasks(const std::filesystem::path& folder,
                                                   const suite::LoadOptions& options) {
  const std::vector<mint::shapes::Tier> tiers = TRY(select_tiers(options.tiers));
  const Settings settings = TRY(settings_from(options.modes));
  Manifest manifest = TRY(read_manifest(folder));
  std::vector<SampleKey> keys;
  std::vector<std::string> programs;
  std::vector<Error> problems = std::move(manifest.problems);
  Sha256 hash;
  std::size_t next = 0;
  ordered_pipeline(
      options.jobs, 64,
      [&]() -> std::optional<std::size_t> {
        if (next == manifest.keys.size()) return std::nullopt;
        return next++;
      },
      [&](std::size_t index) {
        auto sample = read_sample(folder, manifest.keys[index]);
        return std::make_pair(index,
                              sample ? Result<std::string>(lang::shapes::serialise(sample->program))
                                     : Result<std::string>(fail(sample.error())));
      },
      [&](std::pair<std::size_t, Result<std::string>> read) {
        SampleKey& key = manifest.keys[read.first];
        if (!read.second) {
          problems.push_back(read.second.error());
          return;
        }
        hash.update(key.id() + "\n" + *read.second + "\n");
        if (std::find(tiers.begin(), tiers.end(), key.tier) == tiers.end()) return;
        keys.push_back(std::move(key));
        programs.push_back(std::move(*read.second));
      });
  return std::unique_ptr<suite::TaskSet>(std::make_unique<ShapeTasks>(
      std::move(keys), std::move(programs), folder, hash.hex(), std::move(problems), settings));
}

}  // namespace papert::suite::shapecode
