#include <fmt/format.h>

#include "base/text.h"
#include "base/version.h"
#include "datagen/sit/generate.h"

namespace papert::datagen::sit {
namespace {

constexpr std::string_view kTraining = R"(
## Training

Every `sit-*.jsonl` has one example a line: `{{"id", "messages": [user, assistant], "images": []}}`. Beside each, `.ids` lists
its programs and their direction. LLaMA-Factory reads them through `dataset_info.json`: put this folder as `dataset_dir` and one of
the names there (such as `{0}`) as `dataset` into a configuration of `examples/training/sgp-sit-*.yaml`, or, with an
instruction set mixed in, `sgp-mixed-llama31-8b.yaml`. Other trainers:

    load_dataset("json", data_files="{0}.jsonl")

The longest program of a set says what `cutoff_len` must hold; three bytes of SVG are about one token.

To evaluate before and after: `papert eval sgp --data sgp_inv_testset.csv --model ... --extract judge-always --judge ...`.
)";

constexpr std::string_view kRights = R"(
## Rights

The programs keep the licence of where they come from, and descriptions may be bound by the terms of the model that wrote them.
Programs of evaluation sets that were given with `--exclude`, and of the published tables of sgp that Papert knows, are not in here.
)";

std::string count_of(std::size_t count) { return format_count(static_cast<std::int64_t>(count)); }

}  // namespace

std::string sit_readme(const SitOptions& options, const SitReport& report,
                       const std::string& describer) {
  std::string text = fmt::format(
      "# Instruction data from SVG programs\n\nMade by papert {} (`papert datagen sit`) from {} "
      "programs, described by {}, seed {}.\n",
      version(), count_of(report.programs), describer, options.seed);
  if (describer == "mock") {
    text +=
        "The descriptions were put together from the programs' own facts, without a model that "
        "sees: good for a trial, not for training.\n";
  }
  if (report.accepted < report.wanted) {
    text += fmt::format(
        "\n{} programs are asked for, and {} could be used: all sizes are smaller in that "
        "proportion.\n",
        count_of(report.wanted), count_of(report.accepted));
  }
  text +=
      "\n| file | lines | forward | reverse | mixed in | longest program, bytes |\n"
      "|---|---|---|---|---|---|\n";
  for (const TrainingFile& file : report.files) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", file.name, count_of(file.lines),
                        count_of(file.lines - file.reverse - file.mixed_in), count_of(file.reverse),
                        count_of(file.mixed_in), count_of(file.longest));
  }
  text +=
      "\nWhat became of the programs (`pool.jsonl` has each, with the reason):\n\n"
      "| status | programs |\n|---|---|\n";
  for (const auto& [status, count] : report.counts) {
    text += fmt::format("| {} | {} |\n", name_of(status), count_of(count));
  }
  if (report.spent_usd > 0) text += fmt::format("\nRequests cost ${:.2f}.\n", report.spent_usd);
  const std::string& first = report.files.front().name;
  text += fmt::format(fmt::runtime(kTraining), first.substr(0, first.rfind('.')));
  text += kRights;
  return text;
}

}  // namespace papert::datagen::sit
