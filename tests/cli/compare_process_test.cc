// papert compare and papert batch, run as processes.

#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using CompareTest = PapertTest;

TEST_F(CompareTest, TwoRunsAreComparedSampleBySample) {
  const std::vector<std::string> tasks{"eval",    "shapecode", "--mint", "7",
                                       "--count", "5",         "--model"};
  const auto ask = [&](const char* model) {
    auto arguments = tasks;
    arguments.emplace_back(model);
    return line_after(papert(arguments).out, "run: ");
  };
  const std::string a = ask("baseline/empty");
  const std::string b = ask("baseline/oracle");
  const auto text = papert({"compare", a, b});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("right in both 0, only in A 0, only in B 15, in neither 0"));
  EXPECT_THAT(text.out, HasSubstr("McNemar's exact test: p = 6.104e-05"));
  const auto json = papert({"compare", a, b, "--json", "--policy", "none"});
  EXPECT_EQ(json.exit_code, 0) << json.err;
  EXPECT_TRUE(parse_json(json.out));
  EXPECT_EQ(json.out, papert({"compare", a, b, "--json", "--policy", "none"}).out);
  const auto grid =
      papert({"eval", "xlogo", "--mint", "7", "--count", "3", "--model", "baseline/oracle"});
  const auto refused = papert({"compare", a, line_after(grid.out, "run: ")});
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("xlogo"));
}

TEST_F(CompareTest, OneRunIsShownUnderEveryPolicyWithTheSamplesThatMove) {
  ASSERT_EQ(papert({"mint", "shapecode", "--seed", "7", "--count", "1", "--tier", "easy", "--out",
                    "tasks"})
                .exit_code,
            0);
  const std::string id = "fresh-easy-00000007";
  const Json task = *parse_json(slurp(path("tasks/fresh/easy/" + id + ".json")));
  const std::string program = task["ground_truth_program"].get<std::string>();
  spit(path("replies.jsonl"),
       dump_json({{"id", id}, {"text", "Here it is:\n\n" + program + "\n\nDone."}}) + "\n");
  const auto saved = papert({"score", "shapecode", "--data", "tasks", "--answers", "replies.jsonl",
                             "--save-run", "human/ann"});
  const std::string run = line_after(saved.out, "run: ");
  const auto text = papert({"compare", run});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("1 right of 1 scored, as recorded"));
  EXPECT_THAT(text.out, HasSubstr(id + " #0: right (calls) -> invalid (whole)"));
  const auto json = papert({"compare", run, "--json", "--policy", "strict,lenient"});
  const Json policies = (*parse_json(json.out))["policies"];
  ASSERT_EQ(policies.size(), 2U);
  EXPECT_EQ(policies[0]["lost"], 1);
  EXPECT_EQ(policies[0]["moved"][0]["id"], Json(id));
  EXPECT_EQ(policies[1]["recorded"], true);
  EXPECT_EQ(policies[1]["lost"], 0);
  EXPECT_EQ(papert({"compare", run, "--policy", "none"}).exit_code, 2);
  EXPECT_EQ(papert({"compare", run, "--json", "--policy", "reading=strict,lenient"}).out, json.out);
  const auto judged = papert({"compare", run, "--json", "--policy", "reading=judge"});
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_EQ((*parse_json(judged.out))["policies"][0]["unavailable"],
            "no judge was asked in this run");
  EXPECT_THAT(papert({"compare", run, run, "--policy", "judge"}).err,
              HasSubstr("judge is for one run"));
  EXPECT_THAT(papert({"compare", run, "--policy", "loose"}).err, HasSubstr("is not a policy"));
  const auto metric = papert({"compare", run, "--policy", "metric=faithful"});
  EXPECT_EQ(metric.exit_code, 2);
  EXPECT_THAT(metric.err, HasSubstr("shapecode has one measure only"));
  const auto two = papert({"compare", run, run, "--policy", "metric=faithful"});
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_THAT(two.err, HasSubstr("metric= is for one run"));
}

TEST_F(CompareTest, WhatAJudgeRepliedIsReadAgain) {
  ASSERT_EQ(papert({"mint", "shapecode", "--seed", "7", "--count", "1", "--tier", "easy", "--out",
                    "tasks"})
                .exit_code,
            0);
  const std::string id = "fresh-easy-00000007";
  const Json task = *parse_json(slurp(path("tasks/fresh/easy/" + id + ".json")));
  const std::string program = task["ground_truth_program"].get<std::string>();
  spit(path("replies.jsonl"), dump_json({{"id", id}, {"text", program}}) + "\n");
  const auto saved = papert({"score", "shapecode", "--data", "tasks", "--answers", "replies.jsonl",
                             "--save-run", "human/ann"});
  const std::string run = line_after(saved.out, "run: ");
  Json line = json_lines(slurp(path(run) / "samples.jsonl")).at(0);
  line["reply"] = "It is the drawing that I described above.";
  line["judge"] = {{"reply", program}, {"reasoning", ""}, {"usage", Json::object()}};
  spit(path(run) / "samples.jsonl", dump_json(line) + "\n");
  Json config = *parse_json(slurp(path(run) / "run.json"));
  config["judge"] = "openai/any";
  spit(path(run) / "run.json", dump_json(config));
  const auto json = papert({"compare", run, "--json", "--policy", "reading=lenient,judge"});
  ASSERT_EQ(json.exit_code, 0) << json.err;
  const Json policies = (*parse_json(json.out))["policies"];
  ASSERT_EQ(policies.size(), 2U);
  EXPECT_EQ(policies[0]["lost"], 1);
  EXPECT_EQ(policies[1]["reading"], "judge");
  EXPECT_EQ(policies[1]["right"], 1);
  EXPECT_EQ(policies[1]["lost"], 0);
}

TEST_F(CompareTest, BatchesAreWrittenAndReadBack) {
  const std::vector<std::string> write{"batch",         "write", "xlogo",   "--mint",     "3",
                                       "--count",       "6",     "--model", "openai/gpt", "-o",
                                       "requests.jsonl"};
  const auto written = papert(write);
  ASSERT_EQ(written.exit_code, 0) << written.err;
  const auto requests = json_lines(slurp(path("requests.jsonl")));
  ASSERT_GE(requests.size(), 5U);
  std::string results;
  for (std::size_t i = 0; i + 1 < requests.size(); ++i) {
    const Json choice{{"index", 0},
                      {"finish_reason", "stop"},
                      {"message", {{"role", "assistant"}, {"content", "def run():\n    pass"}}}};
    Json line;
    line["custom_id"] = requests[i]["custom_id"];
    line["response"] = {{"status_code", 200}, {"body", {{"choices", Json::array({choice})}}}};
    line["error"] = nullptr;
    results += dump_json(line) + "\n";
  }
  spit(path("results.jsonl"), results);
  const std::string run = line_after(written.out, "run: ");
  const auto read = papert({"batch", "read", run, "results.jsonl"});
  EXPECT_EQ(read.exit_code, 0) << read.err;
  EXPECT_EQ(json_lines(slurp(path(run) / "samples.jsonl")).size(), requests.size() - 1);
  const auto rest = papert(write);
  EXPECT_THAT(rest.out, HasSubstr("1 request, 5 samples in the run already"));
  EXPECT_EQ(json_lines(slurp(path("requests.jsonl"))).size(), 1U);
}

}  // namespace
}  // namespace papert::test
