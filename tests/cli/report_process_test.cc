#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class ReportProcess : public PapertTest {
 protected:
  std::string eval(const std::string& suite, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"eval", suite, "--mint", "7", "--count", "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto result = papert(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return run_of(result).string();
  }
};

TEST_F(ReportProcess, ModesAreColumnsAndKeysAndSuitesHaveTheirOwnTables) {
  const std::string text = eval("xlogo", {"--model", "baseline/oracle"});
  const std::string ascii =
      eval("xlogo", {"--model", "baseline/oracle", "--mode", "form=ascii", "--seed", "1"});
  const std::string again =
      eval("xlogo", {"--model", "baseline/oracle", "--mode", "form=ascii", "--seed", "2"});
  const std::string shapes = eval("shapecode", {"--model", "baseline/empty"});
  const auto all = papert({"report", text, ascii, again, shapes, "-o", "page.html"});
  ASSERT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.out, HasSubstr("xlogo\nmodel            form   seed            success"));
  EXPECT_THAT(all.out, HasSubstr("ascii  mean of 2 runs   1.0000"));
  EXPECT_THAT(all.out, HasSubstr("shapecode\nmodel           exact match"));
  EXPECT_TRUE(slurp(path("page.html")).find("baseline/oracle form=ascii seed=2") !=
              std::string::npos);

  const auto by = papert({"report", text, ascii, again, "--by", "form", "--format", "csv"});
  EXPECT_THAT(by.out, HasSubstr("table,suite,form,metric,value,stderr,low,high,n\n"));
  EXPECT_THAT(by.out, HasSubstr("form,xlogo,ascii,success,1,0,,,4\n"));
  EXPECT_FALSE(std::filesystem::exists(path("report.html"))) << "tables only";
  const auto latex =
      papert({"report", text, "--by", "type,form", "--format", "latex", "-o", "table.tex"});
  EXPECT_EQ(latex.exit_code, 0) << latex.err;
  EXPECT_EQ(latex.out, "");
  EXPECT_THAT(slurp(path("table.tex")), HasSubstr("\\begin{tabular}{llrrrrrrr}"));
  const auto unknown = papert({"report", text, "--by", "colour"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there are: concept"));
  EXPECT_EQ(papert({"report", text, "--format", "xml"}).exit_code, 2);
}

TEST_F(ReportProcess, LossesAreToldByModelAndTierInEveryFormatAndOnThePage) {
  const std::string heuristic = eval("shapecode", {"--model", "baseline/heuristic"});
  const std::string oracle =
      eval("shapecode", {"--model", "baseline/oracle", "--mode", "shots=three"});
  const std::string empty = eval("shapecode", {"--model", "baseline/empty"});
  const std::string grid = eval("xlogo", {"--model", "baseline/oracle"});

  const auto csv = papert({"report", oracle, empty, "--losses", "--format", "csv"});
  ASSERT_EQ(csv.exit_code, 0) << csv.err;
  EXPECT_THAT(csv.out,
              HasSubstr("\"losses by model,tier\",shapecode,three,baseline/oracle,hard,right,1,"));
  EXPECT_THAT(csv.out, HasSubstr("losses by model,shapecode,none,baseline/empty,,no_program,1,"));
  EXPECT_THAT(csv.out,
              HasSubstr("lost shapes by model,shapecode,three,baseline/oracle,,extra_count,0,"));

  const auto text = papert({"report", heuristic, "--losses", "--by", "tier", "--format", "text"});
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("answers with a class of losses, by tier"));
  EXPECT_THAT(text.out, HasSubstr("shapes per answer, by tier"));
  for (const char* format : {"markdown", "latex", "json"}) {
    const auto table = papert({"report", heuristic, "--losses", "--format", format});
    EXPECT_EQ(table.exit_code, 0) << table.err;
    EXPECT_THAT(table.out,
                HasSubstr(format == std::string("json") ? "missed_hidden" : "missed, hidden"));
  }

  ASSERT_EQ(papert({"report", heuristic, grid, "--losses", "-o", "page.html"}).exit_code, 0);
  EXPECT_TRUE(slurp(path("page.html")).find("\"losses\":{") != std::string::npos);
  ASSERT_EQ(papert({"report", heuristic, "-o", "plain.html"}).exit_code, 0);
  EXPECT_TRUE(slurp(path("plain.html")).find("\"losses\":{") == std::string::npos);
  const auto refused = papert({"report", grid, "--losses"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("answers of xlogo have no classes of losses"));
}

TEST_F(ReportProcess, LossesNeedNoTasksWhereTheLogHasReferences) {
  ASSERT_EQ(papert({"mint", "shapecode", "--seed", "7", "--count", "1", "--out", "set"}).exit_code,
            0);
  const auto run = papert({"eval", "shapecode", "--data", "set", "--model", "baseline/heuristic"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string folder = run_of(run).string();
  const auto before = papert({"report", folder, "--losses", "--format", "csv"});
  std::filesystem::remove_all(path("set"));
  EXPECT_EQ(papert({"report", folder, "--losses", "--format", "csv"}).out, before.out);
  EXPECT_EQ(before.exit_code, 0) << before.err;
}

TEST_F(ReportProcess, IntervalsOfSharesAreWilsonsUnlessAskedOtherwise) {
  const auto result =
      papert({"eval", "shapecode", "--mint", "7", "--count", "2", "--model", "baseline/oracle"});
  EXPECT_THAT(result.out,
              HasSubstr("exact match              1.0000    0.0000  [0.6097, 1.0000]  6"));
  const std::string run = run_of(result).string();
  EXPECT_EQ((*parse_json(slurp(run_of(result) / "summary.json")))["interval"], "wilson");
  const auto drawn = papert({"report", run, "--interval", "bootstrap", "--format", "text"});
  EXPECT_THAT(drawn.out,
              HasSubstr("exact match              1.0000    0.0000  [1.0000, 1.0000]  6"));
  const auto evaluated = papert({"eval", "shapecode", "--mint", "7", "--count", "2", "--model",
                                 "baseline/oracle", "--interval", "bootstrap"});
  EXPECT_THAT(evaluated.out, HasSubstr("[1.0000, 1.0000]"));
}

TEST_F(ReportProcess, ACutRunIsNeverShownAsComplete) {
  const std::string run = eval("shapecode", {"--model", "baseline/oracle"});
  Json config = *parse_json(slurp(run + "/run.json"));
  config["planned"] = 600;
  spit(run + "/run.json", dump_json(config));
  std::filesystem::remove(run + "/summary.json");
  const std::string words = "not complete, 6 of 600 samples (1 %) are done";
  EXPECT_THAT(papert({"report", run}).out, HasSubstr("* " + words));
  EXPECT_TRUE(slurp(run + "/report.html").find(words) != std::string::npos);
  for (const char* format : {"text", "markdown", "latex", "json"}) {
    EXPECT_THAT(papert({"report", run, "--format", format}).out, HasSubstr(words)) << format;
  }
}

TEST_F(ReportProcess, GroupsHaveMeanAndStandardErrorOverRunsInEveryFormat) {
  const std::string oracle = eval("xlogo", {"--model", "baseline/oracle"});
  const std::string again = eval("xlogo", {"--model", "baseline/oracle", "--label", "b"});
  const std::string empty = eval("xlogo", {"--model", "baseline/empty"});
  const std::string mixed = "mixed=" + oracle + "," + empty;
  const std::string pure = "pure=" + oracle + "," + again;
  const std::string alone = "alone=" + empty;
  const auto tables = [&](const std::string& format) {
    return papert(
               {"report", "--group", mixed, "--group", pure, "--group", alone, "--format", format})
        .out;
  };
  EXPECT_THAT(tables("text"), HasSubstr("mixed  0.5000 ± 0.5000"));
  EXPECT_THAT(tables("csv"), HasSubstr("groups,xlogo,,,mixed,success,0.5,0.5,,,2\n"));
  EXPECT_THAT(tables("csv"), HasSubstr("groups,xlogo,,,alone,success,0,,,,1\n"));
  EXPECT_THAT(tables("markdown"), HasSubstr("| pure | 1.0000 ± 0.0000"));
  EXPECT_THAT(tables("latex"), HasSubstr("mixed & "));
  EXPECT_THAT(tables("json"), HasSubstr("\"name\": \"groups\""));
  const auto by = papert({"report", "--group", mixed, "--by", "type", "--format", "text"});
  EXPECT_EQ(by.exit_code, 0) << by.err;
  EXPECT_THAT(by.out, HasSubstr("by group,type"));
  const auto page = papert({"report", "--group", mixed, "-o", "page.html"});
  EXPECT_EQ(page.exit_code, 0) << page.err;
  EXPECT_THAT(page.out, HasSubstr("mixed  0.5000 ± 0.5000"));
  EXPECT_TRUE(slurp(path("page.html")).find("\"tables\":[{\"name\":\"groups\"") !=
              std::string::npos);
  EXPECT_THAT(papert({"report", "--group", "nothing"}).err, HasSubstr("'nothing' is not a group"));
  EXPECT_THAT(papert({"report"}).err, HasSubstr("give runs, or --group"));

  const auto agreed = papert({"agreement", "--group", mixed, "--group", pure, "--format", "csv"});
  EXPECT_THAT(agreed.out, HasSubstr("metrics,xlogo,"));
  const auto json = papert({"agreement", "--group", mixed, "--json"});
  EXPECT_EQ((*parse_json(json.out))["groups"][0]["metrics"]["success"]["stderr"], 0.5);
}

TEST_F(ReportProcess, VerdictsByPeopleCountAndBothFiguresAreShown) {
  const std::string run = eval("shapecode", {"--model", "baseline/empty"});
  const auto lines = json_lines(slurp(run + "/samples.jsonl"));
  const std::string id = lines[0]["id"];
  spit(path("people.csv"),
       "id,person,verdict\n" + id + ",ann,right\n" + id + ",bob,right\nnobody,ann,right\n");
  const auto text = papert({"report", run, "--labels", "people.csv", "--format", "text"});
  EXPECT_EQ(text.exit_code, 65) << "a verdict on nothing";
  EXPECT_THAT(text.err, HasSubstr("people.csv:4: the run has no scored sample 'nobody'"));
  EXPECT_THAT(text.out, HasSubstr("exact match         0.1667"));
  EXPECT_THAT(text.out, HasSubstr("exact match (rule)  0.0000"));
  EXPECT_THAT(text.out, HasSubstr("1 verdict by people, 1 differs from the rule's"));
  const auto by =
      papert({"report", run, "--labels", "people.csv", "--by", "tier", "--format", "csv"});
  EXPECT_THAT(by.out, HasSubstr(",exact_match,0.5,"));
  EXPECT_THAT(by.out, HasSubstr(",exact_match_rule,0,"));
  const auto twice = papert({"report", run, run, "--labels", "people.csv", "--format", "json"});
  EXPECT_THAT(twice.err, HasSubstr("people.csv:2: the verdict does not say which run"));
  const std::string name = std::filesystem::path(run).filename().string();
  spit(path("named.csv"), "id,run,verdict\n" + id + "," + name + ",right\n");
  const auto named = papert({"report", run, run, "--labels", "named.csv", "--format", "csv"});
  EXPECT_EQ(named.exit_code, 0) << named.err;
  EXPECT_THAT(named.out, HasSubstr("runs,shapecode,baseline/empty,2,exact_match_rule,0,"));
  const auto page = papert({"report", run, "--labels", "people.csv"});
  EXPECT_THAT(page.out, HasSubstr("1 verdict by people"));
  EXPECT_TRUE(slurp(run + "/report.html")
                  .find("\"people\":{\"right\":2,\"wrong\":0,\"rule\":\"no_answer\"}") !=
              std::string::npos);

  const auto scored = papert(
      {"score", "--run", run, "--labels", "people.csv", "--out", "scores.jsonl", "--summary"});
  EXPECT_EQ(scored.exit_code, 65);
  EXPECT_THAT(scored.err, HasSubstr("1 verdict by people, 1 differs from the rule's"));
  const Json summary = *parse_json(scored.out);
  EXPECT_EQ(summary["people"]["differ"], 1);
  EXPECT_EQ(summary["people"]["rule"]["mean"], 0.0);
  EXPECT_NEAR(summary["groups"][0]["metrics"]["exact_match"]["mean"].get<double>(), 1.0 / 6, 1e-12);
  std::size_t voted = 0;
  for (const Json& line : json_lines(slurp(path("scores.jsonl")))) {
    if (!line.contains("people")) continue;
    ++voted;
    EXPECT_EQ(line["id"], id);
    EXPECT_EQ(line["verdict"], "right");
    EXPECT_EQ(line["success"], true);
    EXPECT_EQ(line["metrics"]["exact_match"], 1.0);
    EXPECT_EQ(line["people"]["rule"], "no_answer");
  }
  EXPECT_EQ(voted, 1U);
  const auto stream =
      papert({"score", "shapecode", "--mint", "7", "--answers", "-", "--labels", "x"});
  EXPECT_EQ(stream.exit_code, 2);
  EXPECT_THAT(stream.err, HasSubstr("give --run RUN"));
}

TEST_F(ReportProcess, ProgramsStandSideBySideWithTheFailingLineMarked) {
  ASSERT_EQ(papert({"mint", "xlogo", "--seed", "7", "--count", "2", "--out", "set"}).exit_code, 0);
  const std::string id = json_lines(slurp(path("set/tasks.jsonl")))[0]["id"];
  std::string walk = "def run():\n";
  for (int i = 0; i < 20; ++i) walk += "    move_forward()\n";
  spit(path("a.jsonl"),
       dump_json({{"id", id}, {"reply", walk}, {"model", "lab/walker"}}) + "\n" +
           dump_json({{"id", id}, {"reply", "def run():\n    fly()\n"}, {"model", "lab/flyer"}}) +
           "\n");
  const auto imported = papert({"import", "jsonl", "a.jsonl", "--suite", "xlogo", "--data", "set",
                                "--out", "runs", "--format", "json"});
  ASSERT_EQ(imported.exit_code, 0) << imported.err;
  const Json runs = (*parse_json(imported.out))["runs"];
  const std::string flyer = runs[0]["run"];
  const std::string walker = runs[1]["run"];
  const auto shown = papert({"agreement", flyer, walker, "--task", id});
  ASSERT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("lab/flyer"));
  EXPECT_THAT(shown.out, HasSubstr(">  2     fly()"));
  EXPECT_THAT(shown.out, HasSubstr("invalid"));
  EXPECT_THAT(shown.out, HasSubstr("crashed"));
  const Json json = *parse_json(papert({"agreement", flyer, walker, "--task", id, "--json"}).out);
  const Json& programs = json["programs"][0]["programs"];
  EXPECT_EQ(programs[0]["failing_line"], 2);
  EXPECT_GT(programs[1]["failing_line"], 1) << programs[1]["reason"];
  EXPECT_EQ(papert({"agreement", flyer, walker, "--task", "nobody"}).exit_code, 2);
  EXPECT_EQ(papert({"agreement", flyer, walker, "-o", "gallery.html"}).exit_code, 0);
  EXPECT_THAT(slurp(path("gallery.html")),
              HasSubstr("<mark title=\"it fails at this line\">  2     fly()</mark>"));
}

TEST_F(ReportProcess, DescribeSaysWhatADataSetHolds) {
  ASSERT_EQ(papert({"mint", "xlogo", "--seed", "0", "--count", "8", "--out", "set"}).exit_code, 0);
  const auto text = papert({"describe", "set", "--by", "type,length"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("xlogo tasks"));
  EXPECT_THAT(text.out, HasSubstr("prompt and pictures"));
  const auto csv = papert({"describe", "set", "--format", "csv"});
  EXPECT_THAT(csv.out, HasSubstr("tasks,xlogo,xlogo tasks,"));
  const std::string run = eval("shapecode", {"--model", "baseline/oracle"});
  EXPECT_THAT(papert({"describe", run}).out, HasSubstr("easy        2  33.3 %"));
  EXPECT_EQ(papert({"describe", "set", "--by", "colour"}).exit_code, 2);
  spit(path("what.txt"), "?");
  EXPECT_THAT(papert({"describe", "what.txt"}).err, HasSubstr("--suite"));
  EXPECT_EQ(papert({"describe", "gone"}).exit_code, 2);
}

}  // namespace
}  // namespace papert::test
