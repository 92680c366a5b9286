#include "report/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/html.h"
#include "base/page.h"
#include "base/text.h"
#include "base/version.h"

namespace papert::report {
namespace {

using analysis::Certificate;
using analysis::CertifiedKey;
using analysis::CertifiedSource;
using analysis::KeyOverlap;

constexpr std::string_view kCertificateStyle = R"(
td.label { overflow-wrap: anywhere; min-width: 7rem; } td.label:last-child { min-width: 12rem; }
h1.clear { color: var(--good); } h1.shared { color: var(--bad); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.5rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
)";

std::int64_t counted_as(std::size_t n) { return static_cast<std::int64_t>(n); }
std::string grouped(std::size_t n) { return format_count(counted_as(n)); }

const CertifiedKey* key_of(const Certificate& certificate, suite::KeyKind kind) {
  const auto found = std::ranges::find_if(
      certificate.keys, [&](const CertifiedKey& key) { return key.info.kind == kind; });
  return found == certificate.keys.end() ? nullptr : &*found;
}

bool key_counts(const Certificate& certificate, suite::KeyKind kind) {
  const CertifiedKey* const key = key_of(certificate, kind);
  return key != nullptr && key->counts;
}

/// The most tasks that one kind of key that counts finds in a source.
std::size_t shared_with(const Certificate& certificate, const CertifiedSource& source) {
  std::size_t most = 0;
  for (const KeyOverlap& overlap : source.keys) {
    if (key_counts(certificate, overlap.kind)) most = std::max(most, overlap.tasks);
  }
  return most;
}

Sheet keys_sheet(const Certificate& certificate) {
  Sheet sheet;
  sheet.name = "keys";
  sheet.title = "What is compared";
  sheet.columns = {{"key", "key"},
                   {"tasks", "tasks", Shown::kCount},
                   {"distinct", "distinct", Shown::kCount},
                   {"counts", "an overlap"},
                   {"equal", "equal in tasks that share it"}};
  for (const CertifiedKey& key : certificate.keys) {
    sheet.rows.push_back({std::string(suite::key_name(key.info.kind)), counted_as(key.tasks),
                          counted_as(key.distinct), std::string(key.counts ? "yes" : "no"),
                          std::string(key.info.equal)});
  }
  for (const CertifiedKey& key : certificate.keys) {
    if (key.tasks == certificate.tasks) continue;
    sheet.notes.push_back(fmt::format("{} of {} tasks have no {} and were not compared by it",
                                      grouped(certificate.tasks - key.tasks),
                                      grouped(certificate.tasks), suite::key_name(key.info.kind)));
  }
  return sheet;
}

std::string how_shared(const KeyOverlap& overlap, bool counts) {
  if (!overlap.looked_for) return "nothing there has one";
  if (overlap.tasks == 0) return "none";
  return counts ? "overlap" : "shared, proves nothing";
}

Sheet overlap_sheet(const Certificate& certificate) {
  Sheet sheet;
  sheet.name = "overlap";
  sheet.title = "What is shared";
  sheet.columns = {{"source", "compared with"},
                   {"items", "items", Shown::kCount},
                   {"key", "key"},
                   {"tasks", "tasks shared", Shown::kCount},
                   {"others", "items shared", Shown::kCount},
                   {"finding", "finding"}};
  sheet.nested = 2;
  for (const CertifiedSource& source : certificate.sources) {
    for (const KeyOverlap& overlap : source.keys) {
      sheet.rows.push_back({source.name, counted_as(source.items),
                            std::string(suite::key_name(overlap.kind)), counted_as(overlap.tasks),
                            counted_as(overlap.others),
                            how_shared(overlap, key_counts(certificate, overlap.kind))});
    }
    for (const std::string& note : source.notes) sheet.notes.push_back(source.name + ": " + note);
  }
  return sheet;
}

Sheet pairs_sheet(const Certificate& certificate) {
  Sheet sheet;
  sheet.name = "pairs";
  sheet.title = "Tasks that occur elsewhere";
  sheet.columns = {
      {"source", "compared with"}, {"key", "key"}, {"task", "task"}, {"other", "there as"}};
  sheet.nested = 2;
  for (const CertifiedSource& source : certificate.sources) {
    for (const KeyOverlap& overlap : source.keys) {
      if (!key_counts(certificate, overlap.kind)) continue;
      for (const analysis::OverlapPair& pair : overlap.pairs) {
        sheet.rows.push_back(
            {source.name, std::string(suite::key_name(overlap.kind)), pair.id, pair.other});
      }
      if (overlap.tasks > overlap.pairs.size()) {
        sheet.notes.push_back(fmt::format("{}, {}: {} more (--list N lists more)", source.name,
                                          suite::key_name(overlap.kind),
                                          grouped(overlap.tasks - overlap.pairs.size())));
      }
    }
  }
  return sheet;
}

Sheet problems_sheet(const Certificate& certificate) {
  Sheet sheet;
  sheet.name = "problems";
  sheet.title = "What could not be compared";
  sheet.columns = {{"source", "in"}, {"problem", "why"}};
  sheet.nested = 1;
  const auto add = [&](const std::string& name, const analysis::ListedProblems& problems) {
    for (const Error& error : problems.first) sheet.rows.push_back({name, error.to_string()});
    if (problems.all > problems.first.size()) {
      sheet.notes.push_back(
          fmt::format("{}: {} more", name, grouped(problems.all - problems.first.size())));
    }
  };
  add(certificate.data, certificate.problems);
  for (const CertifiedSource& source : certificate.sources) add(source.name, source.problems);
  return sheet;
}

Sheet gap_sheet(const Certificate& certificate) {
  Sheet sheet;
  sheet.name = "gap";
  sheet.title = "Success on kept tasks and on fresh ones";
  sheet.columns = {
      {"model", "model"}, {"data", "data"}, {"kept", "kept"}, {"figure", "", Shown::kSpread}};
  sheet.nested = 1;
  for (const analysis::FrozenGap& gap : certificate.gaps) {
    for (const analysis::GapRun& run : gap.runs) {
      sheet.rows.push_back(
          {gap.model, run.data, std::string(run.frozen ? "yes" : "fresh"), run.figure});
    }
    if (gap.gap.mean) {
      sheet.rows.push_back({gap.model, std::string("kept minus fresh"), std::string(), gap.gap});
    }
  }
  if (!certificate.gaps.empty()) sheet.columns.back().title = certificate.gaps.front().metric;
  sheet.notes = certificate.gap_notes;
  return sheet;
}

// The page.

std::string cell_html(const Cell& cell, Shown shown) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    return fmt::format("<td class=\"label\">{}</td>", html_escaped(*text));
  }
  if (const auto* number = std::get_if<std::int64_t>(&cell)) {
    return fmt::format("<td class=\"number\">{}</td>", format_count(*number));
  }
  const auto* figure = std::get_if<Figure>(&cell);
  if (figure == nullptr || !figure->mean) {
    return shown == Shown::kSpread ? "<td></td><td></td><td></td>" : "<td></td>";
  }
  const std::string interval = figure->low && figure->high
                                   ? fmt::format("{:.4f} to {:.4f}", *figure->low, *figure->high)
                                   : "";
  return fmt::format(
      "<td class=\"number\">{:.4f}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>",
      *figure->mean, interval, figure->n ? format_count(*figure->n) : "");
}

/// What the row above says in the first columns is left out, as in a terminal.
std::string row_html(const Sheet& sheet, std::size_t place) {
  const auto& row = sheet.rows[place];
  bool same = place > 0;
  std::string html = "<tr>";
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto* now = std::get_if<std::string>(&row[i]);
    const auto* before = same ? std::get_if<std::string>(&sheet.rows[place - 1][i]) : nullptr;
    const bool number = std::holds_alternative<std::int64_t>(row[i]);
    if (!number) same = same && now != nullptr && before != nullptr && *now == *before;
    html += i < sheet.nested && same ? "<td></td>" : cell_html(row[i], sheet.columns[i].shown);
  }
  return html + "</tr>\n";
}

std::string sheet_html(const Sheet& sheet) {
  std::string html =
      fmt::format("<section><h2>{}</h2>\n<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>",
                  html_escaped(sheet.title));
  for (const Column& column : sheet.columns) {
    const bool label = column.shown == Shown::kKey;
    html += fmt::format("<th scope=\"col\" class=\"{}\">{}</th>", label ? "label" : "number",
                        html_escaped(column.title));
    if (column.shown == Shown::kSpread) {
      html +=
          "<th scope=\"col\" class=\"number\">95 % interval</th><th scope=\"col\" "
          "class=\"number\">n</th>";
    }
  }
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) html += row_html(sheet, i);
  html += "</tbody></table></div>\n";
  for (const std::string& note : sheet.notes) {
    html += fmt::format("<p class=\"note\">{}</p>\n", html_escaped(note));
  }
  return html + "</section>\n";
}

std::string facts_html(const Certificate& certificate) {
  std::string html = "<dl>";
  const auto add = [&](const char* name, const std::string& value) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, html_escaped(value));
  };
  add("suite", certificate.suite);
  add("data", certificate.data);
  add("tasks", grouped(certificate.tasks));
  add("data hash", certificate.data_hash);
  for (const CertifiedSource& source : certificate.sources) {
    add("compared with", source.data_hash.empty()
                             ? source.name
                             : fmt::format("{} (data hash {})", source.name, source.data_hash));
  }
  return html + "</dl>\n";
}

}  // namespace

std::string certificate_verdict(const Certificate& certificate) {
  std::string text;
  for (const CertifiedSource& source : certificate.sources) {
    const std::size_t shared = shared_with(certificate, source);
    if (shared == 0) continue;
    text += fmt::format("{}{} of {} tasks occur in {}", text.empty() ? "" : "; ", grouped(shared),
                        grouped(certificate.tasks), source.name);
  }
  if (text.empty()) {
    text = certificate.sources.empty()
               ? "compared with nothing"
               : fmt::format("none of {} tasks was found elsewhere", grouped(certificate.tasks));
  }
  if (!certificate.complete()) text += ", but not everything could be compared";
  return text;
}

std::vector<Sheet> certificate_sheets(const Certificate& certificate) {
  std::vector<Sheet> sheets;
  const auto add = [&](Sheet sheet) {
    if (!sheet.rows.empty() || !sheet.notes.empty()) sheets.push_back(std::move(sheet));
  };
  add(keys_sheet(certificate));
  add(overlap_sheet(certificate));
  add(pairs_sheet(certificate));
  add(problems_sheet(certificate));
  add(gap_sheet(certificate));
  return sheets;
}

std::string certificate_text(const Certificate& certificate, const TableOptions& options) {
  const std::vector<Sheet> sheets = certificate_sheets(certificate);
  return fmt::format("{} {}  ({} tasks)\n\n{}\n{}\n", certificate.suite, certificate.data,
                     grouped(certificate.tasks), write_sheets(sheets, Format::kText, options),
                     certificate_verdict(certificate));
}

std::string certificate_html(const Certificate& certificate) {
  const bool shared = certificate.overlaps();
  const bool clear = !shared && certificate.complete() && !certificate.sources.empty();
  std::string html = fmt::format(
      "<header><p class=\"kicker\">Contamination certificate</p>\n<h1 class=\"{}\">{}</h1>\n"
      "<p class=\"lede\">{}</p>\n{}</header>\n<main>\n",
      shared ? "shared" : (clear ? "clear" : ""),
      shared ? "Tasks occur elsewhere"
             : (clear ? "No overlap found" : "No overlap found, not complete"),
      html_escaped(certificate_verdict(certificate) + "."), facts_html(certificate));
  for (const Sheet& sheet : certificate_sheets(certificate)) html += sheet_html(sheet);
  html += fmt::format(
      "</main>\n<footer><p>papert {}. Found is what is equal by these keys; what is alike, or was "
      "told in other words, is not found by them.</p></footer>\n",
      version());
  return page_html({.title = "Certificate: " + certificate.data,
                    .style = std::string(kCertificateStyle),
                    .body = std::move(html)});
}

}  // namespace papert::report
