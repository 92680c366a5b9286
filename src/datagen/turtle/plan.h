// What a generation of turtle programs is asked for, and the plan that follows from it.
//
// Round t makes `pairs` candidates from each program of the generation before it. A candidate is
// (round, parent, j); everything that chance decides about it comes from random numbers that are
// seeded by exactly that, so the plan needs no file, and neither threads nor interruptions change
// it.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/random.h"
#include "base/result.h"

namespace papert::datagen {

/// How duplicates are sought by an encoder (alike.h).
struct EncoderSettings {
  std::string hash;             // of what gives the features
  double eps = 0.2;             // drawings whose features are no further apart are neighbours
  std::size_t min_samples = 2;  // neighbours of the core of a cluster, itself included
  bool unit = false;            // features are divided by their length
};

struct TurtleSettings {
  std::string preset = "train";
  std::size_t rounds = 5;
  std::size_t pairs = 16;                  // candidates from each program
  double keep = 0.7;                       // the share of a round that is kept, the best of it
  bool exact = true;                       // seek duplicates at all
  bool symbolic = true;                    // seek them by the published pixel rule, too
  std::optional<EncoderSettings> encoder;  // seek them by an encoder, too
  std::string score = "rule";      // who scores drawings; kNobody: what is kept is drawn by lot
  bool balance = false;            // keep that share of each category
  std::string picture = "clean";   // of tasks: clean, hand, or both, in two folders
  std::string guide = "pairs";     // kNobody: any change; else the hash of the instructions
  bool labels = true;              // by template
  bool carry_elite = false;        // the set holds earlier generations, too
  double validation = 0.01;        // of the set
  std::int64_t seed = 0;           // of all that chance decides
  std::size_t target = 0;          // rounds until a generation has so many; 0: as `rounds` says
  std::size_t max_candidates = 0;  // of all rounds together; 0: no limit
};

/// A role that nobody plays.
inline constexpr std::string_view kNobody = "none";

inline constexpr std::string_view kPresets[] = {"train", "syn", "mini"};

/// kUsage for a name that is not a preset.
[[nodiscard]] Result<TurtleSettings> preset_settings(const std::string& name);

/// What decides about the result, as request.json has it.
[[nodiscard]] Json to_json(const TurtleSettings& settings);

/// A candidate: "3-000012-07". Ordered by round, parent, number. There are millions of them in
/// memory, so it is small.
struct CandidateKey {
  std::uint32_t parent = 0;  // a place in the generation before it
  std::uint16_t number = 0;  // j
  std::uint16_t round = 0;   // from 1; 0: a seed

  static constexpr std::uint32_t kMost = UINT16_MAX;  // of round and number

  constexpr CandidateKey() = default;
  /// `of_round` and `of_number` are at most kMost.
  constexpr CandidateKey(std::uint32_t of_round, std::uint32_t of_parent, std::uint32_t of_number)
      : parent(of_parent),
        number(static_cast<std::uint16_t>(of_number)),
        round(static_cast<std::uint16_t>(of_round)) {}

  [[nodiscard]] std::string text() const;
  friend bool operator==(const CandidateKey&, const CandidateKey&) = default;
  friend std::strong_ordering operator<=>(const CandidateKey& a, const CandidateKey& b) {
    return a.rank() <=> b.rank();
  }

 private:
  [[nodiscard]] constexpr std::uint64_t rank() const {
    return (std::uint64_t{round} << 48U) | (std::uint64_t{parent} << 16U) | number;
  }
};

/// The first 128 bits of a drawing's key, for hundreds of thousands of them.
using ShortKey = std::array<std::uint64_t, 2>;
[[nodiscard]] ShortKey short_key(std::string_view drawing);

[[nodiscard]] Result<CandidateKey> candidate_key(std::string_view text);

/// What chance decides about a candidate.
[[nodiscard]] Random candidate_random(std::int64_t seed, std::uint32_t round,
                                      std::string_view parent_id, std::uint32_t number);

/// What drawings of one score are ordered by: their hashes, or a lot where nobody scores.
[[nodiscard]] ShortKey order_of_equals(const TurtleSettings& settings, std::string_view drawing);

/// The candidates of one round, in the order of their keys.
class RoundPlan {
 public:
  /// `most` cuts the round: each parent then has about equally many.
  RoundPlan(std::uint32_t round, std::size_t parents, std::size_t pairs, std::size_t most);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool cut() const { return cut_; }
  [[nodiscard]] CandidateKey at(std::size_t index) const;
  /// The inverse; nothing for a candidate that is not planned.
  [[nodiscard]] std::optional<std::size_t> index_of(const CandidateKey& key) const;

 private:
  std::uint32_t round_ = 1;
  std::size_t parents_ = 0;
  std::size_t each_ = 0;   // candidates of a parent
  std::size_t extra_ = 0;  // so many parents have one more
  std::size_t size_ = 0;
  bool cut_ = false;
};

}  // namespace papert::datagen
