// Every figure of the report as a table. Cells carry the full-precision number in data-value (and
// data-stderr, data-low, data-high, data-n), so that what is shown can be checked and copied.

import type { Estimate, ReportData, RunData } from "./data";
import { allMetrics, findGroup, groupValues, own, runLabels } from "./data";
import type { Attributes } from "./dom";
import { el, nameOf, runColour, runName, scrollable } from "./dom";
import { count, fraction, inline, interval, level, percent, plural } from "./format";

const NO_ESTIMATE: Estimate = { mean: null, stderr: null, low: null, high: null, n: 0 };

function head(...columns: (string | HTMLElement)[]): HTMLTableSectionElement {
  const cells = columns.map((column, i) =>
    el("th", { scope: "col", class: i === 0 ? "label" : "number" }, column),
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

/** The runs with what they are counted over. */
export function runsTable(data: ReportData): HTMLElement {
  const severalSuites = new Set(data.runs.map((run) => run.suite)).size > 1;
  const columns = ["Run", "Model", "Tasks", "Samples", "Missing", "Not scored"];
  const rows = data.runs.map((run, index) => {
    const { tasks, samples, missing, not_scored } = run.summary;
    const name = severalSuites ? `${run.name} (${run.suite})` : run.name;
    return el(
      "tr",
      { testid: `run-${index}` },
      el("th", { scope: "row", class: "label" }, runName(index, name)),
      el("td", { class: "label" }, nameOf(run.model)),
      number(count(tasks), { testid: `tasks-${index}`, data: { value: tasks } }),
      number(count(samples), { testid: `samples-${index}`, data: { value: samples } }),
      number(count(missing), { testid: `missing-${index}`, data: { value: missing } }),
      number(count(not_scored), { testid: `not-scored-${index}`, data: { value: not_scored } }),
    );
  });
  const header = head(...columns);
  header.querySelectorAll("th")[1]?.setAttribute("class", "label");
  const caption = el("caption", { class: "hidden" }, "Runs in this report");
  return scrollable(
    el("table", { testid: "runs-table" }, caption, header, el("tbody", {}, ...rows)),
    "Runs in this report",
  );
}

/** One run overall: the table that the terminal prints. */
export function summaryTable(data: ReportData, run: RunData, index: number): HTMLElement {
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
      number(count(n), { testid: `n-${index}-${name}`, data: { value: n } }),
    );
  };
  const rows = run.summary.metrics.map(({ name, title }) =>
    row(name, title, own(overall?.metrics, name) ?? NO_ESTIMATE),
  );
  for (const kind of ["pass@k", "pass^k"] as const) {
    for (const entry of overall?.passk ?? []) {
      const name = kind.replace("k", String(entry.k));
      if (entry.k > 1) rows.push(row(name, name, entry[kind]));
    }
  }
  const table = el(
    "table",
    { testid: "summary-table", data: { run: index } },
    el("caption", {}, runName(index, runLabels(data)[index] ?? run.name)),
    head("Metric", "Value", "\u00b1 stderr", `${level(run.summary.bootstrap.level)} interval`, "n"),
    el("tbody", {}, ...rows),
  );
  return scrollable(table, `Results of ${run.name}`);
}

/** Runs against metrics, overall. */
export function compareTable(data: ReportData): HTMLElement {
  const metrics = allMetrics(data);
  const labels = runLabels(data);
  const rows = data.runs.map((run, index) => {
    const overall = findGroup(run, "", "");
    const cells = metrics.map(({ name }) =>
      estimateCell(own(overall?.metrics, name) ?? NO_ESTIMATE, {
        testid: `compare-${index}-${name}`,
      }),
    );
    const label = el("th", { scope: "row", class: "label" }, runName(index, labels[index] ?? ""));
    return el("tr", {}, label, ...cells);
  });
  const table = el(
    "table",
    { class: "compare", testid: "compare-table" },
    el("caption", {}, "All runs, overall"),
    head("Run", ...metrics.map((metric) => metric.title)),
    el("tbody", {}, ...rows),
  );
  return scrollable(table, "All runs compared");
}

/** How far answers stayed the same under changes; null for runs without changed tasks. */
export function invarianceTable(data: ReportData, run: RunData, index: number): HTMLElement | null {
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
    const label = entry.by === "" ? "all" : `${entry.by} ${entry.value}`;
    const name = el("th", { scope: "row", class: "label" }, nameOf(label));
    return el("tr", {}, name, ...cells, number(count(entry.groups)));
  });
  const table = el(
    "table",
    { testid: "invariance-table", data: { run: index } },
    el("caption", {}, "Changed tasks, ", runName(index, runLabels(data)[index] ?? run.name)),
    head("Changed", "Accuracy", "Consistency", "With the original", "Originals"),
    el("tbody", {}, ...rows),
  );
  return scrollable(table, `Changed tasks of ${run.name}`);
}

/** Groups against metrics for one group key; with several runs, one line per group and run. */
export function breakdownTable(data: ReportData, by: string): HTMLElement {
  const metrics = allMetrics(data);
  const labels = runLabels(data);
  const several = data.runs.length > 1;
  const bodies = groupValues(data, by).map((value) => {
    const rows: HTMLTableRowElement[] = [];
    data.runs.forEach((run, index) => {
      const group = findGroup(run, by, value);
      if (!group) return;
      const cells = metrics.map(({ name }) =>
        estimateCell(own(group.metrics, name) ?? NO_ESTIMATE, {
          testid: "group-cell",
          data: { run: index, by, group: value, metric: name },
        }),
      );
      const runCell =
        several &&
        el("th", { scope: "row", class: "label run" }, runName(index, labels[index] ?? ""));
      const size = number(count(group.n), {
        testid: "group-n",
        data: { run: index, by, group: value, value: group.n },
      });
      rows.push(el("tr", {}, runCell, ...cells, size));
    });
    const label = el(
      "th",
      { scope: "rowgroup", class: "label", rowspan: rows.length > 1 ? rows.length : undefined },
      nameOf(value),
    );
    rows[0]?.prepend(label);
    return el("tbody", {}, ...rows);
  });
  const columns = [...metrics.map((metric) => metric.title), "n"];
  const header = several ? head(by, "Run", ...columns) : head(by, ...columns);
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
  data: ReportData,
  kind: "verdicts" | "errors",
  hrefOf: (name: string) => string,
): HTMLElement | null {
  const totals = new Map<string, number>();
  for (const run of data.runs) {
    for (const [name, n] of Object.entries(run.summary[kind] ?? {})) {
      if (n > 0) totals.set(name, (totals.get(name) ?? 0) + n);
    }
  }
  if (totals.size === 0) return null;
  const names = [...totals].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const noun = kind === "verdicts" ? "Verdict" : "Error";
  const rows = names.map(([name]) => {
    const cells = data.runs.map((run, index) => countCell(run, index, kind, name));
    const link = el(
      "a",
      { href: hrefOf(name), testid: `${noun.toLowerCase()}-link` },
      nameOf(name),
    );
    return el("tr", {}, el("th", { scope: "row", class: "label" }, link), ...cells);
  });
  const labels = runLabels(data);
  const columns = labels.map((label, index) =>
    labels.length > 1 ? runName(index, label) : "Samples",
  );
  const table = el("table", { class: "counts", testid: `${kind}-table` });
  const caption = el("caption", {}, kind === "verdicts" ? "Verdicts" : "Errors");
  table.append(caption, head(noun, ...columns), el("tbody", {}, ...rows));
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
  const rows = Object.entries(run.config ?? {}).map(([key, value]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", class: "label" }, key),
      el("td", { class: "label code" }, typeof value === "string" ? value : JSON.stringify(value)),
    ),
  );
  const summary = el("summary", {}, "Configuration of ", runName(index, run.name));
  const table = el("table", { class: "config" }, el("tbody", {}, ...rows));
  return el("details", { testid: `config-${index}` }, summary, scrollable(table, "Configuration"));
}
