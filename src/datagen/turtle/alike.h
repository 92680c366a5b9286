// Drawings that look alike to an encoder: the last of the rules for duplicates.
//
// What the other rules left of a round is turned into features (features.f32, one record for each
// drawing that stands, in the order of distinct.jsonl), and clustered by DBSCAN together with the
// seeds (seeds.f32) and with all that earlier rounds encoded. A cluster with something that stands
// already adds nothing; of another one the program with the fewest lines stays, then the one with
// the smallest key. Noise, a drawing with no other near it, stays. clusters.jsonl says what became
// of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "datagen/turtle/drawing_encoder.h"
#include "datagen/turtle/round.h"

namespace papert::datagen {

[[nodiscard]] std::filesystem::path features_path(const std::filesystem::path& round_folder);
[[nodiscard]] std::filesystem::path clusters_path(const std::filesystem::path& round_folder);

/// The search over all rounds, one after the other.
class AlikeDrawings {
 public:
  /// `bench.options.encoder` and its settings are there.
  AlikeDrawings(const Workbench& bench, const std::vector<Elite>& seeds);

  /// Writes what the round has not written yet; those of its survivors that stay.
  [[nodiscard]] Result<std::vector<Survivor>> keep_one_of_each(
      const Round& round, const std::vector<Survivor>& survivors);

 private:
  /// A record of all features: whose it is, and whether it stands for its cluster.
  struct Encoded {
    CandidateKey key;  // round 0 has the seeds
    bool stands = true;
  };

  [[nodiscard]] Result<void> encode_seeds();
  [[nodiscard]] Result<void> encode_round(const Round& round,
                                          const std::vector<Survivor>& survivors) const;
  [[nodiscard]] Result<std::vector<std::int32_t>> labels() const;
  /// Who stands for each cluster that the round has a part in.
  [[nodiscard]] Result<std::map<std::int32_t, CandidateKey>> leaders(
      const Round& round, const std::vector<Survivor>& survivors,
      const std::vector<std::int32_t>& all) const;
  [[nodiscard]] Result<void> write_clusters(const Round& round,
                                            const std::vector<Survivor>& survivors) const;
  [[nodiscard]] std::string name_of(const CandidateKey& key) const;

  const Workbench& bench_;
  const std::vector<Elite>& seeds_;
  std::vector<std::filesystem::path> files_;  // of features, from the seeds' on
  std::vector<Encoded> encoded_;              // the records of files_ before this round
};

}  // namespace papert::datagen
