// The parts of the page above the samples: heading, results, breakdown, outcomes.

import type { Chart } from "./charts";
import { legend, makeChart, MAX_CHART_GROUPS } from "./charts";
import type { ReportData, RunData, RunRef } from "./data";
import { bySuite, groupKeys, groupValues, metricsOf, primaryMetric, runLabels } from "./data";
import { add, el, runName } from "./dom";
import { count, inline, level, plural } from "./format";
import { isDifference, makeDifferenceLegend } from "./pictures";
import { sheetTable } from "./sheets";
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
  const parts = bySuite(data);
  const suites = parts.map(({ suite }) => suite).join(", ");
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
    makeWarnings(data),
    el(
      "div",
      { class: "runs" },
      ...parts.map(({ suite, runs }) => runsTable(suite, runs, parts.length > 1)),
    ),
    el("nav", { "aria-label": "Sections" }, el("ul", {}, ...links)),
  );
}

/** What must be known before any figure: incomplete runs, failed requests, the cache. */
function makeWarnings(data: ReportData): HTMLElement | null {
  const labels = runLabels(data);
  const items = data.runs.flatMap((run, index) =>
    (run.warnings ?? []).map((warning) =>
      el("li", {}, runName(index, labels[index] ?? run.name), `: ${warning}`),
    ),
  );
  if (items.length === 0) return null;
  return el("ul", { class: "warnings", testid: "warnings" }, ...items);
}

/** The heading of a suite's part of a section; null where there is only one suite. */
function suiteHeading(data: ReportData, suite: string): HTMLElement | null {
  if (new Set(data.runs.map((run) => run.suite)).size < 2) return null;
  return el("h3", { class: "suite-heading" }, el("bdi", {}, suite));
}

function intervalNote(run: RunData): HTMLElement {
  const { bootstrap, interval } = run.summary;
  const draws = `${count(bootstrap.resamples)} resamples, seed ${bootstrap.seed}`;
  const drawn = `bootstrap intervals (${draws})`;
  const how =
    interval === "wilson"
      ? `${level(bootstrap.level)} intervals are Wilson's for shares, with the effective number of ` +
        `samples, and ${drawn} for other metrics`
      : `Intervals are ${level(bootstrap.level)} ${drawn}`;
  const rest =
    "; \u00b1 is the standard error of the mean. Missing and not scored samples are counted " +
    "apart, never as wrong.";
  const note = el("p", { class: "note" });
  note.textContent = how + rest;
  return note;
}

export function makeResults(data: ReportData): HTMLElement {
  const part = makeSection("results", "Results");
  for (const { suite, runs } of bySuite(data)) {
    add(part, suiteHeading(data, suite));
    if (runs.length > 1) part.append(compareTable(suite, runs));
    const tables = runs.map((ref) => summaryTable(runs, ref));
    part.append(el("div", { class: "side-by-side" }, ...tables));
    const changed = runs.map(invarianceTable).filter((table) => table !== null);
    if (changed.length > 0) part.append(el("div", { class: "side-by-side" }, ...changed));
  }
  part.append(...(data.tables ?? []).map(sheetTable));
  if (data.runs[0]) part.append(intervalNote(data.runs[0]));
  const configs = data.runs.map((run, index) => configDetails(run, index));
  part.append(el("div", { class: "configs" }, ...configs));
  return part;
}

export interface Breakdown {
  /** null when there is nothing to break down. */
  element: HTMLElement | null;
  /** Shows this metric in the charts of every suite that has it. */
  show(metric: string): void;
}

/** Charts and tables by every group key; `choose` gets the metric that the reader wants. */
export function makeBreakdown(data: ReportData, choose: (name: string) => void): Breakdown {
  const element = makeSection("breakdown", "Breakdown");
  const parts = bySuite(data)
    .map(({ suite, runs }) => suiteBreakdown(runs, suiteHeading(data, suite), choose))
    .filter((part) => part !== null);
  if (parts.length === 0) return { element: null, show: () => undefined };
  element.append(...parts.map((part) => part.element));
  return { element, show: (metric) => parts.forEach((part) => part.show(metric)) };
}

function suiteBreakdown(
  refs: RunRef[],
  heading: HTMLElement | null,
  choose: (name: string) => void,
): { element: HTMLElement; show(metric: string): void } | null {
  const runs = refs.map(({ run }) => run);
  const metrics = metricsOf(runs);
  const keys = groupKeys(runs);
  const several = refs.length > 1;
  if (metrics.length === 0 || (keys.length === 0 && !several)) return null;
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
  add(controls, legend(refs));
  const element = el("div", { class: "suite-part" }, heading, controls);

  const charts: Chart[] = [];
  const beside = !several && metrics.length <= METRICS_BESIDE_CHART;
  for (const by of keys.length > 0 ? keys : [""]) {
    const block = el("div", { class: beside ? "breakdown beside" : "breakdown" });
    if (groupValues(runs, by).length <= MAX_CHART_GROUPS) {
      const chart = makeChart(refs, by);
      charts.push(chart);
      block.append(chart.element);
    }
    if (by !== "") block.append(breakdownTable(refs, by));
    element.append(block);
  }
  let shown = metrics.find(({ name }) => name === primaryMetric(runs));
  return {
    element,
    show(name) {
      shown = metrics.find((metric) => metric.name === name) ?? shown;
      if (!shown) return;
      menu.value = shown.name;
      for (const chart of charts) chart.show(shown);
    },
  };
}

/** In what way answers miss: the same charts, over the classes of losses; null without any. */
export function makeLosses(data: ReportData): HTMLElement | null {
  const element = makeSection("losses", "Losses");
  for (const { suite, runs } of bySuite(data)) {
    const refs = runs.flatMap((ref) =>
      ref.run.losses ? [{ ...ref, run: { ...ref.run, summary: ref.run.losses } }] : [],
    );
    if (refs.length === 0) continue;
    const part = suiteBreakdown(refs, suiteHeading(data, suite), (name) => part?.show(name));
    if (part === null) continue;
    element.append(part.element);
    part.show("");
  }
  return element.childElementCount > 1 ? element : null;
}

/** Verdict and error counts, each name a link to its samples; null when nothing was counted. */
export function makeOutcomes(
  data: ReportData,
  address = (key: string) => (name: string) => `#${new URLSearchParams([[key, name]])}`,
): HTMLElement | null {
  const part = makeSection("outcomes", "Outcomes");
  let any = false;
  for (const { suite, runs } of bySuite(data)) {
    const verdicts = countsTable(runs, "verdicts", address("verdict"));
    const errors = countsTable(runs, "errors", address("error"));
    if (!verdicts && !errors) continue;
    any = true;
    const stacked = runs.length > RUNS_BESIDE_EACH_OTHER;
    const tables = el("div", { class: stacked ? "side-by-side stacked" : "side-by-side" });
    add(tables, verdicts, errors);
    add(part, suiteHeading(data, suite), tables);
  }
  return any ? part : null;
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

/** The key to the colours of differences; null where no sample shows one. */
export function makeDifferenceNote(data: ReportData): HTMLElement | null {
  const any = data.runs.some((run) => run.samples.some((each) => each.pictures.some(isDifference)));
  if (!any) return null;
  return el("p", { class: "note" }, "In pictures of differences: ", makeDifferenceLegend());
}

export function makeFooter(data: ReportData): HTMLElement {
  const text = el("p", { testid: "generator" }, "Made by ", el("bdi", {}, data.generator));
  return el("footer", {}, text);
}
