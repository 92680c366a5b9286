#include "run/log.h"

#include <gtest/gtest.h>

#include "support/process.h"

namespace papert::run {
namespace {

std::string sample(const std::string& id, int epoch, const std::string& verdict) {
  return R"({"id":")" + id + R"(","epoch":)" + std::to_string(epoch) + R"(,"verdict":")" + verdict +
         R"(","tags":{},"metrics":{},"detail":{}})" + "\n";
}

/// "a0 right; b0 wrong; " of a log's text.
std::string read(const std::string& text) {
  const test::TempFolder folder;
  test::spit(folder / "log", text);
  std::string seen;
  const auto outcome = read_log(folder / "log", Part::kOutcome, [&](const Record& record) {
    seen += record.id + std::to_string(record.epoch) + " " +
            std::string(suite::verdict_name(record.verdict)) + "; ";
  });
  return outcome ? seen : "error: " + outcome.error().message;
}

TEST(Log, EveryLine) {
  EXPECT_EQ(read(sample("a", 0, "right") + sample("b", 0, "wrong") + sample("a", 1, "wrong")),
            "a0 right; b0 wrong; a1 wrong; ");
}

TEST(Log, AnAbsentLogIsEmpty) {
  EXPECT_TRUE(read_log("/nonexistent/samples.jsonl", Part::kAll, [](const Record&) { FAIL(); }));
}

TEST(Log, ALaterLineSupersedesAFailedRequest) {
  EXPECT_EQ(read(sample("a", 0, "request_failed") + sample("b", 0, "right") +
                 sample("a", 0, "host_slow") + sample("a", 1, "right") + sample("a", 0, "wrong")),
            "b0 right; a1 right; a0 wrong; ");
  EXPECT_EQ(read(sample("a", 0, "internal_error")), "a0 internal_error; ");
}

TEST(Log, ATornLastLineIsPassedOver) {
  const std::string whole = sample("a", 0, "right");
  const std::string torn = sample("b", 0, "right");
  for (std::size_t cut = 0; cut + 2 < torn.size(); ++cut) {
    EXPECT_EQ(read(whole + torn.substr(0, cut)), "a0 right; ") << cut;
  }
  EXPECT_EQ(read(whole + torn.substr(0, torn.size() - 1)), "a0 right; b0 right; ");
}

TEST(Log, DamagedLinesAreNamedAndPassedOver) {
  const test::TempFolder folder;
  const std::filesystem::path log = folder / "log";
  test::spit(log, sample("a", 0, "right") + "rubbish\n" + sample("b", 0, "wrong") + "{\"id\":3}\n" +
                      sample("c", 0, "splendid"));
  std::string seen;
  const auto report =
      read_log(log, Part::kOutcome, [&](const Record& record) { seen += record.id; });
  ASSERT_TRUE(report);
  EXPECT_EQ(seen, "ab");
  ASSERT_EQ(report->damaged.size(), 3U);
  EXPECT_EQ(report->damaged[0].to_string(),
            log.string() + ":2: the line is damaged: it is not JSON");
  EXPECT_EQ(report->damaged[1].where, log.string() + ":4");
  EXPECT_EQ(report->bad, (std::unordered_set<std::int64_t>{2, 4, 5}));
}

TEST(Log, BlankLinesAreHarmless) {
  EXPECT_EQ(read("\n" + sample("a", 0, "right") + " \r\n\n" + sample("b", 0, "wrong") + "\n"),
            "a0 right; b0 wrong; ");
}

TEST(Log, ADuplicateNeverCountsTwice) {
  EXPECT_EQ(read(sample("a", 0, "wrong") + sample("a", 0, "right") + sample("a", 0, "wrong")),
            "a0 wrong; ")
      << "the first score counts";
  EXPECT_EQ(read(sample("a", 0, "right") + sample("a", 0, "request_failed")), "a0 right; ");
  EXPECT_EQ(read(sample("a", 0, "host_slow") + sample("a", 0, "request_failed")),
            "a0 request_failed; ");
}

TEST(Log, CostsOfAllLinesAddUpButForThoseOfOthers) {
  const test::TempFolder folder;
  const auto line = [](const char* verdict, double cost, bool cached) {
    Json json = parse_json(sample("a", 0, verdict)).value();
    json["usage"] = {{"cost_usd", cost}};
    if (cached) json["cached"] = true;
    return dump_json(json) + "\n";
  };
  test::spit(folder / "log", line("request_failed", 1, false) + line("right", 2, false) +
                                 line("right", 4, false) + line("right", 8, true));
  EXPECT_DOUBLE_EQ(read_log(folder / "log", Part::kOutcome, [](const Record&) {})->spent_usd, 7);
}

TEST(Log, LinesAreSetAsideWordForWord) {
  const test::TempFolder folder;
  test::spit(folder / "log", "one\n\ntwo\nthree\n");
  test::spit(folder / "log.bad", "zero\n");
  ASSERT_TRUE(set_lines_aside(folder / "log", {1, 4}, folder / "log.bad"));
  EXPECT_EQ(test::slurp(folder / "log"), "two\n");
  EXPECT_EQ(test::slurp(folder / "log.bad"), "zero\none\nthree\n");
}

TEST(Log, ChosenLinesOnly) {
  const test::TempFolder folder;
  test::spit(folder / "log", sample("a", 0, "right") + "not read\n" + sample("c", 0, "host_slow"));
  std::string seen;
  EXPECT_TRUE(read_lines(folder / "log", Part::kOutcome, {1, 3},
                         [&](const Record& record) { seen += record.id; }));
  EXPECT_EQ(seen, "ac");
}

// Bytes that are not UTF-8 and half an emoji, as other tools write them, are repaired.
TEST(Log, ALineThatNeedsRepairIsASample) {
  std::string line = sample("a", 0, "right");
  line.insert(line.size() - 2, ",\"rule\":\"x\xFF\",\"reply\":\"\\ud83d\"");
  const test::TempFolder folder;
  test::spit(folder / "log", line);
  std::size_t seen = 0;
  ASSERT_TRUE(read_log(folder / "log", Part::kAll, [&](const Record& record) {
    ++seen;
    EXPECT_EQ(record.rule, "x\xEF\xBF\xBD");
    EXPECT_EQ(record.texts.reply, "\xEF\xBF\xBD");
  }));
  EXPECT_EQ(seen, 1U);
}

}  // namespace
}  // namespace papert::run
