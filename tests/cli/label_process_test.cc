#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class LabelProcess : public PapertTest {
 protected:
  void SetUp() override {
    const auto minted = papert({"mint", "xlogo", "--seed", "1", "--count", "6", "--out", "tasks"});
    ASSERT_EQ(minted.exit_code, 0) << minted.err;
    const auto run = papert({"eval", "xlogo", "--data", "tasks", "--model", "baseline/empty"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    run_ = run_of(run).string();
  }

  /// The data that a page embeds.
  Json page(const std::string& name) {
    const std::string html = slurp(path(name));
    const std::string begin = "id=\"papert-data\">";
    const std::size_t at = html.find(begin) + begin.size();
    return parse_json(html.substr(at, html.find("</script>", at) - at)).value();
  }

  std::string line(const std::string& id, const std::string& person, const std::string& said,
                   const std::string& kind = "failure/xlogo") {
    const std::string run = page("page.html")["items"][0].value("run", "");
    return dump_json({{"kind", kind},
                      {"id", id},
                      {"epoch", 0},
                      {"run", run},
                      {"annotator", person},
                      {"labels", {said}},
                      {"suggested", {"format"}},
                      {"note", ""},
                      {"ms", 10},
                      {"position", 1},
                      {"at", ""},
                      {"version", "1"}}) +
           "\n";
  }

  std::string run_;
};

TEST_F(LabelProcess, APageHoldsItemsWithoutModelsOrAnswers) {
  const auto made = papert({"label", "failure/xlogo", run_, "--sample", "4", "-o", "page.html"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(made.out, "4 of 6 items to label: page.html\n");
  const Json data = page("page.html");
  EXPECT_EQ(dump_json(data).find("baseline/empty"), std::string::npos);
  EXPECT_EQ(data["kind"]["name"], "failure/xlogo");
  EXPECT_EQ(data["kind"]["fields"][0]["choices"].size(), 7U);
  ASSERT_EQ(data["items"].size(), 4U);
  EXPECT_EQ(data["items"][0]["suggested"][0], "format");
  EXPECT_FALSE(data["items"][0].contains("reference"));
  EXPECT_FALSE(data["items"][0]["pictures"].empty());
  // The same lots every time; another seed draws others.
  const std::string first = slurp(path("page.html"));
  EXPECT_EQ(papert({"label", "failure/xlogo", run_, "--sample", "4", "-o", "page.html"}).exit_code,
            0);
  EXPECT_EQ(slurp(path("page.html")), first);

  const auto tasks = papert({"label", "quality/xlogo", "tasks", "--by", "type", "-o", "q.html"});
  ASSERT_EQ(tasks.exit_code, 0) << tasks.err;
  EXPECT_EQ(page("q.html")["items"].size(), 6U);
  EXPECT_FALSE(page("q.html")["items"][0].contains("run"));

  const auto batches = papert({"label", "verdict/xlogo", run_, "--batches", "3x2", "-o", "b.html"});
  EXPECT_EQ(batches.out, "6 of 6 items to label in 3 batches for 15 people: b.html\n");
  EXPECT_EQ(page("b.html")["deal"].size(), 15U);
}

TEST_F(LabelProcess, WhatCannotBeLabelledIsSaid) {
  const auto expect = [&](std::vector<std::string> arguments, int code, const std::string& why) {
    arguments.insert(arguments.end(), {"-o", "no.html"});
    const auto result = papert(arguments);
    EXPECT_EQ(result.exit_code, code) << result.err;
    EXPECT_THAT(result.err, HasSubstr(why));
    EXPECT_FALSE(std::filesystem::exists(path("no.html")));
  };
  expect({"label", "failure/xlog", run_}, 2, "did you mean 'failure/xlogo'?");
  expect({"label", "failure/turtleai", run_}, 2, "the run is of suite xlogo");
  expect({"label", "verdict/sgp", run_}, 2, "verdict/sgp is about sgp");
  expect({"label", "failure/xlogo", run_, run_}, 2, "the run is given twice");
  expect({"label", "failure/xlogo", run_, "--by", "colour"}, 2, "nothing has the tag 'colour'");
  expect({"label", "failure/xlogo", run_, "--sample", "1.5"}, 2, "'1.5' is not a sample");
  expect({"label", "failure/xlogo", run_, "--batches", "3x3"}, 2, "need 9 items, and there are 6");
  expect({"label", "failure/xlogo", run_, "--people", "3"}, 2, "works with --batches");
  expect({"label", "quality/xlogo", "nowhere"}, 2, "nowhere");
  expect({"label", "same", run_}, 65, "there is nothing to label");
}

TEST_F(LabelProcess, AgreementIsPrintedInEveryForm) {
  ASSERT_EQ(papert({"label", "failure/xlogo", run_, "-o", "page.html"}).exit_code, 0);
  std::vector<std::string> ids;
  const Json data = page("page.html");
  for (const Json& item : data["items"]) ids.push_back(item["id"]);
  // Equal in two of four; each says goal twice and format twice: P = P_e = 1/2, kappa 0.
  spit(path("ann.jsonl"), line(ids[0], "ann", "goal") + line(ids[1], "ann", "goal") +
                              line(ids[2], "ann", "format") + line(ids[3], "ann", "format"));
  spit(path("bob.jsonl"), line(ids[0], "bob", "goal") + line(ids[1], "bob", "format") +
                              line(ids[2], "bob", "goal") + line(ids[3], "bob", "goal") +
                              line(ids[3], "bob", "format"));
  const std::vector<std::string> both{"agreement", "--labels",  "ann.jsonl",
                                      "--labels",  "bob.jsonl", run_};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), both.begin(), both.end());
    return papert(more);
  };
  const auto text = with({});
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("Cohen"));
  EXPECT_THAT(text.out, HasSubstr("GPT-4V (published)"));
  EXPECT_THAT(text.out, HasSubstr("baseline/empty"));
  const Json json = parse_json(with({"--json"}).out).value();
  EXPECT_EQ(json["kinds"][0]["aspects"][0]["kappa"], 0.0);
  EXPECT_EQ(json["kinds"][0]["suggestion"]["accuracy"], 0.5);
  EXPECT_EQ(json["replaced"], 1);
  EXPECT_THAT(with({"--format", "csv"}).out, HasSubstr("failure/xlogo"));
  EXPECT_EQ(with({"--by", "type"}).exit_code, 2);

  spit(path("bad.jsonl"), line(ids[0], "ann", "goal") + "nonsense\n" + line(ids[1], "ann", "jump"));
  const auto bad = papert({"agreement", "--labels", "bad.jsonl", "--json"});
  EXPECT_EQ(bad.exit_code, 65);
  EXPECT_THAT(bad.err, HasSubstr("bad.jsonl:2"));
  EXPECT_THAT(bad.err, HasSubstr("'jump' is not a choice"));
}

TEST_F(LabelProcess, RepliesOfPeopleBecomeARun) {
  std::string replies;
  std::string half;
  for (const Json& task : json_lines(slurp(path("tasks/tasks.jsonl")))) {
    const std::string text = task["code"].is_string() ? task["code"].get<std::string>() : "none";
    const std::string each = dump_json({{"id", task["id"]}, {"text", text}}) + "\n";
    if (std::count(half.begin(), half.end(), '\n') < 3) half += each;
    replies += each;
  }
  spit(path("half.jsonl"), half);
  spit(path("ann.jsonl"), replies);
  const auto save = [&](const std::string& file, const std::string& name) {
    return papert({"score", "xlogo", "--data", "tasks", "--answers", file, "--save-run", name});
  };
  const auto first = save("half.jsonl", "human/ann");
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const std::string run = run_of(first).string();
  EXPECT_EQ(json_lines(slurp(run + "/samples.jsonl")).size(), 3U);
  const auto second = save("ann.jsonl", "human/ann");
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_EQ(run_of(second).string(), run) << "more replies of the same person add to the run";
  EXPECT_THAT(second.err, HasSubstr("3 replies to samples that the run has a score of"));
  EXPECT_EQ(json_lines(slurp(run + "/samples.jsonl")).size(), 6U);
  EXPECT_NE(run_of(save("half.jsonl", "human/bob")).string(), run);

  const auto report = papert({"report", run, run_, "--format", "csv"});
  EXPECT_EQ(report.exit_code, 0) << report.err;
  EXPECT_THAT(report.out, HasSubstr("human/ann"));
  EXPECT_EQ(papert({"compare", run, run_}).exit_code, 0);
  EXPECT_EQ(papert({"describe", run}).exit_code, 0);
  EXPECT_EQ(papert({"score", "--run", run, "--summary"}).exit_code, 0);

  EXPECT_THAT(save("ann.jsonl", "ann").err, HasSubstr("'ann' is not a name of a model"));
  EXPECT_THAT(save("-", "human/x").err, HasSubstr("read from a file"));
  EXPECT_EQ(papert({"score", "--run", run, "--save-run", "human/x"}).exit_code, 2);
}

}  // namespace
}  // namespace papert::test
