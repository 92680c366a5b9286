// The model of papert datagen sit as the mock server plays it.
#pragma once

#include <string_view>

#include "mock/recipe.h"

namespace papert::cli {

/// Describes the picture of a prompt by its pixels. Planted: "short" (under 40 characters), "long"
/// (over 4,000), "refusal" (in words), "placeholder" (it holds <image>), "thoughts" (the same
/// description behind a thought, which is no fault).
class SitRecipe : public mock::Recipe {
 public:
  static constexpr std::string_view kPlants[] = {"short", "long", "refusal", "placeholder",
                                                 "thoughts"};

  explicit SitRecipe(mock::Plants plants) : plants_(std::move(plants)) {}
  [[nodiscard]] Result<mock::RecipeAnswer> answer(
      const mock::RecipeQuestion& question) const override;

 private:
  mock::Plants plants_;
};

}  // namespace papert::cli
