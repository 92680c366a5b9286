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
