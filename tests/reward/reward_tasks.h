// Sets of tasks for the tests of rewards.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "reward/reward.h"

namespace papert::reward {

inline SetRef minted(const std::string& suite, std::int64_t count = 3, std::int64_t seed = 7) {
  SetRef ref;
  ref.suite = suite;
  MintSource source;
  source.seed = seed;
  source.count = count;
  ref.source = source;
  return ref;
}

/// Fails the test and throws where the set cannot be opened.
inline std::shared_ptr<const OpenSet> open_set(TaskSets& sets, const SetRef& ref) {
  auto set = sets.open(ref);
  EXPECT_TRUE(set) << (set ? "" : set.error().to_string());
  return set.value();
}

inline std::string fenced(const std::string& code) { return "```python\n" + code + "\n```\n"; }

}  // namespace papert::reward
