// The CSV reader: quoting, limits, damage and what is read behind it.

#include "base/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Rows = std::vector<CsvRow>;

Rows read(std::string_view text, const CsvLimits& limits = {}) {
  CsvReader reader(text, limits);
  Rows rows;
  CsvRow row;
  while (reader.next(row)) rows.push_back(row);
  return rows;
}

TEST(Csv, PlainRows) {
  const Rows rows = read("a,b,c\n1,,3\r\n,,\n");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(rows[0].fields, ElementsAre("a", "b", "c"));
  EXPECT_THAT(rows[1].fields, ElementsAre("1", "", "3"));
  EXPECT_THAT(rows[2].fields, ElementsAre("", "", ""));
  EXPECT_EQ(rows[2].line, 3);
}

TEST(Csv, QuotedFieldsHoldCommasLineEndsAndQuotes) {
  const Rows rows = read("\"a,b\",\"say \"\"no\"\"\"\n\"two\r\nlines\n\",x\nlast,\"\"");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(rows[0].fields, ElementsAre("a,b", "say \"no\""));
  EXPECT_THAT(rows[1].fields, ElementsAre("two\r\nlines\n", "x"));
  EXPECT_THAT(rows[2].fields, ElementsAre("last", ""));
  EXPECT_EQ(rows[1].line, 2);
  EXPECT_EQ(rows[2].line, 5);
}

TEST(Csv, ByteOrderMarkAndBlankLinesArePassedOver) {
  const Rows rows = read("\xEF\xBB\xBF\n\r\nx,y\n\n1,2");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_THAT(rows[0].fields, ElementsAre("x", "y"));
  EXPECT_EQ(rows[0].line, 3);
  EXPECT_EQ(rows[1].line, 5);
  EXPECT_THAT(read(""), IsEmpty());
  EXPECT_THAT(read("\n\n"), IsEmpty());
}

TEST(Csv, DamagedRowsAreToldAndTheRestIsRead) {
  struct Case {
    const char* row;
    const char* error;
  };
  for (const Case& c : {Case{"2,\"open\n3 rest", "a quote is not closed"},
                        Case{"2,\"x\" y,z", "text follows a closing quote"},
                        Case{"2,x\"y,z", "a quote stands inside a plain field"}}) {
    const std::string closed = std::string(c.row) + "\n";
    const std::string text = "1,\"a\"\n" + closed + "4,\"d\"\n";
    const Rows rows = read(text);
    ASSERT_EQ(rows.size(), 3U) << c.row;
    EXPECT_THAT(rows[0].fields, ElementsAre("1", "a"));
    EXPECT_FALSE(rows[1].error.empty()) << c.row;
    EXPECT_EQ(rows[1].line, 2);
    EXPECT_EQ(rows[1].fields.front(), "2");
    EXPECT_THAT(rows[2].fields, ElementsAre("4", "d"));
    EXPECT_TRUE(rows[2].error.empty());
  }
  EXPECT_EQ(read("1,\"a\n")[0].error, "a quote is not closed");
}

TEST(Csv, Limits) {
  const CsvLimits limits{.fields = 3, .field_bytes = 4};
  EXPECT_EQ(read("a,b,c\n", limits)[0].error, "");
  EXPECT_EQ(read("a,b,c,d\n", limits)[0].error, "the row has too many fields");
  EXPECT_EQ(read("abcd\n", limits)[0].error, "");
  EXPECT_EQ(read("abcde\n", limits)[0].error, "a field is too long");
  EXPECT_EQ(read("\"ab\"\"d\"\n", limits)[0].error, "");
  EXPECT_EQ(read("\"abcde\"\n", limits)[0].error, "a field is too long");
}

// A table whose every row is damaged must not cost the square of its length.
TEST(Csv, ManyDamagedRowsStayCheap) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "1,\"x\n";
  EXPECT_EQ(read(text).size(), 200'000U);
  text.clear();
  for (int i = 0; i < 100'000; ++i) text += "1,\"x\",\n\"\"\"\n";
  EXPECT_GT(read(text).size(), 0U);
}

}  // namespace
}  // namespace papert
