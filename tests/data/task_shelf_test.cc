#include "data/task_shelf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"
#include "support/temp_folder.h"

namespace papert::data {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Word {
  std::string id;
  std::string text;
};

const std::string& id_of(const Word& word) { return word.id; }

Result<Word> word_from_json(const Json& json, const std::string& where) {
  Word word;
  word.id = TRY(get_string(json, "id", where));
  word.text = TRY(get_string(json, "text", where));
  return word;
}

std::string line(const std::string& id, const std::string& text) {
  return R"({"id":")" + id + R"(","text":")" + text + "\"}\n";
}

class Shelf : public testing::Test {
 protected:
  /// Unwanted: texts that begin with "-"; a problem: those that begin with "!".
  Result<OpenedShelf<Word>> open(const std::string& lines) {
    EXPECT_TRUE(write_file(file_, lines));
    return open_shelf<Word>(file_, {.read = word_from_json,
                                    .again = word_from_json,
                                    .hashed = [](const Word& word) { return word.text; },
                                    .look = [](const Word& word) -> Looked {
                                      Looked looked{.wanted = !word.text.starts_with("-"),
                                                    .problem = {}};
                                      if (word.text.starts_with("!")) {
                                        looked.problem = Error{ErrorCode::kBadData, "bad", word.id};
                                      }
                                      return looked;
                                    }});
  }

  static std::vector<std::string> ids(const TaskShelf<Word>& tasks) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < tasks.size(); ++i) all.push_back(tasks.id(i));
    return all;
  }

  test::TempFolder folder_;
  std::filesystem::path file_ = folder_ / "tasks.jsonl";
};

TEST_F(Shelf, HasTheWantedTasksInTheOrderOfTheirIds) {
  const auto opened =
      open(line("c", "three") + "nonsense\n" + line("a", "one") + line("b", "-two") +
           line("c", "twice") + line("d", "!four") + line("a", "!later"));
  ASSERT_TRUE(opened) << opened.error().to_string();
  EXPECT_THAT(ids(opened->tasks), ElementsAre("a", "c"));
  EXPECT_EQ(opened->tasks.get(1).value()->text, "three");
  std::vector<std::string> problems;
  for (const Error& problem : opened->problems) problems.push_back(problem.to_string());
  EXPECT_THAT(problems, ElementsAre(HasSubstr("tasks.jsonl:2"), HasSubstr("task 'a'"),
                                    HasSubstr("task 'c'"), HasSubstr("d: bad")));
  const auto ordered =
      open(line("a", "one") + line("b", "-two") + line("c", "three") + line("d", "!four"));
  ASSERT_TRUE(ordered);
  EXPECT_EQ(ordered->data_hash, opened->data_hash) << "the order of lines is not part of the data";
  EXPECT_EQ(ordered->data_hash, sha256_hex("one-twothree!four"));
}

TEST_F(Shelf, GivesTasksThatWereDroppedFromMemoryAgain) {
  std::string lines;
  constexpr std::size_t kCount = 300;  // of 60 kB: far more than are held
  for (std::size_t i = 0; i < kCount; ++i) {
    lines += line(std::to_string(1000 + i), std::string(60'000, 'a') + std::to_string(i));
  }
  const auto opened = open(lines);
  ASSERT_TRUE(opened);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < kCount; ++i) {
      ASSERT_THAT(opened->tasks.get(i).value()->text, testing::EndsWith("a" + std::to_string(i)));
    }
  }
}

TEST_F(Shelf, AFileThatIsChangedInPlaceIsNoticed) {
  const auto opened = open(line("a", "one") + line("b", "two"));
  ASSERT_TRUE(opened);
  std::ofstream(file_, std::ios::trunc) << line("b", "two") << line("a", "one");
  EXPECT_THAT(opened->tasks.get(0).error().to_string(), HasSubstr("was changed while it was used"));
  EXPECT_EQ(opened->tasks.get_or_blank(0)->text, "");
  std::ofstream(file_, std::ios::trunc) << "short";
  EXPECT_FALSE(opened->tasks.get(1));
}

TEST_F(Shelf, HoldsTasksThatAreThereAlready) {
  const TaskShelf<Word> tasks({{"a", "one"}, {"b", "two"}});
  EXPECT_THAT(ids(tasks), ElementsAre("a", "b"));
  EXPECT_EQ(tasks.get(1).value()->text, "two");
  EXPECT_THAT(ids(TaskShelf<Word>()), IsEmpty());
}

TEST(ListedSums, AreThoseOfTheFile) {
  const test::TempFolder folder;
  const std::string one = sha256_hex("1");
  const std::string two = sha256_hex("2");
  ASSERT_TRUE(write_file(folder / "SHA256SUMS",
                         one + "  b.png\n" + two + " *a/c.png\n\n" + two + "  b.png\n"));
  auto sums = ListedSums::read(folder.path());
  ASSERT_TRUE(sums);
  EXPECT_EQ(sums->find("b.png"), two) << "the last line about a file counts";
  EXPECT_EQ(sums->find("a/c.png"), two);
  EXPECT_FALSE(sums->find("c.png"));
  sums->add("c.png", one);
  EXPECT_EQ(sums->find("c.png"), one);
  ASSERT_TRUE(write_file(folder / "SHA256SUMS", one + "  b.png\nnot a sum\n"));
  EXPECT_THAT(ListedSums::read(folder.path()).error().to_string(), HasSubstr("SHA256SUMS:2"));
  EXPECT_FALSE(ListedSums::read(folder / "none").value().find("b.png"));
}

}  // namespace
}  // namespace papert::data
