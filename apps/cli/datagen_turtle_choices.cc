#include "datagen_turtle_choices.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "cli.h"
#include "datagen/turtle/bench_set.h"
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
  recipe
      .add_option("--balance", choices.balance,
                  "category: keep the share --keep of each category, not of the whole round")
      ->type_name("none|category")
      ->check(one_of({"none", "category"}))
      ->capture_default_str();
  recipe
      .add_option("--picture", choices.picture,
                  "of tasks: clean, as drawn by hand, or both (dataset and dataset-hand)")
      ->type_name("clean|hand|both")
      ->check(one_of({"clean", "hand", "both"}))
      ->capture_default_str();
  recipe
      .add_option("--select", choices.select,
                  "labels of people (papert label quality/turtleai): what is good six times "
                  "becomes the folder selected; the same command may be repeated with it")
      ->type_name("FILE");
  recipe
      .add_option("--as", choices.as,
                  "turtlebench: the set also as the folder turtlebench, shapes and tweaks of them "
                  "in black ink; the same command may be repeated with it")
      ->type_name("turtleai|turtlebench")
      ->check(one_of({"turtleai", "turtlebench"}))
      ->capture_default_str();
}

Result<void> apply_choices(const TurtleChoices& choices, bool grammar,
                           datagen::GenerateOptions& options, datagen::Roles& roles) {
  if (!choices.select.empty() && options.until != datagen::Stage::kDataset) {
    return fail(ErrorCode::kUsage, "people choose from the finished set: leave out --until",
                "--select");
  }
  options.settings.balance = choices.balance == "category";
  options.settings.picture = choices.picture;
  options.select = choices.select;
  options.settings.guide = choices.guide;
  if (choices.guide != "pairs" && choices.guide != datagen::kNobody) {
    options.instructions = TRY(read_instructions(choices.guide));
    if (grammar) TRY(datagen::check_operator_names(options.instructions));
    options.settings.guide = hash_of_lines(options.instructions);
  }
  if (options.settings.score == datagen::kNobody) roles.scorer = TRY(datagen::scorer_by_lot());
  return {};
}

std::string selection_words(const datagen::GenerateOptions& options,
                            const datagen::GenerateReport& report) {
  const std::string out = options.out.string();
  if (report.selected) {
    const datagen::SelectedCounts& counts = *report.selected;
    std::string words = fmt::format(
        "{}/selected: {} that people called good six times; {} called bad, {} without a label\n",
        out, counted(static_cast<std::int64_t>(counts.good), "task"),
        format_count(static_cast<std::int64_t>(counts.bad)),
        format_count(static_cast<std::int64_t>(counts.unlabelled)));
    if (counts.strangers > 0) {
      words += fmt::format("{} of drawings that are not in the set\n",
                           counted(static_cast<std::int64_t>(counts.strangers), "label"));
    }
    return words;
  }
  if (options.settings.preset != "syn") return "";
  return fmt::format(
      "to choose by hand, as the published set was:\n"
      "  papert label quality/turtleai {0}/dataset -o {0}/label.html\n"
      "  and the same command with --select FILE, the labels that the page saves\n",
      out);
}

Result<void> write_other_suite(const TurtleChoices& choices,
                               const datagen::GenerateOptions& options) {
  if (choices.as == "turtleai") return {};
  const datagen::BenchSetReport report = TRY(datagen::write_bench_set(options.out, options.cancel));
  print(fmt::format("{}/turtlebench: {} and {} of them; {} left out, whose ink is there already\n",
                    options.out.string(),
                    counted(static_cast<std::int64_t>(report.shapes), "shape"),
                    counted(static_cast<std::int64_t>(report.tweaks), "tweak"),
                    counted(static_cast<std::int64_t>(report.alike), "program")));
  return {};
}

}  // namespace papert::cli
