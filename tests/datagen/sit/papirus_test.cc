// A collection of real icons: Debian's papirus-icon-theme (GPL-3, never part of this repository).

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "base/json_view.h"
#include "datagen/sit/generate.h"
#include "datagen/stage_file.h"
#include "support/temp_folder.h"
#include "svg_folder.h"

namespace papert::datagen::sit {
namespace {

namespace fs = std::filesystem;

fs::path icons() {
  const char* const given = std::getenv("PAPERT_PAPIRUS");
  return given != nullptr ? given : "/usr/share/icons/Papirus";
}

TEST(SitPapirus, SetsOfRealIconsKeepTheRules) {
  if (!fs::is_directory(icons())) {
    GTEST_SKIP() << "there are no icons at " << icons()
                 << ": install papirus-icon-theme, or set PAPERT_PAPIRUS to its folder";
  }
  const test::TempFolder folder;
  SitOptions options;
  options.programs = icons();
  options.sizes = *parse_sizes({"10k", "25k", "40k", "55k", "72k"});
  options.directions = {Direction::kMixed, Direction::kReverse};
  options.wordings = *read_wordings("");
  options.out = folder / "out";
  options.jobs = 2;
  const auto describer = mock_describer();
  const auto report = make_sit(options, *describer);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_GT(report->accepted, 10'000U);
  std::set<std::size_t> before;
  for (const ChosenSet& set : report->sets) {
    EXPECT_EQ(set.members.size(), set.size.asked * report->accepted / 72'000);
    const std::set<std::size_t> members(set.members.begin(), set.members.end());
    EXPECT_TRUE(std::includes(members.begin(), members.end(), before.begin(), before.end()));
    before = members;
  }
  for (const TrainingFile& file : report->files) {
    if (file.name.ends_with("mixed.jsonl")) {
      EXPECT_EQ(file.reverse, file.lines / 2);
    }
  }
  std::size_t at = 0;
  ASSERT_TRUE(for_each_line(
      options.out / "pool.jsonl", [&](const JsonView& line, const LinePlace&) -> Result<void> {
        if (line["status"].string() != "ok" || ++at % 100 != 0) return {};
        const auto image = program_picture(line["program"].string());
        EXPECT_TRUE(image && picture_hash(*image) == line["picture"].string()) << line["id"].text();
        return {};
      }));
  EXPECT_GE(at, report->accepted);
}

}  // namespace
}  // namespace papert::datagen::sit
