#include "base/paths.h"

#include <gtest/gtest.h>

#include <string>

#include "support/temp_folder.h"

namespace papert {
namespace {

TEST(Paths, WhatCannotBeToldMayExistAndIsNoFolder) {
  const test::TempFolder folder;
  EXPECT_TRUE(may_exist(folder.path()));
  EXPECT_TRUE(is_folder(folder.path()));
  EXPECT_FALSE(may_exist(folder.path() / "none"));
  EXPECT_FALSE(is_folder(folder.path() / "none"));
  const std::filesystem::path too_long = folder.path() / std::string(5'000, 'x');
  EXPECT_TRUE(may_exist(too_long));
  EXPECT_FALSE(is_folder(too_long));
}

TEST(Paths, AbsoluteOnesStayAndOthersBeginAtTheRoot) {
  EXPECT_EQ(absolute_path("/a/b"), "/a/b");
  EXPECT_TRUE(absolute_path("a").is_absolute());
}

}  // namespace
}  // namespace papert
