// The parts of the page above the samples: heading, results, breakdown, outcomes.

import type { Chart } from "./charts";
import { legend, makeChart, MAX_CHART_GROUPS } from "./charts";
import type { MetricInfo, ReportData } from "./data";
import { groupKeys, groupValues } from "./data";
import { add, el } from "./dom";
import { count, inline, level, plural } from "./format";
import {
  breakdownTable,
  compareTable,
  configDetails,
  countsTable,
  invarianceTable,
  runsTable,
  summaryTable,
} from "./tables";

/** Up to this many metrics a single run's breakdown table fits beside its chart. */
const METRICS_BESIDE_CHART = 3;
/** Up to this many runs the two tables of counts fit beside each other. */
const RUNS_BESIDE_EACH_OTHER = 2;

export function makeSection(id: string, title: string): HTMLElement {
  const heading = el("h2", { id: `${id}-title` }, title);
  return el("section", { id, "aria-labelledby": `${id}-title` }, heading);
}

/** The heading with the list of runs and links to `sections`. */
export function makeHeader(data: ReportData, sections: HTMLElement[]): HTMLElement {
  const suites = [...new Set(data.runs.map((run) => run.suite))].join(", ");
  const models = [...new Set(data.runs.map((run) => run.model))];
  const samples = data.runs.reduce((sum, run) => sum + run.summary.samples, 0);
  document.title = inline(`${suites}: ${models.join(", ")} \u2013 Papert report`);
  const of = models.length === 1 ? (models[0] ?? "") : plural(models.length, "model");
  const links = sections.map((part) => {
    const link = el("a", { href: `#${part.id}` }, part.querySelector("h2")?.textContent);
    // The address holds the view, so a jump within the page must not touch it.
    link.addEventListener("click", (event) => {
      event.preventDefault();
      part.scrollIntoView();
    });
    return el("li", {}, link);
  });
  return el(
    "header",
    {},
    el("p", { class: "kicker" }, "Papert report"),
    el("h1", { testid: "suite" }, el("bdi", {}, suites)),
    el(
      "p",
      { class: "lede", testid: "lede" },
      `${plural(data.runs.length, "run")} of `,
      el("bdi", {}, of),
      `, ${plural(samples, "sample")}`,
    ),
    runsTable(data),
    el("nav", { "aria-label": "Sections" }, el("ul", {}, ...links)),
  );
}

export function makeResults(data: ReportData): HTMLElement {
  const part = makeSection("results", "Results");
  if (data.runs.length > 1) part.append(compareTable(data));
  const tables = data.runs.map((run, index) => summaryTable(data, run, index));
  part.append(el("div", { class: "side-by-side" }, ...tables));
  const changed = data.runs
    .map((run, index) => invarianceTable(data, run, index))
    .filter((table) => table !== null);
  if (changed.length > 0) part.append(el("div", { class: "side-by-side" }, ...changed));
  const boot = data.runs[0]?.summary.bootstrap;
  if (boot) {
    const how =
      `Intervals are ${level(boot.level)} bootstrap intervals (${count(boot.resamples)} resamples, ` +
      `seed ${boot.seed}); \u00b1 is the standard error of the mean. Missing and not scored ` +
      "samples are counted apart, never as wrong.";
    part.append(el("p", { class: "note" }, how));
  }
  const configs = data.runs.map((run, index) => configDetails(run, index));
  part.append(el("div", { class: "configs" }, ...configs));
  return part;
}

export interface Breakdown {
  /** null when there is nothing to break down. */
  element: HTMLElement | null;
  show(metric: MetricInfo): void;
}

/** Charts and tables by every group key; `choose` is told which metric the reader wants. */
export function makeBreakdown(
  data: ReportData,
  metrics: MetricInfo[],
  choose: (name: string) => void,
): Breakdown {
  const keys = groupKeys(data);
  const several = data.runs.length > 1;
  if (metrics.length === 0 || (keys.length === 0 && !several)) {
    return { element: null, show: () => undefined };
  }
  const element = makeSection("breakdown", "Breakdown");
  const options = metrics.map(({ name, title }) => el("option", { value: name }, title));
  const menu = el("select", { testid: "metric-select" }, ...options);
  menu.addEventListener("change", () => choose(menu.value));
  const field = el(
    "label",
    { class: "field inline" },
    el("span", {}, "Metric in the charts"),
    menu,
  );
  const controls = el("div", { class: "chart-controls" }, field);
  add(controls, legend(data));
  element.append(controls);

  const charts: Chart[] = [];
  const beside = !several && metrics.length <= METRICS_BESIDE_CHART;
  for (const by of keys.length > 0 ? keys : [""]) {
    const block = el("div", { class: beside ? "breakdown beside" : "breakdown" });
    if (groupValues(data, by).length <= MAX_CHART_GROUPS) {
      const chart = makeChart(data, by);
      charts.push(chart);
      block.append(chart.element);
    }
    if (by !== "") block.append(breakdownTable(data, by));
    element.append(block);
  }
  return {
    element,
    show(metric) {
      menu.value = metric.name;
      for (const chart of charts) chart.show(metric);
    },
  };
}

/** Verdict and error counts, each name a link to its samples; null when nothing was counted. */
export function makeOutcomes(data: ReportData): HTMLElement | null {
  const address = (key: string) => (name: string) => `#${new URLSearchParams([[key, name]])}`;
  const verdicts = countsTable(data, "verdicts", address("verdict"));
  const errors = countsTable(data, "errors", address("error"));
  if (!verdicts && !errors) return null;
  const part = makeSection("outcomes", "Outcomes");
  const stacked = data.runs.length > RUNS_BESIDE_EACH_OTHER;
  const tables = el("div", { class: stacked ? "side-by-side stacked" : "side-by-side" });
  add(tables, verdicts, errors);
  part.append(tables);
  return part;
}

/** Says which runs are not here in full; null when all are. */
export function makeCapNote(data: ReportData): HTMLElement | null {
  const capped = data.runs.filter((run) => run.samples.length < run.total_samples);
  if (capped.length === 0) return null;
  const note = el("p", { class: "note", testid: "cap-note" });
  for (const { name, samples, total_samples } of capped) {
    const text = `showing ${count(samples.length)} of ${plural(total_samples, "sample")}. `;
    add(note, el("bdi", {}, name), ": ", text);
  }
  add(note, "The figures above are over all samples.");
  return note;
}

export function makeFooter(data: ReportData): HTMLElement {
  const text = el("p", { testid: "generator" }, "Made by ", el("bdi", {}, data.generator));
  return el("footer", {}, text);
}
