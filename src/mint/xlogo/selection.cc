#include "mint/xlogo/selection.h"

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace papert::mint::xlogo {
namespace {

/// The one that a name, or a value within the bands, stands for.
template <class Enum, std::size_t N>
std::optional<Enum> named(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto place = std::find(names.begin(), names.end(), name);
  if (place == names.end()) return std::nullopt;
  return static_cast<Enum>(place - names.begin());
}
template <class Enum, std::size_t N>
std::optional<Enum> banded(const std::array<Band, N>& bands, std::size_t value) {
  const auto place = std::find_if(bands.begin(), bands.end(), [&](const Band& band) {
    return band.contains(static_cast<int>(value));
  });
  if (place == bands.end()) return std::nullopt;
  return static_cast<Enum>(place - bands.begin());
}

template <class Enum>
bool fits(std::optional<Enum> wish, std::optional<Enum> fact) {
  return !wish || wish == fact;
}

bool wanted_spec(const Selection& selection, const MintSpec& spec) {
  return fits(selection.type, std::optional(spec.type)) &&
         fits(selection.constraint, std::optional(spec.constraint)) &&
         fits(selection.code, std::optional(spec.code)) &&
         fits(selection.length, std::optional(spec.length)) &&
         fits(selection.grid, std::optional(spec.grid));
}

}  // namespace

bool wanted(const Selection& selection, const lang::xlogo::Task& task) {
  const lang::xlogo::Facts code = lang::xlogo::facts(task.solution);
  const auto side = static_cast<std::size_t>(std::max(task.world.width, task.world.height));
  const auto grid = side > 6 ? std::optional(GridBand::kFrom7) : banded<GridBand>(kSides, side);
  return fits(selection.type, named<TaskType>(kTaskTypeNames, lang::xlogo::type_name(task))) &&
         fits(selection.constraint,
              named<ConstraintKind>(kConstraintKindNames,
                                    lang::xlogo::constraint_kind(task.constraints))) &&
         fits(selection.code, named<CodeConcept>(kConceptNames, lang::xlogo::concept_name(code))) &&
         fits(selection.length, banded<LengthBand>(kLengths, code.length)) &&
         fits(selection.grid, grid);
}

Result<lang::xlogo::Task> mint_wanted(std::int64_t seed, const Selection& selection) {
  if (selection == Selection()) return minted(seed);
  std::vector<MintSpec> specs = all_specs();
  std::erase_if(specs, [&](const MintSpec& spec) { return !wanted_spec(selection, spec); });
  if (!specs.empty()) {
    const std::uint64_t first = Random(seed).randbelow(specs.size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
      if (auto task = mint_task(seed, specs[(first + i) % specs.size()])) return std::move(*task);
    }
  }
  return fail(ErrorCode::kUsage, "tasks of that kind are not made", "--mode");
}

}  // namespace papert::mint::xlogo
