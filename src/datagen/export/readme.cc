#include "datagen/export/readme.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/version.h"

namespace papert::datagen {
namespace {

void add_fact(std::string_view name, std::string_view value, std::string& text) {
  text += fmt::format("- {}: {}\n", name, value);
}

void add_count(std::string_view name, std::size_t count, std::string& text) {
  add_fact(name, std::to_string(count), text);
}

/// The folder has no name here: the same set has the same bytes wherever it lies.
std::string load_line(const ExportFormat& format, const std::string& suite) {
  std::string line(format.load);
  for (const auto& [word, value] : {std::pair<std::string_view, std::string>{"{dir}", "DIR"},
                                    std::pair<std::string_view, std::string>{"SUITE", suite}}) {
    for (std::size_t at = line.find(word); at != std::string::npos;
         at = line.find(word, at + value.size())) {
      line.replace(at, word.size(), value);
    }
  }
  return line;
}

constexpr const char* kLicence =
    "Minted tasks are made by Papert and are free to use. Tasks of a data folder, and what models "
    "replied, come with the terms of those who made them; check them before you pass this on.";

}  // namespace

std::string readme_text(const ExportSource& source, const ExportOptions& options,
                        const ExportReport& report) {
  const ExportFormat& format = *options.format;
  std::string text = fmt::format(
      "# {} examples for {}\n\nWritten by papert {}. Load it, DIR being this folder, with\n\n"
      "    {}\n\n## What it is\n\n",
      source.suite(), format.trainer, version(), load_line(format, source.suite()));
  add_fact("format", format.name, text);
  add_fact("for", use_name(options.use), text);
  add_count("train", report.train, text);
  add_count("validation", report.validation, text);
  add_count("pictures", report.pictures, text);
  text += "\n## What it was made from\n\n";
  for (const auto& [name, value] : source.facts()) add_fact(name, value, text);
  for (const suite::Tag& tag : options.tags.only) add_fact("only", tag.key + "=" + tag.value, text);
  for (const suite::Tag& tag : options.tags.without) {
    add_fact("without", tag.key + "=" + tag.value, text);
  }
  if (options.limit || options.split) add_fact("seed", std::to_string(options.seed), text);
  text += "\n## What was left out\n\n";
  add_count("tasks of other tags", report.unselected, text);
  add_count("tasks of published evaluation sets", report.evaluation, text);
  add_count("tasks equal to excluded data", report.excluded, text);
  add_count("examples of the set's own evaluation split", report.held_out, text);
  add_count("examples beyond the limit or the splits", report.left_over, text);
  add_count("examples with a placeholder of their own", report.unusable.size(), text);
  return text + "\n## Licence\n\n" + kLicence + "\n";
}

std::map<std::string, std::string> readme_facts(std::string_view text) {
  std::map<std::string, std::string> facts;
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t colon = line.find(": ");
    if (!line.starts_with("- ") || colon == std::string_view::npos) continue;
    facts.emplace(line.substr(2, colon - 2), line.substr(colon + 2));
  }
  return facts;
}

}  // namespace papert::datagen
