#include "synth/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/html.h"
#include "base/random.h"
#include "lang/xlogo/picture.h"
#include "lang/xlogo/sentences.h"
#include "synth/pool.h"

namespace papert::synth {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1a1c20; --soft: #565e69; --line: #d5d8dd; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #aab1bb; --line: #3a3f47; --paper: #16181c; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 88rem; padding: 0 1rem; color: var(--ink); background: var(--paper); }
h1 { font: 700 1.8rem Georgia, serif; margin-bottom: .3rem; } h2 { font-size: 1.15rem; margin: 0 0 .4rem; } p { max-width: 60rem; }
nav { display: flex; flex-wrap: wrap; gap: .2rem .7rem; font-size: .85rem; margin: 1rem 0; } a { color: inherit; }
section { border-top: 1px solid var(--line); padding: 1rem 0; }
.tasks { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: 1rem; }
figure { margin: 0; } figure img { width: 100%; aspect-ratio: 1; object-fit: contain; background: #fff; border: 1px solid var(--line); }
figure.reference img { border: 2px solid var(--ink); } figcaption { font-size: .8rem; overflow-wrap: anywhere; }
figcaption b { display: block; } code { display: block; font-size: .78rem; } small { color: var(--soft); }
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
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title><style>{1}</style></head>\n<body><h1>{0}</h1>\n",
      html_escaped(options.title), kStyle);
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
  return html + "</body></html>\n";
}

}  // namespace papert::synth
