#include "report/label_agreement.h"

#include <fmt/format.h>

namespace papert::report {
namespace {

using analysis::KindAgreement;
using analysis::LabelAspect;
using analysis::LabelPair;
using analysis::LabelShares;

std::int64_t whole(std::size_t count) { return static_cast<std::int64_t>(count); }

Cell figure_cell(std::optional<double> value) {
  if (!value) return std::monostate();
  Figure figure;
  figure.mean = value;
  return figure;
}

Sheet kappa_sheet(const analysis::LabelAgreement& agreement) {
  Sheet sheet;
  sheet.name = "kappa";
  sheet.columns = {{"kind", "kind"},
                   {"aspect", "aspect"},
                   {"method", "method"},
                   {"annotators", "annotators", Shown::kCount},
                   {"labels", "labels", Shown::kCount},
                   {"items", "items, 2+ labels", Shown::kCount},
                   {"agreement", "agreement", Shown::kMean},
                   {"kappa", "kappa", Shown::kMean}};
  sheet.nested = 1;
  for (const KindAgreement& kind : agreement.kinds) {
    for (const LabelAspect& aspect : kind.aspects) {
      sheet.rows.push_back({kind.kind, aspect.name,
                            aspect.method.empty() ? std::string("-") : aspect.method,
                            whole(kind.annotators.size()), whole(kind.labels), whole(aspect.items),
                            figure_cell(aspect.agreement), figure_cell(aspect.kappa)});
    }
  }
  if (agreement.replaced > 0) {
    sheet.notes.push_back(fmt::format("{} of {} lines were replaced by later ones, or taken back",
                                      agreement.replaced, agreement.lines));
  }
  return sheet;
}

Sheet pairs_sheet(const KindAgreement& kind) {
  Sheet sheet;
  sheet.name = "pairs " + kind.kind;
  sheet.title = kind.kind + ": each pair of annotators";
  sheet.columns = {{"first", "first"},
                   {"second", "second"},
                   {"items", "items", Shown::kCount},
                   {"agreement", "agreement", Shown::kMean},
                   {"kappa", "Cohen's kappa", Shown::kMean}};
  for (const LabelPair& pair : kind.aspects.front().pairs) {
    sheet.rows.push_back({pair.first, pair.second, whole(pair.items), figure_cell(pair.agreement),
                          figure_cell(pair.kappa)});
  }
  return sheet;
}

/// Rows: what the first said; columns: what the second said of the same items.
Sheet confusion_sheet(const KindAgreement& kind, const LabelPair& pair) {
  Sheet sheet;
  sheet.name = fmt::format("confusion {} {} {}", kind.kind, pair.first, pair.second);
  sheet.title = fmt::format("{}: {} (rows) and {} (columns)", kind.kind, pair.first, pair.second);
  sheet.columns.push_back({"value", pair.first + " \\ " + pair.second});
  for (const std::string& value : pair.values) {
    sheet.columns.push_back({value, value, Shown::kCount});
  }
  for (std::size_t i = 0; i < pair.values.size(); ++i) {
    std::vector<Cell> row{pair.values[i]};
    row.insert(row.end(), pair.matrix[i].begin(), pair.matrix[i].end());
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

Sheet suggestion_sheet(const analysis::LabelAgreement& agreement) {
  Sheet sheet;
  sheet.name = "suggestions";
  sheet.title = "how often people chose what a rule would suggest, before they saw it";
  sheet.columns = {{"kind", "kind"},
                   {"labels", "labels", Shown::kCount},
                   {"right", "as suggested", Shown::kCount},
                   {"accuracy", "share", Shown::kMean},
                   {"informed", "made after, left out", Shown::kCount}};
  for (const KindAgreement& kind : agreement.kinds) {
    if (!kind.suggestion) continue;
    sheet.rows.push_back({kind.kind, whole(kind.suggestion->labels), whole(kind.suggestion->right),
                          figure_cell(kind.suggestion->accuracy()),
                          whole(kind.suggestion->informed)});
  }
  return sheet;
}

Sheet batches_sheet(const KindAgreement& kind) {
  Sheet sheet;
  sheet.name = "batches " + kind.kind;
  sheet.title = kind.kind + ": batches";
  sheet.columns = {{"batch", "batch"},
                   {"items", "items", Shown::kCount},
                   {"annotators", "annotators", Shown::kCount},
                   {"fewest", "fewest labels", Shown::kCount},
                   {"most", "most", Shown::kCount},
                   {"kappa", "Fleiss' kappa", Shown::kMean}};
  for (const analysis::LabelBatch& batch : kind.batches) {
    sheet.rows.push_back({batch.name, whole(batch.items), whole(batch.annotators),
                          whole(batch.fewest), whole(batch.most), figure_cell(batch.kappa)});
  }
  return sheet;
}

/// Choices in rows; runs in columns, and behind them what was published.
Sheet distribution_sheet(const KindAgreement& kind) {
  Sheet sheet;
  sheet.name = "distribution " + kind.kind;
  sheet.title = kind.kind + ": shares of labels, or means of marks, by run";
  sheet.columns.push_back({"choice", "choice"});
  std::vector<const LabelShares*> columns;
  for (const LabelShares& run : kind.runs) {
    columns.push_back(&run);
    sheet.columns.push_back({run.name, run.name, Shown::kMean});
  }
  for (const LabelShares& run : kind.published) {
    columns.push_back(&run);
    sheet.columns.push_back({run.name + " (published)", run.name + " (published)", Shown::kMean});
  }
  for (const std::string& choice : kind.choices) {
    std::vector<Cell> row{choice};
    for (const LabelShares* run : columns) {
      const auto share = run->shares.find(choice);
      row.push_back(share == run->shares.end() ? Cell() : figure_cell(share->second));
    }
    sheet.rows.push_back(std::move(row));
  }
  for (const LabelShares& run : kind.runs) {
    sheet.notes.push_back(
        fmt::format("{}: {} labels of {} items", run.name, run.labels, run.items));
  }
  const auto known = analysis::find_label_kind(kind.kind);
  if (known && !(*known)->published.empty()) sheet.notes.emplace_back((*known)->published);
  return sheet;
}

}  // namespace

std::vector<Sheet> label_sheets(const analysis::LabelAgreement& agreement, Format format) {
  std::vector<Sheet> sheets{kappa_sheet(agreement)};
  for (const KindAgreement& kind : agreement.kinds) {
    const std::vector<LabelPair>& pairs = kind.aspects.front().pairs;
    if (pairs.size() > 1) sheets.push_back(pairs_sheet(kind));
    const bool shown = format != Format::kText || pairs.size() <= kShownPairs;
    for (const LabelPair& pair : pairs) {
      if (shown) sheets.push_back(confusion_sheet(kind, pair));
    }
    if (!kind.batches.empty()) sheets.push_back(batches_sheet(kind));
    if (!kind.choices.empty()) sheets.push_back(distribution_sheet(kind));
  }
  Sheet suggestions = suggestion_sheet(agreement);
  if (!suggestions.rows.empty()) sheets.push_back(std::move(suggestions));
  return sheets;
}

std::string label_text(const analysis::LabelAgreement& agreement, const TableOptions& options) {
  return write_sheets(label_sheets(agreement, Format::kText), Format::kText, options);
}

}  // namespace papert::report
