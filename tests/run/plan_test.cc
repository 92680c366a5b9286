#include "run/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "suite/registry.h"

namespace papert::run {
namespace {

std::string tier_at(const suite::TaskSet& tasks, std::size_t index) {
  return tasks.task(index).tags.front().value;
}

TEST(SeededOrder, TiersTakeTurnsAndEveryTaskComesOnce) {
  const auto suite = suite::find_suite("shapecode").value();
  const auto tasks = suite->mint({.seed = 7, .count = 50}).value();
  const auto order = seeded_order(*tasks, *suite);
  EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), 150U);
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < 12; ++i) ++counts[tier_at(*tasks, order[i])];
  EXPECT_EQ(counts, (std::map<std::string, int>{{"easy", 4}, {"medium", 4}, {"hard", 4}}));
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
}

TEST(SeededOrder, FollowsFromTheDataAlone) {
  const auto suite = suite::find_suite("shapecode").value();
  const auto tasks = suite->mint({.seed = 7, .count = 50}).value();
  EXPECT_EQ(seeded_order(*tasks, *suite),
            seeded_order(*suite->mint({.seed = 7, .count = 50}).value(), *suite));
  EXPECT_NE(seeded_order(*tasks, *suite),
            seeded_order(*suite->mint({.seed = 8, .count = 50}).value(), *suite));
}

TEST(SeededOrder, TasksKeepTheirOrderWhenMoreAreMinted) {
  const auto suite = suite::find_suite("shapecode").value();
  const auto few = suite->mint({.seed = 7, .count = 5}).value();
  const auto many = suite->mint({.seed = 7, .count = 9}).value();
  const auto easy = [&](const suite::TaskSet& tasks) {
    std::vector<std::string> ids;
    for (const std::size_t i : seeded_order(tasks, *suite)) {
      if (tier_at(tasks, i) == "easy") ids.push_back(tasks.task(i).id);
    }
    return ids;
  };
  const auto before = easy(*few);
  std::vector<std::string> after = easy(*many);
  std::erase_if(after, [&](const std::string& id) {
    return std::find(before.begin(), before.end(), id) == before.end();
  });
  EXPECT_EQ(after, before);
}

TEST(Limit, NamesPositions) {
  const std::vector<std::size_t> order{9, 8, 7, 6, 5};
  const auto pick = [&](const char* text) { return Limit::parse(text).value().pick(order); };
  EXPECT_EQ(pick(""), order);
  EXPECT_EQ(pick("2"), (std::vector<std::size_t>{9, 8}));
  EXPECT_EQ(pick("3-4"), (std::vector<std::size_t>{7, 6}));
  EXPECT_EQ(pick("1,4-9"), (std::vector<std::size_t>{9, 6, 5}));
  EXPECT_EQ(pick("6-9"), (std::vector<std::size_t>{}));
  for (const char* bad :
       {"0", "x", "3-2", "0-2", "-", "1-", "-3", "1,,2", "1.5", "99999999999999999999"}) {
    EXPECT_FALSE(Limit::parse(bad)) << bad;
  }
}

TEST(Limit, PartsAddUp) {
  const auto sum = [](const char* a, const char* b) {
    Limit limit = Limit::parse(a).value();
    limit.add(Limit::parse(b).value());
    return limit.text();
  };
  EXPECT_EQ(sum("10", "4"), "10") << "a smaller limit does not shrink it";
  EXPECT_EQ(sum("10", "11-20"), "20");
  EXPECT_EQ(sum("21-30", "10"), "10,21-30");
  EXPECT_EQ(sum("10,21-30", "5-25"), "30");
  EXPECT_EQ(sum("10", ""), "");
  EXPECT_TRUE(Limit::parse("10,21-30").value().covers(Limit::parse("22-30").value()));
  EXPECT_FALSE(Limit::parse("10,21-30").value().covers(Limit::parse("10-21").value()));
  EXPECT_FALSE(Limit::parse("10").value().covers(Limit()));
  EXPECT_TRUE(Limit().covers(Limit::parse("10").value()));
}

}  // namespace
}  // namespace papert::run
