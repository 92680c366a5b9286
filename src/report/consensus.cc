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

std::string histogram_table(const Json& consensus, const TableOptions& options) {
  const bool people = consensus.contains("human");
  std::vector<std::string> header{"entropy, bits", "questions"};
  if (people) header.insert(header.end(), {"of people's", "people"});
  TextTable table(std::move(header));
  const Json& models = consensus["entropy"]["histogram"];
  for (std::size_t i = 0; i < models.size(); ++i) {
    std::vector<std::string> row{bar_name(models[i]), count(models[i]["questions"])};
    if (people) {
      row.push_back(count(consensus["human"]["models_entropy"]["histogram"][i]["questions"]));
      row.push_back(count(consensus["human"]["entropy"]["histogram"][i]["questions"]));
    }
    table.add_row(std::move(row));
  }
  return table.to_string(options);
}

std::string human_text(const Json& human, const TableOptions& options) {
  std::string text = fmt::format(
      "\npeople: {} annotators, {} questions\nmost common answer is the key: {} (ties {}, without "
      "a "
      "key {})\nmean entropy: people {} bits, models on the same questions {} bits\n\n",
      count(human["annotators"]), count(human["questions"]), figure(human["agreement_with_key"]),
      count(human["ties"]), count(human["without_key"]), figure(human["entropy"]["mean"]),
      figure(human["models_entropy"]["mean"]));
  TextTable table({"batch", "questions", "answers each", "Fleiss' kappa"});
  for (const Json& batch : human["batches"]) {
    const Json& each = batch["answers_per_question"];
    const std::string name = batch["batch"].get<std::string>();
    const std::string answers = each["fewest"] == each["most"]
                                    ? count(each["most"])
                                    : count(each["fewest"]) + " - " + count(each["most"]);
    table.add_row({name.empty() ? "(all)" : name, count(batch["questions"]), answers,
                   figure(batch["kappa"])});
  }
  return text + table.to_string(options);
}

}  // namespace

std::string consensus_text(const Json& consensus, const TableOptions& options) {
  TextTable runs({"run", "model", "answers", "unreadable"});
  for (const Json& run : consensus["runs"]) {
    runs.add_row({run["run"].get<std::string>(), run["model"].get<std::string>(),
                  count(run["answers"]), count(run["unreadable"])});
  }
  std::string text = runs.to_string(options);
  text += fmt::format(
      "\nquestions: {}\nmean entropy: {} bits\nmost frequent answer: {} of the answers "
      "to a question\n\n",
      count(consensus["questions"]), figure(consensus["entropy"]["mean"]),
      figure(consensus["consistency"]));
  text += histogram_table(consensus, options);
  if (consensus.contains("human")) text += human_text(consensus["human"], options);
  return text;
}

}  // namespace papert::report
