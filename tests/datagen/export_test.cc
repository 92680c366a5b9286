// Exported sets: what is chosen, what each trainer's loader will find, and that a folder is there
// finished or not at all.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/sha256.h"
#include "base/text.h"
#include "datagen/export/check.h"
#include "datagen/export/export.h"
#include "datagen/export/placeholders.h"
#include "datagen/export/staging.h"
#include "support/process.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct FakeTask {
  std::string id;
  std::string text;
  std::vector<std::string> images;
  std::string reference = "the answer";
  std::vector<suite::Tag> tags;
  std::string base;
};

class FakeTasks final : public suite::TaskSet {
 public:
  explicit FakeTasks(std::vector<FakeTask> tasks) : tasks_(std::move(tasks)) {}

  [[nodiscard]] std::size_t size() const override { return tasks_.size(); }
  [[nodiscard]] std::string id(std::size_t index) const override { return tasks_[index].id; }
  [[nodiscard]] suite::Task task(std::size_t index) const override {
    return {tasks_[index].id, tasks_[index].base, tasks_[index].tags, {}};
  }
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index, std::string_view) const override {
    return suite::Prompt{tasks_[index].text, tasks_[index].images};
  }
  [[nodiscard]] reply::Answer read(std::string_view reply, reply::Extraction) const override {
    return reply::Answer::one(std::string(reply), "all");
  }
  [[nodiscard]] suite::Judged judge(std::size_t, const reply::Answer&) const override { return {}; }
  [[nodiscard]] std::string reference(std::size_t index) const override {
    return tasks_[index].reference;
  }
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t,
                                                     const suite::Judged&) const override {
    return {};
  }
  [[nodiscard]] Result<std::string> content_key(std::size_t index) const override {
    return tasks_[index].text;
  }
  [[nodiscard]] std::string data_hash() const override { return "hash of the data"; }

 private:
  std::vector<FakeTask> tasks_;
};

std::string png(const std::string& content) { return "\x89PNG\r\n\x1a\n" + content; }

std::unique_ptr<ExportSource> source_of(std::vector<FakeTask> tasks,
                                        const TaskSourceOptions& options = {}) {
  AskedTasks way;
  way.opened.config.suite = "fake";
  way.opened.config.prompt_text = "a template";
  way.opened.tasks = std::make_unique<FakeTasks>(std::move(tasks));
  std::vector<AskedTasks> ways;
  ways.push_back(std::move(way));
  return std::move(*task_source(std::move(ways), options));
}

std::vector<FakeTask> numbered(std::size_t count, bool pictures) {
  std::vector<FakeTask> tasks;
  tasks.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    FakeTask task;
    task.id = "task-" + std::to_string(1000 + i);
    task.text = "What is " + std::to_string(i) + "?";
    task.reference = "It is " + std::to_string(i) + ".";
    task.tags = {{"parity", i % 2 == 0 ? "even" : "odd"}, {"skill", "a"}};
    if (i % 3 == 0) task.tags.push_back({"skill", "b"});
    // Two tasks share a picture; some have two.
    if (pictures) task.images.push_back(png(std::to_string(i / 2)));
    if (pictures && i % 5 == 0) task.images.push_back(png("second"));
    tasks.push_back(std::move(task));
  }
  return tasks;
}

/// A pair for every task: what a run gives, without the run.
class PairSource final : public ExportSource {
 public:
  explicit PairSource(std::unique_ptr<ExportSource> tasks) : tasks_(std::move(tasks)) {}
  [[nodiscard]] std::string suite() const override { return tasks_->suite(); }
  [[nodiscard]] const suite::TaskSet& tasks() const override { return tasks_->tasks(); }
  [[nodiscard]] std::size_t size() const override { return tasks_->size(); }
  [[nodiscard]] std::size_t task_of(std::size_t index) const override {
    return tasks_->task_of(index);
  }
  [[nodiscard]] Result<ExportRecord> record(std::size_t index) const override {
    ExportRecord record = TRY(tasks_->record(index));
    record.rejected = "I do not know.";
    return record;
  }
  [[nodiscard]] std::vector<SourceFact> facts() const override { return tasks_->facts(); }

 private:
  std::unique_ptr<ExportSource> tasks_;
};

class Exported : public testing::Test {
 protected:
  ExportOptions options(const char* format, ExportUse use = ExportUse::kSft) {
    ExportOptions wishes;
    wishes.format = *find_export_format(format);
    wishes.use = use;
    wishes.out = folder_ / "out";
    wishes.jobs = 2;
    return wishes;
  }
  ExportReport write(const ExportSource& source, const ExportOptions& wishes) {
    auto report = export_examples(source, wishes);
    EXPECT_TRUE(report) << report.error().to_string();
    return report ? std::move(*report) : ExportReport();
  }
  std::vector<Json> lines(const std::string& name) {
    std::vector<Json> all;
    const std::string text = test::slurp((folder_ / "out") / name);
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) all.push_back(*parse_json(line));
    }
    return all;
  }
  std::filesystem::path out(const std::string& name) { return (folder_ / "out") / name; }

  test::TempFolder folder_;
};

TEST(Placeholders, AreBlankedOnlyWhereThatChangesNothing) {
  EXPECT_EQ(without_placeholders("plain <images>"), "plain <images>");
  EXPECT_EQ(without_placeholders("Look:\n<svg><image></image><video></svg> end"),
            "Look:\n<svg><image ></image><video ></svg> end");
  EXPECT_EQ(without_placeholders("see <image>"), std::nullopt);
  EXPECT_EQ(without_placeholders("<svg></svg><audio>"), std::nullopt);
  EXPECT_EQ(without_placeholders("<svg><image> is not closed"), std::nullopt);
  EXPECT_EQ(without_placeholders("<svg><text><![CDATA[<image>]]></text></svg>"), std::nullopt);
}

TEST(Tags, ValuesOfOneKeyAreAlternativesAndKeysAddUp) {
  const std::vector<suite::Tag> tags{{"type", "draw"}, {"skill", "loops"}, {"skill", "math"}};
  EXPECT_TRUE((TagChoice{{{"skill", "math"}}, {}}).wants(tags));
  EXPECT_TRUE((TagChoice{{{"type", "find"}, {"type", "draw"}}, {}}).wants(tags));
  EXPECT_FALSE((TagChoice{{{"type", "find"}, {"skill", "math"}}, {}}).wants(tags));
  EXPECT_FALSE((TagChoice{{{"type", "draw"}}, {{"skill", "math"}}}).wants(tags));
  EXPECT_TRUE((TagChoice{{}, {{"skill", "logic"}}}).wants(tags));
  EXPECT_THAT(parse_tag("math", "--only").error().to_string(), HasSubstr("'math' is not a tag"));
  const TagValues known{{"skill", {"loops", "math"}}, {"type", {"draw"}}};
  EXPECT_THAT(check_tags({{{"skil", "math"}}, {}}, known).error().to_string(),
              HasSubstr("--only: no task has a tag 'skil'; the tags are: skill, type"));
  EXPECT_THAT(
      check_tags({{}, {{"skill", "maths"}}}, known).error().to_string(),
      HasSubstr("--without: no task has skill=maths; the values of skill are: loops, math"));
}

ExampleGroups groups_of(std::size_t count, std::uint32_t each) {
  return {.counts = std::vector<std::uint32_t>(count, each),
          .name = [](std::size_t group) { return "g" + std::to_string(group); }};
}

std::size_t examples_in(const ExampleGroups& groups, const std::vector<Split>& splits,
                        Split split) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (splits[i] == split) count += groups.counts[i];
  }
  return count;
}

TEST(Splits, HaveTheSizesAskedForAndNeverTearATaskApart) {
  const auto groups = groups_of(100, 1);
  const auto counted = *choose_splits(groups, {}, parse_split("80,10").value(), 7);
  EXPECT_EQ(examples_in(groups, counted, Split::kTrain), 80U);
  EXPECT_EQ(examples_in(groups, counted, Split::kValidation), 10U);
  const auto shares = *choose_splits(groups, {}, parse_split("0.93,0.07").value(), 7);
  EXPECT_EQ(examples_in(groups, shares, Split::kValidation), 7U);
  EXPECT_EQ(examples_in(groups, shares, Split::kTrain), 93U);
  const auto threes = groups_of(10, 3);
  const auto torn = *choose_splits(threes, {}, parse_split("0.8,0.2").value(), 1);
  EXPECT_EQ(examples_in(threes, torn, Split::kValidation), 6U);
  EXPECT_EQ(examples_in(threes, torn, Split::kTrain), 24U);
  EXPECT_THAT(choose_splits(groups, {}, parse_split("99,2").value(), 7).error().to_string(),
              HasSubstr("there are 100 examples"));
  for (const char* bad :
       {"", "9", "a,b", "1,2,3", "-1,2", "0.5,0.6", "1e400,1", "1e30,1", "nan,1"}) {
    EXPECT_FALSE(parse_split(bad)) << bad;
  }
}

TEST(Splits, DependOnNamesAndSeedAloneAndLimitsAreNested) {
  auto groups = groups_of(200, 1);
  const auto names = [&](const std::vector<Split>& splits) {
    std::set<std::string> chosen;
    for (std::size_t i = 0; i < splits.size(); ++i) {
      if (splits[i] != Split::kNone) chosen.insert(groups.name(i));
    }
    return chosen;
  };
  const auto fifty = names(*choose_splits(groups, 50, {}, 3));
  const auto ninety = names(*choose_splits(groups, 90, {}, 3));
  EXPECT_EQ(fifty.size(), 50U);
  EXPECT_TRUE(std::ranges::includes(ninety, fifty));
  EXPECT_NE(fifty, names(*choose_splits(groups, 50, {}, 4)));
  groups.name = [](std::size_t group) { return "g" + std::to_string(199 - group); };
  EXPECT_EQ(fifty, names(*choose_splits(groups, 50, {}, 3)));
}

TEST(StagedFolder, IsThereFinishedOrNotAtAll) {
  const test::TempFolder folder;
  const std::filesystem::path out = folder / "set";
  {
    auto given_up = Staging::begin(out);
    ASSERT_TRUE(given_up);
    test::spit(given_up->folder() / "half.jsonl", "{}");
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_THAT(Staging::begin(out).error().to_string(), HasSubstr("another process"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "what was given up is removed";
  test::spit(folder / ".set.partial/images/old.png", "left by a process that was killed");
  auto staging = Staging::begin(folder.path() / "set/");
  ASSERT_TRUE(staging) << staging.error().to_string();
  EXPECT_TRUE(std::filesystem::is_empty(staging->folder()));
  const std::string hash = sha256_hex("picture");
  test::spit(staging->folder() / "images" / (hash + ".png"), "picture");
  test::spit(staging->folder() / "train.jsonl", "{}\n");
  ASSERT_TRUE(staging->finish());
  EXPECT_EQ(test::slurp(out / "SHA256SUMS"),
            sha256_hex("{}\n") + "  train.jsonl\n" + hash + "  images/" + hash + ".png\n");
  EXPECT_FALSE(std::filesystem::exists(folder / ".set.partial"));
  EXPECT_THAT(Staging::begin(out).error().to_string(), HasSubstr("something of that name"));
}

TEST_F(Exported, MessagesHaveIdsTurnsAndPictures) {
  const auto source = source_of(numbered(6, true));
  const ExportReport report = write(*source, options("messages"));
  EXPECT_EQ(report.train, 6U);
  EXPECT_EQ(report.pictures, 4U) << "each once";
  const auto all = lines("train.jsonl");
  ASSERT_EQ(all.size(), 6U);
  const std::string picture = "images/" + sha256_hex(png("0")) + ".png";
  EXPECT_EQ(dump_json(all[1]),
            R"({"id":"task-1001","messages":[{"role":"user","content":"What is 1?"},)"
            R"({"role":"assistant","content":"It is 1."}],"images":[")" +
                picture + "\"]}");
  EXPECT_EQ(all[0]["images"].size(), 2U);
  EXPECT_EQ(test::slurp(out(picture)), png("0"));
  EXPECT_FALSE(std::filesystem::exists(out("validation.jsonl")));
  EXPECT_THAT(test::slurp(out("README.md")),
              HasSubstr("- format: messages\n- for: sft\n- train: 6"));
}

TEST_F(Exported, ShareGptIsWhatLlamaFactoryCounts) {
  const auto source = source_of(numbered(20, true));
  ExportOptions wishes = options("sharegpt");
  wishes.split = *parse_split("15,5");
  const ExportReport report = write(*source, wishes);
  EXPECT_EQ(report.train, 15U);
  EXPECT_EQ(report.validation, 5U);
  const Json info = *parse_json(test::slurp(out("dataset_info.json")));
  ASSERT_TRUE(info.contains("papert_train") && info.contains("papert_validation"));
  for (const auto& [name, entry] : info.items()) {
    EXPECT_EQ(entry["formatting"], "sharegpt");
    EXPECT_EQ(entry["columns"], (Json{{"messages", "messages"}, {"images", "images"}}));
    EXPECT_EQ(entry["tags"].size(), 5U) << "what is not listed is unset, not the default";
    for (const Json& line : lines(entry["file_name"])) {
      // Turns alternate, an even number; as many placeholders as pictures; the pictures are there.
      ASSERT_EQ(line["messages"].size(), 2U);
      EXPECT_EQ(line["messages"][0]["role"], "user");
      EXPECT_EQ(line["messages"][1]["role"], "assistant");
      std::string text = line["messages"][0]["content"];
      std::size_t placeholders = 0;
      for (; text.starts_with("<image>"); text.erase(0, 7)) ++placeholders;
      EXPECT_EQ(placeholders, line["images"].size());
      EXPECT_THAT(text, Not(HasSubstr("<image>")));
      for (const Json& image : line["images"]) {
        EXPECT_TRUE(std::filesystem::exists(out(image.get<std::string>())));
      }
    }
  }
  EXPECT_THAT(test::slurp(out("train.yaml")), HasSubstr("eval_dataset: papert_validation"));
}

TEST_F(Exported, TextOnlySetsHaveNoPictureColumns) {
  const auto source = source_of(numbered(3, false));
  write(*source, options("sharegpt"));
  const Json info = *parse_json(test::slurp(out("dataset_info.json")));
  EXPECT_EQ(info["papert_train"]["columns"], (Json{{"messages", "messages"}}));
  EXPECT_FALSE(lines("train.jsonl")[0].contains("images"));
  std::filesystem::remove_all(out(""));
  write(*source, options("trl"));
  EXPECT_EQ(dump_json(lines("train.jsonl")[0]),
            R"({"messages":[{"role":"user","content":"What is 0?"},)"
            R"({"role":"assistant","content":"It is 0."}]})");
}

TEST_F(Exported, TrlHasItsMetadataInsideTheSplit) {
  const auto source = source_of(numbered(4, true));
  write(*source, options("trl", ExportUse::kRl));
  const auto all = lines("train/metadata.jsonl");
  ASSERT_EQ(all.size(), 4U);
  for (const Json& line : all) {
    EXPECT_EQ(line["prompt"].size(), 1U);
    EXPECT_THAT(line["prompt"][0]["content"].get<std::string>(), Not(HasSubstr("<image>")));
    for (const Json& name : line["file_names"]) {
      EXPECT_TRUE(std::filesystem::exists(out("train/" + name.get<std::string>()))) << name;
    }
  }
  EXPECT_EQ(all[2]["ground_truth"], "It is 2.");
  EXPECT_EQ(all[2]["suite"], "fake");
  EXPECT_EQ(all[2]["task"], "task-1002");
}

TEST_F(Exported, AxolotlNamesPicturesByTheirFinalPlace) {
  const auto source = source_of(numbered(3, true));
  write(*source, options("axolotl"));
  const auto all = lines("train.jsonl");
  ASSERT_EQ(all.size(), 3U);
  const Json& parts = all[0]["messages"][0]["content"];
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0]["type"], "image");
  EXPECT_EQ(parts[2], (Json{{"type", "text"}, {"text", "What is 0?"}}));
  EXPECT_EQ(test::slurp(parts[0]["path"].get<std::string>()), png("0"));
  EXPECT_EQ(all[0]["messages"][1]["content"][0]["text"], "It is 0.");
  const std::string yaml = test::slurp(out("axolotl.yaml"));
  for (const char* setting : {"chat_template: ", "remove_unused_columns: false",
                              "skip_prepare_dataset: true", "sample_packing: false"}) {
    EXPECT_THAT(yaml, HasSubstr(setting));
  }
}

TEST_F(Exported, TextOnlyFormatsRefusePicturesAndNameTheVerifier) {
  const auto seen = export_examples(*source_of(numbered(3, true)), options("open-instruct"));
  ASSERT_FALSE(seen);
  EXPECT_EQ(seen.error().code, ErrorCode::kUsage);
  EXPECT_THAT(seen.error().to_string(), HasSubstr("no place for pictures"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
  const auto source = source_of(numbered(3, false));
  write(*source, options("open-instruct", ExportUse::kRl));
  EXPECT_EQ(dump_json(lines("train.jsonl")[1]),
            R"({"messages":[{"role":"user","content":"What is 1?"}],)"
            R"("ground_truth":"It is 1.","dataset":"papert_fake"})");
  std::filesystem::remove_all(out(""));
  write(*source, options("openrlhf", ExportUse::kRl));
  const Json label = *parse_json(lines("train.jsonl")[1]["label"].get<std::string>());
  EXPECT_EQ(dump_json(label), R"({"suite":"fake","id":"task-1001","ground_truth":"It is 1."})");
}

TEST_F(Exported, EveryFormatPassesTheCheckInAllItsForms) {
  for (const ExportFormat& format : export_formats()) {
    if (format.whole_run) continue;
    for (const ExportUse use : format.uses) {
      for (const bool pictures : {false, true}) {
        if ((format.text_only && pictures) || (format.task_picture && !pictures)) continue;
        const PairSource source(source_of(numbered(12, pictures)));
        ExportOptions wishes = options(std::string(format.name).c_str(), use);
        wishes.split = *parse_split("0.75,0.25");
        const ExportReport report = write(source, wishes);
        EXPECT_EQ(report.train, 9U) << format.name;
        const auto checked = check_export(out(""));
        ASSERT_TRUE(checked) << checked.error().to_string();
        EXPECT_EQ(checked->checked, 12U) << format.name;
        for (const Error& problem : checked->problems) ADD_FAILURE() << problem.to_string();
        std::filesystem::remove_all(out(""));
      }
    }
  }
}

TEST_F(Exported, GivesTheSameBytesForAnyNumberOfThreads) {
  const auto source = source_of(numbered(40, true));
  for (const ExportFormat& format : export_formats()) {
    if (format.text_only || format.whole_run) continue;
    std::set<std::string> sums;
    for (const std::size_t jobs : {1, 2, 7}) {
      ExportOptions wishes = options(std::string(format.name).c_str(), format.uses.front());
      wishes.jobs = jobs;
      wishes.limit = 30;
      wishes.split = *parse_split("0.9,0.1");
      write(*source, wishes);
      sums.insert(test::slurp(out("SHA256SUMS")));
      std::filesystem::remove_all(out(""));
    }
    EXPECT_EQ(sums.size(), 1U) << format.name;
  }
}

TEST_F(Exported, PlaceholdersOfTasksAreBlankedOrTheTaskIsLeftOutAndListed) {
  auto tasks = numbered(300, true);
  for (std::size_t i = 0; i < tasks.size(); i += 100) tasks[i].text += " <svg><image></svg>";
  tasks[50].text += " What does <image> do?";
  tasks[51].reference += " <video>";
  const auto source = source_of(std::move(tasks));
  const ExportReport report = write(*source, options("sharegpt"));
  EXPECT_EQ(report.blanked, 3U);
  EXPECT_EQ(report.train, 298U);
  ASSERT_EQ(report.unusable.size(), 2U);
  EXPECT_THAT(report.unusable[0].to_string(), HasSubstr("'task-1050'"));
  EXPECT_THAT(report.unusable[1].to_string(), HasSubstr("'task-1051'"));
  const auto checked = check_export(out(""));
  ASSERT_TRUE(checked);
  EXPECT_THAT(checked->problems, IsEmpty());
  EXPECT_THAT(test::slurp(out("train.jsonl")), HasSubstr("<svg><image ></svg>"));
}

TEST_F(Exported, LeavesOutWhatTagsAndOtherDataSay) {
  const auto source = source_of(numbered(30, false));
  const FakeTasks held_out(std::vector<FakeTask>{{.id = "another name", .text = "What is 4?"}});
  ExportOptions wishes = options("messages");
  wishes.tags.only = {{"parity", "even"}};
  wishes.tags.without = {{"skill", "b"}};
  wishes.excluded = *hashes_of("fake", held_out, 1);
  const ExportReport report = write(*source, wishes);
  EXPECT_EQ(report.unselected, 20U);  // 15 odd ones, and 0, 6, 12, 18, 24
  EXPECT_EQ(report.excluded, 1U);
  EXPECT_EQ(report.train, 9U);
  EXPECT_EQ(lines("train.jsonl")[0]["id"], "task-1002");
  ExportOptions nothing = options("messages");
  nothing.out = folder_ / "nothing";
  nothing.tags.only = {{"parity", "even"}};
  nothing.tags.without = {{"skill", "a"}};
  EXPECT_THAT(export_examples(*source, nothing).error().to_string(), HasSubstr("nothing is left"));
  EXPECT_FALSE(std::filesystem::exists(nothing.out));
}

TEST_F(Exported, VersionsOfATaskStayInOneSplit) {
  auto tasks = numbered(60, false);
  for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].base = "base-" + std::to_string(i % 20);
  const auto source = source_of(std::move(tasks));
  ExportOptions wishes = options("messages");
  wishes.split = *parse_split("0.7,0.3");
  write(*source, wishes);
  std::map<std::size_t, std::set<std::string>> splits;
  for (const char* split : {"train", "validation"}) {
    for (const Json& line : lines(std::string(split) + ".jsonl")) {
      const std::size_t number = std::stoul(line["id"].get<std::string>().substr(5)) - 1000;
      splits[number % 20].insert(split);
    }
  }
  EXPECT_EQ(splits.size(), 20U);
  for (const auto& [base, in] : splits) EXPECT_EQ(in.size(), 1U) << base;
}

TEST_F(Exported, ATaskStaysInTheSplitOfTheVersionsMadeFromIt) {
  auto tasks = numbered(60, false);
  for (std::size_t i = 20; i < tasks.size(); ++i) tasks[i].base = tasks[i % 20].id;
  const auto source = source_of(std::move(tasks));
  ExportOptions wishes = options("messages");
  wishes.split = *parse_split("0.71,0.29");  // 17 for validation: no multiple of three
  const ExportReport report = write(*source, wishes);
  EXPECT_EQ(report.validation, 15U);
  EXPECT_EQ(report.train, 45U);
  std::map<std::size_t, std::set<std::string>> splits;
  for (const char* split : {"train", "validation"}) {
    for (const Json& line : lines(std::string(split) + ".jsonl")) {
      const std::size_t number = std::stoul(line["id"].get<std::string>().substr(5)) - 1000;
      splits[number % 20].insert(split);
    }
  }
  EXPECT_EQ(splits.size(), 20U);
  for (const auto& [base, in] : splits) EXPECT_EQ(in.size(), 1U) << base;
}

TEST_F(Exported, LabelsTakeThePlaceOfReferencesAndListsOfIdsMakeSplits) {
  test::spit(folder_ / "labels.jsonl",
             R"({"id": "task-1000", "status": "accepted", "text": "first"})"
             "\n"
             R"({"id": "task-1001", "status": "refused", "text": "never"})"
             "\n"
             R"({"id": "task-1000", "status": "original_code", "text": "the later one"})"
             "\n");
  test::spit(folder_ / "validation.txt", "task-1002\n");
  TaskSourceOptions wishes;
  wishes.labels = folder_ / "labels.jsonl";
  wishes.splits = folder_.path();
  const auto source = source_of(numbered(4, false), wishes);
  const ExportReport report = write(*source, options("messages"));
  EXPECT_EQ(report.train, 3U);
  EXPECT_EQ(report.validation, 1U);
  EXPECT_EQ(lines("train.jsonl")[0]["messages"][1]["content"], "the later one");
  EXPECT_EQ(lines("train.jsonl")[1]["messages"][1]["content"], "It is 1.");
  EXPECT_EQ(lines("validation.jsonl")[0]["id"], "task-1002");
}

TEST_F(Exported, TheSetsOwnEvaluationSplitStaysOut) {
  test::spit(folder_ / "validation.txt", "task-1002\n");
  test::spit(folder_ / "evaluation.txt", "task-1000\ntask-1003\n");
  TaskSourceOptions wishes;
  wishes.splits = folder_.path();
  const auto source = source_of(numbered(4, false), wishes);
  const ExportReport report = write(*source, options("messages"));
  EXPECT_EQ(report.held_out, 2U);
  EXPECT_EQ(report.train, 1U);
  EXPECT_EQ(lines("train.jsonl")[0]["id"], "task-1001");
  EXPECT_EQ(lines("validation.jsonl")[0]["id"], "task-1002");
}

TEST(Fence, IsPutAroundBarePrograms) {
  EXPECT_EQ(fenced("def run():\n    go()\n"), "```python\ndef run():\n    go()\n```\n");
  EXPECT_EQ(fenced("circle(cx=1)"), "```\ncircle(cx=1)\n```\n");
  EXPECT_EQ(fenced("Here:\n```python\ngo()\n```"), "Here:\n```python\ngo()\n```");
}

TEST_F(Exported, PicturesThatComeLateAreNotLost) {
  auto tasks = numbered(10, false);
  tasks[7].images.push_back(png("late"));
  const auto source = source_of(std::move(tasks));
  const ExportReport report = write(*source, options("sharegpt"));
  EXPECT_EQ(report.train, 10U);
  EXPECT_EQ(report.pictures, 1U);
  EXPECT_THAT(check_export(out(""))->problems, IsEmpty());
  EXPECT_EQ(lines("train.jsonl")[0]["images"], Json::array());
}

TEST_F(Exported, CheckNoticesWhatIsWrong) {
  const auto source = source_of(numbered(5, true));
  write(*source, options("sharegpt"));
  const std::string good = test::slurp(out("train.jsonl"));
  const auto problems = [&](const std::string& text) {
    test::spit(out("train.jsonl"), text);
    std::string all;
    const auto checked = check_export(out(""));
    for (const Error& problem : checked->problems) all += problem.to_string() + "\n";
    return all;
  };
  EXPECT_EQ(problems(good), "");
  std::string changed = good;
  changed.replace(changed.find("It is 1."), 8, "<image>.");
  EXPECT_THAT(problems(changed), HasSubstr("train.jsonl:2: 2 <image> in its texts, but 1"));
  EXPECT_THAT(problems(changed), HasSubstr("its checksum differs"));
  EXPECT_THAT(problems(good + good), HasSubstr("10 lines, but README.md says 5"));
  EXPECT_THAT(problems(good + "{\"messages\": 7}\n"), HasSubstr("other keys or types"));
  changed = good;
  changed.replace(changed.find("\"assistant\""), 11, "\"user\"");
  EXPECT_THAT(problems(changed), HasSubstr("turn 2 is not the assistant's"));
  // Values of other types than an export writes.
  EXPECT_THAT(problems(R"({"messages":[{"role":5,"content":"x"}],"images":[]})"),
              HasSubstr("turn 1 is not the user's"));
  EXPECT_THAT(problems(R"({"messages":[{"role":"user","content":[{"type":7}]}],"images":[]})"),
              HasSubstr("a part that is neither a text nor a picture"));
  EXPECT_THAT(problems(R"({"messages":[{"role":"user","content":"x"},)"
                       R"({"role":"assistant","content":"y"}],"images":[5]})"),
              HasSubstr("'images' is not a list of names"));
  test::spit(out("strange.txt"), "?");
  EXPECT_THAT(problems(good), HasSubstr("strange.txt: it is not in SHA256SUMS"));
  std::filesystem::remove_all(out("images"));
  EXPECT_THAT(problems(good), HasSubstr("a picture that is not there"));
  EXPECT_FALSE(check_export(folder_.path()));
}

TEST_F(Exported, CheckReadsTheLinesOfAFolderOfPictures) {
  const auto source = source_of(numbered(4, true));
  write(*source, options("imagefolder"));
  EXPECT_THAT(check_export(out(""))->problems, IsEmpty());
  auto rows = lines("train/metadata.jsonl");
  ASSERT_EQ(rows.size(), 4U);
  rows[1]["file_name"] = rows[0]["file_name"];
  rows[2]["file_name"] = "gone.png";
  rows[3]["file_name"] = 7;
  std::string text;
  for (const Json& row : rows) text += dump_json(row) + "\n";
  test::spit(out("train/metadata.jsonl"), text);
  std::string problems;
  const auto checked = check_export(out(""));
  for (const Error& problem : checked->problems) problems += problem.to_string() + "\n";
  EXPECT_THAT(problems, HasSubstr("metadata.jsonl:2: a second line about the picture"));
  EXPECT_THAT(problems, HasSubstr("metadata.jsonl:3: a picture that is not there: gone.png"));
  EXPECT_THAT(problems, HasSubstr("metadata.jsonl:4: other keys or types"));
}

}  // namespace
}  // namespace papert::datagen
