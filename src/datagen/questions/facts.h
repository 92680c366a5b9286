// Questions that pixels decide: what a mock model asks and answers in place of one that sees. All
// it knows is the pictures of a prompt, so it plays its part on any programs.
//
//     "Which color covers the largest area, apart from white?"    A) Red  B) Blue  ...
//     "Where is more of the drawing located?"                     A) In the left half  ...
//
// A question is asked only where its answer is beyond doubt.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "datagen/questions/blocks.h"
#include "raster/image.h"

namespace papert::datagen::questions {

/// Up to `count` questions about what the pictures show, the options in an order drawn by chance.
[[nodiscard]] std::vector<Block> ask_facts(const std::vector<raster::Image>& views,
                                           std::size_t count, Random& random);

/// The right one of the options of such a question, in whatever order they are. Nothing for other
/// questions.
[[nodiscard]] std::optional<std::size_t> answer_fact(const std::vector<raster::Image>& views,
                                                     std::string_view text,
                                                     const std::vector<std::string>& options);

}  // namespace papert::datagen::questions
