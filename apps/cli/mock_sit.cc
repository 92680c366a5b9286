#include "mock_sit.h"

#include <string>

#include "datagen/sit/picture_facts.h"
#include "datagen/sit/wordings.h"
#include "raster/png.h"

namespace papert::cli {
namespace {

std::string planted_text(const std::string& plant, const std::string& text) {
  if (plant == "short") return "A small drawing.";
  if (plant == "refusal") return "I'm sorry, but I can't help with describing this picture.";
  if (plant == "placeholder") return text + " It goes with <image> as it was given.";
  if (plant == "thoughts") return "<think>\nWhat is it?\n</think>\n" + text;
  if (plant != "long") return text;
  constexpr std::size_t kTooLong = 4200;
  std::string all;
  while (all.size() < kTooLong) all += text + " ";
  return all;
}

}  // namespace

Result<mock::RecipeAnswer> SitRecipe::answer(const mock::RecipeQuestion& question) const {
  const auto wordings = TRY(datagen::sit::read_wordings(""));
  const std::string_view first = std::string_view(wordings.ask).substr(0, wordings.ask.find('\n'));
  if (!question.text.starts_with(first) || question.images.size() != 1) {
    return fail(ErrorCode::kBadData,
                "papert datagen sit asks with one picture and its own words (ask.txt)");
  }
  const raster::Image image = TRY(raster::decode_png(question.images.front()));
  std::string plant = plants_.draw(question.hash, kPlants);
  std::string text = planted_text(plant, datagen::sit::describe_by_pixels(image));
  return mock::RecipeAnswer{std::move(text), std::move(plant)};
}

}  // namespace papert::cli
