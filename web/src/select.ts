// Which samples are shown and in which order: plain functions of the entries and the view.

import type { Entry, MetricInfo, ReportData } from "./data";
import { groupValues, own, runLabels } from "./data";
import type { View } from "./view";

/** One property that samples can be filtered by. */
export interface Facet {
  /** The key in View.filters and in the address. */
  key: string;
  label: string;
  /** The sample's values, usually one; "" when it has none. */
  valuesOf(entry: Entry): string[];
  labelOf(value: string): string;
  /** All values that occur, in the order of the menu. */
  values: string[];
}

const itself = (value: string): string => value || "none";

/**
 * The facets that can tell samples apart: suite, run, every tag, verdict, error. The values of a tag come
 * in the order of its breakdown table ("easy", "medium", "hard"), else by name.
 */
export function makeFacets(data: ReportData, entries: Entry[]): Facet[] {
  const facets: Facet[] = [];
  const consider = (
    key: string,
    label: string,
    valuesOf: (entry: Entry) => string[],
    labelOf: (value: string) => string = itself,
    order: string[] = [],
  ): void => {
    const values = [...new Set(entries.flatMap(valuesOf))];
    if (values.every((value) => value === "")) return;
    const { compare } = new Intl.Collator("en", { numeric: true });
    const place = (value: string): number =>
      value === "" ? Infinity : order.includes(value) ? order.indexOf(value) : order.length;
    values.sort((a, b) => (place(a) === place(b) ? compare(a, b) : place(a) - place(b)));
    facets.push({ key, label, valuesOf, labelOf, values });
  };

  if (new Set(data.runs.map((run) => run.suite)).size > 1) {
    consider("suite", "Suite", (entry) => [entry.run.suite]);
  }
  if (data.runs.length > 1) {
    const labels = runLabels(data);
    consider(
      "run",
      "Run",
      (entry) => [String(entry.runIndex)],
      (index) => labels[Number(index)] ?? index,
    );
  }
  const tags = new Set<string>();
  for (const entry of entries)
    for (const tag of Object.keys(entry.sample.tags ?? {})) tags.add(tag);
  for (const tag of tags) {
    const valuesOf = (entry: Entry): string[] => [own(entry.sample.tags, tag) ?? ""].flat();
    consider(`tag.${tag}`, tag, valuesOf, itself, groupValues(data.runs, tag));
  }
  consider("verdict", "Verdict", (entry) => [entry.sample.verdict]);
  consider("error", "Error", (entry) => [entry.sample.error ?? ""]);
  return facets;
}

export interface Selection {
  /** The samples that pass every filter, in order. */
  entries: Entry[];
  /** By facet key: how many samples each value would leave, the other filters as they are. */
  counts: Map<string, Map<string, number>>;
}

/**
 * Filters and sorts. A sample that fails exactly one facet still counts for that facet's own menu;
 * so one pass gives the samples and all counts.
 */
export function selectEntries(
  entries: Entry[],
  facets: Facet[],
  metrics: MetricInfo[],
  view: View,
): Selection {
  const active = facets.filter((facet) => view.filters.has(facet.key));
  const counts = new Map(facets.map((facet) => [facet.key, new Map<string, number>()]));
  const query = view.query.trim().toLowerCase();
  const passed: Entry[] = [];
  const countFor = (facet: Facet, entry: Entry): void => {
    const byValue = counts.get(facet.key);
    for (const value of facet.valuesOf(entry)) byValue?.set(value, (byValue.get(value) ?? 0) + 1);
  };

  for (const entry of entries) {
    if (query !== "" && !entry.sample.id.toLowerCase().includes(query)) continue;
    const failed = active.filter(
      (facet) => !facet.valuesOf(entry).includes(view.filters.get(facet.key) ?? ""),
    );
    if (failed.length === 0) {
      passed.push(entry);
      for (const facet of facets) countFor(facet, entry);
    } else if (failed.length === 1 && failed[0]) {
      countFor(failed[0], entry);
    }
  }
  return { entries: sortEntries(passed, metrics, view), counts };
}

/** The metric a view sorts by, or null when it sorts by id. */
export function sortMetric(metrics: MetricInfo[], view: View): MetricInfo | null {
  return metrics.find((metric) => `metric.${metric.name}` === view.sort) ?? null;
}

/**
 * Worst first, or by id; samples without the value come last either way; ties are by rank. A sample
 * of a suite that does not have the metric goes by its own primary one.
 */
function sortEntries(entries: Entry[], metrics: MetricInfo[], view: View): Entry[] {
  const metric = sortMetric(metrics, view);
  const sign = view.reverse ? -1 : 1;
  if (metric === null) return entries.sort((a, b) => sign * (a.rank - b.rank));
  const direction = metric.better === "lower" ? -sign : sign;
  const valueOf = ({ run, sample }: Entry): number | null => {
    const has = run.summary.metrics.some(({ name }) => name === metric.name);
    return own(sample.metrics, has ? metric.name : run.summary.primary) ?? null;
  };
  return entries.sort((a, b) => {
    const x = valueOf(a);
    const y = valueOf(b);
    if (x === null || y === null) return Number(x === null) - Number(y === null) || a.rank - b.rank;
    return direction * (x - y) || a.rank - b.rank;
  });
}
