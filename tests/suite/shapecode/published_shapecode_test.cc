// The published evaluation set and two published runs: every program, pixel and metric.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/file.h"
#include "base/jsonl.h"
#include "base/text.h"
#include "raster/raster.h"
#include "score/stats.h"
#include "solve/baseline.h"
#include "suite/shapecode/shapecode.h"
#include "support/published_data.h"
#include "support/temp_folder.h"

namespace papert::suite::shapecode {
namespace {

TEST(PublishedShapecode, TheFrozenSetLoadsAndChecks) {
  PAPERT_NEED_PUBLISHED(folder, "shapecodebench/eval_v1");
  const auto suite = make_suite();
  const auto tasks = suite->load(folder, {.jobs = 2});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  EXPECT_EQ((*tasks)->size(), 150U);
  EXPECT_TRUE((*tasks)->problems().empty());
  const auto report = suite->check(folder, 2);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->checked, 150U);
  EXPECT_TRUE(report->problems.empty());
}

TEST(PublishedShapecode, MintedAgainItIsTheSame) {
  PAPERT_NEED_PUBLISHED(folder, "shapecodebench/eval_v1");
  const test::TempFolder out;
  const auto suite = make_suite();
  ASSERT_TRUE(suite->mint_to(out.path(), {.seed = 0, .count = 50, .split = "eval"}, {.jobs = 2}));
  int same_programs = 0;
  int same_pixels = 0;
  for (const char* tier : {"easy", "medium", "hard"}) {
    for (int seed = 0; seed < 50; ++seed) {
      char stem[64];
      std::snprintf(stem, sizeof stem, "eval/%s/eval-%s-%08d", tier, tier, seed);
      const std::string name = stem;
      const auto theirs = parse_json(*read_file(folder / (name + ".json")));
      auto ours = parse_json(*read_file(out / (name + ".json")));
      // Key order is the encoder's; content must be equal, all of it but the format, which is ours.
      EXPECT_EQ(ours->erase("format"), 1U);
      same_programs += nlohmann::json(*theirs) == nlohmann::json(*ours) ? 1 : 0;
      const auto their_image = raster::decode_png(*read_file(folder / (name + ".png")));
      const auto our_image = raster::decode_png(*read_file(out / (name + ".png")));
      same_pixels += *their_image == *our_image ? 1 : 0;
    }
  }
  EXPECT_EQ(same_programs, 150);
  EXPECT_EQ(same_pixels, 150);
}

/// How many replies show a class, by tier.
std::map<std::string, int> replies_with(const std::filesystem::path& folder, const char* file,
                                        std::string_view name) {
  const auto suite = make_suite();
  const auto tasks = suite->load(folder / "eval_v1", {.jobs = 2}).value();
  const suite::LossClassifier& classifier = *suite->loss_classifier();
  const auto metrics = classifier.loss_tables().front().metrics;
  const auto place = std::ranges::find(metrics, name, &suite::MetricInfo::name) - metrics.begin();
  std::map<std::string, Json> replies;
  const std::string recorded = *read_file(folder / file);
  for (const std::string_view line : split(trim(recorded), '\n')) {
    Json json = *parse_json(line);
    replies[json["id"].get<std::string>()] = json;
  }
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const std::string text = replies.at(tasks->id(i))["text"].get<std::string>();
    const reply::Answer answer = tasks->read(text, reply::Extraction::kLenient);
    const auto figures = classifier.losses(tasks->reference(i), answer.first().code,
                                           tasks->score(i, answer).right());
    counts[tasks->task(i).tags[0].value] += figures.value()[static_cast<std::size_t>(place)] == 1;
  }
  return counts;
}

// The paper names three classes of losses: the right shapes with small errors, hidden shapes missed
// on hard scenes, hollow taken for filled.
TEST(PublishedShapecode, TheLossesOfAModelAreThoseThePaperNames) {
  PAPERT_NEED_PUBLISHED(folder, "shapecodebench");
  const auto shown = [&](std::string_view name) {
    return replies_with(folder, "answers-gpt-5.5-medium.jsonl", name);
  };
  using Counts = std::map<std::string, int>;
  EXPECT_EQ(shown("only_parameters_off"), (Counts{{"easy", 46}, {"medium", 43}, {"hard", 22}}));
  EXPECT_EQ(shown("missed_hidden"), (Counts{{"easy", 0}, {"medium", 5}, {"hard", 19}}));
  EXPECT_EQ(shown("missed_visible"), (Counts{{"easy", 0}, {"medium", 1}, {"hard", 3}}));
  EXPECT_EQ(shown("hollow_filled"), (Counts{{"easy", 0}, {"medium", 1}, {"hard", 3}}));
  EXPECT_EQ(shown("circle_square"), (Counts{{"easy", 0}, {"medium", 0}, {"hard", 0}}));
  EXPECT_EQ(shown("no_program"), (Counts{{"easy", 0}, {"medium", 0}, {"hard", 4}}));
}

void expect_published_scores(const std::filesystem::path& folder, const std::string& file) {
  const auto tasks = make_suite()->load(folder / "eval_v1", {.jobs = 2});
  ASSERT_TRUE(tasks);
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < (*tasks)->size(); ++i) index[(*tasks)->task(i).id] = i;
  auto reader = LineReader::open(folder / file);
  ASSERT_TRUE(reader);
  Line line;
  int lines = 0;
  while (*reader->next(line)) {
    ++lines;
    const Json json = *parse_json(line.text);
    const Json& expected = json["expected"];
    const auto id = json["id"].get<std::string>();
    const reply::Answer answer =
        (*tasks)->read(json["text"].get<std::string>(), reply::Extraction::kPublished);
    EXPECT_EQ(answer.first().code, expected["normalized_text"].get<std::string>()) << id;
    const suite::Score score = (*tasks)->score(index.at(id), answer);
    EXPECT_EQ(score.detail.value("error", Json()), expected["error_type"]) << id;
    for (std::size_t m = 0; m < 5; ++m) {
      const Json& want = expected[std::string(score.metrics[m].name)];
      const double value = want.is_boolean() ? (want.get<bool>() ? 1 : 0) : want.get<double>();
      EXPECT_NEAR(*score.metrics[m].value, value, 1e-12) << id << " " << score.metrics[m].name;
    }
  }
  EXPECT_EQ(lines, 150);
}

TEST(PublishedShapecode, HeuristicRunScoresAsPublished) {
  PAPERT_NEED_PUBLISHED(folder, "shapecodebench");
  expect_published_scores(folder, "answers-heuristic-cv.jsonl");
}

TEST(PublishedShapecode, ModelRunScoresAsPublished) {
  PAPERT_NEED_PUBLISHED(folder, "shapecodebench");
  expect_published_scores(folder, "answers-gpt-5.5-medium.jsonl");
}

TEST(PublishedShapecode, TheHeuristicReachesThePublishedFigures) {
  PAPERT_NEED_PUBLISHED(folder, "shapecodebench/eval_v1");
  const auto suite = make_suite();
  const auto tasks = suite->load(folder, {.jobs = 2});
  const auto baseline = solve::make_baseline("shapecode", "heuristic", **tasks);
  std::map<std::string, std::vector<double>> values;
  for (std::size_t i = 0; i < (*tasks)->size(); ++i) {
    const auto prompt = (*tasks)->prompt(i, suite->default_prompt({}));
    const auto reply =
        (*baseline)->ask({"", 0, prompt->text, prompt->images, 0, "", i}, CancelToken());
    const suite::Score score =
        (*tasks)->score(i, (*tasks)->read(reply.text, suite::Extraction::kPublished));
    const std::string tier = (*tasks)->task(i).tags[0].value;
    for (const suite::Metric& metric : score.metrics) {
      if (!metric.value) continue;
      values[std::string(metric.name)].push_back(*metric.value);
      values[tier + " " + std::string(metric.name)].push_back(*metric.value);
    }
  }
  EXPECT_NEAR(*score::mean(values["exact_match"]), 0.0867, 0.00005);
  EXPECT_NEAR(*score::mean(values["easy exact_match"]), 0.26, 1e-12);
  EXPECT_NEAR(*score::mean(values["pixel_accuracy"]), 0.8812, 0.00005);
  EXPECT_NEAR(*score::mean(values["foreground_iou"]), 0.5830, 0.00005);
}

}  // namespace
}  // namespace papert::suite::shapecode
