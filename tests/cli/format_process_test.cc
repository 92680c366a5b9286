// Everything that a verb writes as JSON says its format: a walk over the files and the outputs.

#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class FormatTest : public PapertTest {
 protected:
  void expect_format(const std::string& text, const std::string& where) {
    const auto json = parse_json(text);
    ASSERT_TRUE(json) << where << ": " << text.substr(0, 200);
    ASSERT_TRUE(json->is_object()) << where;
    EXPECT_EQ(json->value("format", 0), 1) << where << ": " << text.substr(0, 200);
  }

  /// Every .json file below the folder, and every line of every .jsonl file but training data.
  void expect_formats_below(const std::filesystem::path& folder, std::size_t at_least) {
    std::size_t seen = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string extension = entry.path().extension().string();
      if (entry.path().filename() == "train.jsonl") continue;
      if (extension == ".json") expect_format(slurp(entry.path()), entry.path().string());
      if (extension == ".jsonl") {
        for (const Json& line : json_lines(slurp(entry.path()))) {
          expect_format(dump_json(line), entry.path().string());
        }
      }
      if (extension == ".json" || extension == ".jsonl") ++seen;
    }
    EXPECT_GE(seen, at_least) << folder;
  }

  /// What a verb prints, which is one object.
  void expect_printed(const std::vector<std::string>& arguments) {
    const auto result = papert(arguments);
    expect_format(result.out, arguments.front() + ": " + result.err);
  }

  std::string run_baseline(const std::string& suite, const std::string& model) {
    const auto result =
        papert({"eval", suite, "--data", "data-" + suite, "--model", model, "--display", "none"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return run_of(result).string();
  }
};

TEST_F(FormatTest, EveryFolderAndFileCarriesIt) {
  std::vector<std::string> suites{"shapecode", "xlogo"};
#ifdef PAPERT_HAS_ZYGOTE
  suites.insert(suites.end(), {"turtleai", "turtlebench"});
#endif
#ifdef PAPERT_HAS_CAD
  suites.emplace_back("sgp");
#endif
  for (const std::string& suite : suites) {
    const auto minted = papert({"mint", suite, "--seed", "1", "--count", "1", "--display", "none",
                                "--out", "data-" + suite});
    ASSERT_EQ(minted.exit_code, 0) << suite << minted.err;
    expect_formats_below(path("data-" + suite), 1);
  }
  ASSERT_EQ(papert({"perturb", "xlogo", "--data", "data-xlogo", "--kinds", "A", "--out", "changed"})
                .exit_code,
            0);
  expect_formats_below(path("changed"), 1);
  const std::string good = run_baseline("xlogo", "baseline/oracle");
  const std::string empty = run_baseline("xlogo", "baseline/empty");
  expect_formats_below(good, 3);
  ASSERT_EQ(papert({"datagen", "resample", "--run", good, "--count", "3", "--out", "drawn",
                    "--display", "none"})
                .exit_code,
            0);
  expect_formats_below(path("drawn"), 1);
  expect_printed({"report", good, "--format", "json"});
  expect_printed({"describe", "data-xlogo", "--format", "json"});
  expect_printed({"compare", good, empty, "--json"});
  expect_printed({"agreement", good, empty, "--json"});
  expect_printed({"score", "--run", good, "--summary"});
  spit(path("labels.jsonl"),
       "{\"id\": \"a\", \"same\": true, \"similarity\": 0.99}\n"
       "{\"id\": \"b\", \"same\": false, \"similarity\": 0.2}\n");
  expect_printed({"calibrate", "labels.jsonl", "--json"});
}

#if defined(PAPERT_HAS_ZYGOTE) && defined(PAPERT_HAS_CAD)
TEST_F(FormatTest, SoDoDrawingsChoicesAndRequests) {
  spit(path("a.py"), "import turtle\nturtle.forward(50)\n");
  ASSERT_EQ(papert({"render", "a.py", "-o", "a.json"}).exit_code, 0);
  expect_format(slurp(path("a.json")), "render");
  ASSERT_EQ(papert({"mint", "sgp", "--seed", "1", "--count", "2", "--display", "none", "--out",
                    "data-sgp"})
                .exit_code,
            0);
  const std::string run = run_baseline("sgp", "baseline/oracle");
  expect_printed({"consensus", run, "--json"});
  expect_printed({"calibrate", "--equivalence", "--count", "1", "--json", "--display", "none"});
}
#endif

TEST_F(FormatTest, FoldersOfANewerPapertAreRefused) {
  ASSERT_EQ(
      papert({"mint", "xlogo", "--seed", "1", "--count", "1", "--display", "none", "--out", "data"})
          .exit_code,
      0);
  std::string lines = slurp(path("data/tasks.jsonl"));
  lines.replace(lines.find("\"format\":1"), 10, "\"format\":2");
  spit(path("data/tasks.jsonl"), lines);
  const auto refused = papert({"eval", "xlogo", "--data", "data", "--model", "baseline/oracle"});
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.err, HasSubstr("tasks.jsonl:1: written by a newer Papert (format 2"));
}

}  // namespace
}  // namespace papert::test
