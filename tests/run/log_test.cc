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
  const auto outcome = read_log(folder / "log", [&](const LogLine& line) {
    seen += line.json["id"].get<std::string>() + std::to_string(line.json["epoch"].get<int>()) +
            " " + line.json["verdict"].get<std::string>() + "; ";
  });
  return outcome ? seen : "error: " + outcome.error().message;
}

TEST(Log, EveryLine) {
  EXPECT_EQ(read(sample("a", 0, "right") + sample("b", 0, "wrong") + sample("a", 1, "wrong")),
            "a0 right; b0 wrong; a1 wrong; ");
}

TEST(Log, AnAbsentLogIsEmpty) {
  EXPECT_TRUE(read_log("/nonexistent/samples.jsonl", [](const LogLine&) { FAIL(); }));
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

TEST(Log, ABrokenLineInTheMiddleIsAnError) {
  EXPECT_NE(read("rubbish\n" + sample("a", 0, "right")).find("error"), std::string::npos);
  EXPECT_EQ(read("{\"id\":3}\n"), "error: not a sample of a run");
  EXPECT_EQ(read(sample("a", 0, "splendid")), "error: not a sample of a run");
}

TEST(Log, ChosenLinesOnly) {
  const test::TempFolder folder;
  test::spit(folder / "log", sample("a", 0, "right") + "not read\n" + sample("c", 0, "host_slow"));
  std::string seen;
  EXPECT_TRUE(read_lines(folder / "log", {1, 3},
                         [&](const LogLine& line) { seen += line.json["id"].get<std::string>(); }));
  EXPECT_EQ(seen, "ac");
}

}  // namespace
}  // namespace papert::run
