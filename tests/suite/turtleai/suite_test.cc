// The suite as a whole: minting, folders, scoring. Runs programs in the jail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/file.h"
#include "data/turtleai/folder.h"
#include "data/turtleai/mint.h"
#include "mint/turtle/book.h"
#include "mint/turtle/drawing.h"
#include "raster/png.h"
#include "scene/canonical.h"
#include "suite/compared.h"
#include "suite/turtleai/extract.h"
#include "suite/turtleai/tasks.h"
#include "suite/turtleai/turtleai.h"
#include "support/need_encoders.h"
#include "support/onnx_model.h"
#include "support/temp_folder.h"

namespace papert::suite::turtleai {
namespace {

using reply::Extraction;
using suite::Verdict;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

constexpr const char* kSquare =
    "def draw(t):\n    t.color('red', 'yellow')\n    t.begin_fill()\n    for _ in range(4):\n"
    "        t.forward(80)\n        t.left(90)\n    t.end_fill()\n";

class Turtleai : public testing::Test {
 protected:
  std::unique_ptr<suite::TaskSet> square(const suite::Modes& modes = {}) {
    Json json;
    json["id"] = "square";
    json["image"] = "a.png";
    json["code"] = kSquare;
    json["category"] = "basic geometry";
    json["difficulty"] = "easy";
    json["dataset"] = "real";
    EXPECT_TRUE(write_file(folder_ / "a.png", raster::encode_png(raster::Image(4, 4))));
    EXPECT_TRUE(write_file(folder_ / "tasks.jsonl", dump_json(json) + "\n"));
    auto tasks = suite_->load(folder_.path(), {.modes = modes});
    EXPECT_TRUE(tasks) << tasks.error().to_string();
    return std::move(*tasks);
  }

  suite::Score score(const std::string& reply, const suite::Modes& modes = {},
                     reply::Extraction extraction = reply::Extraction::kLenient) {
    const auto tasks = square(modes);
    return tasks->score(0, tasks->read(reply, extraction));
  }

  test::TempFolder folder_;
  std::unique_ptr<suite::Suite> suite_ = make_suite();
};

std::string fenced(const std::string& code) { return "```python\n" + code + "\n```\n"; }

Json metrics_of(const suite::Score& score) { return suite::metrics_json(score.metrics); }

TEST_F(Turtleai, TheReferenceIsRightAndNothingIsNoAnswer) {
  const auto tasks = square();
  const suite::Score right =
      tasks->score(0, tasks->read(tasks->reference(0), reply::Extraction::kStrict));
  EXPECT_EQ(right.verdict, Verdict::kRight);
  EXPECT_EQ(
      dump_json(metrics_of(right)),
      R"({"success":1.0,"faithful_success":1.0,"pixel_success":1.0,"similarity":1.0,"runnable":1.0,"length_ratio":1.0,)"
      R"("length_ratio_solved":1.0,"length_ratio_failed":null,)"
      R"("embedding_similarity":null,"embedding_success":null,"programs":1.0,)"
      R"("repeated_statements":0.0,"loop_depth":1.0,"helpers":0.0,"unused_code":0.0})");
  const suite::Score none = score("I would rather not.");
  EXPECT_EQ(none.verdict, Verdict::kNoAnswer);
  EXPECT_EQ(none.detail["error"], "no_code");
  EXPECT_TRUE(metrics_of(none)["length_ratio"].is_null());
  EXPECT_EQ(metrics_of(none)["similarity"], 0.0);
}

TEST_F(Turtleai, VerdictsOfProgramsThatDoNotRun) {
  EXPECT_EQ(score(fenced("def draw(t):\n    t.forward(")).verdict, Verdict::kInvalid);
  const suite::Score crashed = score(fenced("def draw(t):\n    t.forward(10)\n    1 / 0"));
  EXPECT_EQ(crashed.verdict, Verdict::kCrashed);
  EXPECT_EQ(crashed.detail["error"], "ZeroDivisionError");
  EXPECT_EQ(crashed.detail["line"], 3);
  EXPECT_EQ(score(fenced("def draw(t):\n    open('/etc/passwd')")).verdict, Verdict::kForbidden);
  EXPECT_EQ(metrics_of(crashed)["runnable"], 0.0);
}

TEST_F(Turtleai, WithoutAPictureTheProgramIsShown) {
  Json json{{"id", "a"},
            {"code", kSquare},
            {"category", "my own"},
            {"difficulty", "easy"},
            {"dataset", "real"}};
  ASSERT_TRUE(write_file(folder_ / "tasks.jsonl", dump_json(json) + "\n"));
  const auto tasks = suite_->load(folder_.path(), {});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  const auto prompt = (*tasks)->prompt(0, "Draw this.");
  ASSERT_TRUE(prompt);
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  const auto drawing = jails.run(kSquare);
  ASSERT_TRUE(drawing);
  EXPECT_THAT(prompt->images, testing::ElementsAre(raster::picture_file(
                                  drawing->scene, raster::PictureStyle::kClean, "a")));
  const auto report = suite_->check(folder_.path(), 1);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->problems, IsEmpty());
}

TEST_F(Turtleai, WhereNothingWasLearntThereIsNoFigure) {
  DrawingSource source;
  source.tasks = data::TaskShelf(std::vector<StoredTask>{{.id = "a", .code = kSquare}});
  source.drawn.emplace_back();
  source.jail.zygote_path = "/nonexistent/papert-zygote";
  const DrawingTasks tasks(std::move(source), {}, nullptr);
  const suite::Score score =
      tasks.score(0, tasks.read(fenced(kSquare), reply::Extraction::kLenient));
  EXPECT_EQ(score.verdict, Verdict::kInternalError);
  EXPECT_EQ(score.detail["error"], "no_jail");
  EXPECT_THAT(score.metrics, IsEmpty()) << "a null success never stands beside a figure of 0";
}

TEST_F(Turtleai, WrongDrawingsAreExplained) {
  const suite::Score wrong = score(fenced("def draw(t):\n    t.pencolor('red')\n    t.circle(50)"));
  EXPECT_EQ(wrong.verdict, Verdict::kWrong);
  EXPECT_THAT(wrong.detail["message"].get<std::string>(), HasSubstr("No match"));
  EXPECT_EQ(metrics_of(wrong)["runnable"], 1.0);
  EXPECT_NEAR(metrics_of(wrong)["length_ratio"].get<double>(), 3.0 / 7, 1e-12);
  EXPECT_EQ(metrics_of(wrong)["length_ratio_failed"], metrics_of(wrong)["length_ratio"]);
}

TEST_F(Turtleai, TheLastProgramIsJudgedWhateverStoodBeforeIt) {
  const std::string poor = fenced("def draw(t):\n    t.circle(20)");
  EXPECT_EQ(score(poor + "Wait, corrected:\n" + fenced(kSquare)).verdict, Verdict::kRight);
  const suite::Score guess = score(fenced(kSquare) + "or\n" + poor);
  EXPECT_EQ(guess.verdict, Verdict::kWrong);
  EXPECT_EQ(metrics_of(guess)["programs"], 2.0);
}

TEST_F(Turtleai, ByThePublishedRuleAnyOfSeveralMaySolveIt) {
  const auto tasks = square();
  const auto published = [&](const std::string& reply) {
    return tasks->score(0, tasks->read(reply, reply::Extraction::kPublished));
  };
  const std::string bad = fenced("def draw(t):\n    t.circle(");
  const std::string poor = fenced("def draw(t):\n    t.circle(20)");
  const suite::Score solved = published(bad + "or\n" + poor + "or\n" + fenced(kSquare));
  EXPECT_EQ(solved.verdict, Verdict::kRight);
  EXPECT_EQ(solved.detail["candidate"], 3);
  const suite::Score failed = published(bad + "or\n" + poor);
  EXPECT_EQ(failed.verdict, Verdict::kWrong);
  EXPECT_EQ(failed.detail["candidate"], 2);
}

TEST_F(Turtleai, AllProgramsOfAReplyShareOneBudget) {
  const auto tasks = square();
  const std::string endless = "def draw(t):\n    while True:\n        pass";
  const suite::Score score = tasks->score(
      0, tasks->read(fenced(endless) + fenced(kSquare), reply::Extraction::kPublished));
  EXPECT_EQ(score.verdict, Verdict::kStepLimit);
  EXPECT_EQ(score.detail["candidate"], 1);
  EXPECT_EQ(score.detail["candidates"], 3);
}

TEST_F(Turtleai, ModesChooseTheRuleAndItsLimit) {
  // One side is not drawn: little ink in a filled square.
  const std::string open_square = fenced(
      "def draw(t):\n    t.color('red', 'yellow')\n    t.begin_fill()\n    for i in range(4):\n"
      "        if i == 3: t.penup()\n        t.forward(80)\n        t.left(90)\n    t.end_fill()");
  const suite::Score pixel = score(open_square, {{"metric", "pixel"}});
  EXPECT_EQ(pixel.verdict, Verdict::kRight);
  const suite::Score faithful = score(open_square);
  EXPECT_EQ(faithful.verdict, Verdict::kWrong);
  EXPECT_THAT(faithful.detail["message"].get<std::string>(), StartsWith("No match"));
  for (const suite::Score& each : {pixel, faithful}) {
    EXPECT_EQ(metrics_of(each)["pixel_success"], 1.0) << "both stand beside the verdict";
    EXPECT_EQ(metrics_of(each)["faithful_success"], 0.0);
  }
  const std::string bare = fenced("def draw(t):\n    t.color('red')\n    t.forward(80)");
  EXPECT_EQ(score(bare, {{"metric", "pixel"}, {"threshold", "0.8"}}).verdict, Verdict::kWrong);
  EXPECT_FALSE(
      suite_->load(folder_.path(), {.modes = {{"metric", "faithful"}, {"threshold", "0.9"}}}));
}

/// A network that gives the mean of each colour: four features, of which the last is always 1.
std::string mean_colours() {
  test::OnnxModel model("picture", {0, 3, 224, 224});
  model.conv("picture", "wide", {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, {3, 3, 3, 1},
             {.inputs = 3, .outputs = 4});
  model.node("GlobalAveragePool", {"wide"}, "means");
  model.node("Flatten", {"means"}, "features");
  return model.bytes("features");
}

TEST_F(Turtleai, FeaturesAreReportedBesideOrDecide) {
  PAPERT_NEED_ENCODERS();
  EXPECT_TRUE(write_file(folder_ / "mean.onnx", mean_colours()));
  const auto resolved =
      suite::resolve_modes(*suite_, {{"encoder", (folder_ / "mean.onnx").string()}});
  ASSERT_TRUE(resolved) << resolved.error().to_string();
  EXPECT_THAT(resolved->at("encoder"), StartsWith("sha256:"));
  EXPECT_THAT(suite::identity_of(*resolved).at("encoder"), SizeIs(7 + 64));
  suite::Modes modes = *resolved;
  const suite::Score right = score(fenced(kSquare), modes);
  EXPECT_EQ(right.verdict, Verdict::kRight);
  EXPECT_EQ(metrics_of(right)["embedding_similarity"], 1.0);
  EXPECT_EQ(metrics_of(right)["embedding_success"], 1.0);
  // The same colours elsewhere: wrong by pixels, alike to this network.
  const std::string mirrored = fenced(
      "def draw(t):\n    t.color('red', 'yellow')\n    t.begin_fill()\n    for _ in range(3):\n"
      "        t.forward(80)\n        t.left(120)\n    t.end_fill()\n");
  const Json beside = metrics_of(score(mirrored, modes));
  EXPECT_EQ(beside["success"], 0.0);
  EXPECT_GT(beside["embedding_similarity"], 0.5);
  EXPECT_LT(beside["embedding_similarity"], 1.0);
  modes["metric"] = "embedding";
  modes["threshold"] = "0.5";
  const suite::Score decided = score(mirrored, modes);
  EXPECT_EQ(decided.verdict, Verdict::kRight);
  EXPECT_EQ(metrics_of(decided)["success"], 1.0);
  EXPECT_FALSE(decided.detail.contains("message"));
  modes["threshold"] = "0.99999";
  const suite::Score refused = score(mirrored, modes);
  EXPECT_EQ(refused.verdict, Verdict::kWrong);
  EXPECT_THAT(refused.detail["message"].get<std::string>(), StartsWith("No match: the features"));
}

TEST_F(Turtleai, ByThePublishedRuleOnlyTheLongestBlockHasFeatures) {
  PAPERT_NEED_ENCODERS();
  EXPECT_TRUE(write_file(folder_ / "mean.onnx", mean_colours()));
  suite::Modes modes =
      *suite::resolve_modes(*suite_, {{"encoder", (folder_ / "mean.onnx").string()}});
  const std::string failing = fenced("# a long remark that makes this block the longest of all, " +
                                     std::string(200, 'x') + "\n1 / 0");
  const suite::Score both = score(fenced(kSquare) + failing, modes, reply::Extraction::kPublished);
  EXPECT_EQ(both.verdict, Verdict::kRight) << "any block will do for pixels";
  EXPECT_EQ(metrics_of(both)["embedding_similarity"], 0.0);
  modes["metric"] = "embedding";
  EXPECT_EQ(score(fenced(kSquare) + failing, modes, reply::Extraction::kPublished).verdict,
            Verdict::kCrashed);
  EXPECT_EQ(score(fenced(kSquare) + failing, modes).verdict, Verdict::kRight);
  EXPECT_EQ(score(failing, modes).verdict, Verdict::kCrashed);
  EXPECT_EQ(metrics_of(score(failing, modes))["embedding_similarity"], 0.0);
  EXPECT_EQ(metrics_of(score("no code", modes))["embedding_similarity"], 0.0);
  const auto longest = [](std::vector<reply::Candidate> candidates) {
    return longest_block({std::move(candidates), 0});
  };
  EXPECT_EQ(longest({{"ab", "fence", ""}, {"abc", "fence", ""}, {"a", "fence", ""}}), 1U);
  EXPECT_EQ(longest({{"ab", "fence", ""}, {"c", "fence", ""}, {"abc", "joined", ""}}), 0U)
      << "all together is not a block";
}

TEST_F(Turtleai, ManyAnswersAtOnceAreScoredAsOneByOne) {
  PAPERT_NEED_ENCODERS();
  EXPECT_TRUE(write_file(folder_ / "mean.onnx", mean_colours()));
  const auto tasks =
      square(*suite::resolve_modes(*suite_, {{"encoder", (folder_ / "mean.onnx").string()}}));
  EXPECT_EQ(tasks->batch_size(), 128U);
  std::vector<suite::Submission> submissions;
  for (int i = 0; i < 140; ++i) {
    const std::string code =
        "def draw(t):\n    t.forward(50)\n    t.circle(" + std::to_string(10 + i % 7) + ")\n";
    submissions.push_back({0, reply::Answer::one(i % 5 == 0 ? "" : code, "fence")});
  }
  const std::vector<suite::Judged> together = tasks->judge_all(submissions);
  ASSERT_EQ(together.size(), submissions.size());
  for (std::size_t i = 0; i < submissions.size(); i += 3) {
    const suite::Score alone = tasks->score(0, submissions[i].answer);
    EXPECT_EQ(dump_json(metrics_of(alone)), dump_json(metrics_of(together[i].score))) << i;
    EXPECT_EQ(alone.verdict, together[i].score.verdict);
  }
}

TEST_F(Turtleai, EncodersThatAreMissingOrChangedAreRefused) {
  EXPECT_THAT(
      suite_->load(folder_.path(), {.modes = {{"metric", "embedding"}}}).error().to_string(),
      HasSubstr("--encoder FILE.onnx"));
  EXPECT_EQ(suite::resolve_modes(*suite_, {{"encoder", "none.onnx"}}).error().code,
            ErrorCode::kNotFound);
  PAPERT_NEED_ENCODERS();
  EXPECT_TRUE(write_file(folder_ / "mean.onnx", mean_colours()));
  const auto modes = suite::resolve_modes(*suite_, {{"encoder", (folder_ / "mean.onnx").string()}});
  EXPECT_TRUE(write_file(folder_ / "mean.onnx", mean_colours() + " "));
  EXPECT_THAT(suite_->load(folder_.path(), {.modes = *modes}).error().message,
              HasSubstr("not the encoder of the run"));
  EXPECT_TRUE(write_file(folder_ / "mean.onnx", "rubbish"));
  const auto rubbish =
      suite::resolve_modes(*suite_, {{"encoder", (folder_ / "mean.onnx").string()}});
  EXPECT_EQ(suite_->mint({.modes = *rubbish, .seed = 1, .count = 1}).error().code,
            ErrorCode::kBadData);
}

TEST_F(Turtleai, ThresholdsAreNumbersInARange) {
  const auto resolve = [&](const std::string& text) {
    return suite::resolve_modes(*suite_, {{"threshold", text}});
  };
  EXPECT_EQ(resolve("0.90")->at("threshold"), "0.9");
  EXPECT_EQ(resolve("9e-1")->at("threshold"), "0.9");
  EXPECT_EQ(resolve("-0")->at("threshold"), "0");
  EXPECT_EQ(resolve("0.999")->at("threshold"), "0.999");
  EXPECT_EQ(resolve("paper")->at("threshold"), "paper");
  for (const char* bad : {"1", "1.5", "-0.1", "nan", "inf", "0.9x", " 0.9", "", "0,9"}) {
    const auto refused = resolve(bad);
    ASSERT_FALSE(refused) << bad;
    EXPECT_THAT(refused.error().message, HasSubstr("paper, or a number from 0 to below 1"));
  }
}

// The same square elsewhere and half as large: its picture differs, what is compared does not.
TEST_F(Turtleai, WhatIsComparedIsShownAsTheRuleSeesIt) {
  std::string code = kSquare;
  code.replace(code.find("forward(80)"), 11, "forward(40)");
  for (const char* rule : {"faithful", "pixel"}) {
    const auto tasks = square({{"metric", rule}});
    const auto* const rules = dynamic_cast<const suite::ComparedTasks*>(tasks.get());
    ASSERT_NE(rules, nullptr);
    const auto judged = tasks->judge(0, tasks->read(fenced(code), Extraction::kStrict));
    ASSERT_EQ(judged.score.verdict, Verdict::kRight) << judged.score.detail;
    const auto pictures = tasks->pictures(0, judged);
    ASSERT_THAT(pictures, SizeIs(2));
    EXPECT_NE(pictures[0].image, pictures[1].image);
    const auto both = rules->compared(0, judged);
    ASSERT_TRUE(both);
    EXPECT_EQ(both->target, both->drawing) << rule;
    EXPECT_THAT(both->how, HasSubstr("one size and place"));
    EXPECT_FALSE(rules->compared(0, tasks->judge(0, {})));
  }
}

TEST_F(Turtleai, PromptsCarryThePicture) {
  const auto tasks = square();
  const auto plain = tasks->prompt(0, suite_->default_prompt({}));
  ASSERT_TRUE(plain);
  EXPECT_THAT(plain->text, HasSubstr("draw(t)"));
  EXPECT_EQ(plain->images.front(), *read_file(folder_ / "a.png"));
  EXPECT_THAT(suite_->default_prompt({{"prompting", "steps"}}), HasSubstr("Plan the drawing"));
  const auto hand = square({{"picture", "hand"}})->prompt(0, "Draw this.");
  ASSERT_TRUE(hand);
  EXPECT_NE(hand->images.front(), plain->images.front());
  EXPECT_FALSE(tasks->prompt(0, "{{nothing}}"));
}

TEST_F(Turtleai, AReferenceIsRunWhenItIsFirstNeeded) {
  square();
  std::string lines = *read_file(folder_ / "tasks.jsonl");
  for (const auto& [id, code] :
       std::map<std::string, std::string>{{"broken", "def draw(t): 1 / 0"},
                                          {"empty", "def draw(t): pass"},
                                          {"endless", "while True: pass"}}) {
    Json json = *parse_json(lines.substr(0, lines.find('\n')));
    json["id"] = id;
    json["code"] = code;
    lines += dump_json(json) + "\n";
  }
  ASSERT_TRUE(write_file(folder_ / "tasks.jsonl", lines));
  const auto tasks = suite_->load(folder_.path(), {.jobs = 2});
  ASSERT_TRUE(tasks);
  ASSERT_EQ((*tasks)->size(), 4U) << "opening runs nothing, so nothing is found out";
  EXPECT_THAT((*tasks)->problems(), IsEmpty());
  const std::map<std::size_t, std::string> whys{{0, "'broken': its program does not run"},
                                                {1, "'empty': its program draws nothing"}};
  for (const auto& [index, why] : whys) {
    const suite::Score score =
        (*tasks)->score(index, (*tasks)->read(fenced(kSquare), Extraction::kLenient));
    EXPECT_EQ(score.verdict, Verdict::kInternalError);
    EXPECT_THAT(score.metrics, IsEmpty());
    EXPECT_EQ(score.detail["error"], "reference");
    EXPECT_THAT(score.detail["message"].get<std::string>(), HasSubstr(why));
    const auto prompt = (*tasks)->prompt(index, suite_->default_prompt({}));
    ASSERT_FALSE(prompt);
    EXPECT_EQ(prompt.error().code, ErrorCode::kBadData);
    EXPECT_THAT(prompt.error().to_string(), HasSubstr(why));
    EXPECT_THAT((*tasks)->pictures(index, {}), IsEmpty());
  }
  EXPECT_TRUE((*tasks)->score(3, (*tasks)->read(fenced(kSquare), Extraction::kLenient)).right());
  EXPECT_GE(suite_->check(folder_.path(), 2)->problems.size(), 3U);
}

TEST_F(Turtleai, ADrawingThatIsKeptNeedsNoInterpreter) {
  const auto open = [&](const std::string& interpreter) {
    DrawingSource source;
    source.tasks = data::TaskShelf(std::vector<StoredTask>{{.id = "a", .code = kSquare}});
    source.jail.zygote_path = interpreter;
    source.store = std::move(*lang::turtle::ReferenceStore::open(
        {.file = folder_ / "references.sqlite", .data = "data", .engine = [] { return "one"; }}));
    return std::make_unique<DrawingTasks>(std::move(source), Settings{}, nullptr);
  };
  EXPECT_THAT(open("/no/interpreter")->pictures(0, {}), IsEmpty());
  const auto drawn = open("")->pictures(0, {});
  ASSERT_THAT(drawn, SizeIs(1));
  const auto kept = open("/no/interpreter")->pictures(0, {});
  ASSERT_THAT(kept, SizeIs(1));
  EXPECT_EQ(kept[0].image, drawn[0].image);
}

TEST_F(Turtleai, ListedPicturesAreReadWhenTheyAreShown) {
  const auto out = folder_ / "minted";
  ASSERT_TRUE(suite_->mint_to(out, {.seed = 3, .count = 1, .tiers = {"easy"}}, {}));
  const auto whole = suite_->load(out, {});
  ASSERT_TRUE(whole);
  EXPECT_TRUE((*whole)->prompt(0, "Draw this."));
  const auto picture = out / "fresh-00000003-easy.png";
  const std::string bytes = *read_file(picture);
  ASSERT_TRUE(write_file(picture, "not a picture"));
  const auto changed = suite_->load(out, {});
  ASSERT_TRUE(changed);
  EXPECT_THAT((*changed)->problems(), IsEmpty());
  const auto refused = (*changed)->prompt(0, "Draw this.");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("the picture was changed"));
  EXPECT_THAT(suite_->check(out, 1)->problems, SizeIs(testing::Ge(1U)));

  // Without the list every picture is read at once, and the hash is the same.
  ASSERT_TRUE(write_file(picture, bytes));
  std::filesystem::remove(out / "SHA256SUMS");
  EXPECT_EQ((*suite_->load(out, {}))->data_hash(), (*whole)->data_hash());
  ASSERT_TRUE(write_file(picture, "not a picture"));
  EXPECT_THAT((*suite_->load(out, {}))->problems(), SizeIs(1));
  std::filesystem::remove(picture);
  EXPECT_THAT((*suite_->load(out, {}))->problems(), SizeIs(1));
}

TEST_F(Turtleai, MintedTasksAreBalancedDistinctAndSolvedByThemselves) {
  const auto tasks = suite_->mint({.seed = -2, .count = 12});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  ASSERT_GE((*tasks)->size(), 34U);
  std::map<std::string, int> categories;
  for (std::size_t i = 0; i < (*tasks)->size(); ++i) {
    const suite::Score score =
        (*tasks)->score(i, (*tasks)->read((*tasks)->reference(i), reply::Extraction::kLenient));
    EXPECT_EQ(score.verdict, Verdict::kRight) << (*tasks)->task(i).id;
    for (const suite::Tag& tag : (*tasks)->task(i).tags) {
      if (tag.key == "category") ++categories[tag.value];
    }
  }
  EXPECT_THAT(categories, SizeIs(6));
  for (const auto& [category, count] : categories) EXPECT_GE(count, 5) << category;
}

TEST_F(Turtleai, EveryFamilyDrawsSomethingGood) {
  const auto book = mint::turtle::ProgramBook::open();
  ASSERT_TRUE(book);
  lang::turtle::JailPool jails({});
  for (std::size_t category = 0; category < mint::turtle::kCategories.size(); ++category) {
    for (const mint::turtle::Family& family : book->chapter(category)) {
      int good = 0;
      for (int seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const auto code = book->write(family, random);
        ASSERT_TRUE(code);
        const auto drawing = jails.run(*code);
        ASSERT_TRUE(drawing) << drawing.error().to_string();
        ASSERT_EQ(drawing->outcome.status, sandbox::Status::kOk)
            << family.name << ": " << drawing->outcome.reason << "\n"
            << *code;
        good += mint::turtle::check_drawing(drawing->scene) ? 1 : 0;
      }
      EXPECT_GE(good, 12) << family.name;
    }
  }
}

TEST(DrawingIndex, KnowsDrawingsThatPassForEachOther) {
  const auto target = [](double ring, scene::Color color) {
    return score::PaintedDrawing(scene::Scene{
        .items = {scene::Dot{{0, 0}, 200, color}, scene::Dot{{0, 0}, ring, {255, 255, 255}}}});
  };
  score::DrawingIndex index;
  EXPECT_TRUE(index.add(target(100, {255, 0, 0})));
  EXPECT_FALSE(index.add(target(100, {255, 0, 0})));
  EXPECT_FALSE(index.add(target(101, {255, 0, 0}))) << "nobody sees a pixel more";
  EXPECT_TRUE(index.add(target(130, {255, 0, 0})));
  EXPECT_TRUE(index.add(target(100, {0, 0, 255})));
}

TEST_F(Turtleai, OfTasksThatPassForEachOtherTheSmallestSeedIsMinted) {
  // Both are a target of rings, of radius 18 and of 20.
  const auto mint = [&](std::int64_t seed) {
    return *suite_->mint_to(folder_.path(), {.seed = seed, .count = 1, .tiers = {"medium"}}, {});
  };
  EXPECT_EQ(mint(100179), 1U);
  EXPECT_EQ(mint(100563), 0U);
  const auto all = suite_->mint({.seed = 500, .count = 60, .jobs = 2});
  ASSERT_TRUE(all);
  const auto one = suite_->mint({.seed = 500, .count = 60});
  ASSERT_EQ((*all)->size(), (*one)->size());
  for (std::size_t i = 0; i < (*all)->size(); ++i) {
    EXPECT_EQ((*all)->task(i).id, (*one)->task(i).id) << "whatever the number of jobs";
  }
}

TEST_F(Turtleai, FoldersAreReproducibleExtendedAndChecked) {
  const suite::MintOptions first{.seed = 3, .count = 2};
  const auto out = folder_ / "minted";
  const auto written = suite_->mint_to(out, first, {.jobs = 2});
  ASSERT_TRUE(written) << written.error().to_string();
  EXPECT_EQ(*written, 6U);
  const std::string sums = *read_file(out / "SHA256SUMS");
  ASSERT_TRUE(suite_->mint_to(folder_ / "again", first, {}));
  EXPECT_EQ(sums, *read_file(folder_ / "again" / "SHA256SUMS"));
  EXPECT_EQ(*suite_->mint_to(out, first, {}), 0U);
  EXPECT_EQ(*suite_->mint_to(out, {.seed = 5, .count = 1, .tiers = {"hard"}}, {}), 1U);
  EXPECT_THAT(suite_->check(out, 1)->problems, IsEmpty());
  EXPECT_EQ(suite_->check(out, 1)->checked, 7U);
  const auto tasks = suite_->load(out, {.tiers = {"hard"}});
  ASSERT_TRUE(tasks);
  EXPECT_EQ((*tasks)->size(), 3U);

  const std::string lines = *read_file(out / "tasks.jsonl");
  std::string tampered = lines;
  tampered.replace(tampered.find("forward("), 8, "forward(7+");
  ASSERT_TRUE(write_file(out / "tasks.jsonl", tampered));
  EXPECT_GE(suite_->check(out, 1)->problems.size(), 1U);
}

TEST_F(Turtleai, TasksWhoseAnswersPassForEachOtherAreReported) {
  const auto line = [](const char* id, const std::string& code) {
    return dump_json(Json{{"id", id},
                          {"code", code},
                          {"category", "knots"},
                          {"difficulty", "easy"},
                          {"dataset", "real"}}) +
           "\n";
  };
  const std::string circle = "def draw(t):\n    t.circle(80)\n";
  const std::string corners = "def draw(t):\n    t.circle(80, steps=70)\n";
  const std::string half = "def draw(t):\n    t.circle(80, 180)\n";
  ASSERT_TRUE(write_file(folder_ / "tasks.jsonl", line("a", circle) + line("b", half) +
                                                      line("c", corners) + line("d", circle)));
  const auto report = suite_->check(folder_.path(), 1);
  ASSERT_TRUE(report) << report.error().to_string();
  ASSERT_EQ(report->problems.size(), 2U);
  EXPECT_THAT(report->problems[0].to_string(),
              HasSubstr("task 'c': its drawing is alike: it passes for that of task 'a'"));
  EXPECT_THAT(report->problems[1].to_string(), HasSubstr("task 'd': draws the same as task 'a'"));
}

TEST_F(Turtleai, FoldersOfTheHandAreTheCraftSet) {
  const suite::MintOptions by_hand{.modes = {{"picture", "hand"}}, .seed = 3, .count = 2};
  const auto out = folder_ / "hand";
  const auto written = suite_->mint_to(out, by_hand, {.jobs = 2});
  ASSERT_TRUE(written) << written.error().to_string();
  EXPECT_EQ(*written, 6U);
  EXPECT_THAT(suite_->check(out, 1)->problems, IsEmpty());
  const std::string sums = *read_file(out / "SHA256SUMS");
  ASSERT_TRUE(suite_->mint_to(folder_ / "again", by_hand, {}));
  EXPECT_EQ(sums, *read_file(folder_ / "again" / "SHA256SUMS"));
  EXPECT_EQ(*suite_->mint_to(out, by_hand, {}), 0U);

  const auto loaded = suite_->load(out, {});
  const auto minted = suite_->mint(by_hand);
  ASSERT_TRUE(loaded && minted);
  ASSERT_EQ((*loaded)->size(), (*minted)->size());
  for (std::size_t i = 0; i < (*loaded)->size(); ++i) {
    EXPECT_EQ((*loaded)->task(i).tags.front().value, "craft");
    EXPECT_EQ((*minted)->task(i).tags.front().value, "craft");
    EXPECT_EQ((*loaded)->prompt(i, "Draw.")->images, (*minted)->prompt(i, "Draw.")->images);
    EXPECT_EQ((*loaded)->prompt(i, "Draw.")->images.front(),
              *read_file(out / ((*loaded)->task(i).id + ".png")));
  }
}

TEST_F(Turtleai, CleanAndHandDrawnTasksShareAFolderButNoId) {
  const suite::MintOptions clean{.seed = 3, .count = 1};
  const suite::MintOptions by_hand{.modes = {{"picture", "hand"}}, .seed = 3, .count = 1};
  const auto out = folder_ / "both";
  ASSERT_EQ(*suite_->mint_to(out, clean, {}), 3U);
  const std::string sums = *read_file(out / "SHA256SUMS");
  const auto refused = suite_->mint_to(out, by_hand, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
  EXPECT_THAT(refused.error().to_string(), HasSubstr("in the data set syn"));
  EXPECT_EQ(sums, *read_file(out / "SHA256SUMS"));
  EXPECT_THAT(suite_->check(out, 1)->problems, IsEmpty());

  suite::MintOptions next = by_hand;
  next.seed = 4;
  EXPECT_EQ(*suite_->mint_to(out, next, {}), 3U);
  EXPECT_EQ(suite_->check(out, 1)->checked, 6U);
  EXPECT_THAT(suite_->check(out, 1)->problems, IsEmpty());

  // A craft task with a clean picture is not what the folder promises.
  std::string lines = *read_file(out / "tasks.jsonl");
  lines.replace(lines.find("\"syn\""), 5, "\"craft\"");
  ASSERT_TRUE(write_file(out / "tasks.jsonl", lines));
  EXPECT_GE(suite_->check(out, 1)->problems.size(), 2U);
}

/// What that family draws with the values of that seed.
scene::Scene drawn_by(lang::turtle::JailPool& jails, const mint::turtle::ProgramBook& book,
                      std::string_view name, int seed) {
  for (std::size_t category = 0; category < mint::turtle::kCategories.size(); ++category) {
    for (const mint::turtle::Family& family : book.chapter(category)) {
      if (family.name != name) continue;
      Random random(seed);
      return jails.run(*book.write(family, random))->scene;
    }
  }
  ADD_FAILURE() << "there is no family " << name;
  return {};
}

TEST_F(Turtleai, ShapesThatTakeTurnsStandApartInRows) {
  const auto book = mint::turtle::ProgramBook::open();
  ASSERT_TRUE(book);
  lang::turtle::JailPool jails({});
  for (const char* name : {"mixed_grid", "stars_and_rings"}) {
    for (int seed = 0; seed < 12; ++seed) {
      std::vector<scene::Bounds> boxes;
      const scene::Scene scene = drawn_by(jails, *book, name, seed);
      for (const scene::Item& item : scene.items) {
        if (!std::holds_alternative<scene::Fill>(item)) continue;
        boxes.push_back(*scene::painted_bounds(scene::Scene{{}, {item}}));
      }
      ASSERT_GE(boxes.size(), 9U);
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
          const bool apart = boxes[i].x0 > boxes[k].x1 || boxes[k].x0 > boxes[i].x1 ||
                             boxes[i].y0 > boxes[k].y1 || boxes[k].y0 > boxes[i].y1;
          EXPECT_TRUE(apart) << name << " " << seed;
        }
      }
      EXPECT_NEAR(boxes[0].y1, boxes[1].y1, 1.5) << "level at the top: " << name << " " << seed;
    }
  }
}

TEST_F(Turtleai, ArmsOfAGalaxyKeepApart) {
  const auto book = mint::turtle::ProgramBook::open();
  ASSERT_TRUE(book);
  lang::turtle::JailPool jails({});
  for (int seed = 0; seed < 20; ++seed) {
    std::vector<scene::Point> tips;
    std::vector<std::vector<scene::Point>> arms;
    for (const scene::Item& item : drawn_by(jails, *book, "arms_of_spirals", seed).items) {
      if (const auto* dot = std::get_if<scene::Dot>(&item)) tips.push_back(dot->center);
      if (const auto* stroke = std::get_if<scene::Stroke>(&item)) arms.push_back(stroke->points);
    }
    ASSERT_EQ(tips.size(), arms.size()) << seed;
    // Turned copies of one line that only moves away from the middle never meet.
    double reach = -1;
    for (const scene::Point& point : arms.front()) {
      EXPECT_GT(std::hypot(point.x, point.y), reach) << seed;
      reach = std::hypot(point.x, point.y);
    }
    for (std::size_t i = 0; i < tips.size(); ++i) {
      for (std::size_t k = 0; k < arms.size(); ++k) {
        for (const scene::Point& point : arms[k]) {
          if (i == k) continue;
          EXPECT_GT(std::hypot(point.x - tips[i].x, point.y - tips[i].y), 12) << seed;
        }
      }
    }
  }
}

TEST_F(Turtleai, WhatMintRefuses) {
  EXPECT_FALSE(suite_->mint({.seed = 1, .count = 0}));
  EXPECT_FALSE(suite_->mint({.seed = 1, .count = 1, .tiers = {"expert"}}));
  EXPECT_FALSE(suite_->mint({.seed = INT64_MAX, .count = 1}));
  EXPECT_FALSE(suite_->mint({.seed = 1, .count = 1, .split = "a/b"}));
}

}  // namespace
}  // namespace papert::suite::turtleai
