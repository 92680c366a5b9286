// Bands of distance of the reader's own.

#include "analysis/bands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/records.h"

namespace papert::analysis {
namespace {

using suite::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Bands, AreReadAsTheyAreGiven) {
  const auto bands = parse_bands("5-10, 20-25").value();
  ASSERT_EQ(bands.size(), 2U);
  EXPECT_EQ(bands[0].name, "5-10");
  EXPECT_EQ(bands[1].name, "20-25");
  EXPECT_FALSE(bands[0].has(4));
  EXPECT_TRUE(bands[0].has(5));
  EXPECT_TRUE(bands[0].has(10)) << "both ends are in it";
  EXPECT_FALSE(bands[0].has(11));
  EXPECT_TRUE(parse_bands("7-7").has_value());
  EXPECT_TRUE(parse_bands("0-10,5-15").has_value()) << "bands may overlap";
}

TEST(Bands, ErrorsNameTheText) {
  const auto error = [](std::string_view text) {
    const auto bands = parse_bands(text);
    EXPECT_FALSE(bands.has_value()) << text;
    if (bands) return std::string();
    EXPECT_EQ(bands.error().code, ErrorCode::kUsage);
    EXPECT_EQ(bands.error().where, "--bands");
    return bands.error().message;
  };
  EXPECT_THAT(error("5"), HasSubstr("'5' is not a band of distances: give two whole numbers"));
  EXPECT_THAT(error("5-10,x-3"), HasSubstr("'x-3'"));
  EXPECT_THAT(error("5-10,"), HasSubstr("'' is not a band"));
  EXPECT_THAT(error(""), HasSubstr("'' is not a band"));
  EXPECT_THAT(error("-5-10"), HasSubstr("'-5-10'"));
  EXPECT_THAT(error("5--10"), HasSubstr("'5--10'"));
  EXPECT_THAT(error("1.5-2"), HasSubstr("'1.5-2'"));
  EXPECT_THAT(error("10-5"), HasSubstr("its first number is larger"));
  EXPECT_THAT(error("5-10,5-10"), HasSubstr("given twice"));
  EXPECT_THAT(error("5-99999999999999999999"), HasSubstr("two whole numbers"));
}

TEST(Bands, TagsOfSamplesAreWrittenAnew) {
  DistanceBands bands;
  bands.distances = {{"a@t1", 7}, {"b@t1", 22}, {"c@t1", 15}};
  const auto tags = [&](const std::string& id) {
    auto record = test::record(id, "x", 0, {{"type", "color"}, {"distance", "5-9"}},
                               Verdict::kRight, Json::object(), Json::object());
    bands.retag(record);
    return suite::tags_json(record.tags);
  };
  EXPECT_EQ(tags("a@t1"), Json({{"type", "color"}, {"distance", "5-9"}})) << "no bands are given";
  bands.bands = parse_bands("5-10,20-25,0-100,60-70").value();
  EXPECT_EQ(tags("a@t1"), Json({{"type", "color"}, {"distance", {"5-10", "0-100"}}}));
  EXPECT_EQ(tags("c@t1"), Json({{"type", "color"}, {"distance", "0-100"}}));
  EXPECT_EQ(tags("z"), Json({{"type", "color"}})) << "an original has no distance";
  EXPECT_THAT(bands.empty_bands(), ElementsAre("60-70"));
  const std::vector<std::string_view> known{"low"};
  EXPECT_THAT(bands.order(known), ElementsAre("5-10", "20-25", "0-100", "60-70", "low"));
}

}  // namespace
}  // namespace papert::analysis
