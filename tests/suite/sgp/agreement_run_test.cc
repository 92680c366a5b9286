// Invariance in the summary, and the consensus of runs and people, on cases worked out by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/consensus.h"
#include "analysis/run_summary.h"
#include "report/consensus.h"
#include "report/table.h"
#include "run/config.h"
#include "suite/registry.h"
#include "support/process.h"
#include "support/records.h"

namespace papert::suite::sgp {
namespace {

using suite::Verdict;
using testing::HasSubstr;

constexpr std::array<suite::MetricInfo, 1> kMetrics{{{"accuracy", "accuracy"}}};

class Summary {
 public:
  /// `answer` "" is one that could not be read; the key is A.
  void add(const std::string& id, const std::string& base, const std::string& answer,
           const std::string& variant = "", const std::string& distance = "") {
    Json tags = Json::object();
    if (!variant.empty()) tags["variant"] = variant;
    if (!distance.empty()) tags["distance"] = distance;
    const Verdict verdict = answer == "A"    ? Verdict::kRight
                            : answer.empty() ? Verdict::kNoAnswer
                                             : Verdict::kWrong;
    builder_.add(test::record(id, base, 0, tags, verdict, {{"accuracy", answer == "A" ? 1.0 : 0.0}},
                              {{"answer", answer.empty() ? Json(nullptr) : Json(answer)}}));
  }
  analysis::RunSummary finish() {
    analysis::RunSummary summary;
    summary.figures = builder_.finish();
    return summary;
  }

 private:
  analysis::SummaryBuilder builder_{kMetrics, {}};
};

double mean(const Json& entry, const char* figure) { return entry[figure]["mean"].get<double>(); }

TEST(Invariance, ByHand) {
  Summary summary;
  // Question 1: original B; five shifted versions A A A B C: 3/5, with the original 3/6.
  summary.add("1", "", "B");
  for (const auto& [id, answer] : std::map<std::string, std::string>{
           {"1@t1", "A"}, {"1@t2", "A"}, {"1@t3", "A"}, {"1@t4", "B"}, {"1@t5", "C"}}) {
    summary.add(id, "1", answer, "t", "<10");
  }
  // Question 2: original A; versions A, one unreadable: 1/2, with the original 2/3.
  summary.add("2", "", "A");
  summary.add("2@t1", "2", "A", "t", "10-19");
  summary.add("2@t2", "2", "", "t", "10-19");
  // Question 3: the original was not asked; two turned versions D D: 1.
  summary.add("3@se1", "3", "D", "se2", "10-19");
  summary.add("3@se2", "3", "D", "se2", "10-19");
  const analysis::RunSummary all = summary.finish();
  const Json json = to_json(all);
  const Json& list = json["invariance"];
  ASSERT_EQ(list.size(), 5U);
  EXPECT_EQ(list[0]["by"], "");
  EXPECT_EQ(list[0]["groups"], 3);
  EXPECT_EQ(list[0]["accuracy"]["n"], 9);
  EXPECT_DOUBLE_EQ(mean(list[0], "accuracy"), 4.0 / 9);
  EXPECT_DOUBLE_EQ(mean(list[0], "consistency"), (0.6 + 0.5 + 1.0) / 3);
  EXPECT_DOUBLE_EQ(mean(list[0], "consistency_with_original"), (0.5 + 2.0 / 3) / 2);
  EXPECT_EQ(list[1]["value"], "se2");
  EXPECT_DOUBLE_EQ(mean(list[1], "consistency"), 1);
  EXPECT_TRUE(list[1]["consistency_with_original"]["mean"].is_null());
  EXPECT_EQ(list[2]["value"], "t");
  EXPECT_DOUBLE_EQ(mean(list[2], "accuracy"), 4.0 / 7);
  EXPECT_DOUBLE_EQ(mean(list[2], "consistency"), 0.55);
  EXPECT_EQ(list[3]["by"], "distance");
  EXPECT_EQ(list[3]["value"], "10-19");
  EXPECT_DOUBLE_EQ(mean(list[3], "consistency"), 0.75);
  EXPECT_EQ(list[4]["value"], "<10");
  EXPECT_DOUBLE_EQ(mean(list[4], "consistency"), 0.6);
  EXPECT_THAT(report::summary_table(all), HasSubstr("with original"));
}

TEST(Invariance, NothingWithoutVersions) {
  Summary summary;
  summary.add("1", "", "B");
  EXPECT_FALSE(to_json(summary.finish()).contains("invariance"));
  analysis::SummaryBuilder builder(kMetrics, {});
  builder.add(
      test::record("x@T", "x", 0, Json::object(), Verdict::kRight, Json::object(), Json::object()));
  EXPECT_TRUE(builder.finish().invariance.empty()) << "samples that tell no answers";
}

// A drawing suite's samples never give an answer. A reply that was cut off must not bring them in:
// it made a table with an accuracy of 0 beside tasks that were solved.
TEST(Invariance, CutOffRepliesAloneAreNoAnswers) {
  analysis::SummaryBuilder builder(kMetrics, {});
  const Json none = Json::object();
  builder.add(test::record("x@1", "x", 0, none, Verdict::kRight, {{"accuracy", 1}}, none));
  builder.add(test::record("x@2", "x", 0, none, Verdict::kTruncated, {{"accuracy", 0}}, none));
  builder.add(test::record("y@1", "y", 0, none, Verdict::kRefused, {{"accuracy", 0}}, none));
  EXPECT_TRUE(builder.finish().invariance.empty());
  builder.add(
      test::record("z@1", "z", 0, none, Verdict::kRight, {{"accuracy", 1}}, {{"answer", "A"}}));
  EXPECT_EQ(builder.finish().invariance[0].accuracy.n, 3) << "unreadable ones count here";
}

class Consensus : public testing::Test {
 protected:
  /// A run whose samples answered as told: "id answer", "-" for an unreadable one. The key is A.
  std::filesystem::path add_run(const std::string& model, const std::vector<std::string>& answers) {
    run::RunConfig config;
    config.suite = "sgp";
    config.model = model;
    config.data.folder = "d";
    const std::filesystem::path folder = folder_ / ("run-" + config.id());
    test::spit(folder / "run.json", dump_json(config.to_json()));
    std::string log;
    for (const std::string& text : answers) {
      const std::string id = text.substr(0, text.find(' '));
      const std::string answer = text.substr(id.size() + 1);
      Json line;
      line["id"] = id;
      line["epoch"] = 0;
      line["tags"] = Json::object();
      line["verdict"] = answer == "-" ? "no_answer" : (answer == "A" ? "right" : "wrong");
      line["metrics"] = Json::object();
      line["detail"] = {{"answer", answer == "-" ? Json(nullptr) : Json(answer)},
                        {"expected", "A"}};
      log += dump_json(line) + "\n";
    }
    test::spit(folder / "samples.jsonl", log);
    return folder;
  }

  std::filesystem::path people(const std::string& lines) {
    test::spit(folder_ / "people.jsonl", lines);
    return folder_ / "people.jsonl";
  }

  test::TempFolder folder_;
};

TEST_F(Consensus, EntropyOverRuns) {
  const auto a = add_run("m/a", {"1 A", "2 A", "3 -"});
  const auto b = add_run("m/b", {"1 A", "2 B", "3 C"});
  const analysis::Consensus consensus = *analysis::consensus_of({a, b});
  const Json json = to_json(consensus);
  EXPECT_EQ(json["questions"], 3);
  EXPECT_EQ(json["answers"], 5);
  EXPECT_EQ(json["unreadable"], 1);
  EXPECT_DOUBLE_EQ(json["entropy"]["mean"].get<double>(), 1.0 / 3);  // 0, 1 and 0 bits
  EXPECT_EQ(json["entropy"]["histogram"][0]["questions"], 2);
  EXPECT_EQ(json["entropy"]["histogram"][2]["questions"], 1);
  EXPECT_DOUBLE_EQ(json["consistency"].get<double>(), (1 + 0.5 + 1) / 3);
  EXPECT_FALSE(json.contains("human"));
  EXPECT_THAT(report::consensus_text(consensus), HasSubstr("mean entropy: 0.3333 bits"));
  const std::string csv =
      report::write_sheets(report::consensus_sheets(consensus), report::Format::kCsv);
  EXPECT_THAT(csv, HasSubstr("overall,sgp,,,,consistency,0.833"));
}

TEST_F(Consensus, FourWaysOfAnsweringAreTwoBits) {
  const Json json =
      to_json(*analysis::consensus_of({add_run("m/a", {"1 A"}), add_run("m/b", {"1 B"}),
                                       add_run("m/c", {"1 C"}), add_run("m/d", {"1 D"})}));
  EXPECT_DOUBLE_EQ(json["entropy"]["mean"].get<double>(), 2);
  EXPECT_EQ(json["entropy"]["histogram"][4]["questions"], 1);
}

TEST_F(Consensus, PeopleBesideModels) {
  const auto run = add_run("m/a", {"1 A", "2 B"});
  const auto file = people(R"({"id":"1","annotator":"x","answer":"a","batch":"b1"}
{"id":"1","annotator":"y","answer":"A","batch":"b1"}

{"id":"2","annotator":"x","answer":"B","batch":"b1"}
{"id":"2","annotator":"y","answer":"A","batch":"b1"}
{"id":"9","annotator":"x","answer":"C","batch":"b2"}
{"id":"9","annotator":"z","answer":" c ","batch":"b2"}
)");
  const auto consensus = analysis::consensus_of({run}, {.human = file});
  ASSERT_TRUE(consensus) << consensus.error().to_string();
  const Json json = to_json(*consensus);
  const Json& human = json["human"];
  EXPECT_EQ(human["annotators"], 3);
  EXPECT_EQ(human["questions"], 3);
  EXPECT_EQ(human["without_key"], 1);
  EXPECT_DOUBLE_EQ(human["agreement_with_key"].get<double>(), 0.5);
  EXPECT_EQ(human["ties"], 1);
  EXPECT_DOUBLE_EQ(human["entropy"]["mean"].get<double>(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(human["models_entropy"]["mean"].get<double>(), 0);
  EXPECT_EQ(human["models_entropy"]["questions"], 2);
  ASSERT_EQ(human["batches"].size(), 2U);
  // Batch 1: P = (1 + 0) / 2; p = (3/4, 1/4); P_e = 5/8; kappa = -1/3.
  EXPECT_NEAR(human["batches"][0]["kappa"].get<double>(), -1.0 / 3, 1e-12);
  EXPECT_TRUE(human["batches"][1]["kappa"].is_null()) << "one answer is all there is";
  EXPECT_THAT(report::consensus_text(*consensus), HasSubstr("Fleiss' kappa"));
}

TEST_F(Consensus, BadInputIsNamed) {
  const auto run = add_run("m/a", {"1 A"});
  const auto error = [&](const std::string& lines) {
    const auto json = analysis::consensus_of({run}, {.human = people(lines)});
    return json ? "" : json.error().to_string();
  };
  EXPECT_THAT(error(""), HasSubstr("no answers"));
  EXPECT_THAT(error("{}\n"), HasSubstr(":1"));
  EXPECT_THAT(error(R"({"id":"1","annotator":"x","answer":""})"), HasSubstr("empty"));
  const std::string once = R"({"id":"1","annotator":"x","answer":"A"})";
  EXPECT_THAT(error(once + "\n" + once), HasSubstr("second answer"));
  run::RunConfig other;
  other.suite = "xlogo";
  other.data.folder = "d";
  test::spit(folder_ / "other/run.json", dump_json(other.to_json()));
  EXPECT_THAT(analysis::consensus_of({run, folder_ / "other"}).error().message,
              HasSubstr("different"));
  test::spit(folder_ / "run-x/run.json", test::slurp(run / "run.json"));
  EXPECT_THAT(analysis::consensus_of({folder_ / "run-x"}).error().message,
              HasSubstr("do not tell"));
}

}  // namespace
}  // namespace papert::suite::sgp
