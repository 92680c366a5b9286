// The published folder, and shapes from seeds.

#include "data/turtlebench/folder.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "data/turtlebench/mint.h"
#include "data/turtlebench/picture.h"
#include "raster/contours.h"
#include "score/box_iou.h"
#include "support/published_data.h"

namespace papert::data::turtlebench {
namespace {

TEST(PublishedTurtlebench, FolderPassesItsCheck) {
  PAPERT_NEED_PUBLISHED(data, "turtlebench");
  const auto report = check_folder(data, 2);
  ASSERT_TRUE(report);
  EXPECT_GT(report->checked, 100U);
  for (const Error& problem : report->problems) ADD_FAILURE() << problem.to_string();
}

TEST(PublishedTurtlebench, ContoursAreThoseOfTheData) {
  PAPERT_NEED_PUBLISHED(data, "turtlebench");
  std::map<std::string, int> of_shape;
  const auto items = read_items(data);
  ASSERT_TRUE(items) << items.error().to_string();
  EXPECT_TRUE(items->problems.empty());
  for (const Item& item : items->items) {
    if (!item.is_tweak()) of_shape[item.id] = raster::count_contours(*read_picture(item.picture));
    EXPECT_EQ(of_shape.at(item.id), item.source_contours) << item.name();
  }
}

TEST(Mint, TheShapeNeverAnswersItsTweak) {
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  const mint::turtle::DesignBook book = *mint::turtle::DesignBook::open();
  for (std::int64_t seed = 0; seed < 60; ++seed) {
    const auto items = mint_shape(jails, book, seed, "x");
    ASSERT_TRUE(items) << items.error().to_string();
    EXPECT_GE(items->size(), 2U) << seed;
    for (std::size_t i = 1; i < items->size(); ++i) {
      EXPECT_LE(score::box_iou(ink_picture((*items)[0].ink), ink_picture((*items)[i].ink)), 0.9)
          << seed << ": " << (*items)[i].item.query;
    }
  }
}

}  // namespace
}  // namespace papert::data::turtlebench
