// What counts beside the drawing, what the encoder looks at, and how programs are described. Runs
// programs in the jail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "raster/drawing_picture.h"
#include "score/embedding.h"
#include "suite/turtleai/turtleai.h"
#include "support/need_encoders.h"
#include "support/onnx_model.h"
#include "support/scenes.h"
#include "support/temp_folder.h"

namespace papert::suite::turtleai {
namespace {

using testing::HasSubstr;

class TurtleaiKeep : public testing::Test {
 protected:
  Score score(const std::string& code, const Modes& given) {
    const Json task{{"id", "square"},
                    {"code", square(80, 1)},
                    {"category", "basic geometry"},
                    {"difficulty", "easy"},
                    {"dataset", "real"}};
    EXPECT_TRUE(write_file(folder_ / "tasks.jsonl", dump_json(task) + "\n"));
    const auto modes = resolve_modes(*suite_, given);
    EXPECT_TRUE(modes) << modes.error().to_string();
    const auto tasks = suite_->load(folder_.path(), {.modes = *modes});
    EXPECT_TRUE(tasks) << tasks.error().to_string();
    return (*tasks)->score(0, reply::Answer::one(code, "fence"));
  }

  static std::string square(int side, int width, int x = 0) {
    return "def draw(t):\n    t.width(" + std::to_string(width) + ")\n    t.penup()\n    t.goto(" +
           std::to_string(x) + ", 0)\n    t.pendown()\n    for _ in range(4):\n        t.forward(" +
           std::to_string(side) + ")\n        t.left(90)\n";
  }

  std::string message(const std::string& code, const Modes& modes) {
    return score(code, modes).detail.value("message", "");
  }

  /// The means of the three colours.
  Modes with_encoder(Modes modes) {
    test::OnnxModel model("picture", {0, 3, 224, 224});
    model.node("GlobalAveragePool", {"picture"}, "means");
    model.node("Flatten", {"means"}, "features");
    EXPECT_TRUE(write_file(folder_ / "mean.onnx", model.bytes("features")));
    modes["encoder"] = (folder_ / "mean.onnx").string();
    return modes;
  }

  test::TempFolder folder_;
  std::unique_ptr<Suite> suite_ = make_suite();
};

TEST_F(TurtleaiKeep, WhatIsNotKeptIsWrongByEveryRuleAndNamed) {
  PAPERT_NEED_ENCODERS();
  const std::string larger = square(120, 1);
  const std::string thicker = square(80, 3);
  const std::string elsewhere = square(80, 1, 50);
  for (const char* rule : {"faithful", "pixel", "embedding"}) {
    Modes free = with_encoder({{"metric", rule}});
    const auto keeping = [&](const char* what) {
      Modes modes = free;
      modes["keep"] = what;
      return modes;
    };
    for (const std::string& code : {larger, thicker, elsewhere}) {
      EXPECT_EQ(score(code, free).verdict, Verdict::kRight) << rule;
    }
    EXPECT_EQ(score(square(80, 1), keeping("place,size,width")).verdict, Verdict::kRight);
    EXPECT_THAT(message(larger, keeping("size")), HasSubstr("the drawing is 1.50 times as large"));
    EXPECT_THAT(message(thicker, keeping("width")), HasSubstr("pen width 3 instead of 1"));
    EXPECT_THAT(message(elsewhere, keeping("place")), HasSubstr("50 steps too far to the right"));
    EXPECT_EQ(score(larger, keeping("width")).verdict, Verdict::kRight) << rule;
    EXPECT_EQ(score(thicker, keeping("place,size")).verdict, Verdict::kRight) << rule;
    const Score wrong = score(larger, keeping("size"));
    EXPECT_EQ(wrong.verdict, Verdict::kWrong) << rule;
    EXPECT_EQ(dump_json(wrong.detail["not_kept"]), R"(["size"])");
    const Json metrics = metrics_json(wrong.metrics);
    for (const char* each : {"success", "faithful_success", "pixel_success", "embedding_success"}) {
      EXPECT_EQ(metrics[each], 0.0) << rule << " " << each;
    }
    EXPECT_EQ(metrics["similarity"], 1.0) << "of the drawings as they are compared";
  }
}

TEST_F(TurtleaiKeep, RunsMadeBeforeKeepTheirIdentity) {
  const auto id = [&](const Modes& given) {
    const auto modes = resolve_modes(*suite_, given);
    EXPECT_TRUE(modes) << modes.error().to_string();
    return dump_json(Json(identity_of(*modes)));
  };
  const std::string before =
      R"({"encoder":"off","metric":"faithful","picture":"clean","prompting":"plain",)"
      R"("threshold":"paper"})";
  EXPECT_EQ(id({}), before);
  EXPECT_EQ(id({{"keep", "none"}, {"encoder_view", "default"}}), before);
  EXPECT_THAT(id({{"keep", "width,place"}}), HasSubstr(R"("keep":"place,width")"));
  EXPECT_EQ(id({{"keep", "width,place"}}), id({{"keep", "place,width,place"}}));
  for (const char* bad : {"colour", "place,", "none,size", ""}) {
    const auto refused = resolve_modes(*suite_, {{"keep", bad}});
    ASSERT_FALSE(refused) << bad;
    EXPECT_THAT(refused.error().message,
                HasSubstr("none, place, size, width, or several with commas between them"));
  }
}

TEST_F(TurtleaiKeep, ThePublishedViewCutsTheRimOff) {
  const scene::Scene scene = test::squares(3);
  const raster::Image sheet = raster::encoder_sheet(scene, raster::EncoderView::kPublished);
  EXPECT_EQ(sheet.width(), 256);
  EXPECT_EQ(sheet.height(), 256);
  const auto has_ink = [](const raster::Image& image, int x0, int x1) {
    for (int y = 0; y < image.height(); ++y) {
      for (int x = x0; x < x1; ++x) {
        if (image.row(y)[3 * x] != 255) return true;
      }
    }
    return false;
  };
  // The drawing is 240 wide; the middle 224 begin 8 pixels inside of it.
  EXPECT_FALSE(has_ink(sheet, 0, 7));
  EXPECT_TRUE(has_ink(sheet, 7, 9));
  EXPECT_EQ(score::encoder_picture(sheet).row(112)[3], sheet.row(128)[3 * 17]);
  const raster::Image ours = raster::encoder_sheet(scene, raster::EncoderView::kDefault);
  EXPECT_EQ(ours.width(), 352);
  EXPECT_FALSE(has_ink(score::encoder_picture(ours), 0, 1)) << "nothing is cut off";
}

TEST_F(TurtleaiKeep, TheViewChangesWhatTheEncoderSees) {
  PAPERT_NEED_ENCODERS();
  const std::string triangle =
      "def draw(t):\n    for _ in range(3):\n        t.forward(80)\n        t.left(120)\n";
  const auto similarity = [&](const Modes& modes) {
    return metrics_json(score(triangle, with_encoder(modes)).metrics)["embedding_similarity"];
  };
  EXPECT_NE(similarity({}), similarity({{"encoder_view", "published"}}));
  const auto alone = suite_->load(folder_.path(), {.modes = {{"encoder_view", "published"}}});
  ASSERT_FALSE(alone);
  EXPECT_THAT(alone.error().message, HasSubstr("give --encoder FILE.onnx"));
}

TEST_F(TurtleaiKeep, ProgramsAreDescribedWhateverTheyDraw) {
  const auto described = [&](const std::string& code) {
    Json left = Json::object();
    const Json all = metrics_json(score(code, {}).metrics);
    for (const char* key : {"repeated_statements", "loop_depth", "helpers", "unused_code"}) {
      left[key] = all.at(key);
    }
    return dump_json(left);
  };
  EXPECT_EQ(described(square(80, 1)),
            R"({"repeated_statements":0.0,"loop_depth":1.0,"helpers":0.0,"unused_code":0.0})");
  EXPECT_EQ(described("def side(t):\n    t.forward(80)\n    t.left(90)\ndef draw(t):\n    n = 4\n"
                      "    side(t)\n    side(t)\n    side(t)\n    side(t)\n"),
            R"({"repeated_statements":3.0,"loop_depth":0.0,"helpers":1.0,"unused_code":1.0})");
  EXPECT_EQ(described("def draw(t):\n    for _ in range(4):\n        1 / 0\n"),
            R"({"repeated_statements":0.0,"loop_depth":1.0,"helpers":0.0,"unused_code":0.0})")
      << "a program that crashes is described, too";
  EXPECT_EQ(described("def draw(t):\n    t.forward(\n"),
            R"({"repeated_statements":null,"loop_depth":null,"helpers":null,"unused_code":null})");
}

}  // namespace
}  // namespace papert::suite::turtleai
