// What is found out about one question: votes of models that see the picture, guesses of one that
// does not, and the suite's own reading.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_view.h"
#include "base/random.h"
#include "base/result.h"
#include "datagen/questions/blocks.h"
#include "datagen/questions/desk.h"
#include "datagen/questions/programs.h"

namespace papert::datagen::questions {

/// Seeded by words, so that neither threads nor interruptions change what is drawn.
[[nodiscard]] Random random_of(std::int64_t seed, std::string_view what, std::string_view id);

inline constexpr std::size_t kVotes = 3;
inline constexpr std::size_t kVotesNeeded = 2;

/// The options as one vote has them: the key stands at a different place in each.
struct Shuffled {
  std::vector<std::string> options;
  std::size_t key = 0;
};
[[nodiscard]] std::array<Shuffled, kVotes> shuffle_options(const Block& block, Random& random);

struct Vote {
  std::string key;   // the letter of the right option in this vote
  std::string read;  // the letter that was answered; empty: none was found
  std::string reply;

  [[nodiscard]] bool right() const { return key == read; }
};

enum class VerdictStatus {
  kVerified,
  kUnverified,    // nobody was asked
  kRejected,      // two of three votes are not for the key
  kContradicted,  // by the suite's own reading
  kRequestFailed  // not final
};
inline constexpr std::array<std::string_view, 5> kVerdictNames{"verified", "unverified", "rejected",
                                                               "contradicted", "request_failed"};

struct Verdict {
  VerdictStatus status = VerdictStatus::kUnverified;
  std::vector<Vote> votes;
  std::vector<Vote> guesses;
  bool guessable = false;
  std::string message;  // what contradicts, or why a request failed

  [[nodiscard]] bool final() const { return status != VerdictStatus::kRequestFailed; }
  [[nodiscard]] bool good() const {
    return status == VerdictStatus::kVerified || status == VerdictStatus::kUnverified;
  }
};

struct ToVerify {
  std::string id;  // of the question
  const Program& program;
  const ShownProgram& shown;
  const Block& block;
};

/// Goes on where `before` ended, of which votes and guesses are kept. Asks no more than is needed
/// to decide: two votes that agree are enough, and so is one guess that is wrong.
[[nodiscard]] Result<Verdict> find_verdict(const ToVerify& question, const QuestionRoles& roles,
                                           std::int64_t seed, Verdict before, Desk& desk,
                                           Spent& spent);

[[nodiscard]] Json to_json(const Verdict& verdict);
[[nodiscard]] Verdict verdict_from_line(const JsonView& line);

}  // namespace papert::datagen::questions
