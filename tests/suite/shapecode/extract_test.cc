#include "suite/shapecode/extract.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/json_lines.h"
#include "support/published_data.h"

namespace papert::suite::shapecode {
namespace {

using test::read_lines;

TEST(Extract, OwnCases) {
  const auto cases = read_lines(PAPERT_TEST_CASES "/shapes/extract.jsonl");
  ASSERT_GE(cases.size(), 30u);
  for (const auto& item : cases) {
    const auto raw = item["raw"].get<std::string>();
    const Extracted found = extract_program(raw);
    EXPECT_EQ(found.text, item["text"].get<std::string>()) << item;
    EXPECT_EQ(found.rule, item["rule"].get<std::string>()) << item;
  }
}

TEST(Extract, PublishedNormaliser) {
  PAPERT_NEED_PUBLISHED(path, "shapecodebench/oracle_normalise.jsonl");
  const auto cases = read_lines(path);
  ASSERT_GE(cases.size(), 34u);
  for (const auto& item : cases) {
    EXPECT_EQ(extract_program(item["raw"].get<std::string>()).text,
              item["normalised"].get<std::string>())
        << item;
  }
}

TEST(Extract, PublishedAnswers) {
  for (const char* name : {"gpt-5.5-medium", "heuristic-cv"}) {
    PAPERT_NEED_PUBLISHED(path, std::string("shapecodebench/answers-") + name + ".jsonl");
    const auto cases = read_lines(path);
    ASSERT_EQ(cases.size(), 150u);
    for (const auto& item : cases) {
      EXPECT_EQ(extract_program(item["text"].get<std::string>()).text,
                item["expected"]["normalized_text"].get<std::string>())
          << item["id"];
    }
  }
}

TEST(Extract, DamagedTextIsPassedOn) {
  EXPECT_EQ(extract_program("\xC2 circle(a) \xE2\x80").text, "\xC2 circle(a) \xE2\x80");
  EXPECT_EQ(extract_program("\xFF\ncircle(\xFF)\n\xE2").text, "circle(\xFF)");
  EXPECT_EQ(extract_program("```\n\x80\n```").text, "\x80");
  const std::string with_nul("circle(\0)\n", 10);
  EXPECT_EQ(extract_program(with_nul).text, std::string("circle(\0)", 9));
}

// Work that grew with the square of 50 MiB would not end before the test is stopped.
TEST(Extract, HostileRepliesTakeLinearTime) {
  constexpr std::size_t kBytes = std::size_t{50} << 20;
  std::string fences;
  while (fences.size() < kBytes) fences += "```\n``";
  std::vector<std::string> replies = {
      std::string(kBytes, '`'),          std::string(kBytes, '\n'),
      std::string(kBytes, ' '),          fences,
      "```" + std::string(kBytes, '\r'), "```\n" + std::string(kBytes, '(')};
  for (const std::string& reply : replies) {
    EXPECT_LE(extract_program(reply).text.size(), reply.size());
  }
}

}  // namespace
}  // namespace papert::suite::shapecode
