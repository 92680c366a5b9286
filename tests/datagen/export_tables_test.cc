// The formats that are tables, folders of pictures and archives, read back by others' programs:
// hyparquet, GNU tar.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/text.h"
#include "datagen/export/formats.h"
#include "datagen/export/tables.h"
#include "support/process.h"

namespace papert::datagen {
namespace {

using testing::HasSubstr;

const std::string kPng = std::string("\x89PNG\r\n\0 one", 11);

ExportRecord record_of(const std::string& id, const std::string& split) {
  ExportRecord record;
  record.id = id;
  record.suite = "turtleai";
  record.task = "task of " + id;
  record.split = split;
  record.prompt = {{"user", "Draw \u00e4 " + id}};
  record.pictures = {{"aa.png", kPng}};
  record.target = "def draw(t): pass  # " + id;
  record.ground_truth = "the truth of " + id;
  record.ref = "ref of " + id;
  record.task_picture = ExportPicture{"aa.png", kPng};
  record.tags = {{"tier", "easy"}, {"skill", "loops"}, {"skill", "math"}};
  return record;
}

class ExportTables : public testing::Test {
 protected:
  void write(OpenedWriter (*open)(const std::filesystem::path&, const ExportPlan&),
             const ExportPlan& plan, const std::vector<ExportRecord>& records) {
    auto writer = open(out_.path(), plan);
    ASSERT_TRUE(writer) << writer.error().to_string();
    for (const ExportRecord& record : records) {
      const auto added = (*writer)->add(record);
      ASSERT_TRUE(added) << added.error().to_string();
    }
    ASSERT_TRUE((*writer)->finish());
  }

  Json rows_of(const std::string& name) {
    test::ProcessOptions options;
    options.folder = std::string(PAPERT_SOURCE_DIR) + "/web/test";
    const auto read =
        test::run_process({"/usr/bin/env", "node", "rows.mjs", (out_ / name).string()}, options);
    EXPECT_EQ(read.exit_code, 0) << read.err;
    const auto json = parse_json(read.out);
    return json ? *json : Json();
  }

  std::vector<Json> lines_of(const std::string& name) {
    std::vector<Json> lines;
    const std::string text = test::slurp(out_ / name);
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) lines.push_back(*parse_json(line));
    }
    return lines;
  }

  std::string tar(const std::string& flags, const std::string& name) {
    test::ProcessOptions options;
    options.folder = out_.path();
    const auto listed = test::run_process({"/usr/bin/env", "tar", flags, name}, options);
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    return listed.out;
  }

  test::TempFolder out_;
};

TEST_F(ExportTables, VerlHasThePicturesInTheTable) {
  ExportPlan plan;
  plan.use = ExportUse::kRl;
  plan.pictures = true;
  plan.validation = true;
  write(open_verl, plan, {record_of("a", "train"), record_of("b", "validation")});
  const Json train = rows_of("train.parquet");
  const Json row = Json{{"data_source", "papert/turtleai"},
                        {"prompt", {{{"role", "user"}, {"content", "<image>Draw \u00e4 a"}}}},
                        {"images", {{{"bytes", "b:" + base64(kPng)}, {"path", "aa.png"}}}},
                        {"ability", "drawing"},
                        {"reward_model", {{"style", "rule"}, {"ground_truth", "the truth of a"}}},
                        {"extra_info",
                         {{"index", "i:0"},
                          {"split", "train"},
                          {"id", "a"},
                          {"suite", "turtleai"},
                          {"task", "task of a"},
                          {"ref", "ref of a"}}}};
  EXPECT_EQ(dump_json(train["rows"]), dump_json(Json::array({row})));
  const Json features = *parse_json(train["metadata"]["huggingface"].get<std::string>());
  EXPECT_EQ(dump_json(features["info"]["features"]["images"]),
            R"({"feature":{"_type":"Image"},"_type":"Sequence"})");
  EXPECT_EQ(
      dump_json(features["info"]["features"]["prompt"]),
      R"([{"role":{"dtype":"string","_type":"Value"},"content":{"dtype":"string","_type":"Value"}}])");
  EXPECT_EQ(features["info"]["features"]["extra_info"]["index"]["dtype"], "int64");
  EXPECT_EQ(features["info"]["features"].size(), row.size());
  EXPECT_EQ(rows_of("validation.parquet")["rows"][0]["extra_info"]["id"], "b");
}

TEST_F(ExportTables, VerlWithoutPicturesHasNoColumnOfThemAndLinesOnWish) {
  ExportPlan plan;
  plan.use = ExportUse::kRl;
  plan.jsonl = true;
  ExportRecord record = record_of("a", "train");
  record.suite = "xlogo";
  record.pictures.clear();
  write(open_verl, plan, {record});
  const Json rows = rows_of("train.parquet")["rows"];
  EXPECT_FALSE(rows[0].contains("images"));
  EXPECT_EQ(rows[0]["ability"], "planning");
  EXPECT_FALSE(std::filesystem::exists(out_ / "validation.parquet"));
  const auto lines = lines_of("train.jsonl");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["reward_model"]["ground_truth"], "the truth of a");
  EXPECT_EQ(lines[0]["extra_info"]["index"], 0);
}

TEST_F(ExportTables, VerlForImitationHasMessages) {
  ExportPlan plan;
  plan.pictures = true;
  plan.jsonl = true;
  write(open_verl, plan, {record_of("a", "train")});
  const Json row = rows_of("train.parquet")["rows"][0];
  EXPECT_EQ(row["messages"][1]["content"], "def draw(t): pass  # a");
  EXPECT_FALSE(row.contains("reward_model"));
  EXPECT_EQ(lines_of("train.jsonl")[0]["images"][0], "images/aa.png");
  EXPECT_EQ(test::slurp(out_ / "images/aa.png"), kPng);
}

TEST_F(ExportTables, LmmsEvalHasATaskThatScoresByPapert) {
  ExportPlan plan;
  plan.use = ExportUse::kRl;
  plan.suite = "turtleai";
  plan.pictures = true;
  plan.folder = "/sets/mine";
  plan.score = {"turtleai", "--data", "tasks"};
  plan.validation = true;
  write(open_lmms_eval, plan, {record_of("a", "train"), record_of("b", "validation")});
  const Json rows = rows_of("train.parquet")["rows"];
  ASSERT_EQ(rows.size(), 2U) << "it measures by all tasks, whatever split they are in";
  EXPECT_EQ(rows[1]["id"], "task of b");
  EXPECT_FALSE(std::filesystem::exists(out_ / "validation.parquet"));
  const Json row = rows[0];
  EXPECT_EQ(row["id"], "task of a");
  EXPECT_EQ(row["question"], "Draw \u00e4 a") << "lmms-eval puts the pictures in itself";
  EXPECT_EQ(row["answer"], "the truth of a");
  EXPECT_EQ(row["images"][0]["bytes"], "b:" + base64(kPng));
  const std::string yaml = test::slurp(out_ / "papert_turtleai.yaml");
  EXPECT_THAT(yaml, HasSubstr("task: papert_turtleai\n"));
  EXPECT_THAT(yaml, HasSubstr("test: \"/sets/mine/train.parquet\"\n"));
  EXPECT_THAT(test::slurp(out_ / "utils.py"),
              HasSubstr("SCORE = [\"turtleai\",\"--data\",\"tasks\"]\n"));
}

TEST_F(ExportTables, AnImageFolderHasAPictureForEveryLine) {
  ExportPlan plan;
  plan.validation = true;
  write(open_imagefolder, plan,
        {record_of("a", "train"), record_of("b", "train"), record_of("c", "validation")});
  const auto lines = lines_of("train/metadata.jsonl");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(dump_json(lines[0]),
            R"({"file_name":"aa.png","text":"def draw(t): pass  # a","id":"a","suite":"turtleai",)"
            R"("tags":["tier=easy","skill=loops","skill=math"]})");
  EXPECT_EQ(lines[1]["file_name"], "aa-2.png") << "one line a picture";
  EXPECT_EQ(test::slurp(out_ / "train/aa-2.png"), kPng);
  EXPECT_EQ(lines_of("validation/metadata.jsonl")[0]["file_name"], "aa.png");
}

TEST_F(ExportTables, ATaskWithoutAPictureIsRefusedByName) {
  ExportRecord record = record_of("bare", "train");
  record.pictures.clear();
  record.task_picture.reset();
  for (const auto open : {open_imagefolder, open_webdataset}) {
    auto writer = open(out_.path(), {});
    ASSERT_TRUE(writer);
    const auto added = (*writer)->add(record);
    ASSERT_FALSE(added);
    EXPECT_THAT(added.error().to_string(), HasSubstr("bare: the task has no picture"));
  }
}

TEST_F(ExportTables, ShardsHoldTheFilesOfASampleNextToEachOther) {
  ExportPlan plan;
  plan.rows_per_shard = 2;
  ExportRecord two = record_of("x/y.z", "train");
  two.pictures.push_back({"bb.png", "second"});
  const std::vector<ExportRecord> records{record_of("a", "train"), two, record_of("c", "train")};
  write(open_webdataset, plan, records);
  EXPECT_EQ(tar("-tf", "papert-train-000000.tar"),
            "00000000_a.png\n00000000_a.json\n"
            "00000001_x_y_z.png\n00000001_x_y_z.0.png\n00000001_x_y_z.1.png\n"
            "00000001_x_y_z.json\n");
  EXPECT_EQ(tar("-tf", "papert-train-000001.tar"), "00000002_c.png\n00000002_c.json\n");
  EXPECT_FALSE(std::filesystem::exists(out_ / "papert-validation-000000.tar"));
  tar("-xf", "papert-train-000000.tar");
  EXPECT_EQ(test::slurp(out_ / "00000001_x_y_z.1.png"), "second");
  const Json text = *parse_json(test::slurp(out_ / "00000001_x_y_z.json"));
  EXPECT_EQ(text["id"], "x/y.z");
  EXPECT_EQ(text["prompt"][0]["content"], "Draw \u00e4 x/y.z");
  EXPECT_EQ(text["text"], "def draw(t): pass  # x/y.z");
  const std::string first = test::slurp(out_ / "papert-train-000000.tar");
  write(open_webdataset, plan, records);
  EXPECT_EQ(test::slurp(out_ / "papert-train-000000.tar"), first);
}

}  // namespace
}  // namespace papert::datagen
