// Every figure of the report as a table. Cells carry the full-precision number in data-value (and
// data-stderr, data-low, data-high, data-n), so that what is shown can be checked and copied.
//
// A table is over runs of one suite: suites share neither metrics nor tags. What differs between
// its runs is a column of its own, never only a part of a name.

import type { Estimate, RunData, RunRef } from "./data";
import {
  configurations,
  findGroup,
  groupValues,
  INCOMPLETE,
  isComplete,
  isRepeatKey,
  metricsOf,
  own,
  settingKeys,
} from "./data";
import type { Attributes } from "./dom";
import { el, nameOf, runColour, runName, scrollable } from "./dom";
import { count, fraction, inline, interval, level, percent, plural } from "./format";

const NO_ESTIMATE: Estimate = { mean: null, stderr: null, low: null, high: null, n: 0 };

const runsOf = (refs: RunRef[]): RunData[] => refs.map(({ run }) => run);

/** A heading row: `labels` columns of text first, then numbers. */
function head(labels: number, ...columns: (string | HTMLElement)[]): HTMLTableSectionElement {
  const cells = columns.map((column, i) =>
    el("th", { scope: "col", class: i < labels ? "label" : "number" }, column),
  );
  return el("thead", {}, el("tr", {}, ...cells));
}

function number(text: string, attributes: Attributes = {}): HTMLTableCellElement {
  return el("td", { class: "number", ...attributes }, text);
}

/** "± 0.0123", or a dash. */
function plusMinus(stderr: number | null): string {
  return stderr === null ? fraction(null) : `\u00b1 ${fraction(stderr)}`;
}

function estimateCell(estimate: Estimate, attributes: Attributes): HTMLTableCellElement {
  const { mean, stderr, low, high, n } = estimate;
  const cell = el(
    "td",
    {
      class: "number",
      title: `${fraction(mean)} ${plusMinus(stderr)}, ${interval(low, high)}, n = ${count(n)}`,
      ...attributes,
      data: { ...attributes.data, value: mean, stderr, low, high, n },
    },
    fraction(mean),
  );
  if (stderr !== null) cell.append(el("span", { class: "error-of" }, plusMinus(stderr)));
  return cell;
}

/** A cell for each setting that differs between runs of the suite. */
function settingCells(run: RunData, keys: string[]): HTMLTableCellElement[] {
  return keys.map((key) =>
    el(
      "td",
      { class: "label", testid: "setting", data: { key } },
      nameOf(own(run.settings, key) ?? ""),
    ),
  );
}

function marked(run: RunData, name: string): string {
  return isComplete(run) ? name : name + INCOMPLETE;
}

/** The runs of one suite with what they are counted over. */
export function runsTable(suite: string, refs: RunRef[], several: boolean): HTMLElement {
  const keys = settingKeys(refs);
  const planned = refs.some(({ run }) => run.progress !== undefined);
  const cached = refs.some(({ run }) => (run.summary.cached ?? 0) > 0);
  const labels = ["Run", "Model", ...keys];
  const numbers = ["Tasks", "Samples", planned && "Done of planned", cached && "From the cache"];
  const columns = [...labels, ...numbers, "Missing", "Not scored"].filter((c) => c !== false);
  const rows = refs.map(({ run, index }) => {
    const { tasks, samples, missing, not_scored } = run.summary;
    const done = run.progress;
    return el(
      "tr",
      { testid: `run-${index}` },
      el("th", { scope: "row", class: "label" }, runName(index, marked(run, run.name))),
      el("td", { class: "label" }, nameOf(run.model)),
      ...settingCells(run, keys),
      number(count(tasks), { testid: `tasks-${index}`, data: { value: tasks } }),
      number(count(samples), { testid: `samples-${index}`, data: { value: samples } }),
      planned &&
        number(done ? `${count(done.done)} of ${count(done.planned)}` : "\u2013", {
          class: isComplete(run) ? "number" : "number incomplete",
          testid: `done-${index}`,
        }),
      cached &&
        number(`${count(run.summary.cached ?? 0)} of ${count(samples)}`, {
          testid: `cached-${index}`,
        }),
      number(count(missing), { testid: `missing-${index}`, data: { value: missing } }),
      number(count(not_scored), { testid: `not-scored-${index}`, data: { value: not_scored } }),
    );
  });
  const caption = several
    ? el("caption", {}, el("bdi", {}, suite))
    : el("caption", { class: "hidden" }, "Runs in this report");
  const header = head(labels.length, ...columns);
  return scrollable(
    el("table", { testid: "runs-table" }, caption, header, el("tbody", {}, ...rows)),
    `Runs of ${suite}`,
  );
}

/** One run overall: the table that the terminal prints. */
export function summaryTable(refs: RunRef[], { run, index, label }: RunRef): HTMLElement {
  const overall = findGroup(run, "", "");
  const row = (name: string, title: string, estimate: Estimate): HTMLElement => {
    const { mean, stderr, low, high, n } = estimate;
    const primary = name === run.summary.primary;
    return el(
      "tr",
      { class: primary ? "primary" : undefined },
      el("th", { scope: "row", class: "label", title: inline(name) }, title),
      number(fraction(mean), { testid: `metric-${index}-${name}`, data: { value: mean } }),
      number(plusMinus(stderr), { testid: `stderr-${index}-${name}`, data: { value: stderr } }),
      number(interval(low, high), { testid: `interval-${index}-${name}`, data: { low, high } }),
      number(count(n), { class: "number n", testid: `n-${index}-${name}`, data: { value: n } }),
    );
  };
  const byRule = run.summary.people?.rule[0];
  const rows = metricsOf(runsOf(refs)).flatMap(({ name, title }) => {
    const shown = row(name, title, own(overall?.metrics, name) ?? NO_ESTIMATE);
    const alone = name === run.summary.primary && byRule;
    return alone ? [shown, row(`${name}_rule`, `${title} (rule)`, byRule)] : [shown];
  });
  for (const kind of ["pass@k", "pass^k"] as const) {
    for (const entry of overall?.passk ?? []) {
      const name = kind.replace("k", String(entry.k));
      if (entry.k > 1) rows.push(row(name, name, entry[kind]));
    }
  }
  const confidence = `${level(run.summary.bootstrap.level)} interval`;
  const table = el(
    "table",
    { class: "summary", testid: "summary-table", data: { run: index } },
    el("caption", {}, runName(index, label)),
    head(1, "Metric", "Value", "\u00b1 stderr", confidence, "n"),
    el("tbody", {}, ...rows),
  );
  return scrollable(table, `Results of ${run.name}`);
}

/** The mean of the runs' figures, and its standard error over runs. */
function overRuns(estimates: Estimate[]): Estimate {
  const means = estimates.map(({ mean }) => mean).filter((mean) => mean !== null);
  const n = estimates.reduce((sum, estimate) => sum + estimate.n, 0);
  if (means.length === 0) return { ...NO_ESTIMATE, n };
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  const squares = means.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const stderr =
    means.length < 2 ? null : Math.sqrt(squares / (means.length - 1) / means.length);
  return { mean, stderr, low: null, high: null, n };
}

/** Runs against metrics, overall; runs that repeat each other are followed by their mean. */
export function compareTable(suite: string, refs: RunRef[]): HTMLElement {
  const metrics = metricsOf(runsOf(refs));
  const keys = settingKeys(refs);
  const figure = ({ run }: RunRef, name: string): Estimate =>
    own(findGroup(run, "", "")?.metrics, name) ?? NO_ESTIMATE;
  const rows = configurations(refs).flatMap((equals) => {
    const rowsOfRuns = equals.map((ref) => {
      const cells = metrics.map(({ name }) =>
        estimateCell(figure(ref, name), { testid: `compare-${ref.index}-${name}` }),
      );
      const name = runName(ref.index, marked(ref.run, ref.run.model));
      const label = el("th", { scope: "row", class: "label" }, name);
      return el("tr", {}, label, ...settingCells(ref.run, keys), ...cells);
    });
    if (equals.length < 2) return rowsOfRuns;
    const figures = metrics.map(({ name }) => equals.map((ref) => figure(ref, name)));
    return [...rowsOfRuns, meanRow(equals, keys, figures)];
  });
  const table = el(
    "table",
    { class: "compare", testid: "compare-table", data: { suite } },
    el("caption", {}, el("bdi", {}, suite), ", all runs, overall"),
    head(1 + keys.length, "Run", ...keys, ...metrics.map((metric) => metric.title)),
    el("tbody", {}, ...rows),
  );
  return scrollable(table, "All runs compared");
}

function meanRow(equals: RunRef[], keys: string[], figures: Estimate[][]): HTMLTableRowElement {
  const [first] = equals;
  const settings = keys.map((key) =>
    el("td", { class: "label" }, isRepeatKey(key) ? "" : (own(first?.run.settings, key) ?? "")),
  );
  const title = `mean of ${equals.length} runs`;
  return el(
    "tr",
    { class: "mean", testid: "mean-row" },
    el("th", { scope: "row", class: "label" }, nameOf(first?.run.model ?? ""), `, ${title}`),
    ...settings,
    ...figures.map((estimates) => estimateCell(overRuns(estimates), {})),
  );
}

/** How far answers stayed the same under changes; null for runs without changed tasks. */
export function invarianceTable({ run, index, label }: RunRef): HTMLElement | null {
  const entries = run.summary.invariance;
  if (!entries) return null;
  const figures = ["accuracy", "consistency", "consistency_with_original"] as const;
  const rows = entries.map((entry) => {
    const cells = figures.map((figure) =>
      estimateCell(
        { ...NO_ESTIMATE, ...entry[figure] },
        {
          testid: "invariance-cell",
          data: { run: index, by: entry.by, group: entry.value, figure },
        },
      ),
    );
    const name = entry.by === "" ? "all" : `${entry.by} ${entry.value}`;
    const header = el("th", { scope: "row", class: "label" }, nameOf(name));
    return el("tr", {}, header, ...cells, number(count(entry.groups)));
  });
  const table = el(
    "table",
    { testid: "invariance-table", data: { run: index } },
    el("caption", {}, "Changed tasks, ", runName(index, label)),
    head(1, "Changed", "Accuracy", "Consistency", "With the original", "Originals"),
    el("tbody", {}, ...rows),
  );
  return scrollable(table, `Changed tasks of ${run.name}`);
}

/** Groups against metrics for one group key; with several runs, one line per group and run. */
export function breakdownTable(refs: RunRef[], by: string): HTMLElement {
  const metrics = metricsOf(runsOf(refs));
  const several = refs.length > 1;
  const bodies = groupValues(runsOf(refs), by).map((value) => {
    const rows: HTMLTableRowElement[] = [];
    for (const { run, index, label } of refs) {
      const group = findGroup(run, by, value);
      if (!group) continue;
      const cells = metrics.map(({ name }) =>
        estimateCell(own(group.metrics, name) ?? NO_ESTIMATE, {
          testid: "group-cell",
          data: { run: index, by, group: value, metric: name },
        }),
      );
      const runCell =
        several && el("th", { scope: "row", class: "label run" }, runName(index, label));
      const size = number(count(group.n), {
        testid: "group-n",
        data: { run: index, by, group: value, value: group.n },
      });
      rows.push(el("tr", {}, runCell, ...cells, size));
    }
    const label = el(
      "th",
      { scope: "rowgroup", class: "label", rowspan: rows.length > 1 ? rows.length : undefined },
      nameOf(value),
    );
    rows[0]?.prepend(label);
    return el("tbody", {}, ...rows);
  });
  const columns = [...metrics.map((metric) => metric.title), "n"];
  const header = several ? head(2, by, "Run", ...columns) : head(1, by, ...columns);
  if (several) header.querySelectorAll("th")[1]?.setAttribute("class", "label run");
  const table = el("table", { testid: "breakdown-table", data: { by } });
  table.append(el("caption", {}, "By ", el("bdi", {}, by)), header, ...bodies);
  return scrollable(table, `Results by ${by}`);
}

/**
 * How often each verdict or error name occurred, one column per run, most frequent first; names that
 * never occurred are left out.
 * `hrefOf` gives the address of the samples behind a name.
 */
export function countsTable(
  refs: RunRef[],
  kind: "verdicts" | "errors",
  hrefOf: (name: string) => string,
): HTMLElement | null {
  const totals = new Map<string, number>();
  for (const { run } of refs) {
    for (const [name, n] of Object.entries(run.summary[kind] ?? {})) {
      if (n > 0) totals.set(name, (totals.get(name) ?? 0) + n);
    }
  }
  if (totals.size === 0) return null;
  const names = [...totals].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const noun = kind === "verdicts" ? "Verdict" : "Error";
  const rows = names.map(([name]) => {
    const cells = refs.map(({ run, index }) => countCell(run, index, kind, name));
    const link = el(
      "a",
      { href: hrefOf(name), testid: `${noun.toLowerCase()}-link` },
      nameOf(name),
    );
    return el("tr", {}, el("th", { scope: "row", class: "label" }, link), ...cells);
  });
  const columns = refs.map(({ index, label }) =>
    refs.length > 1 ? runName(index, label) : "Samples",
  );
  const table = el("table", { class: "counts", testid: `${kind}-table` });
  const caption = el("caption", {}, kind === "verdicts" ? "Verdicts" : "Errors");
  table.append(caption, head(1, noun, ...columns), el("tbody", {}, ...rows));
  return scrollable(table, `${noun} counts`);
}

function countCell(
  run: RunData,
  index: number,
  kind: "verdicts" | "errors",
  name: string,
): HTMLTableCellElement {
  const n = own(run.summary[kind], name) ?? 0;
  const whole = run.summary.samples;
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, el("span", {}));
  const filled = bar.firstElementChild as HTMLElement;
  filled.style.width = `${whole > 0 ? Math.min(100, (100 * n) / whole) : 0}%`;
  filled.style.background = runColour(index);
  return el(
    "td",
    {
      class: "number",
      testid: `${kind}-${index}-${name}`,
      title: `${plural(n, "sample")} of ${count(whole)}`,
      data: { value: n },
    },
    el("span", { class: "count" }, count(n), el("span", { class: "share" }, percent(n, whole))),
    bar,
  );
}

/** The resolved configuration of a run, folded away. */
export function configDetails(run: RunData, index: number): HTMLElement {
  const rows = Object.entries(run.config ?? {})
    .filter(([, value]) => value !== null && value !== "")
    .map(([key, value]) =>
      el(
        "tr",
        {},
        el("th", { scope: "row", class: "label" }, key),
        el("td", { class: "label code" }, configText(value)),
      ),
    );
  const summary = el("summary", {}, "Configuration of ", runName(index, run.name));
  const table = el("table", { class: "config" }, el("tbody", {}, ...rows));
  return el("details", { testid: `config-${index}` }, summary, scrollable(table, "Configuration"));
}

function configText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
