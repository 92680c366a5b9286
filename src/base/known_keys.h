// Finds misspelt keys in files that people write by hand. A reader that looks up the keys it knows
// never sees "atmost" for "at_most": the limit it should have been is simply not there.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace papert {

/// A key that objects of one kind may have. Where its value is an object, or a list of objects
/// (however deep), `inside` lists the keys of those; without it they are not looked at.
struct KnownKey {
  std::string_view name;
  std::span<const KnownKey> inside = {};
};

/// kBadData at keys that are not known, the first five of them, with the place of each and the
/// nearest known one:
/// "constraints[0]: there is no key 'atmost'; did you mean 'at_most'?".
[[nodiscard]] Result<void> check_keys(const Json& json, std::span<const KnownKey> known,
                                      const std::string& where);

}  // namespace papert
