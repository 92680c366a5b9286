// Fresh drawings from seeds: programs of the book whose drawing is one to ask for.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "lang/turtle/host/jail_pool.h"
#include "mint/turtle/book.h"
#include "scene/scene.h"

namespace papert::mint::turtle {

struct FreshDrawing {
  std::string id;
  std::size_t category = 0;  // into kCategories
  std::string code;
  scene::Scene scene;  // what the code draws
};

/// The drawing may be a task: it lies within the turtle's usual window, is neither empty nor tiny
/// nor a mere line. Else what is wrong with it.
[[nodiscard]] Result<void> check_drawing(const scene::Scene& scene);

/// <split>-<seed:08>-<difficulty>, which is a place in kDifficulties.
[[nodiscard]] std::string drawing_id(const std::string& split, std::int64_t seed,
                                     std::size_t difficulty);

/// The drawing of one seed and difficulty. Seeds take the categories in turn.
[[nodiscard]] Result<FreshDrawing> mint_drawing(const ProgramBook& book,
                                                lang::turtle::JailPool& jails, std::int64_t seed,
                                                std::size_t difficulty, const std::string& split);

}  // namespace papert::mint::turtle
