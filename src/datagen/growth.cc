#include "datagen/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/base64.h"
#include "base/format.h"
#include "base/html.h"
#include "base/page.h"
#include "base/text.h"

namespace papert::datagen {
namespace {

double share_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double three_digits(double value) { return std::round(value * 1000) / 1000; }

Json yields_json(const std::map<std::string, Yield>& yields) {
  Json json = Json::object();
  for (const auto& [via, yield] : yields) {
    json[via] = {{"tried", yield.tried},
                 {"usable", yield.usable},
                 {"distinct", yield.distinct},
                 {"elite", yield.elite}};
  }
  return json;
}

/// Whether an encoder looked for duplicates.
bool has_encoder(const Growth& growth) { return growth.settings.contains("encoder"); }

Json duplicates_json(const RoundGrowth& round, bool encoder) {
  const auto counts = [](std::size_t within, std::size_t earlier) {
    return Json{{"within", within}, {"earlier", earlier}};
  };
  Json json{{"exact", counts(round.exact_within, round.exact_earlier)},
            {"symbolic", counts(round.symbolic_within, round.symbolic_earlier)}};
  if (encoder) json["encoder"] = counts(round.encoder_within, round.encoder_earlier);
  json["exact_share_of_usable"] =
      three_digits(share_of(round.exact_within + round.exact_earlier, round.usable()));
  return json;
}

Json round_json(const RoundGrowth& round, double predicted, bool encoder) {
  Json histograms = Json::object();
  for (const auto& [rubric, counts] : round.histograms) histograms[rubric] = counts;
  Json lines = Json::object();
  for (const auto& [from, count] : round.code_lines) {
    lines[fmt::format("{}-{}", from, from + 4)] = count;
  }
  Json json{{"round", round.round},
            {"parents", round.parents},
            {"planned", round.planned},
            {"statuses", round.statuses},
            {"usable", round.usable()},
            {"duplicates", duplicates_json(round, encoder)},
            {"distinct", round.distinct()},
            {"scored", round.scored},
            {"refused", round.refused},
            {"elite", round.elite},
            {"lost", three_digits(round.lost())},
            {"growth", three_digits(round.growth())},
            {"predicted_growth", three_digits(predicted)},
            {"yields", yields_json(round.yields)},
            {"scores", std::move(histograms)},
            {"code_lines", std::move(lines)}};
  if (round.unscored > 0) json["unscored"] = round.unscored;
  return json;
}

/// Growth by p k (1 - d).
double predicted_growth(const Growth& growth, const RoundGrowth& round) {
  const double keep = growth.settings.value("keep", 0.0);
  return share_of(round.planned, round.parents) * keep * (1 - round.lost());
}

struct Totals {
  std::size_t candidates = 0;
  std::size_t usable = 0;
  std::size_t distinct = 0;
  std::size_t exact = 0;
  std::size_t symbolic = 0;
  std::size_t encoder = 0;
  std::size_t elite = 0;
  std::map<std::string, std::size_t> statuses;
  std::map<std::string, Yield> yields;
};

Totals totals_of(const Growth& growth) {
  Totals all;
  for (const RoundGrowth& round : growth.rounds) {
    all.candidates += round.planned;
    all.usable += round.usable();
    all.distinct += round.distinct();
    all.exact += round.exact_within + round.exact_earlier;
    all.symbolic += round.symbolic_within + round.symbolic_earlier;
    all.encoder += round.encoder_within + round.encoder_earlier;
    all.elite += round.elite;
    for (const auto& [status, count] : round.statuses) all.statuses[status] += count;
    for (const auto& [via, yield] : round.yields) {
      Yield& sum = all.yields[via];
      sum.tried += yield.tried;
      sum.usable += yield.usable;
      sum.distinct += yield.distinct;
      sum.elite += yield.elite;
    }
  }
  return all;
}

}  // namespace

std::size_t RoundGrowth::usable() const {
  const auto found = statuses.find("ok");
  return found == statuses.end() ? 0 : found->second;
}

double RoundGrowth::lost() const { return planned == 0 ? 0 : 1 - share_of(scored, planned); }

double RoundGrowth::growth() const { return share_of(elite, parents); }

Json to_json(const Growth& growth) {
  const Totals all = totals_of(growth);
  Json json{{"format", kFormat},
            {"settings", growth.settings},
            {"seeds", growth.seeds},
            {"excluded_drawings", growth.excluded_drawings},
            {"candidates", all.candidates},
            {"usable", all.usable},
            {"usable_share", three_digits(share_of(all.usable, all.candidates))},
            {"exact_duplicates", all.exact},
            {"exact_duplicate_share", three_digits(share_of(all.exact, all.usable))},
            {"symbolic_duplicates", all.symbolic},
            {"distinct", all.distinct},
            {"statuses", all.statuses},
            {"rounds", Json::array()}};
  for (const RoundGrowth& round : growth.rounds) {
    const double predicted = predicted_growth(growth, round);
    json["rounds"].push_back(round_json(round, predicted, has_encoder(growth)));
  }
  if (has_encoder(growth)) json["encoder_duplicates"] = all.encoder;
  json["set"] = {{"pool", growth.set.pool},
                 {"alike", growth.set.alike},
                 {"tasks", growth.set.tasks},
                 {"validation", growth.set.validation},
                 {"categories", growth.set.categories},
                 {"difficulties", growth.set.difficulties}};
  if (!growth.set.labels.empty()) json["set"]["labels"] = growth.set.labels;
  for (const auto& [role, spent] : growth.spent) json["requests"][role] = spent.to_json();
  return json;
}

namespace {

constexpr std::string_view kPageStyle = R"(
main { padding-bottom: var(--space-5); } th { color: var(--soft); font-size: var(--small); }
main p { max-width: 60rem; } main h2 { margin: var(--space-5) 0 var(--space-2); }
table { width: auto; margin-bottom: var(--space-3); } th, td { text-align: right; } td { white-space: nowrap; } th:first-child, td:first-child { text-align: left; }
.bars { display: flex; flex-wrap: wrap; gap: var(--space-4); } .bars figure { margin: 0; } .bars svg { display: block; } rect { fill: var(--run-0); }
.drawings { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: var(--space-3); }
.drawings figure { min-width: 0; margin: 0; } .drawings img { width: 100%; border: 1px solid var(--rule); background: white; }
figcaption { color: var(--soft); font-size: var(--small); overflow-wrap: anywhere; } pre { margin: var(--space-1) 0; overflow-x: auto; font: 0.75rem/1.4 var(--mono); }
)";

std::string number(std::size_t count) { return format_count(static_cast<std::int64_t>(count)); }

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string row(std::string_view tag, const std::vector<std::string>& cells) {
  std::string html = "<tr>";
  for (const std::string& cell : cells) html += fmt::format("<{0}>{1}</{0}>", tag, cell);
  return html + "</tr>\n";
}

std::string rounds_table(const Growth& growth) {
  constexpr std::ptrdiff_t kEncoderColumn = 6;
  std::vector<std::string> head{
      "round",    "parents", "candidates", "usable", "exact duplicates", "pixel duplicates",
      "distinct", "refused", "elite",      "lost",   "growth",           "predicted"};
  if (has_encoder(growth)) head.insert(head.begin() + kEncoderColumn, "encoder duplicates");
  std::string html = "<div class=\"scroll\" tabindex=\"0\"><table>\n" + row("th", head);
  for (const RoundGrowth& round : growth.rounds) {
    std::vector<std::string> cells{std::to_string(round.round),
                                   number(round.parents),
                                   number(round.planned),
                                   number(round.usable()),
                                   number(round.exact_within + round.exact_earlier),
                                   number(round.symbolic_within + round.symbolic_earlier),
                                   number(round.distinct()),
                                   number(round.refused),
                                   number(round.elite),
                                   percent(round.lost()),
                                   fmt::format("{:.2f}", round.growth()),
                                   fmt::format("{:.2f}", predicted_growth(growth, round))};
    if (has_encoder(growth)) {
      cells.insert(cells.begin() + kEncoderColumn,
                   number(round.encoder_within + round.encoder_earlier));
    }
    html += row("td", cells);
  }
  return html + "</table></div>\n";
}

std::string yields_table(const std::map<std::string, Yield>& yields) {
  std::string html = "<div class=\"scroll\" tabindex=\"0\"><table>\n";
  html += row("th", {"made by", "tried", "usable", "distinct", "elite", "distinct of tried"});
  for (const auto& [via, yield] : yields) {
    html += row(
        "td", {html_escaped(via), number(yield.tried), number(yield.usable), number(yield.distinct),
               number(yield.elite), percent(share_of(yield.distinct, yield.tried))});
  }
  return html + "</table></div>\n";
}

std::string counts_table(std::string_view title, const std::map<std::string, std::size_t>& counts) {
  std::size_t whole = 0;
  for (const auto& [name, count] : counts) whole += count;
  std::string html = "<table>\n" + row("th", {std::string(title), "number", "share"});
  for (const auto& [name, count] : counts) {
    html += row("td", {html_escaped(name), number(count), percent(share_of(count, whole))});
  }
  return html + "</table>\n";
}

/// What requests to models took; empty where there were none.
std::string requests_table(const Growth& growth) {
  if (growth.spent.empty()) return {};
  const auto tokens = [](std::optional<std::int64_t> count) {
    return count ? format_count(*count) : std::string("not counted");
  };
  std::string html = "<h2>Requests</h2>\n<table>\n" +
                     row("th", {"role", "requests", "tokens sent", "tokens received", "USD"});
  for (const auto& [role, spent] : growth.spent) {
    const model::Usage& usage = spent.usage;
    html += row("td", {html_escaped(role), format_count(spent.requests), tokens(usage.input_tokens),
                       tokens(usage.output_tokens),
                       usage.cost_usd ? fmt::format("{:.2f}", *usage.cost_usd) : "no price"});
  }
  return html + "</table>\n";
}

/// The scores of all rounds, a small chart for each rubric.
std::string histograms_html(const Growth& growth) {
  std::map<std::string, std::array<std::size_t, 10>> sums;
  for (const RoundGrowth& round : growth.rounds) {
    for (const auto& [rubric, counts] : round.histograms) {
      for (std::size_t i = 0; i < counts.size(); ++i) sums[rubric][i] += counts[i];
    }
  }
  std::string html = "<div class=\"bars\">\n";
  for (const auto& [rubric, counts] : sums) {
    std::size_t most = 1;
    for (const std::size_t count : counts) most = std::max(most, count);
    html += fmt::format(R"(<figure><svg width="160" height="64" role="img" aria-label="{}">)",
                        html_escaped(rubric));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double height = 60 * share_of(counts[i], most);
      html += fmt::format(
          R"(<rect x="{}" y="{:.1f}" width="14" height="{:.1f}"><title>{}-{}: {}</title></rect>)",
          16 * i, 62 - height, height, i, i + 1, number(counts[i]));
    }
    html +=
        fmt::format("</svg><figcaption>{}, 0 to 10</figcaption></figure>\n", html_escaped(rubric));
  }
  return html + "</div>\n";
}

std::string figure_html(const GalleryItem& item) {
  std::string pair = item.pair.size() == 2 ? item.pair[0] + " to " + item.pair[1] : "";
  if (!item.pattern.empty()) pair += ": " + item.pattern;
  return fmt::format(
      "<figure><img alt=\"drawing {0}\" src=\"data:image/png;base64,{1}\">"
      "<figcaption>{0}<br>{2}, {3}; {4:.1f} of 60<br>{5} from {6}<br>as {7}"
      "<details><summary>program</summary><pre "
      "tabindex=\"0\">{8}</pre></details></figcaption></figure>\n",
      html_escaped(item.id), base64(item.png), html_escaped(item.category),
      html_escaped(item.difficulty), item.total, html_escaped(item.via), html_escaped(item.parent),
      html_escaped(pair), html_escaped(item.code));
}

}  // namespace

std::string growth_page(const Growth& growth, const std::vector<GalleryItem>& gallery) {
  const Totals all = totals_of(growth);
  std::string html = "<header><h1>Generated drawings</h1></header>\n<main>\n";
  html += fmt::format(
      "<p>{} candidates from {} seeds in {} rounds: {} usable ({}), of which {} ({}) drew exactly "
      "what was there and {} the same by the pixel rule; {} distinct drawings. The set has {} "
      "tasks, {} of them for validation; {} were left out because they pass for a better "
      "one.</p>\n",
      number(all.candidates), number(growth.seeds), growth.rounds.size(), number(all.usable),
      percent(share_of(all.usable, all.candidates)), number(all.exact),
      percent(share_of(all.exact, all.usable)), number(all.symbolic), number(all.distinct),
      number(growth.set.tasks), number(growth.set.validation), number(growth.set.alike));
  if (has_encoder(growth)) {
    html += fmt::format("<p>{} more look like another drawing to the encoder (eps {}).</p>\n",
                        number(all.encoder), growth.settings.value("eps", 0.0));
  }
  const auto excluded = all.statuses.find("excluded");
  html += fmt::format(
      "<p>Drawings that must not come out (--exclude): {}; candidates that were one of them: "
      "{}.</p>\n",
      number(growth.excluded_drawings),
      number(excluded == all.statuses.end() ? 0 : excluded->second));
  html += "<h2>Rounds</h2>\n" + rounds_table(growth);
  html += "<h2>Yield</h2>\n" + yields_table(all.yields);
  html += "<h2>How candidates ended</h2>\n" + counts_table("status", all.statuses);
  html += "<h2>Scores</h2>\n" + histograms_html(growth);
  html += "<h2>The set</h2>\n" + counts_table("category", growth.set.categories) + "<br>" +
          counts_table("difficulty", growth.set.difficulties);
  if (!growth.set.labels.empty()) html += "<br>" + counts_table("label", growth.set.labels);
  html += requests_table(growth);
  html += fmt::format("<h2>{} drawings by lot</h2>\n<div class=\"drawings\">\n", gallery.size());
  for (const GalleryItem& item : gallery) html += figure_html(item);
  return page_html({.title = "Generated drawings",
                    .style = std::string(kPageStyle),
                    .body = html + "</div></main>\n"});
}

}  // namespace papert::datagen
