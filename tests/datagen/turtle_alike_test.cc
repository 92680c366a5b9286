// A generation that leaves out what looks alike to the built-in encoder.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "datagen/turtle/by_rule.h"
#include "datagen/turtle/generate.h"
#include "score/feature_file.h"
#include "support/onnx_model.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

namespace fs = std::filesystem;

/// Every file of a folder but hidden ones, by its name.
std::map<std::string, std::string> files_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[fs::relative(entry.path(), folder).string()] = *read_file(entry.path());
  }
  return files;
}

std::vector<Json> lines_of(const fs::path& path) {
  std::vector<Json> lines;
  const std::string text = *read_file(path);
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty()) lines.push_back(*parse_json(line));
  }
  return lines;
}

/// With the built-in encoder and an eps that merges much.
GenerateOptions encoded(const fs::path& out) {
  GenerateOptions options;
  options.settings = *preset_settings("mini");
  options.settings.pairs = 6;
  options.settings.labels = false;
  options.settings.seed = 5;
  options.out = out;
  auto encoder = std::make_shared<const DrawingEncoder>(DrawingEncoder::builtin());
  options.settings.encoder = EncoderSettings{encoder->hash(), 0.6, 2, false};
  options.encoder = std::move(encoder);
  return options;
}

TEST(AlikeDrawings, AnEncoderLeavesOneDrawingOfEachCluster) {
  const test::TempFolder folder;
  const Roles roles = *roles_by_rule();
  const GenerateOptions options = encoded(folder.path() / "grown");
  const auto report = generate(options, roles);
  ASSERT_TRUE(report) << report.error().to_string();
  std::size_t dropped = 0;
  std::set<std::string> stand;
  for (const Json& seed : lines_of(options.out / "seeds.jsonl")) {
    stand.insert(seed.at("id").get<std::string>());
  }
  EXPECT_EQ(fs::file_size(options.out / "seeds.f32"), stand.size() * 2048);
  for (const fs::path round : {"round-1", "round-2"}) {
    std::vector<std::string> keys;
    for (const Json& line : lines_of(options.out / round / "distinct.jsonl")) {
      if (!line.contains("dropped_for")) keys.push_back(line.at("key").get<std::string>());
    }
    EXPECT_EQ(fs::file_size(options.out / round / "features.f32"), keys.size() * 2048);
    const auto clusters = lines_of(options.out / round / "clusters.jsonl");
    ASSERT_EQ(clusters.size(), keys.size());
    std::set<std::string> kept;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::string key = clusters[i].at("key").get<std::string>();
      EXPECT_EQ(key, keys[i]);
      const bool noise = clusters[i].at("cluster") == -1;
      EXPECT_TRUE(!noise || clusters[i].at("kept").get<bool>()) << key;
      if (clusters[i].at("kept").get<bool>()) kept.insert(key);
    }
    stand.insert(kept.begin(), kept.end());
    for (const Json& line : clusters) {
      if (line.at("kept").get<bool>()) continue;
      ++dropped;
      EXPECT_EQ(stand.count(line.at("dropped_for").get<std::string>()), 1U) << line;
    }
    std::set<std::string> scored;
    for (const Json& line : lines_of(options.out / round / "scores.jsonl")) {
      scored.insert(line.at("key").get<std::string>());
    }
    EXPECT_EQ(scored, kept);
  }
  EXPECT_GT(dropped, 5U);
  const Json growth = *parse_json(*read_file(options.out / "growth.json"));
  EXPECT_EQ(growth.at("encoder_duplicates").get<std::size_t>(), dropped);
  EXPECT_EQ(growth.at("settings").at("dedup"), "exact,symbolic,encoder");
  std::size_t lost = 0;
  for (const Json& round : growth.at("rounds")) {
    std::size_t duplicates = 0;
    for (const char* rule : {"exact", "symbolic", "encoder"}) {
      for (const char* where : {"within", "earlier"}) {
        duplicates += round.at("duplicates").at(rule).at(where).get<std::size_t>();
      }
    }
    EXPECT_EQ(round.at("usable").get<std::size_t>(),
              duplicates + round.at("distinct").get<std::size_t>());
    lost += round.at("duplicates").at("encoder").at("earlier").get<std::size_t>();
  }
  EXPECT_GT(lost, 0U) << "later rounds draw what is like the seeds";
  const std::string page = *read_file(options.out / "report.html");
  EXPECT_NE(page.find("encoder duplicates"), std::string::npos);
  EXPECT_NE(page.find("--paper: #15181b"), std::string::npos) << "the colours of all pages";
}

TEST(AlikeDrawings, FeaturesGoOnAfterInterruptionsAndTornRecords) {
  const test::TempFolder folder;
  const Roles roles = *roles_by_rule();
  const GenerateOptions whole = encoded(folder.path() / "whole");
  ASSERT_TRUE(generate(whole, roles));
  GenerateOptions options = encoded(folder.path() / "often");
  options.jobs = 2;
  std::set<std::string> stages;
  std::size_t interruptions = 0;
  for (;; ++interruptions) {
    ASSERT_LT(interruptions, 10U);
    options.cancel = CancelToken();
    options.progress = [&](const std::string& what, std::size_t, std::size_t) {
      if (what.find("features") == std::string::npos) return;
      if (stages.insert(what).second) options.cancel.cancel();
    };
    const auto report = generate(options, roles);
    if (report) break;
    ASSERT_EQ(report.error().code, ErrorCode::kCancelled) << report.error().to_string();
    for (const char* name : {"seeds.f32", "round-1/features.f32", "round-2/features.f32"}) {
      const fs::path file = options.out / name;
      if (!fs::exists(file) || fs::exists(file.parent_path() / "clusters.jsonl")) continue;
      // Half a record is left, or a whole one is missing.
      const auto size = fs::file_size(file);
      fs::resize_file(file, size > 2048 ? size - 1000 : size + 3);
    }
  }
  EXPECT_EQ(interruptions, 3U);
  EXPECT_EQ(files_of(whole.out), files_of(options.out));
}

TEST(AlikeDrawings, AnotherEncoderOrAnotherFileOfFeaturesIsRefused) {
  const test::TempFolder folder;
  const Roles roles = *roles_by_rule();
  GenerateOptions options = encoded(folder.path() / "grown");
  options.until = Stage::kDistinct;
  ASSERT_TRUE(generate(options, roles));
  EXPECT_TRUE(fs::exists(options.out / "round-2/clusters.jsonl"));
  EXPECT_FALSE(fs::exists(options.out / "round-2/scores.jsonl"));
  GenerateOptions other = options;
  other.settings.encoder->hash = "another";
  const auto refused = generate(other, roles);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
  EXPECT_NE(refused.error().message.find("another encoder (\"builtin-1\""), std::string::npos)
      << refused.error().message;
  const fs::path features = options.out / "round-2/features.f32";
  fs::resize_file(features, fs::file_size(features) + 4096);
  const auto longer = generate(options, roles);
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().code, ErrorCode::kBadData);
  EXPECT_NE(longer.error().where.find("features.f32"), std::string::npos);
}

TEST(AlikeDrawings, UnitFeaturesHaveLengthOne) {
  const test::TempFolder folder;
  GenerateOptions options = encoded(folder.path() / "grown");
  options.settings.encoder->unit = true;
  options.settings.encoder->eps = 0.2;
  options.until = Stage::kDistinct;
  options.settings.rounds = 1;
  ASSERT_TRUE(generate(options, *roles_by_rule()));
  score::FeatureRecords records(512);
  ASSERT_TRUE(records.add(options.out / "round-1/features.f32"));
  ASSERT_GT(records.size(), 5U);
  for (std::size_t i = 0; i < records.size(); ++i) {
    double square = 0;
    for (const float number : records[i]) square += static_cast<double>(number) * number;
    EXPECT_NEAR(square, 1, 1e-5);
  }
}

/// The mean of a sum of so many colours, and of its double.
std::string means_network(int channels) {
  const auto colors = static_cast<std::size_t>(channels);
  std::vector<float> weights(2 * colors, 1.0F);
  std::fill_n(weights.begin(), colors, 2.0F);
  test::OnnxModel model("picture", {0, channels, score::kEncoderSide, score::kEncoderSide});
  model.conv("picture", "sums", weights, {0, 0}, {.inputs = channels, .outputs = 2});
  model.node("GlobalAveragePool", {"sums"}, "means");
  model.node("Flatten", {"means"}, "features");
  return model.bytes("features");
}

TEST(DrawingEncoder, ANetworkGivesItsFeaturesAndOneOfAnotherShapeIsRefusedByItsName) {
  if (!score::has_encoders()) GTEST_SKIP() << "this build runs no networks";
  const test::TempFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "means.onnx", means_network(3)));
  ASSERT_TRUE(write_file(folder.path() / "gray.onnx", means_network(1)));
  const auto refused = DrawingEncoder::load(folder.path() / "gray.onnx");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadData);
  EXPECT_NE(refused.error().where.find("gray.onnx"), std::string::npos);
  auto loaded = DrawingEncoder::load(folder.path() / "means.onnx");
  ASSERT_TRUE(loaded) << loaded.error().to_string();
  EXPECT_EQ(loaded->dimensions(), 2U);
  EXPECT_EQ(loaded->hash().size(), 64U);
  GenerateOptions options = encoded(folder.path() / "grown");
  options.encoder = std::make_shared<const DrawingEncoder>(std::move(*loaded));
  options.settings.encoder = EncoderSettings{options.encoder->hash(), 0.02, 2, false};
  options.settings.rounds = 1;
  const auto report = generate(options, *roles_by_rule());
  ASSERT_TRUE(report) << report.error().to_string();
  const std::size_t encoded_drawings = lines_of(options.out / "round-1/clusters.jsonl").size();
  EXPECT_EQ(fs::file_size(options.out / "round-1/features.f32"), encoded_drawings * 8);
}

TEST(DrawingEncoder, ABuildWithoutNetworksSaysSo) {
  if (score::has_encoders()) GTEST_SKIP() << "this build runs networks";
  const test::TempFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "means.onnx", means_network(3)));
  const auto refused = DrawingEncoder::load(folder.path() / "means.onnx");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
  EXPECT_EQ(DrawingEncoder::builtin().dimensions(), 512U);
}

}  // namespace
}  // namespace papert::datagen
