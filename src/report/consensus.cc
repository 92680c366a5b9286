#include "report/consensus.h"

#include <fmt/format.h>

#include "base/text.h"

namespace papert::report {
namespace {

std::string figure(const Json& value) {
  return value.is_number() ? fmt::format("{:.4f}", value.get<double>()) : "-";
}

std::string count(const Json& value) { return format_count(value.get<std::int64_t>()); }

/// "0", "0 - 0.5", "> 2": one bar of the histogram.
std::string bar_name(const Json& bar) {
  if (bar["above"].is_null()) return "0";
  if (bar["up_to"].is_null()) return fmt::format("> {}", bar["above"].get<double>());
  return fmt::format("{} - {}", bar["above"].get<double>(), bar["up_to"].get<double>());
}

std::int64_t number(const Json& value) { return value.get<std::int64_t>(); }

Sheet runs_sheet(const Json& consensus) {
  Sheet sheet;
  sheet.name = "runs";
  sheet.columns = {{"run", "run"},
                   {"model", "model"},
                   {"answers", "answers", Shown::kCount},
                   {"unreadable", "unreadable", Shown::kCount}};
  for (const Json& run : consensus["runs"]) {
    sheet.rows.push_back({run["run"].get<std::string>(), run["model"].get<std::string>(),
                          number(run["answers"]), number(run["unreadable"])});
  }
  return sheet;
}

/// The mean entropy, and how much of the answers to a question the most frequent one is.
Sheet overall_sheet(const Json& consensus) {
  Sheet sheet;
  sheet.name = "overall";
  sheet.columns = {{"entropy", "mean entropy, bits", Shown::kMeanError},
                   {"consistency", "most frequent answer", Shown::kMean},
                   {"questions", "questions", Shown::kCount}};
  Figure consistency;
  if (consensus["consistency"].is_number()) {
    consistency.mean = consensus["consistency"].get<double>();
  }
  sheet.rows.push_back(
      {Figure::from_json(consensus["entropy"]), consistency, number(consensus["questions"])});
  return sheet;
}

Sheet histogram_sheet(const Json& consensus) {
  const bool people = consensus.contains("human");
  Sheet sheet;
  sheet.name = "histogram";
  sheet.columns = {{"entropy", "entropy, bits"}, {"questions", "questions", Shown::kCount}};
  if (people) {
    sheet.columns.push_back({"of_people", "of people's", Shown::kCount});
    sheet.columns.push_back({"people", "people", Shown::kCount});
  }
  const Json& models = consensus["entropy"]["histogram"];
  for (std::size_t i = 0; i < models.size(); ++i) {
    std::vector<Cell> row{bar_name(models[i]), number(models[i]["questions"])};
    if (people) {
      const Json& human = consensus["human"];
      row.emplace_back(number(human["models_entropy"]["histogram"][i]["questions"]));
      row.emplace_back(number(human["entropy"]["histogram"][i]["questions"]));
    }
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

Sheet batches_sheet(const Json& human) {
  Sheet sheet;
  sheet.name = "batches";
  sheet.columns = {{"batch", "batch"},
                   {"questions", "questions", Shown::kCount},
                   {"answers", "answers each"},
                   {"kappa", "Fleiss' kappa", Shown::kMean}};
  for (const Json& batch : human["batches"]) {
    const Json& each = batch["answers_per_question"];
    const std::string name = batch["batch"].get<std::string>();
    const std::string answers = each["fewest"] == each["most"]
                                    ? count(each["most"])
                                    : count(each["fewest"]) + " - " + count(each["most"]);
    Figure kappa;
    if (batch["kappa"].is_number()) kappa.mean = batch["kappa"].get<double>();
    sheet.rows.push_back(
        {name.empty() ? "(all)" : name, number(batch["questions"]), answers, kappa});
  }
  return sheet;
}

std::string human_text(const Json& human) {
  return fmt::format(
      "\npeople: {} annotators, {} questions\nmost common answer is the key: {} (ties {}, without "
      "a key {})\nmean entropy: people {} bits, models on the same questions {} bits\n\n",
      count(human["annotators"]), count(human["questions"]), figure(human["agreement_with_key"]),
      count(human["ties"]), count(human["without_key"]), figure(human["entropy"]["mean"]),
      figure(human["models_entropy"]["mean"]));
}

}  // namespace

std::vector<Sheet> consensus_sheets(const Json& consensus) {
  std::vector<Sheet> sheets{runs_sheet(consensus), overall_sheet(consensus),
                            histogram_sheet(consensus)};
  if (consensus.contains("human")) sheets.push_back(batches_sheet(consensus["human"]));
  for (Sheet& sheet : sheets) sheet.suite = consensus["suite"].get<std::string>();
  return sheets;
}

std::string consensus_text(const Json& consensus, const TableOptions& options) {
  const std::vector<Sheet> sheets = consensus_sheets(consensus);
  const std::span<const Sheet> all(sheets);
  std::string text = write_sheets(all.first(1), Format::kText, options);
  text += fmt::format(
      "\nquestions: {}\nmean entropy: {} bits\nmost frequent answer: {} of the answers "
      "to a question\n\n",
      count(consensus["questions"]), figure(consensus["entropy"]["mean"]),
      figure(consensus["consistency"]));
  text += write_sheets(all.subspan(2, 1), Format::kText, options);
  if (!consensus.contains("human")) return text;
  return text + human_text(consensus["human"]) +
         write_sheets(all.subspan(3), Format::kText, options);
}

}  // namespace papert::report
