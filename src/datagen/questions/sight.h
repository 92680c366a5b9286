// The suite's own reading of a picture, against which the key of a question is held: what no model
// is needed for. It is certain or silent, since a right question that is thrown away is a loss,
// too.
//
//     minted wordings   of pictures that are flat throughout (mint/svg/check.h), and of CAD parts
//                       (solve/sgp/parts.h): the answer that was measured must be the key
//     colours           a key that names a colour which is nowhere in the picture, nor one that
//                       people may mean by the same word, is wrong
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "datagen/questions/blocks.h"
#include "datagen/questions/programs.h"
#include "raster/image.h"

namespace papert::datagen::questions {

/// Why the picture contradicts the key, in words; nothing where it does not.
[[nodiscard]] std::optional<std::string> contradiction(const Program& program,
                                                       const std::vector<raster::Image>& views,
                                                       const Block& block);

}  // namespace papert::datagen::questions
