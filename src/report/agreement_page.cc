// The gallery: a section for each row of the table and one for the tasks on which a group is
// divided, in it a line for each task with its target and what every run drew. Pictures come from
// the run folders; each is embedded once and shown as often as it is needed (a style rule that
// names it), because all runs share their targets.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/programs.h"
#include "base/base64.h"
#include "base/file.h"
#include "base/html.h"
#include "base/page.h"
#include "report/agreement.h"
#include "report/programs.h"
#include "run/folder.h"
#include "run/log.h"

namespace papert::report {
namespace {

constexpr std::size_t kMaxDrawingBytes = std::size_t{8} << 20;

constexpr std::string_view kAgreementStyle = R"(
main { padding: var(--space-4) 0 var(--space-5); } th { color: var(--soft); font-size: var(--small); }
main section { padding-top: var(--space-4); } main h2 { margin: var(--space-4) 0 var(--space-1); } main section h2 { margin-top: 0; } h3 { margin: 0; font-size: 0.9375rem; overflow-wrap: anywhere; }
table { width: auto; } th, td { text-align: left; } td:last-child { text-align: right; }
article { padding: var(--space-3) 0; border-top: 1px solid var(--rule); }
.drawings { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: var(--space-3); }
figure { min-width: 0; margin: var(--space-2) 0 0; } figcaption { color: var(--soft); font-size: var(--small); overflow-wrap: anywhere; }
.picture { display: grid; place-items: center; aspect-ratio: 1; border: 1px solid var(--rule); background: var(--mat) center / contain no-repeat; color: var(--ink); font-size: var(--small); }
.target .picture { border-color: var(--strong-rule); }
.programs { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: var(--space-3); }
.program { margin: var(--space-1) 0; overflow-x: auto; font: var(--small)/1.4 var(--mono); } mark { background: var(--bad-ground); color: inherit; }
.yes { color: var(--good); } .no { color: var(--bad); }
)";

/// What one run has to show of a task: its first epoch, and how many were right.
struct ShownTask {
  std::int64_t epoch = -1;
  std::int64_t samples = 0;
  std::int64_t right = 0;
  std::string verdict;
  std::vector<std::string> pictures;  // hashes, the target first
  std::string code;
  std::optional<std::int64_t> failing_line;
  std::string reason;
};

struct ShownRun {
  std::string title;
  std::filesystem::path folder;
  std::map<std::string, ShownTask> tasks;
};

Result<ShownRun> read_run(const std::string& title, const std::filesystem::path& folder,
                          const std::set<std::string>& wanted, bool programs) {
  ShownRun run{title, folder, {}};
  const run::Part part = programs ? run::Part::kAll : run::Part::kFigures;
  TRY(run::read_log(run::samples_path(folder), part, [&](const run::Record& record) {
    if (!wanted.contains(record.id)) return;
    ShownTask& shown = run.tasks[record.id];
    ++shown.samples;
    shown.right += record.right() ? 1 : 0;
    if (shown.epoch >= 0 && record.epoch > shown.epoch) return;
    shown.epoch = record.epoch;
    shown.verdict = suite::verdict_name(record.verdict);
    shown.pictures.clear();
    for (const run::RecordedPicture& picture : record.pictures) {
      shown.pictures.push_back(picture.image);
    }
    shown.code = record.texts.answer;
    shown.failing_line = analysis::failing_line(record, shown.code);
    const std::string* const message = record.detail_text("message");
    shown.reason = message == nullptr ? "" : *message;
  }));
  return run;
}

class Gallery {
 public:
  Gallery(std::vector<ShownRun> runs, const GalleryLimits& limits)
      : runs_(std::move(runs)), budget_(limits.picture_bytes), programs_(limits.programs) {}

  [[nodiscard]] std::string task(const std::string& id) {
    std::string html =
        fmt::format("<article><h3>{}</h3><div class=\"drawings\">", html_escaped(id));
    html += target(id);
    for (const ShownRun& run : runs_) {
      const auto found = run.tasks.find(id);
      if (found == run.tasks.end()) continue;
      const ShownTask& shown = found->second;
      const std::string caption = shown.samples == 1
                                      ? shown.verdict
                                      : fmt::format("{} of {} right", shown.right, shown.samples);
      html += fmt::format(
          "<figure>{}<figcaption>{}<br><span class=\"{}\">{}</span></figcaption></figure>",
          picture(run, shown.pictures.size() > 1 ? shown.pictures[1] : "", "no drawing kept"),
          html_escaped(run.title), shown.right == shown.samples ? "yes" : "no",
          html_escaped(caption));
    }
    return html + "</div>" + (programs_ ? programs(id) : "") + "</article>\n";
  }

  /// Style rules with the pictures that were used.
  [[nodiscard]] const std::string& rules() const { return rules_; }

 private:
  /// What every run answered, side by side.
  [[nodiscard]] std::string programs(const std::string& id) const {
    std::string html = "<div class=\"programs\">";
    for (const ShownRun& run : runs_) {
      const auto found = run.tasks.find(id);
      if (found == run.tasks.end()) continue;
      const ShownTask& shown = found->second;
      html += fmt::format(
          "<figure>{}<figcaption>{}<br><span class=\"{}\">{}</span></figcaption></figure>",
          program_html(shown.code, shown.failing_line), html_escaped(run.title),
          shown.verdict == "right" ? "yes" : "no",
          html_escaped(shown.reason.empty() ? shown.verdict : shown.reason));
    }
    return html + "</div>";
  }

  std::string target(const std::string& id) {
    for (const ShownRun& run : runs_) {
      const auto found = run.tasks.find(id);
      if (found == run.tasks.end() || found->second.pictures.empty()) continue;
      return fmt::format("<figure class=\"target\">{}<figcaption>target</figcaption></figure>",
                         picture(run, found->second.pictures[0], "no picture"));
    }
    return "";
  }

  std::string picture(const ShownRun& run, const std::string& hash, std::string_view otherwise) {
    if (!embed(run, hash)) return fmt::format("<div class=\"picture\">{}</div>", otherwise);
    return fmt::format("<div class=\"picture p{}\"></div>", hash.substr(0, 16));
  }

  /// False where the picture is missing or there is no room for it.
  bool embed(const ShownRun& run, const std::string& hash) {
    if (!run::is_picture_hash(hash)) return false;
    if (embedded_.contains(hash)) return true;
    const auto bytes = read_file(run::picture_path(run.folder, hash), kMaxDrawingBytes);
    if (!bytes || bytes->size() > budget_) return false;
    budget_ -= bytes->size();
    rules_ += fmt::format(".p{} {{ background-image: url(data:image/png;base64,{}); }}\n",
                          hash.substr(0, 16), base64(*bytes));
    embedded_.insert(hash);
    return true;
  }

  std::vector<ShownRun> runs_;
  std::size_t budget_;
  bool programs_;
  std::set<std::string> embedded_;
  std::string rules_;
};

using analysis::Agreement;
using analysis::AgreementRow;

std::string row_title(const Agreement& agreement, const AgreementRow& row) {
  std::string title;
  for (std::size_t g = 0; g < row.solves.size(); ++g) {
    title += fmt::format("{}{} {}", g == 0 ? "" : ", ", html_escaped(agreement.groups[g].name),
                         row.solves[g] ? "solve" : "fail");
  }
  return title;
}

std::string rows_html(const Agreement& agreement) {
  std::string html = "<div class=\"scroll\" tabindex=\"0\"><table><tr>";
  for (const analysis::AgreementGroup& group : agreement.groups) {
    html += "<th>" + html_escaped(group.name) + "</th>";
  }
  html += "<th>tasks</th></tr>\n";
  for (const AgreementRow& row : agreement.rows) {
    html += "<tr>";
    for (const bool solves : row.solves) {
      html +=
          fmt::format("<td class=\"{}\">{}</td>", solves ? "yes" : "no", solves ? "solve" : "fail");
    }
    html += fmt::format("<td>{}</td></tr>\n", row.ids.size());
  }
  html +=
      fmt::format("</table></div>\n<p>In {} more tasks a group is divided; they come last.</p>\n",
                  agreement.divided.size());
  for (const std::string& warning : agreement_warnings(agreement)) {
    html += "<p class=\"no\">* " + html_escaped(warning) + "</p>\n";
  }
  return html;
}

/// Every metric of the groups: the mean over runs and its standard error.
std::string metrics_html(const Agreement& agreement) {
  std::string html =
      "<h2>Means over the runs of a group</h2>\n<div class=\"scroll\" tabindex=\"0\">"
      "<table><tr><th>group</th>";
  for (const suite::MetricInfo& info : agreement.metrics) {
    html += "<th>" + html_escaped(info.title) + "</th>";
  }
  html += "<th>runs</th></tr>\n";
  for (const analysis::AgreementGroup& group : agreement.groups) {
    html += "<tr><td>" + html_escaped(group.name) + "</td>";
    for (const analysis::Figure& figure : group.metrics) {
      html += figure.mean ? fmt::format("<td>{:.4f}", *figure.mean) : std::string("<td>-");
      if (figure.error) html += fmt::format(" \u00b1 {:.4f}", *figure.error);
      html += "</td>";
    }
    html += fmt::format("<td>{}</td></tr>\n", group.runs.size());
  }
  return html + "</table></div>\n";
}

/// A section of the page.
struct Part {
  std::string title;  // as HTML
  std::size_t all = 0;
  std::vector<std::string> shown;
};

std::vector<Part> parts_of(const Agreement& agreement, const GalleryLimits& limits) {
  std::vector<Part> parts;
  const auto add = [&](std::string title, const std::vector<std::string>& ids) {
    if (ids.empty()) return;
    const auto shown = static_cast<std::ptrdiff_t>(std::min(ids.size(), limits.tasks_per_row));
    parts.push_back({std::move(title), ids.size(), {ids.begin(), ids.begin() + shown}});
  };
  for (const AgreementRow& row : agreement.rows) add(row_title(agreement, row), row.ids);
  add("a group is divided", agreement.divided);
  return parts;
}

}  // namespace

Result<std::string> agreement_html(const Agreement& agreement, const GalleryLimits& limits) {
  const std::vector<Part> parts = parts_of(agreement, limits);
  std::set<std::string> wanted;
  for (const Part& part : parts) wanted.insert(part.shown.begin(), part.shown.end());
  std::vector<ShownRun> runs;
  for (const analysis::AgreementGroup& group : agreement.groups) {
    for (const analysis::AgreementRun& run : group.runs) {
      runs.push_back(
          TRY(read_run(group.name + ": " + run.name, run.folder, wanted, limits.programs)));
    }
  }
  Gallery gallery(std::move(runs), limits);
  std::string body;
  for (const Part& part : parts) {
    const std::string cut = part.shown.size() < part.all
                                ? fmt::format(", the first {} are shown", part.shown.size())
                                : "";
    body += fmt::format("<section><h2>{}</h2><p>{} tasks{}</p>\n", part.title, part.all, cut);
    for (const std::string& id : part.shown) body += gallery.task(id);
    body += "</section>\n";
  }
  return page_html({.title = "Agreement",
                    .style = std::string(kAgreementStyle) + gallery.rules(),
                    .body = fmt::format("<header><h1>{}: what the runs agree on</h1></header>\n"
                                        "<main>\n{}{}{}</main>\n",
                                        html_escaped(agreement.suite), rows_html(agreement),
                                        metrics_html(agreement), body)});
}

}  // namespace papert::report
