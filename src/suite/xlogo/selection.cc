#include "suite/xlogo/selection.h"

#include <array>
#include <string_view>

namespace papert::suite::xlogo {
namespace {

// Behind "any", the values are in the order of their enumerations.
constexpr std::array<std::string_view, 5> kTypes{"any", "find", "draw", "math", "logic"};
constexpr std::array<std::string_view, 6> kConstraints{"any",     "none",     "at_most",
                                                       "exactly", "start_by", "hybrid"};
constexpr std::array<std::string_view, 5> kConcepts{"any", "basic_actions", "loops", "variables",
                                                    "loops_and_variables"};
constexpr std::array<std::string_view, 4> kLengthNames{"any", "1-5", "6-10", "11-17"};
constexpr std::array<std::string_view, 6> kGrids{"any", "up_to_3", "4", "5", "6", "from_7"};
constexpr suite::OpenMode<mint::xlogo::TaskType> kType{{"type", kTypes, "only tasks of this type"}};
constexpr suite::OpenMode<mint::xlogo::ConstraintKind> kConstraint{
    {"constraint", kConstraints, "only tasks with this kind of code constraint"}};
constexpr suite::OpenMode<mint::xlogo::CodeConcept> kConcept{
    {"concept", kConcepts, "only tasks whose reference uses these"}};
constexpr suite::OpenMode<mint::xlogo::LengthBand> kLength{
    {"length", kLengthNames, "only tasks whose reference has that many blocks"}};
constexpr suite::OpenMode<mint::xlogo::GridBand> kGrid{
    {"grid", kGrids, "only grids whose larger side is this"}};
constexpr std::array<suite::ModeInfo, 5> kModes{kType.info, kConstraint.info, kConcept.info,
                                                kLength.info, kGrid.info};

}  // namespace

std::span<const suite::ModeInfo> selection_modes() { return kModes; }

mint::xlogo::Selection selection_from(const suite::Modes& modes) {
  return {kType.of(modes), kConstraint.of(modes), kConcept.of(modes), kLength.of(modes),
          kGrid.of(modes)};
}

}  // namespace papert::suite::xlogo
