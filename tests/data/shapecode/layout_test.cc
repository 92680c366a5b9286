// The folder: what mint writes, read and check; and what they say of a damaged one.

#include "data/shapecode/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/shapecode/mint.h"
#include "raster/raster.h"
#include "support/process.h"

namespace papert::data::shapecode {
namespace {

using testing::HasSubstr;

class DataFolder : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(mint_folder(folder_.path(), {.seed = 5, .count = 2}, Dialect::kV1, {}));
  }

  std::filesystem::path file(const std::string& name) { return folder_ / name; }
  std::filesystem::path sample(const std::string& extension) {
    return file("fresh/hard/fresh-hard-00000005" + extension);
  }

  void replace(const std::filesystem::path& path, const std::string& from, const std::string& to) {
    std::string text = test::slurp(path);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    test::spit(path, text.replace(at, from.size(), to));
  }

  Result<Samples> load(const std::vector<std::string>& tiers = {}) {
    return read_samples(folder_.path(), Dialect::kV1, *select_tiers(tiers), 1);
  }

  /// Loads; expects exactly one problem, which it returns, and all other samples.
  std::string only_problem(std::size_t samples_left = 5) {
    const auto samples = load();
    if (!samples) return "not loaded: " + samples.error().to_string();
    EXPECT_EQ(samples->keys.size(), samples_left);
    if (samples->problems.size() != 1) return "not one problem";
    return samples->problems[0].to_string();
  }

  test::TempFolder folder_;
};

TEST_F(DataFolder, MisspeltKeysAreNamed) {
  replace(file("manifest.json"), "\"generator\"", "\"generater\"");
  EXPECT_THAT(only_problem(6), HasSubstr("there is no key 'generater'; did you mean 'generator'?"));
  replace(file("manifest.json"), "\"generater\"", "\"generator\"");
  replace(sample(".json"), "\"num_shapes\"", "\"num_shape\"");
  EXPECT_THAT(only_problem(), HasSubstr("there is no key 'num_shape'; did you mean 'num_shapes'?"));
}

TEST_F(DataFolder, ALaterFormatIsRefused) {
  const std::string first = load()->data_hash;
  replace(sample(".json"), "\"format\": 1", "\"format\": 2");
  EXPECT_THAT(only_problem(), HasSubstr("written by a newer Papert (format 2"));
  replace(sample(".json"), "  \"format\": 2,\n", "");
  replace(file("manifest.json"), "  \"format\": 1,\n", "");
  const auto older = load();
  ASSERT_TRUE(older);
  EXPECT_EQ(older->data_hash, first) << "the same tasks without the field";
  replace(file("manifest.json"), "{\n", "{\n  \"format\": 2,\n");
  EXPECT_THAT(load().error().to_string(),
              HasSubstr("manifest.json: written by a newer Papert (format 2"));
}

TEST_F(DataFolder, TheSameSeedGivesTheSameBytesAndMoreExtends) {
  const std::string manifest = test::slurp(file("manifest.json"));
  const std::string sums = test::slurp(file("SHA256SUMS"));
  const std::string png = test::slurp(sample(".png"));
  ASSERT_TRUE(mint_folder(folder_.path(), {.seed = 5, .count = 2}, Dialect::kV1, {.jobs = 2}));
  EXPECT_EQ(test::slurp(file("manifest.json")), manifest);
  EXPECT_EQ(test::slurp(file("SHA256SUMS")), sums);
  EXPECT_EQ(test::slurp(sample(".png")), png);
  ASSERT_TRUE(
      mint_folder(folder_.path(), {.seed = -1, .count = 1, .split = "other"}, Dialect::kV1, {}));
  const auto report = check_folder(folder_.path(), 2);
  EXPECT_EQ(report->checked, 9U);
  EXPECT_TRUE(report->problems.empty());
  EXPECT_TRUE(std::filesystem::exists(file("other/easy/other-easy--0000001.png")));
}

TEST_F(DataFolder, OneTierOnly) {
  const auto tasks = load({"easy"});
  ASSERT_TRUE(tasks);
  EXPECT_EQ(tasks->keys.size(), 2U);
  EXPECT_EQ(tasks->data_hash, load()->data_hash);
}

TEST_F(DataFolder, TruncatedPicture) {
  const std::string png = test::slurp(sample(".png"));
  test::spit(sample(".png"), png.substr(0, png.size() / 2));
  EXPECT_THAT(only_problem(), HasSubstr("fresh-hard-00000005.png"));
}

TEST_F(DataFolder, HugePictureHeader) {
  std::string png = test::slurp(sample(".png"));
  png.replace(16, 8, std::string("\x00\x01\x86\xa0\x00\x01\x86\xa0", 8));
  test::spit(sample(".png"), png);
  EXPECT_THAT(only_problem(), HasSubstr("100000"));
}

TEST_F(DataFolder, MissingFiles) {
  std::filesystem::remove(sample(".png"));
  EXPECT_THAT(only_problem(), HasSubstr("fresh-hard-00000005.png"));
  std::filesystem::remove(sample(".json"));
  EXPECT_THAT(only_problem(), HasSubstr("fresh-hard-00000005.json"));
}

TEST_F(DataFolder, APictureOfSomethingElse) {
  std::filesystem::copy_file(file("fresh/easy/fresh-easy-00000005.png"), sample(".png"),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(only_problem(), HasSubstr("not what 'ground_truth_program' draws"));
  test::spit(sample(".png"), raster::encode_png(raster::Image(10, 20)));
  EXPECT_THAT(only_problem(), HasSubstr("10 x 20"));
}

TEST_F(DataFolder, ASampleThatLies) {
  replace(sample(".json"), "\"seed\": 5", "\"seed\": 6");
  EXPECT_THAT(only_problem(), HasSubstr("'seed' is 6"));
  replace(sample(".json"), "\"ground_truth_program\": \"", "\"ground_truth_program\": \"x=1;");
  replace(sample(".json"), "\"seed\": 6", "\"seed\": 5");
  EXPECT_THAT(only_problem(), HasSubstr("top_level_only"));
  test::spit(sample(".json"), "[1, 2");
  EXPECT_THAT(only_problem(), HasSubstr("fresh-hard-00000005.json"));
}

TEST_F(DataFolder, AManifestThatLies) {
  replace(file("manifest.json"), "\"count\": 2", "\"count\": 50");
  EXPECT_THAT(only_problem(6), HasSubstr("says count 50 but lists 2 seeds"));
  replace(file("manifest.json"), "\"count\": 50", "\"count\": 2");
  replace(file("manifest.json"), "\"seeds\": [\n        5,\n        6", "\"seeds\": [\n 5,\n 5");
  EXPECT_THAT(only_problem(5), HasSubstr("lists fresh-easy-00000005 twice"));
  replace(file("manifest.json"), "\n 5,\n 5", "\n 5,\n 777");
  EXPECT_THAT(only_problem(5), HasSubstr("fresh-easy-00000777.json"));
  replace(file("manifest.json"), "777", "\"x\"");
  EXPECT_THAT(only_problem(5), HasSubstr("is not a seed"));
}

TEST_F(DataFolder, AManifestThatLeadsElsewhere) {
  replace(file("manifest.json"), "\"split\": \"fresh\"", "\"split\": \"../../etc\"");
  EXPECT_THAT(only_problem(4), HasSubstr("cannot be a split's name"));
}

TEST_F(DataFolder, NoManifestAtAll) {
  test::spit(file("manifest.json"), "{\"splits\": 3}");
  const auto tasks = load();
  ASSERT_FALSE(tasks);
  EXPECT_EQ(tasks.error().code, ErrorCode::kBadData);
  std::filesystem::remove(file("manifest.json"));
  EXPECT_EQ(load().error().code, ErrorCode::kNotFound);
}

TEST_F(DataFolder, CheckFindsWrongMissingAndForeignChecksums) {
  replace(file("SHA256SUMS"), test::slurp(file("SHA256SUMS")).substr(0, 64), std::string(64, '0'));
  auto report = check_folder(folder_.path(), 1);
  ASSERT_EQ(report->problems.size(), 1U);
  EXPECT_THAT(report->problems[0].message, HasSubstr("checksum"));
  test::spit(file("SHA256SUMS"), std::string(64, '0') + "  nowhere.png\n");
  report = check_folder(folder_.path(), 1);
  EXPECT_EQ(report->problems.size(), 7U);
  test::spit(file("SHA256SUMS"), "rubbish\n");
  EXPECT_FALSE(check_folder(folder_.path(), 1));
}

}  // namespace
}  // namespace papert::data::shapecode
