#include "suite/xlogo/selection.h"

#include <fmt/format.h>

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
constexpr std::array<std::string_view, 5> kNeeds{"any", "while", "conditionals",
                                                 "while_and_conditionals", "functions"};
constexpr suite::OpenMode<mint::xlogo::SecondKind> kNeed{
    {.key = "needs",
     .values = kNeeds,
     .title = "dialect=v2: only tasks whose reference needs these",
     .later = true}};
constexpr std::array<suite::ModeInfo, 6> kModes{kType.info,   kConstraint.info, kConcept.info,
                                                kLength.info, kGrid.info,       kNeed.info};
constexpr std::array<suite::ModeInfo, 4> kOfPublished{kConstraint.info, kConcept.info, kLength.info,
                                                      kGrid.info};

}  // namespace

std::span<const suite::ModeInfo> selection_modes() { return kModes; }

mint::xlogo::Selection selection_from(const suite::Modes& modes) {
  return {kType.of(modes), kConstraint.of(modes), kConcept.of(modes), kLength.of(modes),
          kGrid.of(modes)};
}

Result<mint::xlogo::SecondWish> second_wish_from(const suite::Modes& modes) {
  for (const suite::ModeInfo& mode : kOfPublished) {
    if (suite::chosen_index(modes, mode) == 0) continue;
    return fail(ErrorCode::kUsage,
                fmt::format("{} chooses among tasks of the published dialect; with dialect=v2 give "
                            "type or needs",
                            mode.key),
                "--mode");
  }
  return mint::xlogo::SecondWish{kType.of(modes), kNeed.of(modes)};
}

Result<void> refuse_second_modes(const suite::Modes& modes) {
  if (!kNeed.of(modes)) return {};
  return fail(ErrorCode::kUsage, "needs chooses among tasks of dialect v2; add --mode dialect=v2",
              "--mode");
}

}  // namespace papert::suite::xlogo
