// One program for each drawing.
//
// *Exact*: equal canonical sheets (score::drawing_key). *Symbolic*: equal by the published pixel
// rule; that relation does not carry over, so its connected components count as one drawing each.
// Of equal ones the program with the fewest lines of code stays, then the one with the smallest
// key; what an earlier round or a seed has drawn is not new.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datagen/turtle/ink.h"
#include "datagen/turtle/round.h"

namespace papert::datagen {

/// The drawings of seeds and earlier rounds.
class KnownDrawings {
 public:
  KnownDrawings(InkSheets sheets, const ProgramFiles& files, const std::vector<Elite>& seeds);

  /// The earlier candidate or seed that draws this.
  [[nodiscard]] std::optional<CandidateKey> find(const ShortKey& drawing) const;

  /// A name for messages and files: the key of a candidate, the id of a seed.
  [[nodiscard]] std::string name_of(const CandidateKey& key) const;

  /// A round is over: what it drew, and what stands for it.
  [[nodiscard]] Result<void> add_round(const Round& round, const std::vector<CandidateFacts>& drawn,
                                       const std::vector<Survivor>& survivors);

 private:
  friend class DistinctSearch;

  /// One that stands for its drawing; its ink is looked at when it is first needed.
  struct Standing {
    CandidateKey key;
    LinePlace place;  // of a candidate
    InkMark ink;
  };

  InkSheets sheets_;
  const ProgramFiles& files_;
  std::vector<Elite> seeds_;
  std::vector<std::pair<ShortKey, CandidateKey>> drawings_;  // sorted; round 0 has the seeds
  std::vector<Standing> standing_;
  std::vector<std::pair<CandidateKey, InkMark>> looked_at_;  // of the round that goes on; sorted
  std::vector<LineSource> sources_;                          // of rounds, from the first
};

/// Writes distinct.jsonl, or reads it if it is there; the survivors in the order of their keys.
[[nodiscard]] Result<std::vector<Survivor>> find_distinct(
    const Workbench& bench, const Round& round, const std::vector<CandidateFacts>& candidates,
    KnownDrawings& known);

}  // namespace papert::datagen
