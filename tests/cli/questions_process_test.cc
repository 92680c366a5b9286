// `papert datagen questions` against models that `papert mock --recipe questions` plays.

#include <cstdlib>
#include <set>

#include "mock_process.h"
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class DatagenQuestionsTest : public PapertTest {
 protected:
  void mint(const std::string& count) {
    const auto minted = papert(
        {"mint", "sgp", "--seed", "0", "--count", count, "--out", "minted", "--display", "none"});
    ASSERT_EQ(minted.exit_code, 0) << minted.err;
  }

  /// Sets the addresses of the three models.
  void point_at(const MockProcess& mock) {
    for (const char* role : {"ASK_BASE_URL", "VERIFY_BASE_URL", "GUESS_BASE_URL"}) {
      ::setenv(role, (mock.url() + "/v1").c_str(), 1);
    }
  }
  void TearDown() override {
    for (const char* role : {"ASK_BASE_URL", "VERIFY_BASE_URL", "GUESS_BASE_URL"}) ::unsetenv(role);
  }

  static std::vector<std::string> request(const std::string& model, const std::string& out) {
    return {"datagen", "questions", "--programs", "minted", "--ask", model,       "--verify",
            model,     "--seed",    "4",          "--out",  out,     "--display", "none"};
  }

  std::vector<Json> lines(const std::string& file) { return json_lines(slurp(path(file))); }

  /// Question -> the text of the option that is given as right.
  std::map<std::string, std::string> keys(const std::string& folder) {
    std::map<std::string, std::string> keys;
    for (const Json& line : lines(folder + "/questions.jsonl")) {
      if (!line.contains("answer")) continue;
      const std::string letter = line["answer"];
      keys[line["id"]] = line["options"][static_cast<std::size_t>(letter[0] - 'A')];
    }
    return keys;
  }
};

TEST_F(DatagenQuestionsTest, PlantedMistakesAreFoundAndRightQuestionsStay) {
  mint("40");
  ASSERT_EQ(papert(request("mock", "clean")).exit_code, 0);
  const MockProcess mock({"--recipe", "questions", "--plant",
                          "wrong:0.2,equal:0.1,letter:0.1,three:0.1,none:0.1,code:0.1"});
  point_at(mock);
  const auto made = papert(request("openai/any", "asked"));
  ASSERT_EQ(made.exit_code, 0) << made.err << made.out;
  const auto truth = keys("clean");
  const auto given = keys("asked");
  std::map<std::string, int> counts;
  int wrong = 0;
  int wrong_kept = 0;
  int right = 0;
  int right_kept = 0;
  for (const Json& line : lines("asked/questions.jsonl")) {
    const std::string id = line["id"];
    const std::string status = line["status"];
    ++counts[status];
    const bool usable = line.contains("answer");
    EXPECT_EQ(usable, !line.contains("message") || status == "contradicted") << dump_json(line);
    if (!usable) continue;
    const bool kept = status == "kept" || status == "not_chosen";
    const bool is_right = given.at(id) == truth.at(id);
    (is_right ? right : wrong) += 1;
    if (kept) (is_right ? right_kept : wrong_kept) += 1;
  }
  for (const char* fault :
       {"equal_options", "answer_not_an_option", "option_count", "no_answer", "names_code"}) {
    EXPECT_GT(counts[fault], 3) << fault;
  }
  EXPECT_GT(wrong, 10);
  EXPECT_LE(wrong_kept * 20, wrong);
  EXPECT_GE(right_kept * 20, right * 19);
  std::map<std::string, int> letters;
  const auto tasks = lines("asked/tasks.jsonl");
  for (const Json& task : tasks) ++letters[task["answer"]];
  for (const char* letter : {"A", "B", "C", "D"}) {
    EXPECT_LE(std::abs(4 * letters[letter] - static_cast<int>(tasks.size())), 4) << letter;
  }
  const auto check = papert({"mint", "sgp", "--check", "asked"});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
  const auto oracle =
      papert({"eval", "sgp", "--data", "asked", "--model", "baseline/oracle", "--display", "none"});
  EXPECT_EQ(oracle.exit_code, 0) << oracle.err;
}

TEST_F(DatagenQuestionsTest, KilledItGoesOnAndEndsWithTheSameTasks) {
  mint("16");
  const MockProcess mock({"--recipe", "questions", "--plant", "wrong:0.1,letter:0.1", "--faults",
                          "429:0.1,drop:0.05", "--retry-after", "0"});
  point_at(mock);
  ASSERT_EQ(papert(request("openai/any", "whole")).exit_code, 0);
  int kills = 0;
  for (const std::size_t bytes : {1U, 2'500U, 6'000U}) {
    for (const char* file : {"asked.jsonl", "verified.jsonl"}) {
      ProcessOptions options;
      options.kill_when = [&, file] {
        std::error_code ignored;
        const auto size = std::filesystem::file_size(path("killed") / file, ignored);
        return !ignored && size >= bytes;
      };
      kills += papert(request("openai/any", "killed"), options).exit_code == 128 + 9 ? 1 : 0;
    }
  }
  EXPECT_GT(kills, 2);
  ASSERT_EQ(papert(request("openai/any", "killed")).exit_code, 0);
  for (const char* file : {"tasks.jsonl", "questions.jsonl", "programs.jsonl", "SHA256SUMS"}) {
    EXPECT_EQ(slurp(path("killed") / file), slurp(path("whole") / file)) << file;
  }
  std::set<std::string> asked;
  for (const Json& line : lines("killed/asked.jsonl")) {
    EXPECT_TRUE(asked.insert(line["id"]).second) << "asked twice";
  }
}

TEST_F(DatagenQuestionsTest, PeopleInspectTheFolderOnAPageAndItObeys) {
  mint("4");
  ASSERT_EQ(papert(request("mock", "asked")).exit_code, 0);
  EXPECT_THAT(papert({"describe", "asked"}).out, HasSubstr("written by papert datagen questions"));
  const auto before = lines("asked/tasks.jsonl");
  const auto made = papert({"label", "inspect/sgp", "asked", "-o", "page.html"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string html = slurp(path("page.html"));
  const std::string begin = "id=\"papert-data\">";
  const std::size_t at = html.find(begin) + begin.size();
  const Json page = parse_json(html.substr(at, html.find("</script>", at) - at)).value();
  std::map<std::string, Json> items;
  for (const Json& item : page["items"]) items[item["id"]] = item;
  ASSERT_EQ(items.size(), before.size());
  for (const Json& task : before) {
    const Json& item = items.at(task["id"]);
    EXPECT_EQ(item["question"], task["question"]);
    EXPECT_EQ(item["key"], task["answer"]) << "the key is what is inspected";
    EXPECT_EQ(item["pictures"].size(), 1U);
  }
  const std::string wrong = before.front()["id"];
  spit(path("said.jsonl"), dump_json({{"kind", "inspect/sgp"},
                                      {"id", wrong},
                                      {"annotator", "ann"},
                                      {"labels", {"question"}}}) +
                               "\n");
  std::vector<std::string> again = request("mock", "asked");
  again.insert(again.end(), {"--inspection", "said.jsonl"});
  ASSERT_EQ(papert(again).exit_code, 0);
  const auto after = lines("asked/tasks.jsonl");
  EXPECT_EQ(after.size() + 1, before.size());
  for (const Json& task : after) EXPECT_NE(task["id"], wrong);
}

TEST_F(DatagenQuestionsTest, CostIsForecastAndCapped) {
  mint("16");
  spit(path("prices.json"), R"({"openai/any": {"input": 10, "output": 10}})");
  std::vector<std::string> words = request("openai/any", "capped");
  words.insert(words.end(), {"--prices", "prices.json", "--max-tokens", "600"});
  std::vector<std::string> dry = words;
  dry.emplace_back("--dry-run");
  const auto forecast = papert(dry);
  ASSERT_EQ(forecast.exit_code, 0) << forecast.err;
  EXPECT_THAT(forecast.out, HasSubstr("16 programs (0 refused)"));
  EXPECT_THAT(forecast.out, HasSubstr("verify"));
  const MockProcess mock({"--recipe", "questions"});
  point_at(mock);
  std::vector<std::string> capped = words;
  capped.insert(capped.end(), {"--max-cost", "0.2"});
  for (int i = 0; i < 3; ++i) {
    const auto stopped = papert(capped);
    EXPECT_EQ(stopped.exit_code, 2) << stopped.err;
    EXPECT_THAT(stopped.err, HasSubstr("the cost limit of $0.20 is reached"));
  }
  double spent = 0;
  for (const char* file : {"capped/asked.jsonl", "capped/verified.jsonl"}) {
    if (!std::filesystem::exists(path(file))) continue;
    for (const Json& line : lines(file)) {
      if (line.contains("usage")) spent += line["usage"].value("cost_usd", 0.0);
    }
  }
  EXPECT_GT(spent, 0.05);
  EXPECT_LE(spent, 0.2);
  words.emplace_back("--finish");
  EXPECT_EQ(papert(words).exit_code, 0);
}

TEST_F(DatagenQuestionsTest, ErrorsNameWhatIsWrong) {
  mint("2");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--programs", "nowhere", "--ask", "mock", "--out", "x"}, "nowhere"},
      {{"--programs", "minted", "--ask", "mock"}, "--out DIR"},
      {{"--programs", "minted", "--ask", "openai/m", "--out", "x"}, "ASK_API_KEY"},
      {{"--programs", "minted", "--ask", "nobody/m", "--out", "x"}, "nobody"},
      {{"--programs", "minted", "--ask", "mock", "--per", "2", "--keep", "3", "--out", "x"},
       "--keep"},
      {{"--programs", "minted", "--ask", "mock", "--max-cost", "3", "--out", "x"}, "--prices"},
  };
  for (auto [words, told] : cases) {
    words.insert(words.begin(), {"datagen", "questions"});
    const auto result = papert(words);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(told));
  }
}

}  // namespace
}  // namespace papert::test
