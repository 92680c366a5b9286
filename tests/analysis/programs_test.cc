#include "analysis/programs.h"

#include <gtest/gtest.h>

#include "run/folder.h"
#include "support/process.h"
#include "support/records.h"

namespace papert::analysis {
namespace {

using suite::Verdict;

std::optional<std::int64_t> line_of(Verdict verdict, const Json& detail, const std::string& code) {
  return failing_line(test::record("t", "", 0, Json::object(), verdict, Json::object(), detail),
                      code);
}

TEST(Programs, TheFailingLineIsToldByTheDetailOrTheMessage) {
  const std::string code = "one\ntwo\nthree";
  EXPECT_EQ(line_of(Verdict::kInvalid, {{"line", 2}, {"message", "x, line 3"}}, code), 2);
  EXPECT_EQ(line_of(Verdict::kCrashed, {{"message", "hits the wall at command 5, line 3"}}, code),
            3);
  EXPECT_EQ(line_of(Verdict::kCrashed, {{"message", "line 3"}}, code), std::nullopt);
  EXPECT_EQ(line_of(Verdict::kCrashed, {{"message", "at, line 4"}}, code), std::nullopt)
      << "the program has no such line";
  EXPECT_EQ(line_of(Verdict::kRight, {{"line", 2}}, code), std::nullopt);
  EXPECT_EQ(line_of(Verdict::kWrong, {{"message", "misses the red line from (0,0)"}}, code),
            std::nullopt);
}

TEST(Programs, ATaskComesWithThoseMadeFromIt) {
  const test::TempFolder folder;
  const auto line = [](const std::string& id, const std::string& base, const std::string& code) {
    run::Record record = test::record(id, base, 0, Json::object(), Verdict::kWrong, Json::object(),
                                      {{"message", "stops"}});
    record.texts.answer = code;
    return dump_json(to_json(record)) + "\n";
  };
  test::spit(run::samples_path(folder / "a"), line("t1-x", "t1", "pass") + line("t2", "", "no"));
  test::spit(run::samples_path(folder / "b"), line("t1", "", "go") + line("t1-x", "t1", "stay"));
  const std::vector<NamedRun> runs{{"A", folder / "a"}, {"B", folder / "b"}};
  const auto tasks = programs_of(runs, {"t1"}).value();
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].task, "t1");
  EXPECT_EQ(tasks[1].base, "t1");
  ASSERT_EQ(tasks[1].programs.size(), 2U);
  EXPECT_EQ(tasks[1].programs[0].run, "A");
  EXPECT_EQ(tasks[1].programs[1].code, "stay");
  EXPECT_EQ(tasks[1].programs[1].reason, "stops");
  EXPECT_EQ(programs_of(runs, {"t1", "t9"}).error().message, "no run has the task 't9'");
  EXPECT_TRUE(programs_of(runs, {}).value().empty());
}

}  // namespace
}  // namespace papert::analysis
