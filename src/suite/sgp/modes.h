// What a run or a minting may choose.
#pragma once

#include <array>
#include <string_view>

#include "data/sgp/mint.h"
#include "suite/modes.h"

namespace papert::suite::sgp {

/// What a model is shown of a question's program. Indirectly: the picture, of which it must write
/// an SVG program before it answers.
enum class Input { kProgram, kPicture, kBoth, kIndirect };
[[nodiscard]] constexpr bool shows_program(Input input) {
  return input == Input::kProgram || input == Input::kBoth;
}
inline constexpr std::array<std::string_view, 4> kInputs{"program", "picture", "both", "indirect"};
inline constexpr suite::Mode<Input> kInput{
    {.key = "input",
     .values = kInputs,
     .title = "what is shown: the program, its picture, both, or the picture with an SVG program "
              "of it to be written before the answer",
     .later = true}};

using data::sgp::Family;
inline constexpr std::array<std::string_view, 2> kFamilies{"any", "illusion"};
inline constexpr suite::Mode<Family> kFamily{
    {.key = "family",
     .values = kFamilies,
     .title = "what is minted: scenes and parts, or geometric illusions",
     .flag = {.name = "--family",
              .type = "NAME",
              .title = "what sgp mints: any (scenes and machine parts) or illusion",
              .mints = true},
     .later = true}};

inline constexpr std::array<suite::ModeInfo, 2> kModes{kInput.info, kFamily.info};

}  // namespace papert::suite::sgp
