// Faults on demand. Which request meets which fault is a function of the seed, the prompt and the
// attempt, never of time or order, so two runs against the same plan meet the same faults.
//
// There are two kinds. A transport fault is the way going wrong: it strikes only the first attempts
// at a prompt, so that a client that tries again always gets through. A reply fault belongs to the
// answer: it is the same at every attempt, so how many prompts have it can be counted beforehand.
//
// Example: "429:0.1,drop:0.05,cutoff:0.1" refuses one in ten first attempts, breaks one in twenty
// off, and cuts off the answers of one prompt in ten, whatever happened on the way.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert::mock {

enum class Fault {
  kNone,
  kStatus429,
  kStatus500,
  kStatus502,
  kStatus503,
  kStatus504,
  kSlow,          // the right reply, late
  kHangup,        // the connection closes without a word
  kDrop,          // the connection closes in the middle of the body
  kMalformed,     // half a JSON body that says it is whole
  kWrongType,     // a page of HTML with status 200
  kEmptyChoices,  // a reply without an answer in it
  kHuge,          // a reply of many megabytes
  kErrorBody,     // status 200 and an error: alone, or after half of a stream
  kCutoff,        // half the text, and the provider's word for it
  kRefusal,       // a refusal in the provider's form
  kInvalidUtf8,   // the text ends with bytes that are not UTF-8
};

struct FaultInfo {
  Fault fault;
  std::string_view name;
  bool of_reply;
};

inline constexpr std::array<FaultInfo, 16> kFaults{{
    {Fault::kStatus429, "429", false},
    {Fault::kStatus500, "500", false},
    {Fault::kStatus502, "502", false},
    {Fault::kStatus503, "503", false},
    {Fault::kStatus504, "504", false},
    {Fault::kSlow, "slow", false},
    {Fault::kHangup, "hangup", false},
    {Fault::kDrop, "drop", false},
    {Fault::kMalformed, "malformed", false},
    {Fault::kWrongType, "wrong_type", false},
    {Fault::kEmptyChoices, "empty_choices", false},
    {Fault::kHuge, "huge", false},
    {Fault::kErrorBody, "error_body", false},
    {Fault::kCutoff, "cutoff", true},
    {Fault::kRefusal, "refusal", true},
    {Fault::kInvalidUtf8, "invalid_utf8", true},
}};

[[nodiscard]] std::string_view fault_name(Fault fault);

class FaultPlan {
 public:
  FaultPlan() = default;

  /// "NAME:SHARE,NAME:SHARE,..."; empty for none. The shares of each of the two kinds add up to at
  /// most 1. `attempts`: how many attempts at a prompt transport faults may strike.
  [[nodiscard]] static Result<FaultPlan> parse(std::string_view text, std::int64_t seed,
                                               std::int64_t attempts);

  /// `attempt` counts from 0.
  [[nodiscard]] Fault on_the_way(std::string_view prompt_hash, std::int64_t attempt) const;
  [[nodiscard]] Fault in_the_reply(std::string_view prompt_hash) const;

 private:
  struct Share {
    Fault fault = Fault::kNone;
    double share = 0;
  };

  [[nodiscard]] Fault draw(const std::vector<Share>& shares, const std::string& key) const;

  std::vector<Share> transport_;
  std::vector<Share> reply_;
  std::int64_t seed_ = 0;
  std::int64_t attempts_ = 1;
};

}  // namespace papert::mock
