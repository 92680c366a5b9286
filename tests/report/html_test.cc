#include "report/html.h"

#include <gtest/gtest.h>

#include "run/folder.h"
#include "run/runner.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::report {
namespace {

/// The data inside a page.
Json data_of(const std::string& html) {
  const std::string open = "id=\"papert-data\">";
  const std::size_t start = html.find(open) + open.size();
  const std::size_t end = html.find("</script>", start);
  return *parse_json(html.substr(start, end - start));
}

class ReportTest : public testing::Test {
 protected:
  ReportTest() {
    config_.suite = "shapecode";
    config_.data = {.seed = 1, .count = 4};
    config_.model = "test/model";
    const auto folder = run::RunFolder::open_or_create(log_dir_.path(), config_, "20260101T000000");
    folder_ = folder->path();
  }

  void add(const std::string& id, const std::string& verdict, const std::string& reply,
           const Json& pictures = Json::array(), const Json& more = Json::object()) {
    Json line;
    line["id"] = id;
    line["epoch"] = 0;
    line["tags"] = {{"tier", "easy"}};
    line["verdict"] = verdict;
    line["success"] = verdict == "right";
    line["metrics"] = {{"exact_match", verdict == "right" ? 1 : 0}};
    line["detail"] = Json::object();
    line["reply"] = reply;
    line["answer"] = reply;
    line["rule"] = "whole";
    line["pictures"] = pictures;
    line.update(more);
    log_ += dump_json(line) + "\n";
  }

  Json make(const HtmlLimits& limits = {}) {
    test::spit(run::samples_path(folder_), log_);
    const auto suite = suite::find_suite("shapecode");
    analysis::ReportedRun run;
    run.folder = folder_;
    run.config = *analysis::read_run_json(folder_);
    run.summary = *analysis::summarise_run(folder_, config_, **suite, {});
    summary_ = to_json(run.summary);
    const auto html = report_html({&run, 1}, limits);
    EXPECT_TRUE(html) << html.error().to_string();
    html_ = *html;
    return data_of(*html);
  }

  test::TempFolder log_dir_;
  run::RunConfig config_;
  std::filesystem::path folder_;
  std::string log_;
  std::string html_;
  Json summary_;
};

TEST_F(ReportTest, HoldsTheSummaryAndTheSamplesInOrder) {
  add("b", "right", "two");
  add("a", "wrong", "one");
  const Json data = make();
  Json shown = summary_;
  shown.erase("missing_ids");
  EXPECT_EQ(data["runs"][0]["summary"], shown);
  EXPECT_EQ(data["runs"][0]["model"], "test/model");
  ASSERT_EQ(data["runs"][0]["samples"].size(), 2U);
  EXPECT_EQ(data["runs"][0]["samples"][0]["id"], "a");
  EXPECT_EQ(data["runs"][0]["samples"][0]["reply"], "one");
}

TEST_F(ReportTest, NoReplyCanLeaveItsPlace) {
  const std::string hostile = "</script><script>alert(1)</script><!-- __PAPERT_DATA__";
  add("a", "wrong", hostile);
  const Json data = make();
  EXPECT_EQ(data["runs"][0]["samples"][0]["reply"], hostile);
  EXPECT_EQ(html_.find("<script>alert"), std::string::npos);
}

TEST_F(ReportTest, LongRepliesAreCutAndTheirLengthKept) {
  add("a", "wrong", std::string(100'000, 'x'));
  const Json sample = make({.text_bytes = 1000})["runs"][0]["samples"][0];
  EXPECT_EQ(sample["reply"].get<std::string>().size(), 1000U);
  EXPECT_EQ(sample["reply_bytes"], 100'000);
}

TEST_F(ReportTest, OfManySamplesFailuresComeFirst) {
  for (int i = 0; i < 200; ++i) {
    add("t" + std::to_string(i), i % 20 == 0 ? "wrong" : "right", "x");
  }
  const Json run = make({.samples = 50})["runs"][0];
  EXPECT_EQ(run["total_samples"], 200);
  ASSERT_EQ(run["samples"].size(), 50U);
  int wrong = 0;
  for (const Json& sample : run["samples"]) wrong += sample["verdict"] == "wrong" ? 1 : 0;
  EXPECT_EQ(wrong, 10) << "all of them";
}

TEST_F(ReportTest, OfManyFailuresSomeSuccessesStay) {
  for (int i = 0; i < 200; ++i) {
    add("t" + std::to_string(i), i % 2 == 0 ? "wrong" : "right", "x");
  }
  const Json run = make({.samples = 50})["runs"][0];
  ASSERT_EQ(run["samples"].size(), 50U);
  int wrong = 0;
  for (const Json& sample : run["samples"]) wrong += sample["verdict"] == "wrong" ? 1 : 0;
  EXPECT_EQ(wrong, 40);
}

TEST_F(ReportTest, PicturesAreEmbeddedOnceWithinTheBudget) {
  const std::string hash(64, 'a');
  test::spit(run::images_path(folder_) / (hash + ".png"), "hello");
  const Json pictures{{{"title", "target"}, {"image", hash}}};
  add("a", "wrong", "x", pictures);
  add("b", "wrong", "x", pictures);
  add("c", "wrong", "x", {{{"title", "target"}, {"image", std::string(64, 'b')}}});
  add("d", "wrong", "x", {{{"title", "target"}, {"image", "../../../etc/passwd"}}});
  Json data = make();
  EXPECT_EQ(data["images"], Json({{hash, "aGVsbG8="}}));
  EXPECT_EQ(data["runs"][0]["samples"][1]["pictures"].size(), 1U);
  EXPECT_EQ(data["runs"][0]["samples"][2]["pictures"].size(), 0U) << "it is not there";
  EXPECT_EQ(data["runs"][0]["samples"][3]["pictures"].size(), 0U) << "no hash, no file";
  data = make({.total_bytes = 5});
  EXPECT_TRUE(data["images"].empty());
}

/// The prompt of a sample, put together as the page does.
std::string prompt_of(const Json& data, const Json& sample) {
  std::string text;
  for (const Json& line : data["prompts"][sample["prompt"].get<std::size_t>()]) {
    text += (text.empty() ? "" : "\n") + data["lines"][line.get<std::size_t>()].get<std::string>();
  }
  return text;
}

TEST_F(ReportTest, ShowsWhatWasAskedAndWhatItTook) {
  const std::string hash(64, 'c');
  test::spit(run::images_path(folder_) / "cc" / (hash + ".png"), "hello");
  add("a", "no_answer", "x", Json::array(),
      {{"prompt", {{"text", "Draw this.\nA: red\nB: blue"}, {"images", {hash}}}},
       {"reasoning", "let me see"},
       {"usage", {{"input_tokens", 12}, {"cost_usd", 0.5}}},
       {"latency_ms", 1500.0},
       {"cached", true},
       {"judge", {{"reply", "it says B"}}},
       {"earlier", {{{"reply", "first"}}, {{"reply", "second"}}}}});
  const Json data = make();
  const Json& sample = data["runs"][0]["samples"][0];
  EXPECT_EQ(prompt_of(data, sample), "Draw this.\nA: red\nB: blue");
  EXPECT_EQ(sample["prompt_images"], Json({hash}));
  EXPECT_EQ(data["images"][hash], "aGVsbG8=") << "found in its subfolder";
  EXPECT_EQ(sample["reasoning"], "let me see");
  EXPECT_EQ(sample["usage"]["input_tokens"], 12);
  EXPECT_EQ(sample["latency_ms"], 1500.0);
  EXPECT_EQ(sample["cached"], true);
  EXPECT_EQ(sample["judge"], "it says B");
  EXPECT_EQ(sample["earlier"], Json({"first", "second"}));
  EXPECT_FALSE(sample.contains("cut"));
}

TEST_F(ReportTest, LinesOfPromptsAreStoredOnceAndLongOnesCut) {
  for (int i = 0; i < 3; ++i) {
    const std::string question = "question " + std::to_string(i % 2);
    add("t" + std::to_string(i), "wrong", "x", Json::array(),
        {{"prompt", {{"text", "The rules.\n" + question}, {"images", Json::array()}}}});
  }
  add("z", "wrong", "x", Json::array(),
      {{"prompt", {{"text", std::string(5000, 'p')}, {"images", Json::array()}}}});
  const Json data = make({.text_bytes = 1000});
  EXPECT_EQ(data["prompts"].size(), 3U) << "t0 and t2 were asked the same";
  EXPECT_EQ(data["lines"].size(), 4U) << "the rules, two questions, the long line";
  EXPECT_EQ(prompt_of(data, data["runs"][0]["samples"][1]), "The rules.\nquestion 1");
  EXPECT_EQ(data["runs"][0]["samples"][3]["cut"], Json({{"prompt", 5000}}));
}

// Long texts of some samples must not leave the others without any.
TEST_F(ReportTest, TheRoomForTextsIsShared) {
  for (int i = 0; i < 100; ++i) {
    add("t" + std::to_string(100 + i), "wrong", std::string(15'000, 'x'));
  }
  const Json samples = make({.total_bytes = 500'000})["runs"][0]["samples"];
  std::size_t total = 0;
  for (const Json& sample : samples) {
    EXPECT_GT(sample["reply"].get<std::string>().size(), 20U) << sample["id"];
    total += sample["reply"].get<std::string>().size() + sample["answer"].get<std::string>().size();
  }
  EXPECT_LT(total, 200'001U);
}

TEST_F(ReportTest, ACutRunSaysSo) {
  add("a", "right", "x");
  Json config = *parse_json(test::slurp(folder_ / "run.json"));
  config["planned"] = 12;
  test::spit(folder_ / "run.json", dump_json(config));
  const Json run = make()["runs"][0];
  EXPECT_EQ(run["progress"], Json({{"done", 1}, {"planned", 12}}));
  EXPECT_EQ(run["warnings"][0],
            "not complete, 1 of 12 samples (8 %) are done; the figures are over these");
}

TEST_F(ReportTest, AnEmptyRunHasAPageToo) { EXPECT_TRUE(make()["runs"][0]["samples"].empty()); }

}  // namespace
}  // namespace papert::report
