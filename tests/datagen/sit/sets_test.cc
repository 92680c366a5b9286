// Whole sets from generated drawings: sizes, directions, resuming, evaluation programs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <set>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "datagen/sit/generate.h"
#include "support/slowdown.h"
#include "support/temp_folder.h"
#include "svg_folder.h"

namespace papert::datagen::sit {
namespace {

namespace fs = std::filesystem;
using test::put;
using testing::HasSubstr;

SitOptions options_for(const fs::path& source, const fs::path& out) {
  SitOptions options;
  options.programs = source;
  options.sizes = *parse_sizes({"10k", "25k", "40k", "55k", "72k"});
  options.directions = {Direction::kForward, Direction::kReverse, Direction::kMixed};
  options.wordings = *read_wordings("");
  options.seed = 5;
  options.out = out;
  options.jobs = 2;
  return options;
}

Result<SitReport> make(const SitOptions& options) {
  const auto describer = mock_describer();
  return make_sit(options, *describer);
}

std::vector<Json> lines_of(const fs::path& path) {
  std::vector<Json> lines;
  const std::string text = *read_file(path);
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty()) lines.push_back(*parse_json(line));
  }
  return lines;
}

/// Every file of a folder by its name.
std::map<std::string, std::string> bytes_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files[entry.path().filename().string()] = *read_file(entry.path());
  }
  return files;
}

std::set<std::string> ids_of(const fs::path& path) {
  std::set<std::string> ids;
  for (const Json& line : lines_of(path)) ids.insert(line["id"].get<std::string>());
  return ids;
}

/// id -> line of pool.jsonl, for those that were accepted.
std::map<std::string, Json> pool_of(const fs::path& out) {
  std::map<std::string, Json> pool;
  for (Json& line : lines_of(out / "pool.jsonl")) {
    const std::string id = line["id"];
    if (line["status"] == "ok") pool[id] = std::move(line);
  }
  return pool;
}

class SitSets : public testing::Test {
 protected:
  void SetUp() override { test::put_drawings(source_, 144); }

  test::TempFolder folder_;
  fs::path source_ = folder_ / "icons";
  fs::path out_ = folder_ / "out";
};

TEST_F(SitSets, AreNestedInProportionAndMixedByHalf) {
  const auto report = make(options_for(source_, out_));
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->accepted, 144U);
  EXPECT_THAT(report->notes, testing::Contains(HasSubstr("144 programs could be used, and ")))
      << "72k are asked for";
  EXPECT_THAT(report->notes, testing::Contains(HasSubstr("in proportion")));
  const auto pool = pool_of(out_);
  std::set<std::string> before;
  const std::map<std::string, std::size_t> sizes{
      {"10k", 20}, {"25k", 50}, {"40k", 80}, {"55k", 110}, {"72k", 144}};
  for (const auto& [name, count] : sizes) {
    const auto ids = ids_of(out_ / ("sit-" + name + "-forward.jsonl"));
    EXPECT_EQ(ids.size(), count);
    EXPECT_TRUE(std::includes(ids.begin(), ids.end(), before.begin(), before.end())) << name;
    before = ids;
    std::size_t reversed = 0;
    for (const Json& line : lines_of(out_ / ("sit-" + name + "-mixed.jsonl"))) {
      const Json& entry = pool.at(line["id"].get<std::string>());
      const std::string asked = line["messages"][0]["content"];
      const std::string answer = line["messages"][1]["content"];
      const bool reverse = answer == entry["program"].get<std::string>();
      reversed += reverse ? 1 : 0;
      const std::string given = entry[reverse ? "description" : "program"];
      EXPECT_THAT(asked, HasSubstr(given));
      EXPECT_EQ(answer, entry[reverse ? "program" : "description"].get<std::string>());
      EXPECT_EQ(line["images"], Json::array());
    }
    EXPECT_EQ(reversed, count / 2) << name;
  }
  EXPECT_THAT(*read_file(out_ / "README.md"), HasSubstr("sit-25k-mixed.jsonl | 50 | 25 | 25"));
  EXPECT_TRUE(parse_json(*read_file(out_ / "dataset_info.json"))->contains("sit-72k-reverse"));
}

TEST_F(SitSets, The25kPartHasTheShortest) {
  ASSERT_TRUE(make(options_for(source_, out_)));
  const auto ids = ids_of(out_ / "sit-25k-forward.jsonl");
  std::size_t longest = 0;
  std::size_t shortest_outside = 100'000;
  for (const auto& [id, line] : pool_of(out_)) {
    const auto bytes = line["bytes"].get<std::size_t>();
    if (ids.contains(id)) longest = std::max(longest, bytes);
    if (!ids.contains(id)) shortest_outside = std::min(shortest_outside, bytes);
  }
  EXPECT_LE(longest, shortest_outside);
}

TEST_F(SitSets, ReversedTargetsRenderToTheRecordedPicture) {
  ASSERT_TRUE(make(options_for(source_, out_)));
  const auto pool = pool_of(out_);
  for (const Json& line : lines_of(out_ / "sit-72k-reverse.jsonl")) {
    const auto image = program_picture(line["messages"][1]["content"].get<std::string>());
    ASSERT_TRUE(image) << line["id"];
    EXPECT_EQ(picture_hash(*image),
              pool.at(line["id"].get<std::string>())["picture"].get<std::string>());
  }
}

TEST_F(SitSets, EvaluationProgramsAndBadOnesAreOutWithAReason) {
  const std::string planted = test::drawing(7001);
  put(source_ / "planted.svg", planted);
  std::string respaced = test::drawing(7002);
  while (respaced.find("\n  ") != std::string::npos) respaced.replace(respaced.find("\n  "), 3, "");
  put(source_ / "respaced.svg", respaced);
  put(source_ / "again.svg", test::drawing(3));
  put(source_ / "bad.svg", "<svg><g></svg>");
  put(folder_ / "eval/tasks.jsonl",
      dump_json(Json{{"id", "1"}, {"program", planted}}) + "\n" +
          dump_json(Json{{"id", "2"}, {"program", test::drawing(7002)}}) + "\n");
  SitOptions options = options_for(source_, out_);
  options.excludes = {folder_ / "eval"};
  const auto report = make(options);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->counts.at(Status::kEvaluation), 2U);
  EXPECT_EQ(report->counts.at(Status::kDuplicate), 1U);
  EXPECT_EQ(report->counts.at(Status::kNotSvg), 1U);
  const auto ids = ids_of(out_ / "sit-72k-forward.jsonl");
  EXPECT_EQ(ids.size(), 144U);
  for (const char* id : {"planted.svg", "respaced.svg", "bad.svg"}) EXPECT_FALSE(ids.contains(id));
  for (const Json& line : lines_of(out_ / "pool.jsonl")) {
    EXPECT_EQ(line["status"] == "ok", !line.contains("reason")) << line;
  }
}

TEST_F(SitSets, TheSameBytesForAnyNumberOfJobsAndAfterCuts) {
  SitOptions options = options_for(source_, out_);
  options.jobs = 1;
  ASSERT_TRUE(make(options));
  const auto whole = bytes_of(out_);
  options.jobs = 4;
  options.out = folder_ / "four";
  ASSERT_TRUE(make(options));
  EXPECT_EQ(bytes_of(options.out), whole);
  // A process that was killed leaves the beginning of a file, any byte of it.
  Random random(11);
  for (int i = 0; i < (test::kSlowdown > 1 ? 2 : 8); ++i) {
    const char* const name = i % 2 == 0 ? "programs.jsonl" : "pool.jsonl";
    const auto size = static_cast<std::int64_t>(whole.at(name).size());
    const std::int64_t kept = random.randint(0, size);
    if (i % 2 == 0) fs::remove(options.out / "pool.jsonl");
    fs::resize_file(options.out / name, static_cast<std::uintmax_t>(kept));
    fs::remove(options.out / "README.md");
    ASSERT_TRUE(make(options)) << kept;
    EXPECT_EQ(bytes_of(options.out), whole) << name << " cut at " << kept;
  }
}

TEST_F(SitSets, AnInterruptedFolderGoesOn) {
  SitOptions options = options_for(source_, out_);
  ASSERT_TRUE(make(options));
  const auto whole = bytes_of(out_);
  options.out = folder_ / "stopped";
  for (int stop = 20; stop < 300; stop += 60) {
    SitOptions once = options;
    int steps = 0;
    once.cancel = CancelToken();
    once.progress = [&](const std::string&, std::size_t, std::size_t, const std::string&) {
      if (++steps == stop) once.cancel.cancel();
    };
    const auto report = make(once);
    if (!report) {
      EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
    }
  }
  ASSERT_TRUE(make(options));
  EXPECT_EQ(bytes_of(options.out), whole);
}

/// Fails, refuses or answers by the id.
class FaultyDescriber : public Describer {
 public:
  explicit FaultyDescriber(bool failing) : failing_(failing) {}
  [[nodiscard]] std::string name() const override { return "mock"; }
  [[nodiscard]] Description describe(const DescribeInput& input,
                                     const CancelToken& cancel) override {
    ++asked;
    const std::uint64_t by_lot = lot("fault", 0, input.id) % 10;
    Description description;
    if (by_lot == 0 && failing_) {
      description.status = Status::kRequestFailed;
      description.reason = "HTTP 500";
      return description;
    }
    if (by_lot == 1) return judge_description("Sorry, no.");
    return inner_->describe(input, cancel);
  }
  std::atomic<int> asked = 0;

 private:
  bool failing_;
  std::unique_ptr<Describer> inner_ = mock_describer();
};

TEST_F(SitSets, FailedRequestsAreAskedAgainAndNothingElseIs) {
  SitOptions options = options_for(source_, out_);
  options.sizes = *parse_sizes({"40", "100"});
  FaultyDescriber sound(false);
  ASSERT_TRUE(make_sit(options, sound));
  EXPECT_LE(sound.asked, 135);  // about 100 accepted, a tenth refused
  const auto whole = bytes_of(out_);

  options.out = folder_ / "faulty";
  FaultyDescriber faulty(true);
  const auto report = make_sit(options, faulty);
  ASSERT_TRUE(report) << report.error().to_string();
  ASSERT_GT(report->failed, 0U);
  EXPECT_TRUE(report->files.empty());
  EXPECT_FALSE(fs::exists(options.out / "README.md"));
  FaultyDescriber again(false);
  const auto mended = make_sit(options, again);
  ASSERT_TRUE(mended) << mended.error().to_string();
  EXPECT_EQ(static_cast<std::size_t>(again.asked), report->failed);
  auto files = bytes_of(options.out);
  files["pool.jsonl"] = whole.at("pool.jsonl");  // its lines stand in another order
  EXPECT_EQ(files, whole);
}

TEST_F(SitSets, FinishWritesWhatThereIsAndAsksNothing) {
  SitOptions options = options_for(source_, out_);
  FaultyDescriber faulty(true);
  ASSERT_TRUE(make_sit(options, faulty));
  options.finish = true;
  FaultyDescriber silent(false);
  const auto report = make_sit(options, silent);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(silent.asked, 0);
  EXPECT_EQ(ids_of(out_ / "sit-72k-forward.jsonl").size(), report->accepted);
}

class DeadDescriber : public Describer {
 public:
  explicit DeadDescriber(bool fatal) : fatal_(fatal) {}
  [[nodiscard]] std::string name() const override { return "mock"; }
  [[nodiscard]] Description describe(const DescribeInput&, const CancelToken&) override {
    ++asked;
    Description description;
    description.status = Status::kRequestFailed;
    description.reason = "HTTP 401: the key is not valid";
    description.fatal = fatal_;
    return description;
  }
  std::atomic<int> asked = 0;

 private:
  bool fatal_;
};

TEST_F(SitSets, AModelThatCannotAnswerEndsTheCommand) {
  for (const bool fatal : {true, false}) {
    SitOptions options = options_for(source_, folder_ / (fatal ? "fatal" : "failing"));
    options.jobs = 1;
    DeadDescriber dead(fatal);
    const auto report = make_sit(options, dead);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kUsage);
    EXPECT_THAT(report.error().message, HasSubstr("HTTP 401"));
    EXPECT_EQ(dead.asked, fatal ? 1 : 10);
  }
}

TEST_F(SitSets, AFolderBelongsToOneRequest) {
  SitOptions options = options_for(source_, out_);
  ASSERT_TRUE(make(options));
  SitOptions other = options;
  other.seed = 6;
  const auto report = make(other);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("another seed"));
  // Directions decide only which files are written.
  options.directions = {Direction::kMixed};
  EXPECT_TRUE(make(options));
}

TEST_F(SitSets, AnInstructionSetIsMixedIn) {
  std::string rows;
  for (int i = 0; i < 60; ++i) {
    rows +=
        dump_json(Json{{"instruction", fmt::format("ask {}", i)}, {"response", "reply"}}) + "\n";
  }
  put(folder_ / "open instruct.jsonl", rows + "broken\n");
  SitOptions options = options_for(source_, out_);
  options.directions = {Direction::kMixed};
  options.mix = folder_ / "open instruct.jsonl";
  const auto report = make(options);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->problems.size(), 1U);
  const auto lines = lines_of(out_ / "sit-25k-mixed-with-open-instruct.jsonl");
  EXPECT_EQ(lines.size(), 110U);
  std::size_t changes = 0;  // between both kinds: they are not one after the other
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto foreign = [&](std::size_t at) {
      return lines[at]["id"].get<std::string>().starts_with("open-instruct:");
    };
    changes += foreign(i) != foreign(i - 1) ? 1 : 0;
  }
  EXPECT_GT(changes, 25U);
  EXPECT_EQ(ids_of(out_ / "sit-25k-mixed-with-open-instruct.jsonl").size(), 110U);
}

}  // namespace
}  // namespace papert::datagen::sit
