#include "mock_recipes.h"

#include "mock_questions.h"
#include "mock_sit.h"

namespace papert::cli {
namespace {

using MadeRecipe = Result<std::unique_ptr<const mock::Recipe>>;

struct RecipeEntry {
  const char* name;
  MadeRecipe (*make)(const std::string& plant);
};

MadeRecipe make_echo(const std::string& plant) {
  auto plants = TRY(mock::Plants::parse(plant, mock::EchoRecipe::kPlants));
  return std::make_unique<const mock::EchoRecipe>(std::move(plants));
}

MadeRecipe make_questions(const std::string& plant) {
  auto plants = TRY(mock::Plants::parse(plant, QuestionsRecipe::kPlants));
  return std::make_unique<const QuestionsRecipe>(std::move(plants));
}

MadeRecipe make_sit(const std::string& plant) {
  auto plants = TRY(mock::Plants::parse(plant, SitRecipe::kPlants));
  return std::make_unique<const SitRecipe>(std::move(plants));
}

constexpr RecipeEntry kRecipes[] = {
    {"echo", make_echo},
    {"turtle", make_turtle_recipe},
    {"questions", make_questions},
    {"sit", make_sit},
};

}  // namespace

std::string mock_recipe_names() {
  std::string names;
  for (const RecipeEntry& entry : kRecipes) {
    if (!names.empty()) names += ", ";
    names += entry.name;
  }
  return names;
}

MadeRecipe open_mock_recipe(const std::string& name, const std::string& plant) {
  for (const RecipeEntry& entry : kRecipes) {
    if (name == entry.name) return entry.make(plant);
  }
  return fail(ErrorCode::kUsage,
              "there is no recipe '" + name + "'; there are: " + mock_recipe_names(), "--recipe");
}

}  // namespace papert::cli
