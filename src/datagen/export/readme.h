// README.md of an export: what it is, what it was made from, how it is loaded. `papert export
// --check` reads its list of facts again, which is why they have fixed names.
#pragma once

#include <map>
#include <string>

#include "datagen/export/export.h"

namespace papert::datagen {

[[nodiscard]] std::string readme_text(const ExportSource& source, const ExportOptions& options,
                                      const ExportReport& report);

/// The facts of a README.md, name -> value; of several with one name the first.
[[nodiscard]] std::map<std::string, std::string> readme_facts(std::string_view text);

}  // namespace papert::datagen
