#include "solve/sgp/sgp_solver.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "lang/svg/document.h"
#include "mint/svg/check.h"
#include "mint/svg/image.h"
#include "mint/svg/pixels.h"
#include "raster/draw.h"
#include "raster/png.h"
#include "solve/sgp/parts.h"
#include "solve/sgp/sight.h"

namespace papert::solve::sgp {
namespace {

using mint::svg::kPictureSize;

raster::Image to_rgb(const raster::Image& image) {
  if (image.format() == raster::PixelFormat::kRgb) return image;
  raster::Image colored(image.width(), image.height(), raster::PixelFormat::kRgb);
  const auto from = image.data();
  const auto to = colored.data();
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) to[3 * i + c] = from[i];
  }
  return colored;
}

/// What the program draws; where the prompt shows none, the picture it shows instead.
Result<raster::Image> picture_of(const AskedQuestion& asked, const Puzzle& puzzle) {
  if (asked.program.empty()) {
    if (puzzle.images.empty()) {
      return fail(ErrorCode::kBadData, "the prompt has neither a program nor a picture");
    }
    const raster::Image image = TRY(raster::decode_png(puzzle.images.front()));
    return to_rgb(image);
  }
  const lang::svg::Document document = TRY(lang::svg::parse(asked.program));
  return mint::svg::svg_image(document, kPictureSize);
}

/// A frame around each region.
raster::Image framed_regions(const raster::Image& picture) {
  raster::Image framed = picture;
  for (const mint::svg::Region& region : mint::svg::find_regions(picture)) {
    raster::stroke_rectangle(framed,
                             {region.left - 2, region.top - 2, region.right + 2, region.bottom + 2},
                             2, region.shape ? raster::Color{0, 0, 0} : raster::Color{255, 0, 255});
  }
  return framed;
}

FoundAnswer read_flat(const Sight& sight) {
  auto found =
      mint::svg::answer_from_pixels(sight.picture, sight.asked.question, sight.asked.options);
  if (found && sight.stages != nullptr) {
    sight.stages->push_back({"regions of one colour", framed_regions(sight.picture)});
  }
  return found;
}

/// For questions of other origin whose options are all colours: the one that covers most of the
/// picture. A guess, where the other readers measure what is asked.
FoundAnswer commonest_color(const Sight& sight) {
  constexpr std::size_t kLeast = 200;  // of so many pixels one: less is the rim of other colours
  const auto& names = mint::svg::kHueNames;
  std::array<std::size_t, mint::svg::kHueNames.size()> areas{};
  const auto data = sight.picture.data();
  for (std::size_t i = 0; i + 2 < data.size(); i += 3) {
    const auto hue = mint::svg::hue_of({data[i], data[i + 1], data[i + 2]});
    if (hue) ++areas[static_cast<std::size_t>(*hue)];
  }
  FoundAnswer found;
  std::size_t most = data.size() / 3 / kLeast;
  for (const std::string& option : sight.asked.options) {
    const std::string word = lower(option) == "grey" ? "gray" : lower(option);
    if (word == "white") continue;
    const auto name = std::find(names.begin(), names.end(), word);
    if (name == names.end()) return std::nullopt;
    const std::size_t area = areas[static_cast<std::size_t>(name - names.begin())];
    if (area <= most) continue;
    most = area;
    found = option;
  }
  return found;
}

Result<FoundAnswer> read_svg(const AskedQuestion& asked, const Puzzle& puzzle,
                             std::vector<Stage>* stages) {
  const raster::Image picture = TRY(picture_of(asked, puzzle));
  if (stages != nullptr) stages->push_back({"picture", picture});
  const Sight sight{asked, picture, stages};
  for (const auto& read :
       {read_flat, answer_about_figure, answer_about_illusion, commonest_color}) {
    if (auto found = read(sight)) return found;
  }
  return FoundAnswer();
}

std::string no_answer(const std::string& why) { return "There is no answer here: " + why + "."; }

std::string reply_of(const AskedQuestion& asked, const FoundAnswer& found) {
  if (!found) return no_answer("the picture is not known to decide this question");
  const auto option = std::find(asked.options.begin(), asked.options.end(), *found);
  if (option == asked.options.end()) {
    return no_answer("what the picture shows (" + *found + ") is not among the options");
  }
  return std::string("Answer: ") + static_cast<char>('A' + (option - asked.options.begin()));
}

}  // namespace

Result<Solution> solve_question(const Puzzle& puzzle) {
  const AskedQuestion asked = read_prompt(puzzle.text);
  if (asked.question.empty()) {
    return fail(ErrorCode::kUsage,
                "solver/sgp answers a question about a program, a picture alone asks none: give a "
                "data folder or .csv file with --id ID, or --mint SEED");
  }
  Solution solution;
  if (asked.options.empty()) {
    solution.reply = no_answer("questions without options are not read");
    return solution;
  }
  std::vector<Stage>* stages = puzzle.with_stages ? &solution.stages : nullptr;
  const bool part = !asked.program.empty() && asked.program.find("<svg") == std::string::npos;
  const auto found = part ? answer_about_part(asked, stages) : read_svg(asked, puzzle, stages);
  solution.reply = found ? reply_of(asked, *found)
                         : no_answer("the program cannot be drawn: " + found.error().to_string());
  return solution;
}

}  // namespace papert::solve::sgp
