// Moved versions of SVG programs: how far they are from the original, and how they are recognised.

#include "mint/svg/moved.h"

#include <gtest/gtest.h>

namespace papert::mint::svg {
namespace {

TEST(SvgMoved, ALargeTreeIsMovedWithoutADistance) {
  std::string large = R"(<svg viewBox="0 0 100 100">)";
  for (int i = 0; i < 2'500; ++i) large += R"(<rect x="2" y="3" width="4" height="5"/>)";
  const auto moved = moved_program(large + "</svg>", {.dx = 1});
  ASSERT_TRUE(moved) << moved.error().to_string();
  EXPECT_EQ(moved->distance, std::nullopt);
}

TEST(SvgMoved, ATurnedCopyIsTheOriginalMoved) {
  const auto picture = [](const std::string& shapes) {
    return R"(<svg viewBox="0 0 100 100">)" + shapes + "</svg>";
  };
  const std::string original =
      picture(R"(<path d="M20,20h40v20h-40z"/><circle cx="70" cy="70" r="9"/>)");
  EXPECT_EQ(is_moved_copy(original, picture("<g transform='rotate(10 50 50)'>"
                                            R"(<path d="M20,20h40v20h-40z"/>)"
                                            R"(<circle cx="70" cy="70" r="9"/></g>)")),
            true);
  EXPECT_EQ(is_moved_copy(original, picture("<g transform='rotate(10 50 50)'>"
                                            R"(<path d="M20,20h40v20h-40z"/></g>)"
                                            R"(<circle cx="70" cy="70" r="9"/>)")),
            false);
  EXPECT_EQ(is_moved_copy(original, picture("<rect width='5' height='5'/>")), std::nullopt);
}

}  // namespace
}  // namespace papert::mint::svg
