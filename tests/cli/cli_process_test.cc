// Usage, mint, render, report, list and doctor, run as processes; and the commands of the README.

#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

using CliTest = PapertTest;

// Builds with sanitizers have no jail; what needs one is left to the other builds.
#ifdef PAPERT_HAS_ZYGOTE
constexpr bool kHasJail = true;
#else
constexpr bool kHasJail = false;
#endif

// Likewise builds without OpenCASCADE and solids.
#ifdef PAPERT_HAS_CAD
constexpr bool kHasSolids = true;
#else
constexpr bool kHasSolids = false;
#endif

bool needs_solids(std::string_view command) {
  return command.starts_with("papert render ring.cad");
}

bool needs_jail(std::string_view command) {
  return command.starts_with("papert render star.py") || command.starts_with("papert grade") ||
         command.starts_with("papert datagen turtle") || command.starts_with("papert doctor");
}

TEST_F(CliTest, HelpTeachesByExample) {
  const auto help = papert({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const char* verb :
       {"eval", "score", "mint", "render", "solve", "report", "list", "doctor"}) {
    EXPECT_THAT(help.out, HasSubstr(verb));
    const auto verb_help = papert({verb, "--help"});
    EXPECT_EQ(verb_help.exit_code, 0) << verb;
    EXPECT_EQ(verb_help.err, "");
  }
  EXPECT_THAT(papert({"eval", "--help"}).out, HasSubstr("papert eval shapecode --mint 7"));
  EXPECT_THAT(papert({"--version"}).out, HasSubstr("papert 0."));
}

TEST_F(CliTest, TheVersionSaysWhatItIsBuiltWithAndWhatItWrites) {
  const auto result = papert({"--version", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json json = *parse_json(result.out);
  for (const char* library : {"Boost", "Python", "SQLite", "curl", "librsvg", "OpenCV"}) {
    EXPECT_TRUE(json["libraries"].contains(library)) << library;
  }
  EXPECT_EQ(json["libraries"].contains("OpenCASCADE"), json["parts"]["cad"].get<bool>());
  EXPECT_EQ(json["libraries"].contains("Z3"), json["parts"]["smt"].get<bool>());
  for (const char* kind : {"run.json", "samples.jsonl", "task references"}) {
    EXPECT_GE(json["formats"].value(kind, 0), 1) << kind;
  }
}

TEST_F(CliTest, WrongUsageIsExitCode2AndNamesTheWord) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{}, "papert eval shapecode"},
      {{"dance"}, "dance"},
      {{"eval", "shapecode", "--modle", "x"}, "modle"},
      {{"eval", "nosuite", "--mint", "1", "--model", "baseline/empty"}, "nosuite"},
      {{"eval", "shapecode", "--model", "baseline/empty"}, "--mint SEED"},
      {{"eval", "shapecode", "--mint", "1", "--model", "baseline/genius"}, "baseline/heuristic"},
      {{"eval", "shapecode", "--mint", "1", "--model", "gpt"}, "gpt"},
      {{"eval", "shapecode", "--mint", "one", "--model", "baseline/empty"}, "one"},
      {{"eval", "shapecode", "--mint", "1", "--data", "x", "--model", "baseline/empty"}, "--data"},
      {{"eval", "shapecode", "--data", "nowhere", "--model", "baseline/empty"}, "nowhere"},
      {{"eval", "shapecode", "--mint", "1", "--tier", "huge", "--model", "baseline/empty"}, "huge"},
      {{"eval", "shapecode", "--mint", "1", "--limit", "9-3", "--model", "baseline/empty"}, "9-3"},
      {{"eval", "shapecode", "--mint", "1", "--model", "replay/gone"}, "gone"},
      {{"score", "shapecode", "--mint", "1"}, "--answers"},
      {{"mint", "shapecode", "--seed", "1"}, "--out"},
      {{"report", "gone"}, "gone"},
      {{"list", "everything"}, "everything"},
  };
  for (const auto& [arguments, word] : cases) {
    const auto result = papert(arguments);
    EXPECT_EQ(result.exit_code, 2) << word << "\n" << result.err;
    EXPECT_THAT(result.err, HasSubstr(word));
    EXPECT_EQ(result.out, "") << word;
  }
}

TEST_F(CliTest, DidYouMean) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"evall"}, "'evall' is not a verb of papert; did you mean 'eval'?"},
      {{"dance"}, "'dance' is not a verb of papert\n"},
      {{"batch", "wirte"}, "'wirte' is not a verb of papert batch; did you mean 'write'?"},
      {{"eval", "shapecode", "--modle", "x"},
       "'--modle' is not an option of papert eval; did you mean '--model'?"},
      {{"list", "runs", "today"}, "'today' is one word too many for papert list"},
      {{"eval", "shapcode", "--mint", "1", "--model", "baseline/oracle"},
       "did you mean 'shapecode'?"},
      {{"eval", "shapecode", "--mint", "1", "--model", "baseline/orcale"},
       "did you mean baseline/oracle?"},
  };
  for (const auto& [arguments, words] : cases) {
    const auto result = papert(arguments);
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_THAT(result.err, HasSubstr(words));
  }
}

TEST_F(CliTest, HelpExplainsAVerbByItsOwnExamples) {
  EXPECT_EQ(papert({"help"}).out, papert({"--help"}).out);
  EXPECT_EQ(papert({"help", "eval"}).out, papert({"eval", "--help"}).out);
  EXPECT_EQ(papert({"help", "evall"}).exit_code, 2);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"help", "datagen"}, "papert datagen resample --run RUN"},
      {{"help", "batch", "write"}, "papert batch write shapecode"},
      {{"help", "batch", "read"}, "papert batch read RUN results.jsonl"},
      {{"help", "cache", "ls"}, "papert cache ls"},
      {{"help", "cache", "prune"}, "papert cache prune --older-than 30"},
  };
  for (const auto& [arguments, words] : cases) {
    const auto result = papert(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, HasSubstr(words));
    EXPECT_THAT(result.out, testing::Not(HasSubstr("papert mint shapecode"))) << words;
  }
}

TEST_F(CliTest, ListRunsShowsTheModesThatDiffer) {
  for (const char* mode : {"form=text", "form=picture"}) {
    ASSERT_EQ(papert({"eval", "xlogo", "--mint", "1", "--count", "1", "--model", "baseline/oracle",
                      "--mode", mode})
                  .exit_code,
              0);
  }
  const std::string runs = papert({"list", "runs"}).out;
  EXPECT_THAT(runs, HasSubstr("baseline/oracle form=picture"));
  EXPECT_THAT(runs, testing::Not(HasSubstr("form=text")));
}

TEST_F(CliTest, SnakeCaseFlagsWork) {
  const auto result = papert({"eval", "shapecode", "--mint", "1", "--count", "1", "--model",
                              "baseline/oracle", "--log_dir=elsewhere", "--dry_run"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("3 tasks x 1 epoch = 3 samples"));
  EXPECT_THAT(result.out, HasSubstr("filled_circle(cx=..., cy=..., radius=...)"));
  EXPECT_FALSE(std::filesystem::exists(path("elsewhere"))) << "a dry run writes nothing";
}

TEST_F(CliTest, MintThenCheck) {
  EXPECT_EQ(papert({"mint", "shapecode", "--seed", "3", "--count", "2", "--tier", "easy,hard",
                    "--out", "set"})
                .exit_code,
            0);
  const auto good = papert({"mint", "shapecode", "--check", "set"});
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_THAT(good.out, HasSubstr("4 samples checked, 0 problems"));
  std::filesystem::remove(path("set/fresh/hard/fresh-hard-00000004.png"));
  const auto bad = papert({"mint", "shapecode", "--check", "set"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.err, HasSubstr("fresh-hard-00000004.png"));
  EXPECT_EQ(papert({"mint", "shapecode", "--check", "nowhere"}).exit_code, 2);
}

TEST_F(CliTest, RenderAProgramATaskAndAComparison) {
  spit(path("p.txt"), "filled_circle(cx=100, cy=100, radius=50)\n");
  EXPECT_EQ(papert({"render", "p.txt", "-o", "p.png"}).exit_code, 0);
  EXPECT_THAT(slurp(path("p.png")), testing::StartsWith("\x89PNG"));
  EXPECT_EQ(papert({"render", "p.txt", "-o", "-"}).out, slurp(path("p.png")));
  ASSERT_EQ(papert({"mint", "shapecode", "--seed", "3", "--out", "set"}).exit_code, 0);
  EXPECT_EQ(papert({"render", "set", "--id", "fresh-easy-00000003", "-o", "t.png"}).exit_code, 0);
  EXPECT_EQ(papert({"render", "set/fresh/easy/fresh-easy-00000003.json", "-o", "u.png"}).exit_code,
            0);
  EXPECT_EQ(slurp(path("t.png")), slurp(path("u.png")));
  EXPECT_EQ(
      papert({"render", "set", "--id", "fresh-easy-00000003", "--program", "p.txt", "-o", "d.png"})
          .exit_code,
      0);
  spit(path("bad.txt"), "filled_circle(cx=100, cy=100, radius=50)\ncircle(cx=1)\n");
  const auto bad = papert({"render", "bad.txt", "-o", "x.png"});
  EXPECT_EQ(bad.exit_code, 65);
  EXPECT_THAT(bad.err, HasSubstr("missing_argument in line 2"));
  EXPECT_EQ(papert({"render", "p.txt", "-o", "x.bmp"}).exit_code, 2);
  EXPECT_EQ(papert({"render", "set"}).exit_code, 2);
}

TEST_F(CliTest, ListAndDoctor) {
  EXPECT_THAT(papert({"list", "suites"}).out, HasSubstr("shapecode"));
  EXPECT_THAT(papert({"list", "models"}).out, HasSubstr("baseline/heuristic"));
  EXPECT_THAT(papert({"list", "data"}).out, HasSubstr("manifest.json"));
  ASSERT_EQ(
      papert({"eval", "shapecode", "--mint", "1", "--count", "1", "--model", "baseline/oracle"})
          .exit_code,
      0);
  EXPECT_THAT(papert({"list", "runs"}).out, HasSubstr("exact_match 1.0000"));
  const auto doctor = papert({"doctor"});
  EXPECT_EQ(doctor.exit_code, kHasJail ? 0 : 1) << doctor.out;
  EXPECT_THAT(doctor.out, HasSubstr("exact pixels"));
}

TEST_F(CliTest, TheLogFolderComesFromTheEnvironmentFile) {
  spit(path(".env"), "# settings\nexport PAPERT_LOG_DIR=\"from env\"\n");
  spit(path("below/x"), "");
  const auto result =
      papert({"eval", "shapecode", "--mint", "1", "--count", "1", "--model", "baseline/oracle"},
             {.folder = path("below")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(std::filesystem::exists(path("below/from env")));
}

TEST_F(CliTest, TrainingDataLeavePublishedTasksOutUnlessToldOtherwise) {
  const std::vector<std::string> sft{"datagen", "sft",       "shapecode", "--mint", "49",
                                     "--count", "2",         "--tier",    "easy",   "--out",
                                     "sft",     "--display", "none"};
  const auto written = papert(sft);
  EXPECT_EQ(written.exit_code, 0) << written.err;
  const std::string words = "1 task of published evaluation sets left out";
  EXPECT_THAT(written.out, HasSubstr("sft: 1 lines written\n" + words));
  EXPECT_THAT(written.err, HasSubstr(words));
  std::vector<std::string> all = sft;
  all.emplace_back("--allow-evaluation");
  EXPECT_EQ(papert(all).out, "sft: 2 lines written\n");

  const auto run = papert({"eval", "shapecode", "--mint", "49", "--count", "2", "--model",
                           "baseline/heuristic", "--display", "none"});
  const std::vector<std::string> draw{"datagen",   "resample", "--run", run_of(run).string(),
                                      "--count",   "4",        "--out", "drawn",
                                      "--display", "none"};
  const auto drawn = papert(draw);
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_THAT(drawn.out, HasSubstr("4 lines drawn from 3 samples"));
  EXPECT_THAT(drawn.out, HasSubstr("3 samples of tasks of published evaluation sets left out"));
  EXPECT_EQ(slurp(path("drawn/train.jsonl")).find("00000049"), std::string::npos);

  const auto hashes = papert({"datagen", "hashes", "shapecode", "--mint", "49", "--count", "1"});
  EXPECT_EQ(hashes.exit_code, 0) << hashes.err;
  EXPECT_EQ(std::count(hashes.out.begin(), hashes.out.end(), '\n'), 3);
  EXPECT_THAT(hashes.out, testing::StartsWith("shapecode "));
  const auto drawings = papert({"datagen", "hashes", "turtleai", "--mint", "0", "--count", "1"});
  EXPECT_EQ(drawings.exit_code, kHasJail ? 0 : drawings.exit_code) << drawings.err;
}

TEST_F(CliTest, WordsBehindAFlagThatMayBeRepeatedAreNotItsOwn) {
  const auto run = papert({"eval", "shapecode", "--mint", "49", "--count", "2", "--model",
                           "baseline/empty", "--display", "none"});
  const std::string folder = run_of(run).string();
  const auto by = papert({"report", "--by", "tier", folder});
  EXPECT_EQ(by.exit_code, 0) << by.err;
  EXPECT_EQ(by.out, papert({"report", folder, "--by", "tier"}).out);
  EXPECT_THAT(by.out, HasSubstr("easy"));
}

/// The commands of the README's sh blocks, in order, in one folder.
TEST_F(CliTest, TheReadmesCommandsWork) {
  const std::string readme = slurp(std::filesystem::path(PAPERT_SOURCE_DIR) / "README.md");
  bool inside = false;
  int commands = 0;
  for (const std::string_view line : split(readme, '\n')) {
    if (line.starts_with("```")) inside = line == "```sh";
    if (!inside || line.empty() || line.starts_with("```")) continue;
    if (!kHasJail && needs_jail(line)) continue;
    if (!kHasSolids && needs_solids(line)) continue;
    ++commands;
    const std::string script =
        "PATH=" + std::filesystem::path(PAPERT_BINARY).parent_path().string() + ":$PATH; " +
        std::string(line);
    const auto result = run_process({"/bin/bash", "-c", script}, {.folder = folder_.path()});
    EXPECT_EQ(result.exit_code, 0) << line << "\n" << result.err;
  }
  EXPECT_GE(commands, 5);
}

}  // namespace
}  // namespace papert::test
