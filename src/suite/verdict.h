// What became of one sample: a closed list. The first eleven mean that the model was asked and
// answered; the last three mean that nothing was learnt about it, so they never count as wrong.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace papert::suite {

enum class Verdict {
  kRight,
  kWrong,
  kNoAnswer,  // nothing extractable in the reply
  kInvalid,   // does not parse or validate
  kCrashed,   // the program failed while it ran
  kStepLimit,
  kMemoryLimit,
  kOutputLimit,
  kForbidden,
  kRefused,
  kTruncated,  // the reply was cut off
  kRequestFailed,
  kHostSlow,
  kInternalError,
};

struct VerdictName {
  Verdict verdict;
  std::string_view name;
};

/// All verdicts in the order of tables and reports.
inline constexpr std::array<VerdictName, 14> kVerdicts{{
    {Verdict::kRight, "right"},
    {Verdict::kWrong, "wrong"},
    {Verdict::kNoAnswer, "no_answer"},
    {Verdict::kInvalid, "invalid"},
    {Verdict::kCrashed, "crashed"},
    {Verdict::kStepLimit, "step_limit"},
    {Verdict::kMemoryLimit, "memory_limit"},
    {Verdict::kOutputLimit, "output_limit"},
    {Verdict::kForbidden, "forbidden"},
    {Verdict::kRefused, "refused"},
    {Verdict::kTruncated, "truncated"},
    {Verdict::kRequestFailed, "request_failed"},
    {Verdict::kHostSlow, "host_slow"},
    {Verdict::kInternalError, "internal_error"},
}};

[[nodiscard]] constexpr std::string_view verdict_name(Verdict verdict) {
  return kVerdicts[static_cast<std::size_t>(verdict)].name;
}

[[nodiscard]] constexpr std::optional<Verdict> verdict_from_name(std::string_view name) {
  for (const VerdictName& entry : kVerdicts) {
    if (entry.name == name) return entry.verdict;
  }
  return std::nullopt;
}

/// Whether the verdict says something about the model (and so enters the score).
[[nodiscard]] constexpr bool is_scored(Verdict verdict) {
  return verdict < Verdict::kRequestFailed;
}

/// Whether the verdict was reached by looking at a reply.
[[nodiscard]] constexpr bool was_read(Verdict verdict) {
  return is_scored(verdict) && verdict != Verdict::kRefused && verdict != Verdict::kTruncated;
}

}  // namespace papert::suite
