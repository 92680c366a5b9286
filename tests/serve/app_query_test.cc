// What is read from addresses, and what is refused.

#include "serve/app/query.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "run/config.h"
#include "serve/app/app.h"
#include "serve/app/board.h"
#include "serve/app/overlay.h"

namespace papert::serve::app {
namespace {

http::Request asking(const std::string& target) { return {.method = "GET", .target = target}; }

TEST(SampleQuery, ReadsEveryKey) {
  const auto query = read_sample_query(asking(
      "/x?verdict=wrong,invalid&tag=tier:hard&tag=a%20b:c%3Ad&error=bad&q=Part&sort=metric:iou"
      "&reverse=1&from=20&limit=200"));
  ASSERT_TRUE(query) << query.error().to_string();
  EXPECT_EQ(query->verdicts.size(), 2U);
  EXPECT_EQ(query->tags, (std::vector<std::string>{"tier=hard", "a b=c:d", "=bad"}));
  EXPECT_EQ(query->text, "part");
  EXPECT_EQ(query->metric, "iou");
  EXPECT_TRUE(query->reverse);
  EXPECT_EQ(query->from, 20U);
  EXPECT_EQ(query->limit, 200U);
}

TEST(SampleQuery, RefusesWhatIsNone) {
  for (const char* wrong :
       {"verdict=good", "tag=tier", "tag=:x", "sort=size", "limit=201", "limit=-1", "limit=x",
        "from=99999999999", "q=%zz", "q=%ff", "reverse=2", "sort=id&sort=lot"}) {
    const auto query = read_sample_query(asking(std::string("/x?") + wrong));
    ASSERT_FALSE(query) << wrong;
    EXPECT_EQ(query.error().code, ErrorCode::kUsage) << wrong;
    EXPECT_FALSE(query.error().where.empty()) << wrong;
  }
  std::string many = "/x?";
  for (int i = 0; i < 100; ++i) many += "tag=a:b&";
  EXPECT_FALSE(read_sample_query(asking(many)));
  EXPECT_FALSE(read_sample_query(asking("/x?q=" + std::string(2000, 'a'))));
}

TEST(RunsQuery, ReadsItsOrder) {
  const auto usual = read_runs_query(asking("/x"));
  ASSERT_TRUE(usual);
  EXPECT_EQ(usual->order, RunsOrder::kNewest);
  EXPECT_FALSE(usual->reverse);
  const auto other = read_runs_query(asking("/x?sort=figure&reverse=1"));
  ASSERT_TRUE(other);
  EXPECT_EQ(other->order, RunsOrder::kFigure);
  EXPECT_TRUE(other->reverse);
  for (const char* wrong : {"sort=size", "sort=Name", "sort=name&sort=name", "reverse=2"}) {
    const auto query = read_runs_query(asking(std::string("/x?") + wrong));
    ASSERT_FALSE(query) << wrong;
    EXPECT_EQ(query.error().code, ErrorCode::kUsage) << wrong;
  }
}

TEST(Routes, NamesAreDecodedOnceAndNeverSplit) {
  const auto found =
      find_route(asking("/api/v1/runs/a%2F..%2Fb/samples/%252e%2e/0?limit=3"), false);
  ASSERT_NE(found.route, nullptr);
  EXPECT_EQ(found.names, (std::vector<std::string>{"a/../b", "%2e.", "0"}));
  for (const char* path : {"/api/v1/runs/", "/api/v1/runs//samples", "/api/v1/runs/%zz",
                           "/api/v1/../runs", "/api/v2/runs", "//api/v1/runs"}) {
    EXPECT_EQ(find_route(asking(path), true).route, nullptr) << path;
  }
}

RunFacts facts_of(const run::RunConfig& config) {
  RunFacts facts;
  facts.config = config;
  facts.json = config.to_json();
  return facts;
}

TEST(TableKey, RunsOfOtherTasksOrJudgedOtherwiseHaveAnother) {
  run::RunConfig usual;
  usual.suite = "shapecode";
  usual.data = {.folder = "", .seed = 7, .count = 50, .tiers = {"easy", "hard"}};
  usual.data_hash = "5a9f";
  usual.modes = {{"max_shapes", "none"}};
  usual.prompt_text = "Draw it.";
  usual.limit = "10,11-20";
  const std::string key = table_key(facts_of(usual));
  using Change = void (*)(run::RunConfig&);
  const std::vector<Change> others{
      [](run::RunConfig& config) { config.suite = "xlogo"; },
      [](run::RunConfig& config) { config.data_hash = "5a9e"; },
      [](run::RunConfig& config) { config.data.count = 60; },
      [](run::RunConfig& config) { config.data.tiers = {"easy"}; },
      [](run::RunConfig& config) { config.data.tiers.clear(); },
      [](run::RunConfig& config) { config.limit = "21"; },
      [](run::RunConfig& config) { config.limit.clear(); },
      [](run::RunConfig& config) { config.shard = {.index = 1, .count = 4}; },
      [](run::RunConfig& config) { config.modes["max_shapes"] = "stated"; },
      [](run::RunConfig& config) { config.prompt_text = "Draw this."; },
      [](run::RunConfig& config) { config.system_text = "You draw."; },
      [](run::RunConfig& config) { config.extraction = reply::Extraction::kStrict; },
      [](run::RunConfig& config) { config.judging = run::Judging::kWhereNeeded; },
      [](run::RunConfig& config) { config.judge = "other/judge"; },
      [](run::RunConfig& config) { config.answer_retries = 1; },
      [](run::RunConfig& config) { config.turns = 3; },
      [](run::RunConfig& config) { config.imported = {{"sha256", "77"}}; },
  };
  for (std::size_t i = 0; i < others.size(); ++i) {
    run::RunConfig other = usual;
    others[i](other);
    EXPECT_NE(table_key(facts_of(other)), key) << i;
  }
}

TEST(TableKey, ModelsAndSpellingsShareIt) {
  run::RunConfig usual;
  usual.suite = "shapecode";
  usual.data = {.folder = "", .seed = 7, .count = 50, .tiers = {"easy", "hard"}};
  usual.data_hash = "5a9f";
  usual.limit = "10,11-20";
  const std::string key = table_key(facts_of(usual));
  using Change = void (*)(run::RunConfig&);
  const std::vector<Change> same{
      [](run::RunConfig& config) { config.model = "other/model"; },
      [](run::RunConfig& config) { config.label = "step 400"; },
      [](run::RunConfig& config) { config.address = "http://127.0.0.1:9"; },
      [](run::RunConfig& config) { config.sampling.temperature = 1; },
      [](run::RunConfig& config) { config.epochs = 4; },
      [](run::RunConfig& config) { config.planned = 80; },
      [](run::RunConfig& config) { config.limit = "20"; },
      [](run::RunConfig& config) { config.data.tiers = {"hard", "easy"}; },
      [](run::RunConfig& config) { config.prompt_name = "the same text in a file"; },
  };
  for (std::size_t i = 0; i < same.size(); ++i) {
    run::RunConfig other = usual;
    same[i](other);
    EXPECT_EQ(table_key(facts_of(other)), key) << i;
  }
}

raster::Image dotted(int x, int y) {
  raster::Image image(8, 8);
  image.row(y)[x] = 0;
  return image;
}

raster::Color pixel(const raster::Image& image, int x, int y) {
  const std::uint8_t* at = image.row(y) + static_cast<std::ptrdiff_t>(x) * 3;
  return {at[0], at[1], at[2]};
}

TEST(Overlay, TellsMissingFromExtra) {
  const raster::Color missing{0xd5, 0x5e, 0x00};
  const raster::Color extra{0x00, 0x72, 0xb2};
  for (const auto& image :
       {overlay_picture(dotted(1, 2), dotted(5, 6)), difference_of(dotted(1, 2), dotted(5, 6))}) {
    EXPECT_EQ(pixel(image, 1, 2), missing);
    EXPECT_EQ(pixel(image, 5, 6), extra);
    EXPECT_EQ(pixel(image, 0, 0), (raster::Color{255, 255, 255}));
  }
  const auto same = overlay_picture(dotted(1, 2), dotted(1, 2));
  EXPECT_EQ(pixel(same, 1, 2), (raster::Color{0x40, 0x40, 0x40}));
}

TEST(Overlay, TakesPicturesOfDifferentSizes) {
  const auto image = overlay_picture(raster::Image(4, 9), dotted(7, 7));
  EXPECT_EQ(image.width(), 8);
  EXPECT_EQ(image.height(), 9);
  EXPECT_EQ(pixel(image, 7, 7), (raster::Color{0x00, 0x72, 0xb2}));
}

}  // namespace
}  // namespace papert::serve::app
