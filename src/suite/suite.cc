#include "suite/suite.h"

#include <algorithm>

namespace papert::suite {
namespace {

template <class Range, class Name>
std::string listed(const Range& range, Name name) {
  std::string text;
  for (const auto& entry : range) {
    if (!text.empty()) text += ", ";
    text += name(entry);
  }
  return text;
}

}  // namespace

Result<std::size_t> Suite::perturb_to(const std::filesystem::path&, const std::filesystem::path&,
                                      const PerturbOptions&) const {
  return fail(ErrorCode::kUsage, "suite " + std::string(name()) + " has no perturbations");
}

std::string_view chosen_value(const Modes& modes, const ModeInfo& mode) {
  const auto found = modes.find(mode.key);
  return found == modes.end() ? mode.values.front() : std::string_view(found->second);
}

std::size_t chosen_index(const Modes& modes, const ModeInfo& mode) {
  const auto place = std::find(mode.values.begin(), mode.values.end(), chosen_value(modes, mode));
  return static_cast<std::size_t>(place - mode.values.begin());
}

Result<Modes> resolve_modes(const Suite& suite, const Modes& given) {
  Modes modes;
  for (const ModeInfo& info : suite.modes()) modes.emplace(info.key, info.values.front());
  for (const auto& [key, value] : given) {
    const auto known = suite.modes();
    const auto info = std::find_if(known.begin(), known.end(),
                                   [&](const ModeInfo& mode) { return mode.key == key; });
    if (info == known.end()) {
      return fail(ErrorCode::kUsage,
                  "suite " + std::string(suite.name()) + " has no mode '" + key + "'" +
                      (known.empty() ? ": it has none"
                                     : "; its modes are: " +
                                           listed(known, [](const ModeInfo& m) { return m.key; })));
    }
    if (std::find(info->values.begin(), info->values.end(), value) == info->values.end()) {
      return fail(ErrorCode::kUsage,
                  "'" + value + "' is no value of mode " + key +
                      "; there are: " + listed(info->values, [](std::string_view v) { return v; }));
    }
    modes[key] = value;
  }
  return modes;
}

}  // namespace papert::suite
