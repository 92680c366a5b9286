// papert solve: tasks and pictures in, a program or answer out, stages as pictures, and clear words
// for what cannot be used.
#include "papert_process.h"
#include "raster/png.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class SolveTest : public PapertTest {
 protected:
  SolveTest() {
    spit(path("q.csv"),
         ",Question,A,B,C,D,Answer,Subject\n"
         "4,\"<svg viewBox=\"\"0 0 90 90\"\"><circle cx=\"\"40\"\" cy=\"\"40\"\" r=\"\"20\"\" "
         "fill=\"\"red\"\"/></svg>\n\nQuestion: How many red parts can be seen in the "
         "picture?\",0,1,2,3,B,dot\n"
         "5,\"<svg viewBox=\"\"0 0 90 90\"\"><circle cx=\"\"40\"\" cy=\"\"40\"\" r=\"\"20\"\" "
         "fill=\"\"red\"\"/></svg>\n\nQuestion: Who drew it?\",Me,You,Him,Her,B,dot\n");
  }

  ProcessResult solve(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "solve");
    return papert(arguments);
  }
};

TEST_F(SolveTest, PrintsTheAnswerAndSaysWhetherItIsRight) {
  const auto result = solve({"sgp", "q.csv", "--id", "4-1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "Answer: B\n");
  EXPECT_THAT(result.err, HasSubstr("4-1: right"));
  const auto open = solve({"sgp", "q.csv", "--id", "5-1"});
  EXPECT_EQ(open.exit_code, 0) << "whatever the verdict";
  EXPECT_THAT(open.out, HasSubstr("There is no answer here"));
  EXPECT_THAT(open.err, HasSubstr("5-1: no_answer"));
}

TEST_F(SolveTest, TheFirstOfSeveralTasksIsSolvedAndNamed) {
  const auto result = solve({"sgp", "q.csv"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("this is 4-1, the first of 2 tasks; --id chooses another"));
}

TEST_F(SolveTest, JsonHasProgramVerdictAndStages) {
  const auto result = solve({"sgp", "q.csv", "--id", "4-1", "--json", "-o", "stages/"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["id"], "4-1");
  EXPECT_EQ(lines[0]["program"], "Answer: B");
  EXPECT_EQ(lines[0]["verdict"], "right");
  ASSERT_EQ(lines[0]["stages"].size(), 2U);
  EXPECT_EQ(lines[0]["stages"][0], "stages/1-picture.png");
  EXPECT_TRUE(std::filesystem::exists(path("stages/2-regions-of-one-colour.png")));
}

TEST_F(SolveTest, StagesAreASheetOrAFolder) {
  const auto sheet = solve({"sgp", "q.csv", "--id", "4-1", "-o", "all.png"});
  EXPECT_EQ(sheet.exit_code, 0) << sheet.err;
  EXPECT_THAT(sheet.err, HasSubstr("wrote all.png"));
  EXPECT_TRUE(slurp(path("all.png")).starts_with("\x89PNG"));
  const auto other = solve({"sgp", "q.csv", "--id", "4-1", "-o", "all.pdf"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("give OUT.png"));
}

TEST_F(SolveTest, FreshTasksComeFromASeed) {
  const auto once = solve({"sgp", "--mint", "7"});
  EXPECT_EQ(once.exit_code, 0) << once.err;
  EXPECT_THAT(once.err, HasSubstr("right"));
  EXPECT_EQ(solve({"sgp", "--mint", "7"}).out, once.out);
}

TEST_F(SolveTest, PicturesThatCannotBeReadAreRefusedInWords) {
  spit(path("text.png"), "not a picture");
  spit(path("empty.png"), "");
  spit(path("cut.png"), std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
  spit(path("cut.jpg"), "\xff\xd8\xff\xe0");
  for (const char* name : {"text.png", "empty.png", "cut.png", "cut.jpg"}) {
    const auto result = solve({"sgp", name});
    EXPECT_EQ(result.exit_code, 65) << name << result.err;
    EXPECT_THAT(result.err, HasSubstr(name));
    EXPECT_EQ(result.out, "");
  }
  EXPECT_THAT(solve({"sgp", "text.png"}).err, HasSubstr("neither a PNG nor a JPEG file"));
}

TEST_F(SolveTest, AFileThatIsNeitherPictureNorTasksIsNamedWithWhatIsExpected) {
  spit(path("notes.txt"), "not a picture");
  for (const char* suite : {"shapecode", "turtleai", "turtlebench"}) {
    const auto result = solve({suite, "notes.txt"});
    EXPECT_EQ(result.exit_code, 65) << result.err;
    EXPECT_THAT(
        result.err,
        HasSubstr(std::string("neither a picture (PNG or JPEG) nor a folder with tasks of ") +
                  suite));
    EXPECT_THAT(result.err, HasSubstr("notes.txt"));
  }
}

TEST_F(SolveTest, APictureBecomesAProgram) {
  spit(path("scene.txt"),
       "filled_circle(cx=200, cy=180, radius=60)\nfilled_square(cx=400, cy=400, size=50)\n");
  ASSERT_EQ(papert({"render", "scene.txt", "-o", "scene.png"}).exit_code, 0);
  const auto result = solve({"shapecode", "scene.png", "-o", "stages/"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("filled_circle(cx=200, cy=180, radius=60)"));
  EXPECT_THAT(result.out, HasSubstr("filled_square(cx=400, cy=400, size=50)"));
  EXPECT_TRUE(std::filesystem::exists(path("stages/1-picture.png"))) << result.err;
  spit(path("again.txt"), result.out);
  ASSERT_EQ(papert({"render", "again.txt", "-o", "again.png"}).exit_code, 0);
  EXPECT_EQ(slurp(path("again.png")), slurp(path("scene.png")));
}

TEST_F(SolveTest, HostilePicturesEndInWords) {
  const auto write = [&](const std::string& name, const raster::Image& image) {
    spit(path(name), raster::encode_png(image));
  };
  raster::Image noise(512, 512, raster::PixelFormat::kRgb);
  std::uint32_t state = 1;
  for (std::uint8_t& sample : noise.data()) {
    state = state * 1664525U + 1013904223U;
    sample = static_cast<std::uint8_t>(state >> 24U);
  }
  write("noise.png", noise);
  write("dot.png", raster::Image(1, 1, raster::PixelFormat::kGray, 0));
  write("large.png", raster::Image(5000, 4000));
  write("black.png", raster::Image(512, 512, raster::PixelFormat::kGray, 0));
  for (const char* name : {"noise.png", "dot.png", "large.png"}) {
    const auto result = solve({"shapecode", name});
    EXPECT_EQ(result.exit_code, 65) << name << ": " << result.err;
    EXPECT_THAT(result.err, HasSubstr(name));
    EXPECT_EQ(result.out, "");
  }
  for (const char* name : {"dot.png", "large.png", "black.png"}) {
    EXPECT_EQ(solve({"turtleai", name}).exit_code, 65) << name;
  }
  EXPECT_EQ(solve({"shapecode", "black.png"}).exit_code, 0) << "a square does it";
}

TEST_F(SolveTest, AFileOfTasksStandsForItsFolder) {
  ASSERT_EQ(papert({"mint", "xlogo", "--seed", "3", "--count", "1", "--out", "set"}).exit_code, 0);
  const auto folder = solve({"xlogo", "set"});
  EXPECT_EQ(folder.exit_code, 0) << folder.err;
  EXPECT_THAT(folder.out, HasSubstr("def run():"));
  EXPECT_THAT(folder.err, HasSubstr("right"));
  EXPECT_EQ(solve({"xlogo", "set/tasks.jsonl"}).out, folder.out);
}

TEST_F(SolveTest, WhatIsMissingIsNamed) {
  ASSERT_EQ(papert({"render", "q.csv", "--id", "4-1", "-o", "dot.png"}).exit_code, 0);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"sgp"}, "say what is to be solved"},
      {{"sgp", "nowhere"}, "nowhere"},
      {{"sgp", "q.csv", "--id", "9-9"}, "there is no task '9-9' among 2 tasks"},
      {{"sgp", "q.csv", "--mint", "1"}, "cannot both be given"},
      {{"sgp", "dot.png"}, "a picture alone asks none"},
      {{"xlogo", "dot.png"}, "solver/xlogo needs a task"},
      {{"sgp", "dot.png", "--id", "4-1"}, "a picture has no tasks"},
      {{"nosuite", "dot.png"}, "nosuite"},
  };
  for (const auto& [arguments, words] : cases) {
    const auto result = solve(arguments);
    EXPECT_EQ(result.exit_code, 2) << words << "\n" << result.err;
    EXPECT_THAT(result.err, HasSubstr(words));
  }
}

TEST_F(SolveTest, SolversAreListedAndPlayAsModels) {
  EXPECT_THAT(papert({"list", "models"}).out, HasSubstr("solver/sgp"));
  EXPECT_THAT(papert({"eval", "--help"}).out, HasSubstr("solver/"));
  const auto run = papert({"eval", "sgp", "--data", "q.csv", "--model", "solver/sgp"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("no_answer 1"));
  const auto wrong = papert({"eval", "sgp", "--data", "q.csv", "--model", "solver/sgb"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean solver/sgp?"));
}

}  // namespace
}  // namespace papert::test
