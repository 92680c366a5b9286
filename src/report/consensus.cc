#include "report/consensus.h"

#include <fmt/format.h>

#include "base/text.h"

namespace papert::report {
namespace {

using analysis::Consensus;
using analysis::EntropyBar;

std::string figure(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

std::int64_t number(std::size_t value) { return static_cast<std::int64_t>(value); }

Sheet runs_sheet(const Consensus& consensus) {
  Sheet sheet;
  sheet.name = "runs";
  sheet.columns = {{"run", "run"},
                   {"model", "model"},
                   {"answers", "answers", Shown::kCount},
                   {"unreadable", "unreadable", Shown::kCount}};
  for (const analysis::ConsensusRun& run : consensus.runs) {
    sheet.rows.push_back({run.name, run.model, run.answers, run.unreadable});
  }
  return sheet;
}

/// The mean entropy, and how much of the answers to a question the most frequent one is.
Sheet overall_sheet(const Consensus& consensus) {
  Sheet sheet;
  sheet.name = "overall";
  sheet.columns = {{"entropy", "mean entropy, bits", Shown::kMeanError},
                   {"consistency", "most frequent answer", Shown::kMean},
                   {"questions", "questions", Shown::kCount}};
  Figure entropy;
  entropy.mean = consensus.entropy.mean;
  entropy.error = consensus.entropy.error;
  Figure consistency;
  consistency.mean = consensus.consistency;
  sheet.rows.push_back({entropy, consistency, number(consensus.questions)});
  return sheet;
}

Sheet histogram_sheet(const Consensus& consensus) {
  Sheet sheet;
  sheet.name = "histogram";
  sheet.columns = {{"entropy", "entropy, bits"}, {"questions", "questions", Shown::kCount}};
  if (consensus.human) {
    sheet.columns.push_back({"of_people", "of people's", Shown::kCount});
    sheet.columns.push_back({"people", "people", Shown::kCount});
  }
  const std::vector<EntropyBar>& models = consensus.entropy.histogram;
  for (std::size_t i = 0; i < models.size(); ++i) {
    std::vector<Cell> row{entropy_bar_name(models[i]), models[i].questions};
    if (consensus.human) {
      row.emplace_back(consensus.human->models_entropy.histogram[i].questions);
      row.emplace_back(consensus.human->entropy.histogram[i].questions);
    }
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

Sheet batches_sheet(const analysis::HumanConsensus& human) {
  Sheet sheet;
  sheet.name = "batches";
  sheet.columns = {{"batch", "batch"},
                   {"questions", "questions", Shown::kCount},
                   {"answers", "answers each"},
                   {"kappa", "Fleiss' kappa", Shown::kMean}};
  for (const analysis::HumanBatch& batch : human.batches) {
    const std::string most = format_count(batch.most_answers);
    const std::string answers = batch.fewest_answers == batch.most_answers
                                    ? most
                                    : format_count(batch.fewest_answers) + " - " + most;
    Figure kappa;
    kappa.mean = batch.kappa;
    sheet.rows.push_back(
        {batch.name.empty() ? "(all)" : batch.name, number(batch.questions), answers, kappa});
  }
  return sheet;
}

std::string human_text(const analysis::HumanConsensus& human) {
  return fmt::format(
      "\npeople: {} annotators, {} questions\nmost common answer is the key: {} (ties {}, without "
      "a key {})\nmean entropy: people {} bits, models on the same questions {} bits\n\n",
      format_count(number(human.annotators)), format_count(number(human.questions)),
      figure(human.agreement_with_key), format_count(human.ties),
      format_count(number(human.without_key)), figure(human.entropy.mean),
      figure(human.models_entropy.mean));
}

}  // namespace

std::string entropy_bar_name(const EntropyBar& bar) {
  if (!bar.above) return "0";
  if (!bar.up_to) return fmt::format("> {}", *bar.above);
  return fmt::format("{} - {}", *bar.above, *bar.up_to);
}

std::vector<Sheet> consensus_sheets(const Consensus& consensus) {
  std::vector<Sheet> sheets{runs_sheet(consensus), overall_sheet(consensus),
                            histogram_sheet(consensus)};
  if (consensus.human) sheets.push_back(batches_sheet(*consensus.human));
  for (Sheet& sheet : sheets) sheet.suite = consensus.suite;
  return sheets;
}

std::string consensus_text(const Consensus& consensus, const TableOptions& options) {
  const std::vector<Sheet> sheets = consensus_sheets(consensus);
  const std::span<const Sheet> all(sheets);
  std::string text = write_sheets(all.first(1), Format::kText, options);
  text += fmt::format(
      "\nquestions: {}\nmean entropy: {} bits\nmost frequent answer: {} of the answers "
      "to a question\n\n",
      format_count(number(consensus.questions)), figure(consensus.entropy.mean),
      figure(consensus.consistency));
  text += write_sheets(all.subspan(2, 1), Format::kText, options);
  if (!consensus.human) return text;
  return text + human_text(*consensus.human) + write_sheets(all.subspan(3), Format::kText, options);
}

}  // namespace papert::report
