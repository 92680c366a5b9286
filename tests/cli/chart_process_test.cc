// Charts as a user asks for them: files, pages, tables, errors.
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class ChartProcess : public PapertTest {
 protected:
  std::string eval(const std::string& model, const std::string& label) {
    const auto result = papert(
        {"eval", "xlogo", "--mint", "7", "--count", "12", "--model", model, "--label", label});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return run_of(result).string();
  }

  std::string error(const std::vector<std::string>& arguments) {
    const auto result = papert(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    return result.err;
  }
};

TEST_F(ChartProcess, OfRunsBecomePicturesPagesAndTables) {
  const std::string first = eval("baseline/empty", "step=1");
  const std::string second = eval("baseline/oracle", "step=2");
  const auto radar =
      papert({"report", first, second, "--chart", "radar", "--by", "skill", "-o", "radar.svg"});
  ASSERT_EQ(radar.exit_code, 0) << radar.err;
  EXPECT_THAT(radar.out, HasSubstr("chart: radar.svg"));
  EXPECT_THAT(radar.out, HasSubstr("baseline/oracle"));
  const std::string svg = slurp(path("radar.svg"));
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_EQ(papert({"report", first, second, "--chart", "radar", "--by", "skill", "-o", "-"}).out,
            svg);
  ASSERT_EQ(papert({"report", first, second, "--chart", "line", "-o", "line.png"}).exit_code, 0);
  EXPECT_TRUE(slurp(path("line.png")).starts_with("\x89PNG"));
  const auto csv =
      papert({"report", first, second, "--chart", "line", "--x", "step", "--format", "csv"});
  EXPECT_THAT(csv.out, HasSubstr("line,xlogo,baseline/oracle,2,value,1,"));
  const auto page = papert({"report", first, second, "--chart", "bars", "-o", "page.html"});
  ASSERT_EQ(page.exit_code, 0) << page.err;
  EXPECT_TRUE(slurp(path("page.html")).find("\"kind\":\"bars\"") != std::string::npos);
  const auto blocks = papert({"report", second, "--by", "xlogo_blocks", "--format", "text"});
  EXPECT_EQ(blocks.exit_code, 0) << blocks.err;
  EXPECT_THAT(blocks.out, HasSubstr("5-8"));
}

TEST_F(ChartProcess, ErrorsSayWhatThereIs) {
  const std::string run = eval("baseline/oracle", "only");
  EXPECT_THAT(error({"report", run, "--chart", "pie"}), HasSubstr("there are: bars, radar"));
  EXPECT_THAT(error({"report", run, "--chart", "radar", "--by", "colour"}), HasSubstr("skill"));
  EXPECT_THAT(error({"report", run, "--chart", "line"}), HasSubstr("--label step=3"));
  EXPECT_THAT(error({"report", run, "-o", "x.svg"}), HasSubstr("--chart"));
  EXPECT_THAT(
      error({"report", run, "--chart", "bars", "--by", "type", "--by", "skill", "-o", "x.svg"}),
      HasSubstr("one chart"));
  EXPECT_THAT(error({"describe", run, "--chart", "histogram"}), HasSubstr("--by"));
}

TEST_F(ChartProcess, OfADataSetAreHistogramsAndShares) {
  ASSERT_EQ(papert({"mint", "sgp", "--seed", "3", "--count", "6", "--out", "set"}).exit_code, 0);
  const auto text = papert({"describe", "set"});
  EXPECT_THAT(text.out, HasSubstr("svg_elements"));
  EXPECT_THAT(text.out, HasSubstr("occurrences"));
  const auto counts = papert(
      {"describe", "set", "--chart", "histogram", "--by", "svg_elements", "-o", "elements.svg"});
  ASSERT_EQ(counts.exit_code, 0) << counts.err;
  EXPECT_TRUE(slurp(path("elements.svg")).starts_with("<svg "));
  const auto shares = papert({"describe", "set", "--chart", "shares", "--by", "category,type"});
  EXPECT_THAT(shares.out, HasSubstr("share of the tasks"));
}

TEST_F(ChartProcess, ACurveIsAPictureByItsName) {
  spit(path("labels.jsonl"), R"({"id":"a","epoch":0,"same":true,"similarity":0.9}
{"id":"b","epoch":0,"same":false,"similarity":0.2}
)");
  ASSERT_EQ(papert({"calibrate", "labels.jsonl", "--curve", "curve.svg"}).exit_code, 0);
  EXPECT_THAT(slurp(path("curve.svg")), HasSubstr("threshold 0.5500, best"));
  ASSERT_EQ(papert({"calibrate", "labels.jsonl", "--curve", "curve.csv"}).exit_code, 0);
  EXPECT_TRUE(slurp(path("curve.csv")).starts_with("threshold,precision"));
}

}  // namespace
}  // namespace papert::test
