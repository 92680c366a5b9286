#include "data/turtleai/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "raster/png.h"
#include "support/temp_folder.h"

namespace papert::data::turtleai {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    write("a.png", raster::encode_png(raster::Image(4, 4)));
    write("no.png", "not a picture");
  }

  void write(const std::string& name, const std::string& bytes) {
    ASSERT_TRUE(write_file(folder_ / name, bytes));
  }

  StoredTasks read(const std::string& lines) {
    EXPECT_TRUE(write_file(folder_ / "tasks.jsonl", lines));
    auto tasks = read_tasks(folder_.path());
    EXPECT_TRUE(tasks);
    return tasks ? std::move(*tasks) : StoredTasks{};
  }

  static std::string line(const std::string& id, const std::string& image = "a.png",
                          const std::string& category = "rotation") {
    return R"({"id": ")" + id + R"(", "image": ")" + image +
           R"(", "code": "def draw(t): pass", "category": ")" + category +
           R"(", "difficulty": "easy", "dataset": "real"})" + "\n";
  }

  test::TempFolder folder_;
};

TEST_F(Folder, TasksInTheOrderOfTheirIds) {
  const StoredTasks all = read(line("b") + "\n" + line("a", "a.png", "Basic_Geometry"));
  EXPECT_THAT(all.problems, IsEmpty());
  ASSERT_THAT(all.tasks, SizeIs(2));
  EXPECT_EQ(all.tasks[0].id, "a");
  EXPECT_EQ(all.tasks[0].category, "basic geometry");
  EXPECT_EQ(all.tasks[1].file, folder_ / "a.png");
  EXPECT_THAT(all.tasks[1].image_hash, SizeIs(64));
  EXPECT_EQ(task_line(all.tasks[1]),
            R"({"id":"b","image":"a.png","code":"def draw(t): pass","category":"rotation",)"
            R"("difficulty":"easy","dataset":"real"})");
}

TEST_F(Folder, TasksByHandNeedNoPictureAndMayHaveACategoryOfTheirOwn) {
  const std::string text = R"({"id":"a","code":"def draw(t): pass","category":"knots",)"
                           R"("difficulty":"easy","dataset":"real"})";
  const StoredTasks all = read(text + "\n");
  EXPECT_THAT(all.problems, IsEmpty());
  ASSERT_THAT(all.tasks, SizeIs(1));
  EXPECT_EQ(all.tasks[0].category, "knots");
  EXPECT_TRUE(all.tasks[0].file.empty());
  EXPECT_EQ(task_line(all.tasks[0]), text);
}

TEST_F(Folder, MisspeltKeysAreNamed) {
  std::string misspelt = line("a");
  misspelt.replace(misspelt.find("\"difficulty\""), 12, "\"dificulty\"");
  const StoredTasks all = read(misspelt);
  ASSERT_THAT(all.problems, SizeIs(1));
  EXPECT_EQ(all.problems[0].message, "there is no key 'dificulty'; did you mean 'difficulty'?");
}

TEST_F(Folder, BadLinesAreProblemsWithTheirPlace) {
  const StoredTasks all =
      read(line("a") + "{\n" + line("b", "gone.png") + line("c", "no.png") + line("d", "../a.png") +
           line("e", "/etc/hosts") + line("f", "a.png", "  ") + line("") + "{\"id\": \"g\"}\n" +
           line("a") + line("z"));
  EXPECT_THAT(all.tasks, SizeIs(2));
  ASSERT_THAT(all.problems, SizeIs(9));
  for (int i = 0; i < 8; ++i) {
    EXPECT_THAT(all.problems[static_cast<std::size_t>(i)].where,
                HasSubstr("tasks.jsonl:" + std::to_string(i + 2)));
  }
  EXPECT_THAT(all.problems[1].message, HasSubstr("leave out 'image'"));
  EXPECT_THAT(all.problems[5].message, HasSubstr("the category is empty"));
  EXPECT_THAT(all.problems[8].message, HasSubstr("second task"));
}

TEST_F(Folder, NoFolder) { EXPECT_FALSE(read_tasks(folder_ / "none")); }

}  // namespace
}  // namespace papert::data::turtleai
