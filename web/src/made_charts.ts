// Charts that the program drew: radars, lines, curves, histograms, entropies and shares. Each is the
// very picture that `papert report --chart KIND -o FILE.svg` writes, shown as an image, so nothing in
// it can run or style anything here; it follows the colour scheme by itself. Its values stand below
// it as a table, and a link saves the picture.

import type { MadeChart, ReportData } from "./data";
import { el, nameOf, scrollable } from "./dom";
import { makeSection } from "./layout";

/** Longer tables than this are for the file formats, not for reading. */
const MAX_ROWS = 400;

function valuesTable(chart: MadeChart): HTMLElement {
  const columns = chart.columns.map((column, i) =>
    el("th", { scope: "col", class: i < 2 ? "label" : "number" }, column),
  );
  const rows = chart.rows
    .slice(0, MAX_ROWS)
    .map((row) =>
      el(
        "tr",
        {},
        ...row.map((cell, i) =>
          i < 2
            ? el("td", { class: "label" }, nameOf(cell))
            : el("td", { class: "number" }, cell),
        ),
      ),
    );
  const table = el("table", {}, el("thead", {}, el("tr", {}, ...columns)));
  table.append(el("tbody", {}, ...rows));
  return scrollable(table, `Values of ${chart.title}`);
}

function makeFigure(chart: MadeChart, index: number): HTMLElement {
  const address = `data:image/svg+xml;base64,${chart.svg}`;
  const left = chart.rows.length - MAX_ROWS;
  return el(
    "figure",
    { class: "made-chart", testid: "made-chart", data: { kind: chart.kind } },
    el("img", { src: address, alt: chart.text, loading: "lazy" }),
    el(
      "figcaption",
      {},
      el("a", { href: address, download: `${chart.kind}-${index + 1}.svg` }, "Save the picture"),
      el(
        "details",
        {},
        el("summary", {}, "Values"),
        valuesTable(chart),
        left > 0 && el("p", { class: "note" }, `and ${left} more`),
      ),
    ),
  );
}

/** null when there are none. */
export function makeMadeCharts(data: ReportData): HTMLElement | null {
  const charts = data.charts ?? [];
  if (charts.length === 0) return null;
  const part = makeSection("figures", "Figures");
  part.append(el("div", { class: "made-charts" }, ...charts.map(makeFigure)));
  return part;
}
