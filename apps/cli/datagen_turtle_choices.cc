#include "datagen_turtle_choices.h"

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "datagen/turtle/by_rule.h"

namespace papert::cli {
namespace {

/// A line each; blank lines and those that begin with # do not count.
Result<std::vector<std::string>> read_instructions(const std::string& file) {
  const std::string text = TRY(read_file(file, std::size_t{1} << 20));
  std::vector<std::string> lines;
  for (const std::string_view part : split(text, '\n')) {
    const std::string_view line = trim(part);
    if (!line.empty() && !line.starts_with('#')) lines.emplace_back(line);
  }
  if (!lines.empty()) return lines;
  return fail(ErrorCode::kBadData, "there is no instruction in the file: write one a line", file);
}

std::string hash_of_lines(const std::vector<std::string>& lines) {
  Sha256 hash;
  for (const std::string& line : lines) hash.update(line + "\n");
  return hash.hex();
}

}  // namespace

void add_turtle_choices(Command& recipe, TurtleChoices& choices) {
  recipe
      .add_option("--guide", choices.guide,
                  "what tells how to change a program: pairs, as one program differs from another; "
                  "none, any change by lot; a file of instructions, one a line, of which one is "
                  "drawn for each candidate (for the grammar: names of operators)")
      ->type_name("pairs|none|FILE")
      ->capture_default_str();
}

Result<void> apply_choices(const TurtleChoices& choices, bool grammar,
                           datagen::GenerateOptions& options, datagen::Roles& roles) {
  options.settings.guide = choices.guide;
  if (choices.guide != "pairs" && choices.guide != datagen::kNobody) {
    options.instructions = TRY(read_instructions(choices.guide));
    if (grammar) TRY(datagen::check_operator_names(options.instructions));
    options.settings.guide = hash_of_lines(options.instructions);
  }
  if (options.settings.score == datagen::kNobody) roles.scorer = TRY(datagen::scorer_by_lot());
  return {};
}

}  // namespace papert::cli
