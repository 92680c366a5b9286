// Sets and folders of fresh questions: the same from the same seed, and extended.

#include "data/sgp/mint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "data/sgp/load.h"
#include "mint/question/fresh.h"

namespace papert::data::sgp {
namespace {

std::vector<mint::Question> minted(std::int64_t seed, std::int64_t count) {
  data::MintOptions options;
  options.seed = seed;
  options.count = count;
  return mint_questions(options, Family::kAny, {.jobs = 2}).value();
}

TEST(SgpMint, SameSeedSameQuestions) {
  const auto first = minted(100, 12);
  EXPECT_EQ(first, minted(100, 12));
  EXPECT_NE(first, minted(112, 12));
  // A seed's questions do not depend on the others minted with it.
  const auto alone = mint::mint_program(105, "fresh").value();
  for (const mint::Question& question : alone) {
    EXPECT_NE(std::find(first.begin(), first.end(), question), first.end()) << question.id;
  }
  EXPECT_TRUE(mint::mint_program(-3, "fresh").has_value());
}

TEST(SgpMint, AnyNumberOfThreadsMintsTheSame) {
  data::MintOptions options;
  options.seed = 4000;
  options.count = 12;
  const auto one = mint_questions(options, Family::kAny, {.jobs = 1}).value();
  EXPECT_EQ(one, mint_questions(options, Family::kAny, {.jobs = 3}).value());
  const auto more = minted(4000, 16);
  EXPECT_TRUE(std::equal(one.begin(), one.end(), more.begin()));
}

TEST(SgpMint, FoldersAreExtended) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("papert-mint-" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  data::MintOptions options;
  options.seed = 4000;
  options.count = 3;
  const std::size_t first = mint_folder(folder, options, Family::kAny, {}).value();
  EXPECT_GT(first, 2U);
  EXPECT_EQ(mint_folder(folder, options, Family::kAny, {}).value(), 0U);
  // The same seeds under another name show the same pictures.
  options.split = "copy";
  EXPECT_EQ(mint_folder(folder, options, Family::kAny, {}).value(), 0U);
  options.split = "fresh";
  options.count = 6;
  const std::size_t more = mint_folder(folder, options, Family::kAny, {}).value();
  const auto stored = read_questions(folder).value();
  ASSERT_EQ(stored.questions.size(), first + more);
  EXPECT_EQ(stored.questions, minted(4000, 6));
  const auto report = check_folder(folder, 1).value();
  EXPECT_TRUE(report.problems.empty());
  options.split = "../x";
  EXPECT_EQ(mint_folder(folder, options, Family::kAny, {}).error().code, ErrorCode::kUsage);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace papert::data::sgp
