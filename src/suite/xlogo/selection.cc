#include "suite/xlogo/selection.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/random.h"

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

/// The one that a name, or a value within the bands, stands for.
template <class Enum, std::size_t N>
std::optional<Enum> named(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto place = std::find(names.begin(), names.end(), name);
  if (place == names.end()) return std::nullopt;
  return static_cast<Enum>(place - names.begin());
}
template <class Enum, std::size_t N>
std::optional<Enum> banded(const std::array<mint::xlogo::Band, N>& bands, std::size_t value) {
  const auto place = std::find_if(bands.begin(), bands.end(), [&](const mint::xlogo::Band& band) {
    return band.contains(static_cast<int>(value));
  });
  if (place == bands.end()) return std::nullopt;
  return static_cast<Enum>(place - bands.begin());
}

template <class Enum>
bool fits(std::optional<Enum> wish, std::optional<Enum> fact) {
  return !wish || wish == fact;
}

bool wanted_spec(const Selection& selection, const mint::xlogo::MintSpec& spec) {
  return fits(selection.type, std::optional(spec.type)) &&
         fits(selection.constraint, std::optional(spec.constraint)) &&
         fits(selection.code, std::optional(spec.code)) &&
         fits(selection.length, std::optional(spec.length)) &&
         fits(selection.grid, std::optional(spec.grid));
}

}  // namespace

std::span<const suite::ModeInfo> selection_modes() { return kModes; }

Selection selection_from(const suite::Modes& modes) {
  return {kType.of(modes), kConstraint.of(modes), kConcept.of(modes), kLength.of(modes),
          kGrid.of(modes)};
}

bool wanted(const Selection& selection, const lang::xlogo::Task& task) {
  const lang::xlogo::Facts code = lang::xlogo::facts(task.solution);
  const auto side = static_cast<std::size_t>(std::max(task.world.width, task.world.height));
  const auto grid = side > 6 ? std::optional(mint::xlogo::GridBand::kFrom7)
                             : banded<mint::xlogo::GridBand>(mint::xlogo::kSides, side);
  return fits(selection.type, named<mint::xlogo::TaskType>(mint::xlogo::kTaskTypeNames,
                                                           lang::xlogo::type_name(task))) &&
         fits(selection.constraint,
              named<mint::xlogo::ConstraintKind>(mint::xlogo::kConstraintKindNames,
                                                 lang::xlogo::constraint_kind(task.constraints))) &&
         fits(selection.code, named<mint::xlogo::CodeConcept>(mint::xlogo::kConceptNames,
                                                              lang::xlogo::concept_name(code))) &&
         fits(selection.length,
              banded<mint::xlogo::LengthBand>(mint::xlogo::kLengths, code.length)) &&
         fits(selection.grid, grid);
}

Result<lang::xlogo::Task> mint_wanted(std::int64_t seed, const Selection& selection) {
  if (selection == Selection()) return mint::xlogo::minted(seed);
  std::vector<mint::xlogo::MintSpec> specs = mint::xlogo::all_specs();
  std::erase_if(specs,
                [&](const mint::xlogo::MintSpec& spec) { return !wanted_spec(selection, spec); });
  if (!specs.empty()) {
    const std::uint64_t first = Random(seed).randbelow(specs.size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
      if (auto task = mint::xlogo::mint_task(seed, specs[(first + i) % specs.size()]))
        return std::move(*task);
    }
  }
  return fail(ErrorCode::kUsage, "tasks of that kind are not made", "--mode");
}

}  // namespace papert::suite::xlogo
