#include "report/reconcile.h"

#include <fmt/format.h>

#include "base/text.h"

namespace papert::report {
namespace {

std::string number(std::size_t value) { return format_count(static_cast<std::int64_t>(value)); }

std::string policy_name(const analysis::ReconciledPolicy& policy) {
  return policy.metric.empty() ? policy.reading : policy.reading + ", " + policy.metric;
}

std::string verdict_text(suite::Verdict verdict, const std::string& rule) {
  const std::string name(suite::verdict_name(verdict));
  return rule.empty() ? name : fmt::format("{} ({})", name, rule);
}

std::string moved_text(const analysis::ReconciledPolicy& policy) {
  if (policy.moved.empty()) return "";
  std::string text = fmt::format("\n{}: {} of {} that move\n", policy_name(policy),
                                 number(policy.moved.size()), number(policy.gained + policy.lost));
  for (const analysis::MovedSample& moved : policy.moved) {
    text += fmt::format("  {} #{}: {} -> {}\n", moved.id, moved.epoch,
                        verdict_text(moved.from, moved.from_rule),
                        verdict_text(moved.to, moved.to_rule));
  }
  return text;
}

}  // namespace

std::string reconciliation_text(const analysis::Reconciliation& reconciliation,
                                const TableOptions& options) {
  std::string text = fmt::format("{} {}  (run {}): {} right of {} scored, as recorded\n\n",
                                 reconciliation.suite, reconciliation.model, reconciliation.run,
                                 number(reconciliation.right), number(reconciliation.scored));
  TextTable table({"reading", "metric", "right", "scored", "share", "gained", "lost"});
  std::string unavailable;
  std::string moved;
  for (const analysis::ReconciledPolicy& policy : reconciliation.policies) {
    if (!policy.unavailable.empty()) {
      unavailable += fmt::format("{}: {}\n", policy_name(policy), policy.unavailable);
      continue;
    }
    table.add_row({policy.reading + (policy.recorded ? " *" : ""),
                   policy.metric.empty() ? "-" : policy.metric, number(policy.right),
                   number(policy.scored), fmt::format("{:.4f}", policy.share()),
                   number(policy.gained), number(policy.lost)});
    moved += moved_text(policy);
  }
  text += table.to_string(options) + "* as the run was scored\n";
  if (!unavailable.empty()) text += "\n" + unavailable;
  return text + moved;
}

}  // namespace papert::report
