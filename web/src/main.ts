// The page: reads the data, builds the parts once, then keeps view, address and parts in step.
//
//   change -> view -> select -> filters, gallery, charts -> address
//
// Every change of what is shown goes through `change`; an address that was typed or followed comes
// in through `follow` and replaces the whole view.

import type { Entry, MetricInfo, ReportData } from "./data";
import { allEntries, metricsOf, primaryMetric, readData } from "./data";
import { Dialog } from "./dialog";
import { add, el } from "./dom";
import type { Filters } from "./filters";
import { makeFilters } from "./filters";
import { count, plural } from "./format";
import { Gallery } from "./gallery";
import type { Breakdown } from "./layout";
import {
  makeBreakdown,
  makeCapNote,
  makeDifferenceNote,
  makeFooter,
  makeHeader,
  makeLosses,
  makeOutcomes,
  makeResults,
  makeSection,
} from "./layout";
import { makeMadeCharts } from "./made_charts";
import type { Facet } from "./select";
import { makeFacets, selectEntries, sortMetric } from "./select";
import type { Defaults, View } from "./view";
import { formatView, parseView, sampleKey } from "./view";

/** Browsers refuse or slow down an address that changes many times a second. */
const ADDRESS_PAUSE_MS = 200;

class Page {
  private readonly entries: Entry[];
  private readonly metrics: MetricInfo[];
  private readonly facets: Facet[];
  private readonly byKey: Map<string, Entry>;
  private readonly defaults: Defaults;
  private readonly filters: Filters;
  private readonly gallery: Gallery;
  private readonly dialog: Dialog;
  private readonly breakdown: Breakdown;
  private readonly status = el("p", {
    class: "count",
    role: "status",
    "aria-live": "polite",
    testid: "gallery-count",
  });
  private readonly nothing = el(
    "p",
    { class: "nothing", testid: "gallery-empty" },
    "No sample passes these filters.",
  );
  private readonly samples = makeSection("samples", "Samples");
  private view: View;
  private selected: Entry[] = [];
  private addressTimer = 0;

  constructor(
    private readonly data: ReportData,
    root: HTMLElement,
  ) {
    this.entries = allEntries(data);
    this.metrics = metricsOf(data.runs);
    this.facets = makeFacets(data, this.entries);
    this.byKey = new Map(this.entries.map((entry) => [keyOf(entry), entry]));
    const metric = primaryMetric(data.runs);
    this.defaults = { metric, sort: metric ? `metric.${metric}` : "id" };
    this.view = parseView("", this.defaults);
    this.filters = makeFilters(this.facets, this.metrics, this.status, (update) =>
      this.change(update),
    );
    this.gallery = new Gallery(data, (entry) => this.open(entry));
    this.dialog = new Dialog(data, this.entries, this.metrics, {
      moved: (entry) => this.remember(keyOf(entry)),
      closed: (entry) => {
        this.remember(null);
        this.gallery.reveal(entry);
      },
    });
    this.breakdown = makeBreakdown(data, (name) =>
      this.change((view) => (view.metric = name)),
    );
    this.assemble(root);
    window.addEventListener("hashchange", () => {
      this.follow();
      if (this.view.filters.size > 0) this.samples.scrollIntoView();
    });
    this.follow();
  }

  private assemble(root: HTMLElement): void {
    const { element, printNote } = this.gallery;
    add(
      this.samples,
      makeCapNote(this.data),
      makeDifferenceNote(this.data),
      this.filters.element,
      this.nothing,
      printNote,
      element,
    );
    const sections = [
      makeResults(this.data),
      this.breakdown.element,
      makeLosses(this.data),
      makeMadeCharts(this.data),
      makeOutcomes(this.data),
      this.samples,
    ].filter((part) => part !== null);
    const main = el("main", {}, ...sections);
    root.append(makeHeader(this.data, sections), main, makeFooter(this.data), this.dialog.element);
  }

  private change(update: (view: View) => void): void {
    update(this.view);
    this.apply();
    this.writeAddress();
  }

  /** Takes the view from the address, without what this report does not have. */
  private follow(): void {
    this.view = parseView(location.hash, this.defaults);
    for (const [key, value] of this.view.filters) {
      const facet = this.facets.find((known) => known.key === key);
      if (!facet?.values.includes(value)) this.view.filters.delete(key);
    }
    this.apply();
    const entry = this.view.sample === null ? undefined : this.byKey.get(this.view.sample);
    if (entry) this.dialog.show(entry, this.selected);
    else if (this.dialog.element.open) this.dialog.element.close();
  }

  private apply(): void {
    const selection = selectEntries(this.entries, this.facets, this.metrics, this.view);
    this.selected = selection.entries;
    this.filters.show(this.view, selection);
    this.status.textContent = `${count(this.selected.length)} of ${plural(this.entries.length, "sample")}`;
    this.status.dataset["shown"] = String(this.selected.length);
    this.status.dataset["total"] = String(this.entries.length);
    this.nothing.hidden = this.selected.length > 0;
    this.gallery.show(this.selected, this.cardMetrics());
    this.breakdown.show(this.view.metric);
  }

  private metric(name: string): MetricInfo | undefined {
    return this.metrics.find((metric) => metric.name === name);
  }

  /** In the order of interest: the metric sorted by, the primary one, the others as they come. */
  private cardMetrics(): MetricInfo[] {
    const wanted = [
      sortMetric(this.metrics, this.view),
      this.metric(this.defaults.metric),
      ...this.metrics,
    ];
    return [...new Set(wanted.filter((metric) => metric != null))];
  }

  private open(entry: Entry): void {
    this.dialog.show(entry, this.selected);
    this.remember(keyOf(entry));
  }

  private remember(sample: string | null): void {
    this.view.sample = sample;
    this.writeAddress();
  }

  private writeAddress(): void {
    window.clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => {
      history.replaceState(null, "", formatView(this.view, this.defaults));
    }, ADDRESS_PAUSE_MS);
  }
}

function keyOf(entry: Entry): string {
  return sampleKey(entry.runIndex, entry.sample.epoch, entry.sample.id);
}

function main(): void {
  const root = document.getElementById("page");
  if (!root) return;
  try {
    new Page(readData(), root);
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    root.replaceChildren(el("p", { class: "problem", role: "alert", testid: "problem" }, text));
    console.error(problem);
  }
}

main();
