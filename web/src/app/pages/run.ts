// One run: what it is, how far it is, its samples, and the tables and charts of the report.

import type { MetricInfo, ReportData, RunData } from "../../data";
import { add, el, nameOf } from "../../dom";
import { count, fraction, interval, percent, plural } from "../../format";
import { address, get } from "../api";
import { watchRun } from "../live";
import type { Watch } from "../live";
import type { Page, Place } from "../routes";
import { hrefOf } from "../routes";
import { makeRunFilters, sampleQuery } from "../run_filters";
import { RunResults } from "../run_results";
import { SampleGallery } from "../sample_gallery";
import type { Progress, RunInfo, SamplePage } from "../types";
import { doneText, figureBar, heading, problemBox, replaceQuery, stateChip } from "../ui";

const REFRESH_MS = 1500;

/** The run as the report's components know it, without samples. */
function reportRun(run: RunInfo): RunData {
  return {
    name: run.name,
    suite: run.suite,
    model: run.model,
    label: run.label,
    config: run.config,
    summary: {
      suite: run.suite,
      model: run.model,
      tasks: 0,
      samples: run.done,
      missing: 0,
      not_scored: run.not_scored,
      primary: run.metric.name,
      metrics: [run.metric],
      groups: [],
      verdicts: run.verdicts,
      errors: {},
      bootstrap: { resamples: 0, seed: 0, level: 0.95 },
    },
    total_samples: run.done,
    samples: [],
  };
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s left`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min left`;
  return `${(seconds / 3600).toFixed(1)} h left`;
}

class RunPage {
  readonly element = el("div", { class: "run-page" });
  private readonly facts = el("div", { class: "run-facts", testid: "run-facts" });
  private readonly status = el("p", { class: "count", role: "status", testid: "gallery-count" });
  private readonly panel = el("div", { id: "run-panel", role: "tabpanel" });
  private readonly tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Parts" });
  private readonly data: ReportData;
  private filters = el("div", {});
  private gallery: SampleGallery | null = null;
  private results: RunResults | null = null;
  private reload: () => void = () => {};
  private watch: Watch | null = null;
  private timer = 0;

  constructor(
    private run: RunInfo,
    private query: URLSearchParams,
  ) {
    const address_ = (hash: string): string => address(["runs", run.name, "pictures", hash]);
    this.data = { generator: "", runs: [reportRun(run)], images: {}, imageAddress: address_ };
    const compare = hrefOf(["compare"], new URLSearchParams({ a: run.name }));
    add(
      this.element,
      heading(
        nameOf(run.label),
        el("p", { class: "lede" }, el("bdi", {}, `${run.suite} \u00b7 ${run.name}`)),
      ),
      this.facts,
      el("p", { class: "links" }, el("a", { href: compare }, "Compare with another run")),
      this.tabs,
      this.panel,
    );
    for (const [view, title] of [
      ["samples", "Samples"],
      ["results", "Results and charts"],
    ] as const) {
      const tab = el("button", { type: "button", role: "tab", testid: `tab-${view}` }, title);
      tab.dataset["view"] = view;
      tab.setAttribute("aria-controls", "run-panel");
      tab.addEventListener("click", () => this.choose(view));
      this.tabs.append(tab);
    }
    this.showFacts({ ...run });
    this.showView();
    if (run.state !== "complete") this.startWatch();
  }

  leave(): void {
    this.watch?.close();
    this.gallery?.leave();
    this.results?.leave();
    window.clearTimeout(this.timer);
  }

  /** Another query of the same run: a link to some of its samples. */
  follow(query: URLSearchParams): boolean {
    this.query = query;
    this.showView();
    return true;
  }

  private choose(view: string): void {
    if (view === "samples") this.query.delete("view");
    else this.query.set("view", view);
    replaceQuery(this.query);
    this.showView();
  }

  private startWatch(): void {
    this.watch = watchRun(
      this.run.name,
      this.run.bytes,
      (now) => {
        const { verdicts: _, ...rest } = now;
        this.run = { ...this.run, ...rest };
        this.showFacts(now);
        this.results?.follow(this.run);
        this.refreshSoon();
      },
      () => this.refreshSoon(),
    );
  }

  private refreshSoon(): void {
    if (this.timer !== 0) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (!this.gallery) return;
      void this.refreshFilters();
      if (window.scrollY < window.innerHeight) void this.gallery.refresh();
    }, REFRESH_MS);
  }

  /** New verdicts, tags and errors can be chosen, too; not while somebody chooses. */
  private async refreshFilters(): Promise<void> {
    const now = await get<RunInfo>(address(["runs", this.run.name])).catch(() => null);
    if (!now) return;
    const { verdicts, tags, errors } = now;
    const known = JSON.stringify([this.run.verdicts, this.run.tags, this.run.errors]);
    this.run = { ...this.run, verdicts, tags, errors };
    if (known === JSON.stringify([verdicts, tags, errors])) return;
    if (!this.filters.contains(document.activeElement)) this.showFilters();
  }

  private showFacts(now: Omit<Progress, "state"> & { state: RunInfo["state"] }): void {
    const { figure, planned, done } = now;
    const bar = el("progress", { max: Math.max(planned, 1), value: done, "aria-label": "Done" });
    const rate = now.rate === undefined ? "" : `${now.rate.toFixed(1)} samples/s`;
    const left = now.left_s === undefined ? "" : timeLeft(now.left_s);
    const metric = el(
      "div",
      { class: "fact" },
      el("span", { class: "name" }, this.run.metric.title),
      el("b", { testid: "primary", data: { value: figure.mean } }, fraction(figure.mean)),
      el("span", { class: "soft" }, interval(figure.low, figure.high)),
      figureBar(figure),
    );
    const samples = el(
      "div",
      { class: "fact" },
      el("span", { class: "name" }, "Samples"),
      el("b", { testid: "done", data: { value: done } }, doneText(done, planned)),
      el("span", { class: "soft" }, [rate, left].filter(Boolean).join(", ")),
      planned > 0 && done < planned && bar,
    );
    const state = el(
      "div",
      { class: "fact" },
      el("span", { class: "name" }, "State"),
      stateChip(now.state),
      this.run.damaged > 0 &&
        el("span", { class: "soft" }, `${plural(this.run.damaged, "damaged line")}`),
    );
    this.facts.replaceChildren(metric, samples, state, this.verdictBar(now.verdicts ?? {}, done));
  }

  /** The verdicts as one bar, each part a link to its samples. */
  private verdictBar(verdicts: Record<string, number>, done: number): HTMLElement {
    const parts = Object.entries(verdicts).sort((a, b) => b[1] - a[1]);
    const items = parts.map(([name, n]) => {
      const query = new URLSearchParams({ verdict: name });
      const link = el(
        "a",
        { href: hrefOf(["run", this.run.name], query), testid: "verdict-link" },
        `${name} ${count(n)}`,
        el("span", { class: "soft" }, percent(n, done)),
      );
      return el("li", {}, link);
    });
    return el("ul", { class: "verdict-list", "aria-label": "Verdicts" }, ...items);
  }

  private showView(): void {
    const view = this.query.get("view") === "results" ? "results" : "samples";
    for (const tab of this.tabs.querySelectorAll("button")) {
      tab.setAttribute("aria-selected", String(tab.dataset["view"] === view));
    }
    this.gallery?.leave();
    this.gallery = null;
    this.results?.leave();
    this.results = null;
    if (view === "samples") this.showSamples();
    else this.showResults();
  }

  private showSamples(): void {
    const run = this.data.runs[0];
    if (!run) return;
    const metrics: MetricInfo[] = [this.run.metric];
    const nothing = el("p", { class: "nothing" }, "No sample passes these filters.");
    nothing.hidden = true;
    const problem = el("div", {});
    const gallery = new SampleGallery(
      this.data,
      run,
      metrics,
      (entry, index) => {
        const query = new URLSearchParams(this.query);
        query.set("at", String(index));
        const { id, epoch } = entry.sample;
        location.hash = hrefOf(["run", run.name, "sample", id, epoch], query);
      },
      (total) => {
        this.status.textContent = `${count(total)} of ${plural(this.run.done, "sample")}`;
        this.status.dataset["shown"] = String(total);
        nothing.hidden = total > 0;
        problem.replaceChildren();
      },
      (why) => problem.replaceChildren(problemBox(why)),
    );
    this.gallery = gallery;
    const reload = (): void => {
      const query = sampleQuery(this.query);
      void gallery.show((from, limit, signal) =>
        get<SamplePage>(
          address(["runs", run.name, "samples"], { ...query, from, limit }),
          signal,
        ),
      );
    };
    this.reload = reload;
    this.showFilters();
    const part = el("section", { "aria-label": "Samples" }, this.filters, problem, nothing);
    part.append(gallery.element);
    this.panel.replaceChildren(part);
    reload();
  }

  private showFilters(): void {
    const form = makeRunFilters(this.run, this.query, this.status, () => {
      replaceQuery(this.query);
      this.reload();
    });
    this.filters.replaceChildren(form);
  }

  private showResults(): void {
    this.results = new RunResults(this.run, this.data);
    this.panel.replaceChildren(this.results.element);
  }
}

export async function show(place: Place): Promise<Page> {
  const [name = ""] = place.names;
  const run = await get<RunInfo>(address(["runs", name]));
  const page = new RunPage(run, place.query);
  return {
    element: page.element,
    title: run.label,
    leave: () => page.leave(),
    follow: ({ query }) => page.follow(query),
  };
}
