// The report's tables and charts of a run. While it runs they are made anew now and then, for each
// of them costs the server a look at the whole log. What somebody has in hand stays as it is: with
// the focus or selected text in it nothing is replaced until that ends or the button is pressed.

import type { ReportData } from "../data";
import { add, el } from "../dom";
import { count, plural } from "../format";
import { address, get } from "./api";
import { hrefOf } from "./routes";
import type { RunInfo, RunSummary } from "./types";
import { problemBox } from "./ui";

/** Between two of them, in times of what the last one took, and at least and at most. */
const PAUSE_SHARE = 20;
const LEAST_PAUSE_MS = 3000;
const MOST_PAUSE_MS = 60_000;
const IN_HAND_MS = 1000;

type Layout = typeof import("../layout");

export class RunResults {
  readonly element = el("div", { testid: "run-results" });
  private readonly state = el("p", { class: "results-state" });
  private readonly text = el("span", { testid: "results-state" });
  private readonly body = el("div", {});
  private readonly left = new AbortController();
  private metric: string;
  /** Of so many samples; -1 before the first of them are there. */
  private shown = -1;
  private took = 0;
  private timer = 0;
  private loading = false;

  constructor(
    private run: RunInfo,
    private readonly data: ReportData,
  ) {
    this.metric = run.metric.name;
    const button = el("button", { type: "button", testid: "refresh-results" }, "Refresh");
    button.addEventListener("click", () => void this.load());
    this.state.append(this.text, " ", button);
    this.element.append(this.state, this.body);
    this.body.append(el("p", { class: "note", role: "status" }, "Summing up\u2026"));
    this.say();
    void this.load();
  }

  leave(): void {
    window.clearTimeout(this.timer);
    this.left.abort();
  }

  /** The run as it is now. */
  follow(run: RunInfo): void {
    const hasEnded = this.run.state === "running" && run.state !== "running";
    this.run = run;
    this.say();
    if (hasEnded) window.clearTimeout(this.timer);
    if (hasEnded || this.timer === 0) this.schedule(run.state === "running" ? this.pause() : 0);
  }

  private pause(): number {
    return Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, PAUSE_SHARE * this.took));
  }

  private schedule(pause: number): void {
    this.timer = 0;
    if (this.left.signal.aborted || this.loading || this.run.done === this.shown) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (this.isInHand()) this.schedule(IN_HAND_MS);
      else void this.load();
    }, pause);
  }

  private isInHand(): boolean {
    if (this.body.contains(document.activeElement)) return true;
    const selection = window.getSelection();
    return selection !== null && !selection.isCollapsed && selection.containsNode(this.body, true);
  }

  private say(): void {
    const { state, done } = this.run;
    this.state.hidden = this.shown < 0 || (state !== "running" && this.shown === done);
    const more = done > this.shown ? `; ${count(done - this.shown)} more since.` : " so far.";
    this.text.textContent = `Of ${plural(this.shown, "sample")}${more}`;
  }

  private async load(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    window.clearTimeout(this.timer);
    this.timer = 0;
    const { name, done } = this.run;
    const began = performance.now();
    try {
      const [layout, answer] = await Promise.all([
        import("../layout"),
        get<RunSummary>(address(["runs", name, "summary"]), this.left.signal),
      ]);
      if (this.left.signal.aborted) return;
      this.took = performance.now() - began;
      this.shown = Math.max(done, answer.summary.samples);
      this.replace(layout, answer);
      this.say();
    } catch (problem) {
      if (this.left.signal.aborted) return;
      const reason = problem instanceof Error ? problem.message : String(problem);
      if (this.shown < 0) this.body.replaceChildren(problemBox(problem));
      else this.text.textContent = `Not refreshed: ${reason}`;
      this.state.hidden = false;
      // Nothing says that it would be better soon; of a run that goes on more is heard anyway.
      this.loading = false;
      return;
    }
    this.loading = false;
    this.schedule(this.pause());
  }

  /** What was opened, chosen or scrolled stays so. */
  private replace(layout: Layout, answer: RunSummary): void {
    const { body } = this;
    const label = (box: Element): string => box.getAttribute("aria-label") ?? "";
    const opened = new Set(
      [...body.querySelectorAll("details[open]")].map((each) => each.getAttribute("data-testid")),
    );
    const lefts = new Map([...body.querySelectorAll(".scroll")].map((box) => [label(box), box.scrollLeft]));
    // Charts are drawn when their width is known: without this the page would be short for a moment.
    body.style.minHeight = `${body.offsetHeight}px`;
    body.replaceChildren(this.makeParts(layout, answer));
    for (const details of body.querySelectorAll("details")) {
      details.open = opened.has(details.getAttribute("data-testid"));
    }
    for (const box of body.querySelectorAll(".scroll")) box.scrollLeft = lefts.get(label(box)) ?? 0;
    requestAnimationFrame(() => requestAnimationFrame(() => (body.style.minHeight = "")));
  }

  private makeParts(layout: Layout, answer: RunSummary): HTMLElement {
    const data: ReportData = { ...this.data, runs: [{ ...answer, samples: [] }] };
    const breakdown = layout.makeBreakdown(data, (name) => {
      this.metric = name;
      breakdown.show(name);
    });
    const outcomes = layout.makeOutcomes(
      data,
      (key) => (name) => hrefOf(["run", this.run.name], new URLSearchParams([[key, name]])),
    );
    const warnings = answer.warnings.map((text) => el("li", {}, text));
    const box = warnings.length > 0 && el("ul", { class: "warnings" }, ...warnings);
    const marks = { testid: "results", data: { samples: answer.summary.samples } };
    const parts = el("div", { class: "report-parts", ...marks }, box);
    add(parts, layout.makeResults(data), breakdown.element, outcomes);
    breakdown.show(this.metric);
    return parts;
  }
}
