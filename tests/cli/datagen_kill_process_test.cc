// papert datagen turtle killed at fifty moments, each drawn from all that it writes. A disk that is
// full is another matter: script/full-disk.

#include <algorithm>
#include <map>

#include "base/random.h"
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::AnyOf;

class DatagenKillTest : public PapertTest {
 protected:
  static std::vector<std::string> request(const std::string& out) {
    return {"datagen", "turtle", "--preset", "mini",    "--seed", "11",        "--jobs",
            "2",       "--out",  out,        "--carry", "elite",  "--display", "none"};
  }

  std::map<std::string, std::string> bytes_of(const std::string& name) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path(name))) {
      if (!entry.is_regular_file()) continue;
      files[std::filesystem::relative(entry.path(), path(name)).string()] = slurp(entry.path());
    }
    return files;
  }

  /// What lies in the folder, whatever another process does to it meanwhile.
  std::size_t size_of(const std::string& name) {
    std::size_t size = 0;
    std::error_code error;
    for (auto entry = std::filesystem::recursive_directory_iterator(path(name), error);
         !error && entry != std::filesystem::recursive_directory_iterator();
         entry.increment(error)) {
      std::error_code gone;
      const auto bytes = entry->file_size(gone);
      if (!gone) size += bytes;
    }
    return size;
  }
};

TEST_F(DatagenKillTest, FiftyKillsChangeNothing) {
  ASSERT_EQ(papert(request("whole")).exit_code, 0);
  const auto whole = bytes_of("whole");
  const std::size_t size = size_of("whole");
  Random random(5);
  std::size_t kills = 0;
  for (int folder = 0; folder < 10 && kills < 50; ++folder) {
    const std::string name = "killed-" + std::to_string(folder);
    std::vector<std::size_t> moments;
    for (int i = 0; i < 8; ++i) {
      moments.push_back(
          static_cast<std::size_t>(random.randint(1, static_cast<std::int64_t>(size) - 1)));
    }
    std::sort(moments.begin(), moments.end());
    for (const std::size_t moment : moments) {
      ProcessOptions options;
      options.kill_when = [&] { return size_of(name) >= moment; };
      const int code = papert(request(name), options).exit_code;
      ASSERT_THAT(code, AnyOf(0, 128 + 9));
      kills += code == 0 ? 0 : 1;
    }
    const auto last = papert(request(name));
    ASSERT_EQ(last.exit_code, 0) << last.err;
    EXPECT_EQ(bytes_of(name), whole);
  }
  EXPECT_GE(kills, 50U);
}

}  // namespace
}  // namespace papert::test
