// Programs of published icon packages, fetched by script/corpora: how many can be moved, and that
// none of those becomes a wrong picture.
#include <gtest/gtest.h>

#include <iostream>

#include "base/json.h"
#include "lang/svg/motion_check.h"

namespace papert::lang::svg {
namespace {

namespace fs = std::filesystem;
using test::Tally;

struct Corpus {
  std::string name;
  std::string path;    // below the folder of packages: icons.json or a folder of files
  double least_moved;  // share; 0 where refusals are expected and only wrongness counts
};

/// In the list of tests, where googletest would show its bytes.
void PrintTo(const Corpus& corpus, std::ostream* out) { *out << corpus.path; }

using Programs = std::map<std::string, std::string>;

fs::path packages() {
  const char* given = std::getenv("PAPERT_SVG_CORPORA");
  if (given != nullptr && *given != '\0') return given;
  return fs::path(PAPERT_SOURCE_DIR) / "build" / "corpora" / "node_modules";
}

double number_or(const Json& from, const char* key, double absent) {
  return from.contains(key) ? from.at(key).get<double>() : absent;
}

/// Icons stored as bodies without their svg element, with sizes of their own or of the whole set.
Programs read_icon_set(const fs::path& file) {
  Programs programs;
  const auto text = read_file(file);
  if (!text) return programs;
  const Json set = Json::parse(*text);
  for (const auto& [name, icon] : set.at("icons").items()) {
    std::string box;
    for (const char* key : {"left", "top", "width", "height"}) {
      const double absent = std::string_view(key).size() > 4 ? 16 : 0;
      box += std::to_string(number_or(icon, key, number_or(set, key, absent))) + " ";
    }
    programs[name] =
        "<svg xmlns='http://www.w3.org/2000/svg' "
        "xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='" +
        box + "'>" + icon.at("body").get<std::string>() + "</svg>";
  }
  return programs;
}

Programs read_folder(const fs::path& folder) {
  Programs programs;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".svg") continue;
    auto text = read_file(entry.path());
    if (text) programs[fs::relative(entry.path(), folder).string()] = std::move(*text);
  }
  return programs;
}

/// Up to 300, evenly spread over the names in order.
std::vector<std::pair<std::string, std::string>> sample(const Programs& programs) {
  constexpr std::size_t kCount = 300;
  std::vector<std::pair<std::string, std::string>> all(programs.begin(), programs.end());
  if (all.size() <= kCount) return all;
  std::vector<std::pair<std::string, std::string>> chosen;
  for (std::size_t i = 0; i < kCount; ++i) chosen.push_back(all[i * all.size() / kCount]);
  return chosen;
}

class CorpusMotion : public testing::TestWithParam<Corpus> {};

TEST_P(CorpusMotion, MovesWithoutWrongPictures) {
  const Corpus& corpus = GetParam();
  const fs::path path = packages() / corpus.path;
  if (!fs::exists(path)) {
    GTEST_SKIP() << "the icon package " << corpus.name << " is not there: run script/corpora";
  }
  const auto programs = sample(fs::is_directory(path) ? read_folder(path) : read_icon_set(path));
  EXPECT_GE(programs.size(), 300U);
  Tally tally;
  Random random(11);
  for (const auto& [name, text] : programs) {
    const auto document = parse(text);
    if (!document) {
      tally.add(name, {.broken = document.error().to_string()});
      continue;
    }
    const auto box = view_box(*document);
    const Motion motion = draw_motion(MotionKind::kRigid, box.value_or(ViewBox{}), random);
    tally.add(name, test::try_motion(*document, motion));
  }
  std::cout << corpus.name << ": " << tally.summary() << "\n";
  EXPECT_GE(static_cast<double>(tally.moved), corpus.least_moved * 300);
  EXPECT_LT(static_cast<double>(tally.wrong.size()), 0.005 * static_cast<double>(tally.moved));
  EXPECT_TRUE(tally.broken.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Packages, CorpusMotion,
    testing::Values(Corpus{"twemoji", "@iconify-json/twemoji/icons.json", 0.95},
                    Corpus{"flat_color_icons", "flat-color-icons/svg", 0.95},
                    Corpus{"emojione", "@iconify-json/emojione/icons.json", 0.95},
                    Corpus{"noto", "@iconify-json/noto/icons.json", 0},
                    Corpus{"flag_icons", "flag-icons/flags", 0}),
    [](const testing::TestParamInfo<Corpus>& corpus) { return corpus.param.name; });

}  // namespace
}  // namespace papert::lang::svg
