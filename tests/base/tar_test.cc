// Archives of ours, and what GNU tar says of them.

#include "base/tar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/process.h"
#include "support/temp_folder.h"

namespace papert {
namespace {

using testing::HasSubstr;

struct TarFile {
  std::string name;
  std::string bytes;
};

class Tar : public testing::Test {
 protected:
  Result<void> write(const std::vector<TarFile>& files) {
    TarWriter tar = TRY(TarWriter::open(folder_ / "t.tar"));
    for (const TarFile& file : files) TRY(tar.add(file.name, file.bytes));
    TRY(tar.finish());
    size_ = tar.bytes();
    return {};
  }
  test::ProcessResult gnu_tar(const std::vector<std::string>& words) {
    std::vector<std::string> command{"/usr/bin/env", "TZ=UTC", "tar"};
    command.insert(command.end(), words.begin(), words.end());
    test::ProcessOptions options;
    options.folder = folder_.path();
    return test::run_process(command, options);
  }

  test::TempFolder folder_;
  std::size_t size_ = 0;
};

const std::string kLongFolder(150, 'f');
const std::string kLongName(100, 'n');
const std::vector<TarFile> kFiles = {{"a.txt", "hello"},
                                     {"empty", ""},
                                     {"folder/512", std::string(512, '\xff')},
                                     {"folder/513", std::string(513, '\0')},
                                     {"\u00e4.png", "\x89PNG"},
                                     {kLongName, "100 bytes of name"},
                                     {kLongFolder + "/" + kLongName, "251 bytes of name"}};

TEST_F(Tar, GnuTarUnpacksTheSameBytes) {
  ASSERT_TRUE(write(kFiles));
  const auto result = gnu_tar({"-xf", "t.tar"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  for (const TarFile& file : kFiles) EXPECT_EQ(test::slurp(folder_ / file.name), file.bytes);
}

TEST_F(Tar, FilesHaveNoOwnerNoTimeAndTheOrderOfWriting) {
  ASSERT_TRUE(write({{"b", "1"}, {"a", "22"}}));
  const auto result = gnu_tar({"--numeric-owner", "-tvf", "t.tar"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "-rw-r--r-- 0/0               1 1970-01-01 00:00 b\n"
            "-rw-r--r-- 0/0               2 1970-01-01 00:00 a\n");
}

TEST_F(Tar, SaysHowLargeItIsAndWritesTheSameBytesTwice) {
  ASSERT_TRUE(write(kFiles));
  const std::string first = test::slurp(folder_ / "t.tar");
  EXPECT_EQ(first.size(), size_);
  EXPECT_EQ(first.size() % 512, 0U);
  ASSERT_TRUE(write(kFiles));
  EXPECT_EQ(test::slurp(folder_ / "t.tar"), first);
}

TEST_F(Tar, RefusesNamesThatItCannotHold) {
  const std::vector<std::string> names = {"",
                                          "/a",
                                          "a/",
                                          "a//b",
                                          "../a",
                                          "a/../b",
                                          "./a",
                                          std::string("a\0b", 3),
                                          kLongName + "n",
                                          std::string(156, 'f') + "/" + kLongName};
  for (const std::string& name : names) {
    const auto written = write({{name, "x"}});
    ASSERT_FALSE(written) << name;
    EXPECT_EQ(written.error().code, ErrorCode::kUsage);
    EXPECT_THAT(written.error().message, HasSubstr("'" + name + "'"));
  }
  EXPECT_TRUE(write({{std::string(155, 'f') + "/" + kLongName, "x"}}));
}

}  // namespace
}  // namespace papert
