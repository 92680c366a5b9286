// The models of `papert datagen questions`, played without one: questions that pixels decide
// (datagen/questions/facts.h), answers by what the picture shows, guesses by lot.
#pragma once

#include <string_view>
#include <utility>

#include "mock/recipe.h"

namespace papert::cli {

class QuestionsRecipe : public mock::Recipe {
 public:
  /// Of one block each: a wrong key, two equal options, a letter that is no option, only three
  /// options, no answer, a question about code.
  static constexpr std::string_view kPlants[] = {"wrong", "equal", "letter",
                                                 "three", "none",  "code"};

  explicit QuestionsRecipe(mock::Plants plants) : plants_(std::move(plants)) {}
  [[nodiscard]] Result<mock::RecipeAnswer> answer(
      const mock::RecipeQuestion& question) const override;

 private:
  [[nodiscard]] Result<mock::RecipeAnswer> ask(const mock::RecipeQuestion& question) const;

  mock::Plants plants_;
};

}  // namespace papert::cli
