// Graphics programs of all languages of the suite: read, found in a text, drawn.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "suite/sgp/question.h"

namespace papert::suite::sgp {

/// Whether the program is one of its language: the error of its reader.
[[nodiscard]] Result<void> check_program(mint::Language language, std::string_view program);

struct FoundProgram {
  mint::Language language = mint::Language::kSvg;
  std::string program;
};

/// The program between an instruction and a question: from the first <?xml or <svg to the last
/// </svg>, else the rest of the text from the first line with which it is a program of a CAD
/// notation. Nothing where there is none.
[[nodiscard]] std::optional<FoundProgram> find_program(std::string_view text);

}  // namespace papert::suite::sgp
