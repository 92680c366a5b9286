// The random programs that tasks of the second dialect are minted from.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "lang/xlogo/v2_program.h"

namespace papert::mint::xlogo {

/// As v2::concept_name has them.
enum class SecondKind : std::uint8_t { kWhile, kConditionals, kBoth, kFunctions };
inline constexpr std::array<std::string_view, 4> kSecondKindNames{
    "while", "conditionals", "while and conditionals", "functions"};

/// What a program looks for underfoot; nothing else of a world may fit these tests by chance.
struct Marks {
  lang::xlogo::v2::Test mark;    // what it turns at
  lang::xlogo::v2::Test target;  // what it goes on to
};

/// A program of that kind, not yet run anywhere.
[[nodiscard]] lang::xlogo::v2::Program second_program(Random& rng, SecondKind kind,
                                                      const Marks& marks);

/// All programs that are one block, or all of what it holds but not itself, shorter; and those
/// without an else part.
[[nodiscard]] std::vector<lang::xlogo::v2::Program> shortened(
    const lang::xlogo::v2::Program& program);

/// How long the program would be with the bodies of functions in place of their calls.
[[nodiscard]] std::size_t length_without_functions(const lang::xlogo::v2::Program& program);

}  // namespace papert::mint::xlogo
