// The published folder layout, read by load and check and written by mint:
//
//     manifest.json                          which splits, tiers and seeds there are
//     SHA256SUMS                             one line per picture, over the PNG file's bytes
//     <split>/<tier>/<split>-<tier>-<seed:08>.png and .json
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/named_lines.h"
#include "base/result.h"
#include "data/shapecode/dialect.h"
#include "data/task_folder.h"
#include "mint/shapes/generate.h"

namespace papert::data::shapecode {

/// One sample of a data folder.
struct SampleKey {
  std::string split;
  mint::shapes::Tier tier = mint::shapes::Tier::kEasy;
  std::int64_t seed = 0;

  [[nodiscard]] std::string id() const;
  /// Relative to the data folder, without the extension.
  [[nodiscard]] std::filesystem::path stem() const;

  friend bool operator==(const SampleKey&, const SampleKey&) = default;
};

struct Manifest {
  Dialect dialect = Dialect::kV1;  // of all samples
  Json json = Json::object();      // as read; what we do not know is kept when a folder is extended
  std::vector<SampleKey> keys;     // in the order of their ids, each once
  std::vector<Error> problems;     // entries that contradict themselves
};

/// Path of the manifest in a folder.
[[nodiscard]] std::filesystem::path manifest_path(const std::filesystem::path& folder);

[[nodiscard]] Result<Manifest> read_manifest(const std::filesystem::path& folder);

/// The manifest with these samples added.
[[nodiscard]] Json extend_manifest(const Manifest& manifest, const std::vector<SampleKey>& added);

/// The .json file of one sample.
[[nodiscard]] Json sample_json(const SampleKey& key, Dialect dialect, const Drawn& drawn);

/// A sample as stored: its program, proven to paint exactly the stored picture.
struct StoredSample {
  std::string program;  // canonical
  std::string png;      // the file's bytes
};

[[nodiscard]] Result<StoredSample> read_sample(const std::filesystem::path& folder,
                                               const SampleKey& key,
                                               Dialect dialect = Dialect::kV1);

/// The tiers of these names, all of them for an empty list.
[[nodiscard]] Result<std::vector<mint::shapes::Tier>> select_tiers(
    const std::vector<std::string>& names);

/// kUsage where the samples are of another dialect.
[[nodiscard]] Result<void> check_dialect(const Manifest& manifest, Dialect dialect,
                                         const std::filesystem::path& folder);

/// Samples ready to be asked, in the order of their ids.
struct Samples {
  std::vector<SampleKey> keys;
  NamedLines programs;           // in canonical form, one per key; none when minted
  std::filesystem::path folder;  // empty when minted
  std::string data_hash;
  std::vector<Error> problems;
};

/// Those of these tiers. Reads every sample the manifest lists, on so many threads, and proves that
/// its program paints its picture; one that fails is left out and a problem.
[[nodiscard]] Result<Samples> read_samples(const std::filesystem::path& folder, Dialect dialect,
                                           const std::vector<mint::shapes::Tier>& tiers,
                                           std::size_t jobs);

/// The files of a folder with this sample alone.
[[nodiscard]] Result<data::DataFiles> files_of(const SampleKey& key, Dialect dialect,
                                               std::string_view program);

}  // namespace papert::data::shapecode
