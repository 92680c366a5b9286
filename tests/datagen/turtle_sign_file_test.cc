#include "datagen/turtle/sign_file.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

constexpr std::uint32_t kSigns = 700;

score::FaithfulSigns numbered(std::uint32_t i) {
  score::FaithfulSigns signs;
  signs.ink = i;
  signs.near_of.back().back() = std::uint64_t{i} * i;
  return signs;
}

TEST(SignFile, GivesEverySignByItsPlaceInTheOrderToManyThreads) {
  const test::TempFolder folder;
  auto appended = SignFile::create(folder.path());
  ASSERT_TRUE(appended);
  for (std::uint32_t i = 0; i < kSigns; ++i) ASSERT_TRUE(appended->append(numbered(i)));
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < kSigns; i += 2) order.push_back(kSigns - 1 - i);  // half of them
  const auto signs = appended->in_order(order, folder.path());
  ASSERT_TRUE(signs) << signs.error().to_string();
  const auto read_all = [&] {
    std::size_t wrong = 0;
    for (int times = 0; times < 200; ++times) {  // pages are let go of on the way
      for (std::size_t place = 0; place < order.size(); ++place) {
        const score::FaithfulSigns& found = (*signs)[place];
        wrong += found.ink != order[place] ||
                 found.near_of.back().back() != std::uint64_t{order[place]} * order[place];
      }
    }
    EXPECT_EQ(wrong, 0U);
  };
  std::thread other(read_all);
  read_all();
  other.join();
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));  // its files have no names
}

TEST(SignFile, HoldsNothingWhereThereIsNothing) {
  const test::TempFolder folder;
  auto appended = SignFile::create(folder.path());
  ASSERT_TRUE(appended);
  EXPECT_TRUE(appended->in_order({}, folder.path()));
}

}  // namespace
}  // namespace papert::datagen
