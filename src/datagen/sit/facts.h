// A description without a model: what the program itself says about its shapes, in sentences.
//
//     The drawing has 3 parts: 2 red circles and a blue rectangle. A large blue rectangle lies in
//     the middle. A small red circle lies at the top left. ...
//
// It reads elements, fills, strokes, groups and transforms, and does not look at the picture, so it
// knows neither what covers what nor what the whole is. It stands in for a model in tests and in
// trials of a recipe; a set to train on needs one that sees.
#pragma once

#include <string>
#include <string_view>

#include "lang/svg/document.h"
#include "raster/image.h"

namespace papert::datagen::sit {

[[nodiscard]] std::string describe_by_facts(const lang::svg::Document& document);

/// "red" for "#f00", "rgb(250, 10, 10)" and "crimson"; "none" stays; empty where the text names no
/// colour.
[[nodiscard]] std::string colour_name(std::string_view text);

/// The same for a pixel.
[[nodiscard]] std::string_view colour_name(raster::Color color);

}  // namespace papert::datagen::sit
