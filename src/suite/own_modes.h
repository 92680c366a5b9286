// Data that say themselves in which modes they are to be loaded, for those who open a folder and
// were told of no modes.
#pragma once

#include <filesystem>

#include "suite/suite.h"

namespace papert::suite {

/// Beside Suite, where folders have modes of their own: a dialect, say.
class OwnModes {
 public:
  virtual ~OwnModes() = default;

  /// The modes that load() insists on for the data at this place.
  [[nodiscard]] virtual Modes modes_of(const std::filesystem::path& data) const = 0;
};

/// Those, and the defaults of all others.
[[nodiscard]] inline Result<Modes> modes_for(const Suite& suite,
                                             const std::filesystem::path& data) {
  const auto* own = dynamic_cast<const OwnModes*>(&suite);
  return resolve_modes(suite, own == nullptr ? Modes() : own->modes_of(data));
}

}  // namespace papert::suite
