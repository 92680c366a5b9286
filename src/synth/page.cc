#include "synth/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/html.h"
#include "base/page.h"
#include "base/random.h"
#include "base/text.h"
#include "lang/xlogo/picture.h"
#include "lang/xlogo/sentences.h"
#include "synth/pool.h"

namespace papert::synth {
namespace {

constexpr std::string_view kStyle = R"(
main { padding-bottom: var(--space-5); } main p { max-width: 60rem; } main h2 { margin: 0 0 var(--space-2); }
nav { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-3); margin: var(--space-3) 0; font-size: 0.875rem; }
main > section { padding: var(--space-3) 0; border-top: 1px solid var(--rule); }
.tasks { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: var(--space-3); }
figure { min-width: 0; margin: 0; } figure img { width: 100%; aspect-ratio: 1; object-fit: contain; border: 1px solid var(--rule); background: white; }
figure.reference img { border: 2px solid var(--ink); } figcaption { font-size: var(--small); overflow-wrap: anywhere; }
figcaption b { display: block; } code { display: block; font: 0.75rem/1.4 var(--mono); } small { color: var(--soft); }
)";

std::string figure_of(const lang::xlogo::Task& task, std::string_view title,
                      const std::string& facts, std::string_view kind) {
  const std::string sentence = html_escaped(lang::xlogo::task_sentence(task));
  return fmt::format(
      "<figure class=\"{}\"><img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\">"
      "<figcaption><b>{}</b>{}<code>{}</code><small>{}</small></figcaption></figure>\n",
      kind, sentence, base64(lang::xlogo::task_svg(task)), html_escaped(title), sentence,
      html_escaped(lang::xlogo::to_dsl(task.solution)), facts);
}

std::string facts_of(const SynthTask& task) {
  const BuiltTask& built = task.built;
  std::string text = fmt::format("level {}, {} blocks; code {}, utility {}, appeal {}", built.level,
                                 built.task.solution.blocks.size(), built.quality.code,
                                 built.quality.utility, built.quality.appeal);
  if (!built.proof.binds) text += "; a constraint does not bind";
  if (!built.proof.minimal) text += "; a shorter program is known";
  return text;
}

/// Tasks of one reference at one difficulty, which stand together.
struct UnitOnPage {
  std::string name;
  std::span<const SynthTask* const> tasks;
};

std::vector<UnitOnPage> units_of(std::span<const SynthTask* const> tasks) {
  std::vector<UnitOnPage> units;
  for (std::size_t begin = 0; begin < tasks.size();) {
    const SynthTask& first = *tasks[begin];
    std::size_t end = begin;
    while (end < tasks.size() && tasks[end]->reference == first.reference &&
           tasks[end]->difficulty == first.difficulty) {
      ++end;
    }
    units.push_back({first.reference + " " + std::string(name_of(first.difficulty)),
                     tasks.subspan(begin, end - begin)});
    begin = end;
  }
  return units;
}

std::string section_of(const UnitOnPage& unit, std::span<const lang::xlogo::Task> references,
                       std::size_t number, const PageOptions& options) {
  const SynthTask& first = *unit.tasks.front();
  std::string html = fmt::format("<section id=\"u{}\"><h2>{} <small>{} tasks</small></h2>\n",
                                 number, html_escaped(unit.name),
                                 format_count(static_cast<std::int64_t>(unit.tasks.size())));
  html += "<div class=\"tasks\">\n";
  const auto reference =
      std::find_if(references.begin(), references.end(),
                   [&](const lang::xlogo::Task& task) { return task.id == first.reference; });
  if (reference != references.end()) {
    html += figure_of(*reference, "reference " + reference->id,
                      fmt::format("{} blocks", reference->solution.blocks.size()), "reference");
  }
  Random random(unit_seed(options.seed, first.reference, first.difficulty));
  std::vector<std::size_t> shown =
      random.sample_indices(unit.tasks.size(), std::min(options.per_unit, unit.tasks.size()));
  std::sort(shown.begin(), shown.end());
  for (const std::size_t i : shown) {
    const SynthTask& task = *unit.tasks[i];
    html += figure_of(task.built.task, task.built.task.id, facts_of(task), "task");
  }
  return html + "</div></section>\n";
}

}  // namespace

std::string sheet_page(std::span<const SynthTask* const> tasks,
                       std::span<const lang::xlogo::Task> references, const PageOptions& options) {
  const std::vector<UnitOnPage> units = units_of(tasks);
  std::string html =
      fmt::format("<header><h1>{}</h1></header>\n<main>\n", html_escaped(options.title));
  html += fmt::format(
      "<p>{} tasks of {} units. Of each unit the reference (thick frame) and up to {} tasks drawn "
      "by "
      "chance.</p>\n<nav>",
      format_count(static_cast<std::int64_t>(tasks.size())), units.size(), options.per_unit);
  for (std::size_t i = 0; i < units.size(); ++i) {
    html += fmt::format("<a href=\"#u{}\">{}</a>\n", i, html_escaped(units[i].name));
  }
  html += "</nav>\n";
  for (std::size_t i = 0; i < units.size(); ++i) {
    html += section_of(units[i], references, i, options);
  }
  return page_html(
      {.title = options.title, .style = std::string(kStyle), .body = html + "</main>\n"});
}

}  // namespace papert::synth
