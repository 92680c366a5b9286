#include "base/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "base/staged_file.h"
#include "support/temp_folder.h"

namespace papert {
namespace {

using testing::HasSubstr;

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

TEST(File, WritesAndReads) {
  const test::TempFolder folder;
  const auto path = folder / "a.txt";
  for (const std::string& text : {std::string("first"), std::string(), std::string("with\0nul", 8),
                                  std::string(300000, 'x')}) {
    ASSERT_TRUE(write_file(path, text));
    EXPECT_EQ(read_file(path).value(), text);
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("a.txt"));
  }
}

TEST(File, ReadsUpToTheLimit) {
  const test::TempFolder folder;
  const auto path = folder / "a";
  ASSERT_TRUE(write_file(path, "12345"));
  EXPECT_EQ(read_file(path, 5).value(), "12345");
  EXPECT_EQ(read_file(path, 6).value(), "12345");
  const auto small = read_file(path, 4);
  ASSERT_FALSE(small);
  EXPECT_EQ(small.error().code, ErrorCode::kLimit);
  EXPECT_FALSE(read_file(path, 0));
  ASSERT_TRUE(write_file(path, ""));
  EXPECT_EQ(read_file(path, 0).value(), "");
}

TEST(File, ReadsFilesThatDoNotTellTheirSize) {
  EXPECT_THAT(read_file("/proc/self/status").value(), HasSubstr("Name:"));
  EXPECT_EQ(read_file("/dev/null").value(), "");
}

TEST(File, ErrorsNamePathAndReason) {
  const test::TempFolder folder;
  const auto missing = read_file(folder / "none");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(missing.error().to_string(), HasSubstr((folder / "none").string()));
  EXPECT_THAT(missing.error().to_string(), HasSubstr("No such file"));

  const auto is_folder = read_file(folder.path());
  ASSERT_FALSE(is_folder);
  EXPECT_EQ(is_folder.error().code, ErrorCode::kIo);
  EXPECT_THAT(is_folder.error().to_string(), HasSubstr("directory"));

  const auto no_parent = write_file(folder / "no" / "a", "x");
  ASSERT_FALSE(no_parent);
  EXPECT_THAT(no_parent.error().to_string(), HasSubstr((folder / "no" / "a").string()));
  EXPECT_FALSE(write_file(folder.path(), "x"));
  EXPECT_THAT(names_in(folder.path()), testing::IsEmpty());
}

TEST(File, LongNamesLeaveRoomForTheTemporary) {
  const test::TempFolder folder;
  const std::string name(255, 'n');
  ASSERT_TRUE(write_file(folder / name, "x"));
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre(name));
  EXPECT_FALSE(write_file(folder / (name + "n"), "x"));
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre(name));
}

TEST(File, DoesNotReplaceADevice) {
  const test::TempFolder folder;
  const auto pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const FileDescriptor reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK));
  ASSERT_TRUE(write_file(pipe, "through"));
  char buffer[16] = {};
  EXPECT_EQ(::read(reader.get(), buffer, sizeof buffer), 7);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST(File, NewFilesFollowTheUmask) {
  const test::TempFolder folder;
  const ::mode_t old = ::umask(027);
  ASSERT_TRUE(write_file(folder / "a", "x"));
  ::umask(old);
  struct ::stat status{};
  ASSERT_EQ(::stat((folder / "a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(File, MakesFolders) {
  const test::TempFolder folder;
  EXPECT_TRUE(make_directories(folder / "a" / "b" / "c"));
  EXPECT_TRUE(make_directories(folder / "a" / "b" / "c"));
  EXPECT_TRUE(std::filesystem::is_directory(folder / "a" / "b" / "c"));
  ASSERT_TRUE(write_file(folder / "file", ""));
  EXPECT_FALSE(make_directories(folder / "file"));
  EXPECT_FALSE(make_directories(folder / "file" / "below"));
}

TEST(StagedFile, IsThereFinishedOrNotAtAll) {
  const test::TempFolder folder;
  const auto path = folder / "a.txt";
  ASSERT_TRUE(write_file(path, "old"));
  {
    const StagedFile given_up = StagedFile::begin(path).value();
    ASSERT_TRUE(write_file(given_up.path(), "half"));
  }
  EXPECT_EQ(read_file(path).value(), "old");
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("a.txt"));
  ASSERT_TRUE(write_file(folder / ".a.txt.partial", "of one that was killed"));
  StagedFile staged = StagedFile::begin(path).value();
  EXPECT_EQ(read_file(staged.path()).value(), "");
  ASSERT_TRUE(write_file(staged.path(), "new"));
  EXPECT_EQ(read_file(path).value(), "old");
  ASSERT_TRUE(staged.finish());
  EXPECT_EQ(read_file(path).value(), "new");
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("a.txt"));
}

TEST(StagedFile, DevicesAreWrittenToInPlaceAndFoldersRefused) {
  const test::TempFolder folder;
  for (const char* place : {"/dev/null", "-"}) {
    StagedFile staged = StagedFile::begin(place).value();
    EXPECT_EQ(staged.path(), place);
    EXPECT_TRUE(staged.finish());
  }
  EXPECT_TRUE(std::filesystem::exists("/dev/null"));
  EXPECT_FALSE(StagedFile::begin(folder.path()));
  EXPECT_FALSE(StagedFile::begin(folder / "none" / "a"));
}

TEST(FileDescriptor, ClosesOnce) {
  int raw = -1;
  {
    const test::TempFolder folder;
    FileDescriptor first = open_file(folder / "a", O_WRONLY | O_CREAT).value();
    raw = first.get();
    FileDescriptor second = std::move(first);
    EXPECT_FALSE(first);  // NOLINT(bugprone-use-after-move): what a moved-from one holds
    EXPECT_EQ(second.get(), raw);
    EXPECT_EQ(::fcntl(raw, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    FileDescriptor third;
    third = std::move(second);
    EXPECT_EQ(third.get(), raw);
  }
  EXPECT_EQ(::fcntl(raw, F_GETFD), -1);
}

}  // namespace
}  // namespace papert
