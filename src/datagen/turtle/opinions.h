// What people said about grown drawings: the labels of kind quality/turtleai, as the page of
// `papert label quality/turtleai` saves them, a line of JSON for each:
//
//     {"kind": "quality/turtleai", "id": "0123456789abcdef", "annotator": "ann", "scores":
//      {"geometry": "good", "visual": "good", "structure": "bad", "alignment": "good",
//       "education": "good", "color": "good"}}
//
// The last line of an annotator about a drawing counts; "undone": true takes it back.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "base/result.h"

namespace papert::datagen {

/// By id: whether everybody who looked at the drawing called it good six times.
using Opinions = std::map<std::string, bool>;

/// Lines of other kinds are passed over. kBadData, naming the line, for one that cannot be read,
/// and where no line is of this kind.
[[nodiscard]] Result<Opinions> read_opinions(const std::filesystem::path& file);

}  // namespace papert::datagen
