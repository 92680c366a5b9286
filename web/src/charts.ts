// Bars with error bars: one metric by the values of one group key, every run side by side.
//
// Each value is a facet, each run a bar inside it, so the picture is the same for one run or ten.
// The first facet is the overall figure, as a yardstick. Fractions are always drawn on 0 to 1:
// a cut axis would make small differences look large. Colours are CSS variables, so a change of
// colour scheme needs no new drawing; a change of width does.

import { axisFy, axisX, barX, gridX, plot, ruleX, ruleY, text, tickX } from "@observablehq/plot";
import type { MetricInfo, RunRef } from "./data";
import { findGroup, groupValues, own } from "./data";
import { el, runColour, runName } from "./dom";
import { fraction, inline, interval, level } from "./format";

/** Above this, a chart says less than its table and is left out. */
export const MAX_CHART_GROUPS = 60;

const BAR_HEIGHT = 17;
const FACET_GAP = 13;
const LABEL_CHARACTERS = 28;

interface Bar {
  facet: number;
  run: number;
  mean: number;
  low: number;
  high: number;
  tip: string;
}

function collect(refs: RunRef[], by: string, values: string[], metric: string): Bar[] {
  const bars: Bar[] = [];
  const facets = [["", ""], ...values.map((value) => [by, value])] as [string, string][];
  facets.forEach(([key, value], facet) => {
    for (const { run, index, label } of refs) {
      const estimate = own(findGroup(run, key, value)?.metrics, metric);
      if (!estimate || estimate.mean === null) continue;
      const { mean, low, high, n } = estimate;
      const tip = `${label}, ${value || "overall"}: ${fraction(mean)} ${interval(low, high)}, n = ${n}`;
      bars.push({
        facet,
        run: index,
        mean,
        low: low ?? mean,
        high: high ?? mean,
        tip: inline(tip),
      });
    }
  });
  return bars;
}

function domain(bars: Bar[]): [number, number] {
  const low = Math.min(0, ...bars.map((bar) => Math.min(bar.low, bar.mean)));
  const high = Math.max(0, ...bars.map((bar) => Math.max(bar.high, bar.mean)));
  return low >= 0 && high <= 1 ? [0, 1] : [low, high];
}

function shortened(label: string): string {
  const characters = [...inline(label)];
  if (characters.length <= LABEL_CHARACTERS) return characters.join("");
  return `${characters.slice(0, LABEL_CHARACTERS - 1).join("")}\u2026`;
}

function draw(refs: RunRef[], by: string, metric: MetricInfo, width: number): Element {
  const values = groupValues(
    refs.map(({ run }) => run),
    by,
  );
  const labels = ["overall", ...values.map(shortened)];
  const bars = collect(refs, by, values, metric.name);
  const runs = refs.map(({ index }) => index);
  const longest = Math.max(...labels.map((label) => [...label].length));
  const marginLeft = Math.min(width * 0.4, 16 + longest * 6.6);
  const range = domain(bars);
  const place = { y: "run", fy: "facet" } as const;
  const whisker = { ...place, stroke: "var(--whisker)" } as const;
  const cap = { ...whisker, insetTop: BAR_HEIGHT / 3.4, insetBottom: BAR_HEIGHT / 3.4 } as const;
  const chart = plot({
    width,
    height: 44 + labels.length * (runs.length * BAR_HEIGHT + FACET_GAP),
    marginLeft,
    marginRight: 58,
    marginTop: 4,
    marginBottom: 36,
    ariaLabel: `${metric.title} by ${by || "run"}, with error bars; the table holds the same figures`,
    x: { domain: range, nice: range[1] !== 1 },
    y: { domain: runs, axis: null, padding: 0.12 },
    fy: {
      domain: labels.map((_, facet) => facet),
      padding: FACET_GAP / (runs.length * BAR_HEIGHT + FACET_GAP),
    },
    color: { domain: runs, range: runs.map(runColour), type: "ordinal" },
    marks: [
      gridX({ stroke: "var(--grid)", strokeOpacity: 1, ticks: 5 }),
      axisX({
        ticks: 5,
        tickSize: 0,
        label: `${inline(metric.title)} \u2192`,
        labelAnchor: "right",
      }),
      axisFy({
        anchor: "left",
        tickSize: 0,
        tickFormat: (facet: number) => labels[facet] ?? "",
        label: null,
      }),
      barX(bars, { ...place, x: "mean", fill: "run", title: "tip" }),
      ruleY(bars, { ...whisker, x1: "low", x2: "high", strokeWidth: 1.25 }),
      tickX(bars, { ...cap, x: "low" }),
      tickX(bars, { ...cap, x: "high" }),
      ruleX([0], { stroke: "var(--axis)" }),
      text(bars, {
        ...place,
        text: (bar: Bar) => fraction(bar.mean),
        frameAnchor: "right",
        textAnchor: "start",
        dx: 10,
        fontVariant: "tabular-nums",
        fill: "currentColor",
      }),
    ],
  });
  chart.setAttribute("role", "img");
  // Plot names its groups, which only elements with a role may be.
  for (const group of chart.querySelectorAll("g[aria-label]")) group.setAttribute("role", "group");
  return chart;
}

export interface Chart {
  element: HTMLElement;
  show(metric: MetricInfo): void;
}

/** A figure that follows its own width. `by` may be "": then only the overall bars are drawn. */
export function makeChart(refs: RunRef[], by: string): Chart {
  const canvas = el("div", { class: "canvas" });
  const caption = el("figcaption", {});
  const element = el("figure", { class: "chart", testid: "chart", data: { by } }, caption, canvas);
  let metric: MetricInfo | null = null;
  let width = 0;

  const redraw = (): void => {
    if (metric === null || width < 50) return;
    canvas.replaceChildren(draw(refs, by, metric, width));
  };
  new ResizeObserver(() => {
    const next = Math.floor(canvas.clientWidth);
    if (next === width) return;
    width = next;
    redraw();
  }).observe(canvas);

  return {
    element,
    show(next) {
      metric = next;
      const confidence = level(refs[0]?.run.summary.bootstrap.level ?? 0);
      caption.replaceChildren(
        el("strong", {}, next.title),
        ...(by ? [" by ", el("bdi", {}, by)] : []),
        `, with ${confidence} intervals`,
      );
      redraw();
    },
  };
}

/** Which colour is which run; null for a single run, which needs no key. */
export function legend(refs: RunRef[]): HTMLElement | null {
  if (refs.length < 2) return null;
  const items = refs.map(({ label, index }) => el("li", {}, runName(index, label)));
  return el("ul", { class: "legend", "aria-label": "Runs" }, ...items);
}
