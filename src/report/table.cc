#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace papert::report {
namespace {

constexpr std::array<const char*, 2> kPass{"pass@", "pass^"};

std::string figure(const Json& value) {
  return value.is_number() ? fmt::format("{:.4f}", value.get<double>()) : "-";
}

std::string interval(const Json& metric) {
  if (!metric["low"].is_number() || !metric["high"].is_number()) return "-";
  return fmt::format("[{:.4f}, {:.4f}]", metric["low"].get<double>(), metric["high"].get<double>());
}

std::string count(const Json& value) { return format_count(value.get<std::int64_t>()); }

std::string overall_table(const Json& summary, const TableOptions& options) {
  TextTable table({"metric", "value", "± stderr", "95 % interval", "n"});
  const Json& overall = summary["groups"][0]["metrics"];
  for (const Json& info : summary["metrics"]) {
    const Json& metric = overall[info["name"].get<std::string>()];
    table.add_row({info["title"].get<std::string>(), figure(metric["mean"]),
                   figure(metric["stderr"]), interval(metric), count(metric["n"])});
  }
  if (!summary["groups"][0].contains("passk")) return table.to_string(options);
  std::string excluded;
  for (const Json& entry : summary["groups"][0]["passk"]) {
    const std::string k = std::to_string(entry["k"].get<std::int64_t>());
    for (const char* which : kPass) {
      const Json& metric = entry[std::string(which) + "k"];
      table.add_row({which + k, figure(metric["mean"]), figure(metric["stderr"]), interval(metric),
                     count(metric["n"])});
    }
    if (entry["excluded"] == 0) continue;
    excluded +=
        fmt::format("{}k = {} {}", excluded.empty() ? "" : ", ", k, count(entry["excluded"]));
  }
  if (excluded.empty()) return table.to_string(options);
  return table.to_string(options) + "tasks with fewer than k scored samples: " + excluded + "\n";
}

/// The columns that a group adds for k > 1 (pass@1 is the share of right answers).
void add_pass_titles(const Json& group, std::vector<std::string>& header) {
  for (const Json& entry : group.value("passk", Json::array())) {
    const auto k = entry["k"].get<std::int64_t>();
    if (k == 1) continue;
    for (const char* which : kPass) header.push_back(which + std::to_string(k));
  }
}

void add_pass_figures(const Json& group, std::vector<std::string>& row) {
  for (const Json& entry : group.value("passk", Json::array())) {
    if (entry["k"] == 1) continue;
    for (const char* which : kPass) row.push_back(figure(entry[std::string(which) + "k"]["mean"]));
  }
}

/// One table per tag: rows are its values.
std::string breakdown_tables(const Json& summary, const TableOptions& options) {
  std::vector<std::string> keys;
  for (const Json& group : summary["groups"]) {
    const auto by = group["by"].get<std::string>();
    if (!by.empty() && std::find(keys.begin(), keys.end(), by) == keys.end()) keys.push_back(by);
  }
  std::string text;
  for (const std::string& key : keys) {
    std::vector<std::string> header{key};
    for (const Json& info : summary["metrics"]) header.push_back(info["title"].get<std::string>());
    add_pass_titles(summary["groups"][0], header);
    header.emplace_back("n");
    TextTable table(std::move(header));
    for (const Json& group : summary["groups"]) {
      if (group["by"] != key) continue;
      std::vector<std::string> row{group["value"].get<std::string>()};
      for (const Json& info : summary["metrics"]) {
        row.push_back(figure(group["metrics"][info["name"].get<std::string>()]["mean"]));
      }
      add_pass_figures(group, row);
      row.push_back(count(group["n"]));
      table.add_row(std::move(row));
    }
    text += "\n" + table.to_string(options);
  }
  return text;
}

/// How far answers stayed the same under changes that must not matter; empty without such tasks.
std::string invariance_table(const Json& summary, const TableOptions& options) {
  if (!summary.contains("invariance")) return "";
  TextTable table({"changed tasks", "accuracy", "± stderr", "consistency", "± stderr",
                   "with original", "questions", "n"});
  for (const Json& entry : summary["invariance"]) {
    const auto by = entry["by"].get<std::string>();
    table.add_row({by.empty() ? "all" : by + " " + entry["value"].get<std::string>(),
                   figure(entry["accuracy"]["mean"]), figure(entry["accuracy"]["stderr"]),
                   figure(entry["consistency"]["mean"]), figure(entry["consistency"]["stderr"]),
                   figure(entry["consistency_with_original"]["mean"]), count(entry["groups"]),
                   count(entry["accuracy"]["n"])});
  }
  return "\n" + table.to_string(options);
}

/// "verdicts: right 13, wrong 137", or nothing where all counts are zero.
std::string counts_line(const char* title, const Json& counts) {
  std::string line;
  for (const auto& [name, value] : counts.items()) {
    if (value.get<std::int64_t>() == 0) continue;
    line += (line.empty() ? "" : ", ") + name + " " + count(value);
  }
  return line.empty() ? "" : fmt::format("{}: {}\n", title, line);
}

/// "tokens: 12,000 in, 3,400 out (1,200 reasoning), 0.12 USD", or nothing where none were counted.
std::string usage_line(const Json& usage) {
  const auto tokens = [&](const char* key) { return usage.value(key, std::int64_t{0}); };
  if (tokens("input_tokens") + tokens("output_tokens") == 0) return "";
  std::string line = fmt::format("tokens: {} in, {} out", format_count(tokens("input_tokens")),
                                 format_count(tokens("output_tokens")));
  if (const auto reasoning = tokens("reasoning_tokens"); reasoning > 0) {
    line += fmt::format(" ({} reasoning)", format_count(reasoning));
  }
  if (const double cost = usage.value("cost_usd", 0.0); cost > 0) {
    line += fmt::format(", {:.2f} USD", cost);
  }
  return line + "\n";
}

/// Whether a cell holds a figure (or stands for one that is not defined).
bool is_figure(std::string_view cell) {
  return cell == "-" || (!cell.empty() && cell.find_first_not_of("0123456789.,+-[] ") == cell.npos);
}

/// Code points, which is what a terminal shows of the text that tables hold.
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

std::string TextTable::to_string(const TableOptions& options) const {
  std::vector<std::size_t> widths(header_.size());
  const auto widen = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  };
  widen(header_);
  std::vector<bool> figures(header_.size(), true);
  for (const auto& row : rows_) {
    widen(row);
    for (std::size_t i = 0; i < row.size(); ++i) figures[i] = figures[i] && is_figure(row[i]);
  }
  const auto line = [&](const std::vector<std::string>& row) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t padding = widths[i] - display_width(row[i]);
      if (i > 0) text.append(2, ' ');
      if (figures[i]) text.append(padding, ' ');
      text += row[i];
      if (!figures[i]) text.append(padding, ' ');
    }
    return text.substr(0, text.find_last_not_of(' ') + 1);
  };
  std::string text = options.color ? "\033[1m" + line(header_) + "\033[0m\n" : line(header_) + "\n";
  for (const auto& row : rows_) text += line(row) + "\n";
  return text;
}

std::string summary_table(const Json& summary, const TableOptions& options) {
  std::string text = overall_table(summary, options) + breakdown_tables(summary, options) +
                     invariance_table(summary, options) + "\n";
  text += counts_line("verdicts", summary["verdicts"]);
  text += counts_line("errors", summary["errors"]);
  text += counts_line("languages", summary.value("languages", Json::object()));
  text += usage_line(summary.value("usage", Json::object()));
  if (summary["missing"].get<std::int64_t>() > 0) {
    text += fmt::format("missing: {} tasks have no sample yet\n", count(summary["missing"]));
  }
  return text;
}

std::string comparison_table(const std::vector<Json>& summaries, const TableOptions& options) {
  if (summaries.empty()) return "";
  std::vector<std::string> header{"model"};
  for (const Json& info : summaries.front()["metrics"]) {
    header.push_back(info["title"].get<std::string>());
  }
  header.emplace_back("n");
  TextTable table(std::move(header));
  for (const Json& summary : summaries) {
    std::vector<std::string> row{summary["model"].get<std::string>()};
    const Json& overall = summary["groups"][0];
    for (const Json& info : summaries.front()["metrics"]) {
      const auto name = info["name"].get<std::string>();
      row.push_back(overall["metrics"].contains(name) ? figure(overall["metrics"][name]["mean"])
                                                      : "-");
    }
    row.push_back(count(overall["n"]));
    table.add_row(std::move(row));
  }
  return table.to_string(options);
}

std::string breakdown_table(const std::vector<Json>& summaries, std::string_view by,
                            const TableOptions& options) {
  std::vector<std::string> values;
  for (const Json& summary : summaries) {
    for (const Json& group : summary["groups"]) {
      if (group["by"] != by) continue;
      const auto value = group["value"].get<std::string>();
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
  }
  if (values.empty()) return "";
  std::vector<std::string> header{"model"};
  header.insert(header.end(), values.begin(), values.end());
  TextTable table(std::move(header));
  for (const Json& summary : summaries) {
    std::vector<std::string> row(values.size() + 1, "-");
    row[0] = summary["model"].get<std::string>();
    for (const Json& group : summary["groups"]) {
      if (group["by"] != by) continue;
      const auto place =
          std::find(values.begin(), values.end(), group["value"].get<std::string>()) -
          values.begin();
      const Json& mean = group["metrics"][summary["primary"].get<std::string>()]["mean"];
      if (!mean.is_number()) continue;
      row[static_cast<std::size_t>(place) + 1] = fmt::format("{:.2f}", 100 * mean.get<double>());
    }
    table.add_row(std::move(row));
  }
  return table.to_string(options);
}

}  // namespace papert::report
