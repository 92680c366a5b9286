// The recipes of papert mock: pipelines whose models it can play. A further one is a maker and a
// line in the table of mock_recipes.cc.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "mock/recipe.h"

namespace papert::cli {

/// `plant`: what --plant says. kUsage, with the names that there are, for an unknown name.
[[nodiscard]] Result<std::unique_ptr<const mock::Recipe>> open_mock_recipe(
    const std::string& name, const std::string& plant);

/// The makers that have a file of their own.
[[nodiscard]] Result<std::unique_ptr<const mock::Recipe>> make_turtle_recipe(
    const std::string& plant);

/// "echo, turtle".
[[nodiscard]] std::string mock_recipe_names();

}  // namespace papert::cli
