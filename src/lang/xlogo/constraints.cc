// The reference differs from the meaning in three ways, which strict_reference repeats: it looks up
// `exactly` only for blocks that the program uses (the total always), it ignores a list of two or
// more objects, and it reads past the end of a program that is a proper beginning of start_by.

#include "lang/xlogo/constraints.h"

#include <fmt/format.h>

#include <numeric>

namespace papert::lang::xlogo {
namespace {

enum class Start { kKept, kBroken, kTooShort };

Start compare_start(const std::vector<BlockType>& start_by, const Program& program) {
  std::size_t at = 0;
  for (const BlockType type : start_by) {
    if (at >= program.blocks.size()) return Start::kTooShort;
    if (program.blocks[at].type != type) return Start::kBroken;
    at += 1 + program.blocks[at].body;
  }
  return Start::kKept;
}

std::string start_reason(const std::vector<BlockType>& start_by, const Program& program) {
  std::string wanted;
  std::string found;
  std::size_t at = 0;
  for (const BlockType type : start_by) {
    wanted += fmt::format("{}{}", wanted.empty() ? "" : ", ", block_name(type));
    if (at >= program.blocks.size()) continue;
    found += fmt::format("{}{}", found.empty() ? "" : ", ", block_name(program.blocks[at].type));
    at += 1 + program.blocks[at].body;
  }
  return fmt::format("must start with {}; {}", wanted,
                     found.empty() ? "it is empty" : "starts with " + found);
}

std::string count_reason(std::size_t slot, std::size_t used, int limit, bool exact) {
  const std::string rule = fmt::format("{} {}", exact ? "exactly" : "at most", limit);
  const char* const ending = exact ? "required" : "allowed";
  if (slot == kCountAll) {
    return fmt::format("uses {} command{}, {} {}", used, used == 1 ? "" : "s", rule, ending);
  }
  return fmt::format("uses {} {} time{}, {} {}", kBlockNames[slot], used, used == 1 ? "" : "s",
                     rule, ending);
}

/// The reason is made only where it is asked for: judging must not allocate.
template <class Reason>
bool refuse(std::string* why, Reason reason) {
  if (why != nullptr) *why = reason();
  return false;
}

bool counts_kept(const ConstraintSet& set, const TypeCounts& counts, bool strict,
                 std::string* why) {
  const std::size_t all = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  for (std::size_t slot = 0; slot <= kCountAll; ++slot) {
    const std::size_t used = slot == kCountAll ? all : counts[slot];
    const auto at_most = set.at_most[slot];
    if (at_most && used > static_cast<std::size_t>(*at_most)) {
      return refuse(why, [&] { return count_reason(slot, used, *at_most, false); });
    }
    const auto exactly = set.exactly[slot];
    if (strict && used == 0 && slot != kCountAll) continue;
    if (exactly && used != static_cast<std::size_t>(*exactly)) {
      return refuse(why, [&] { return count_reason(slot, used, *exactly, true); });
    }
  }
  return true;
}

}  // namespace

std::optional<bool> check_constraints(const Constraints& constraints, const Program& program,
                                      const TypeCounts& counts, RunRules options,
                                      std::string* why) {
  const bool strict = options.strict_reference;
  if (strict && constraints.size() != 1) return true;
  for (const ConstraintSet& set : constraints) {
    const Start start = compare_start(set.start_by, program);
    if (strict && start == Start::kTooShort) return std::nullopt;
    if (!counts_kept(set, counts, strict, why)) return false;
    if (start != Start::kKept) {
      return refuse(why, [&] { return start_reason(set.start_by, program); });
    }
  }
  return true;
}

}  // namespace papert::lang::xlogo
