// One sample: what was asked, what came back, what it drew and what is wrong with it.

import type { Entry, ReportData, RunData, Sample } from "../../data";
import { effortLine, metricList, pane, textPanes } from "../../dialog";
import { add, el, nameOf } from "../../dom";
import { count, fraction } from "../../format";
import { makeDifferenceLegend } from "../../pictures";
import { makePrompt } from "../../prompts";
import type { ReplayData } from "../../replay/data";
import type { Player } from "../../replay/player";
import { address, ApiError, get } from "../api";
import { Asked, makeAskedDetails } from "../asked";
import { Panes } from "../panes";
import { languageOfSuite } from "../play/languages";
import { writeState } from "../play/state";
import type { Page, Place } from "../routes";
import { hrefOf } from "../routes";
import { sampleQuery } from "../run_filters";
import type { Explanation, SampleAnswer, SampleLine, SamplePage, ShortSample } from "../types";
import { chip, heading } from "../ui";

const ALL_KINDS = ["target", "drawing", "overlay", "difference"];
/** Where the target is a world to walk in, nothing of it is missing in the drawing or too much. */
const WORLD_KINDS = ["target", "drawing"];

/** The line as the report's components know it. */
function reportSample(line: SampleLine): Sample {
  const text = (key: string): string | undefined => {
    const value = line.detail[key];
    return typeof value === "string" ? value : undefined;
  };
  const error = text("error");
  const message = text("message");
  const sample: Sample = {
    id: line.id,
    epoch: line.epoch,
    tags: line.tags,
    verdict: line.verdict,
    success: line.success,
    metrics: line.metrics,
    reply: line.reply,
    reply_bytes: new TextEncoder().encode(line.reply).length,
    answer: line.answer,
    rule: line.rule,
    pictures: line.pictures,
  };
  if (error !== undefined) sample.error = error;
  if (message !== undefined) sample.message = message;
  if (line.reasoning) sample.reasoning = line.reasoning;
  if (line.prompt && (line.prompt.text !== "" || line.prompt.images.length > 0)) {
    sample.prompt = 0;
    sample.prompt_images = line.prompt.images;
  }
  if (line.judge) sample.judge = line.judge.reply;
  if (line.earlier) sample.earlier = line.earlier.map(({ reply }) => reply);
  if (line.usage) sample.usage = line.usage;
  if (typeof line.latency_ms === "number") sample.latency_ms = line.latency_ms;
  if (line.cached) sample.cached = true;
  if (line.time !== undefined) sample.time = line.time;
  const turns = line.turns ?? [];
  if (turns.length > 1) {
    sample.turns = turns.slice(0, -1).map((turn, i) => ({
      verdict: turn.verdict,
      reply: turn.reply ?? "",
      told: turns[i + 1]?.prompt?.text ?? "",
      images: turns[i + 1]?.prompt?.images ?? [],
    }));
  }
  return sample;
}

function reportData(answer: SampleAnswer): { data: ReportData; entry: Entry } {
  const { run, sample: line } = answer;
  const sample = reportSample(line);
  const names = Object.keys(line.metrics);
  const titles = new Map(answer.metrics.map(({ name, title }) => [name, title]));
  const metrics = names.map((name) => ({ name, title: titles.get(name) ?? name }));
  const made: RunData = {
    name: run.name,
    suite: run.suite,
    model: run.model,
    label: run.label,
    config: { epochs: run.epochs },
    summary: {
      suite: run.suite,
      model: run.model,
      tasks: 1,
      samples: 1,
      missing: 0,
      not_scored: 0,
      primary: names[0] ?? "",
      metrics,
      groups: [],
      verdicts: {},
      errors: {},
      bootstrap: { resamples: 0, seed: 0, level: 0.95 },
    },
    total_samples: 1,
    samples: [sample],
  };
  const lines = (line.prompt?.text ?? "").split("\n");
  const data: ReportData = {
    generator: "",
    runs: [made],
    images: {},
    imageAddress: (hash) => address(["runs", run.name, "pictures", hash]),
    lines,
    prompts: [lines.map((_, i) => i)],
  };
  return { data, entry: { run: made, runIndex: 0, label: run.label, sample, rank: 0 } };
}

function shortLink(run: string, id: string, each: ShortSample, text: string): HTMLElement {
  const href = hrefOf(["run", run, "sample", id, each.epoch]);
  const value = each.primary === null ? "" : fraction(each.primary);
  return el("a", { href, class: "related-link" }, text, chip(each.verdict), value);
}

/** The answer in the playground, against the same task. */
function playLink({ run, sample }: SampleAnswer): HTMLElement | null {
  const language = languageOfSuite(run.suite);
  if (!language) return null;
  const task = { suite: "", seed: 0, tier: "", place: 0, data: "", id: sample.id };
  const place = { ...task, run: run.name, epoch: sample.epoch };
  const href = hrefOf(["play"], writeState(language, sample.answer, place));
  return el("p", { class: "links" }, el("a", { href, testid: "to-play" }, "Open in the playground"));
}

/** The same task in other epochs and runs. */
function relatedPart({ sample, run, related }: SampleAnswer): HTMLElement | null {
  const epochs = related.epochs.filter(({ epoch }) => epoch !== sample.epoch);
  const unseen = unseenRuns(related);
  if (epochs.length === 0 && related.runs.length === 0 && !unseen) return null;
  const items = epochs.map((each) =>
    el("li", {}, shortLink(run.name, sample.id, each, `epoch ${each.epoch}`)),
  );
  for (const other of related.runs) {
    const links = other.epochs.map((each) =>
      shortLink(other.run, sample.id, each, other.epochs.length > 1 ? `epoch ${each.epoch}` : ""),
    );
    const pair = new URLSearchParams({ a: run.name, b: other.run });
    const compare = el("a", { href: hrefOf(["compare"], pair), class: "soft" }, "compare");
    items.push(el("li", {}, nameOf(other.label), ...links, compare));
  }
  return el(
    "section",
    { class: "related-part", "aria-label": "The same task elsewhere", testid: "related" },
    el("h2", {}, "The same task elsewhere"),
    el("ul", {}, ...items),
    unseen ? el("p", { class: "soft" }, unseen) : null,
  );
}

/** What is not in the list, in words. */
function unseenRuns({ unread, beyond }: SampleAnswer["related"]): string {
  const runs = (count: number) => (count === 1 ? "1 more run" : `${count} more runs`);
  const parts: string[] = [];
  if (unread > 0) parts.push(`${runs(unread)} of this suite still being read`);
  if (beyond > 0) parts.push(`${runs(beyond)} of this suite not looked at`);
  return parts.join("; ");
}

class SamplePageView {
  readonly element = el("div", { class: "sample-page" });
  private readonly pictures = el("div", { class: "pictures-part" });
  private panes: Panes | null = null;
  private player: Player | null = null;
  private readonly words = el("p", { class: "explanation", testid: "explanation" });
  private readonly listener = (event: KeyboardEvent): void => this.key(event);
  private previous: string | null = null;
  private next: string | null = null;

  constructor(
    private readonly answer: SampleAnswer,
    private readonly query: URLSearchParams,
  ) {
    const { sample, run } = answer;
    const { data, entry } = reportData(answer);
    const base = ["runs", run.name, "samples", sample.id, sample.epoch];
    // Stored pictures are there at once; others are known when the answer was judged again.
    if (sample.pictures.length > 1) this.showPictures(base, ALL_KINDS);
    const epoch = run.epochs > 1 || sample.epoch > 0 ? `, epoch ${sample.epoch}` : "";
    const back = hrefOf(["run", run.name], this.listQuery());
    const crumbs = el("p", { class: "crumbs" }, el("a", { href: back }, el("bdi", {}, run.label)));
    const steps = el("span", { class: "steps", testid: "steps" });
    add(
      this.element,
      heading(
        el("bdi", {}, sample.id + epoch),
        el("div", { class: "sample-bar" }, crumbs, steps),
      ),
      this.verdictPart(entry),
      playLink(answer),
      this.pictures,
      this.replayPart(base),
      metricList(entry, entry.run.summary.metrics),
      effortLine(entry),
      relatedPart(answer),
      makePrompt(data, entry.sample, new Set()),
      textPanes(data, entry),
      this.referencePart(base),
    );
    document.addEventListener("keydown", this.listener);
    void this.explain(base);
    void this.findNeighbours(steps);
  }

  leave(): void {
    this.panes?.leave();
    this.player?.leave();
    document.removeEventListener("keydown", this.listener);
  }

  private showPictures(base: (string | number)[], kinds: string[]): void {
    if (this.panes !== null || kinds.length === 0) return;
    const isWorld = languageOfSuite(this.answer.run.suite)?.isWorld;
    const shown = isWorld ? kinds.filter((kind) => WORLD_KINDS.includes(kind)) : kinds;
    this.panes = new Panes(
      shown.map((kind) => ({ kind, title: kind, src: address([...base, "pictures", kind]) })),
    );
    const legend = shown.includes("overlay") && el("p", { class: "note" }, makeDifferenceLegend());
    add(this.pictures, legend, this.panes.element);
  }

  /** Overlay and difference show both as the rule sees them: how it came to that, in words. */
  private showComparison(base: (string | number)[], { compared }: Explanation): void {
    if (!compared) return;
    this.panes?.layOver(compared.pictures.map((kind) => address([...base, "pictures", kind])));
    const text = `Overlay and difference show what the rule compares. ${compared.how}`;
    add(this.pictures, el("p", { class: "note", testid: "compared" }, text));
  }

  private verdictPart(entry: Entry): HTMLElement {
    const { error, message, tags } = entry.sample;
    const facts = Object.entries(tags).map(([key, value]) => `${key} ${[value].flat().join(", ")}`);
    return el(
      "div",
      { class: "verdict-part" },
      el(
        "p",
        { class: "verdict-line" },
        chip(entry.sample.verdict),
        el("span", { class: "facts" }, el("bdi", {}, facts.join(" \u00b7 "))),
      ),
      (error || message) &&
        el(
          "p",
          { class: "message", testid: "message" },
          el("bdi", {}, [error, message].filter(Boolean).join(": ")),
        ),
      this.words,
    );
  }

  private async explain(base: (string | number)[]): Promise<void> {
    try {
      const known = await get<Explanation>(address([...base, "explanation"]));
      this.words.textContent = known.text;
      this.showPictures(base, known.pictures);
      this.showComparison(base, known);
      const { verdict } = this.answer.sample;
      if (known.verdict !== verdict) {
        add(this.words, ` (Judged again it is ${known.verdict}, recorded as ${verdict}.)`);
      }
    } catch (problem) {
      if (problem instanceof ApiError) {
        this.words.textContent = `No explanation: ${problem.message}`;
        this.words.classList.add("soft");
      }
    }
  }

  /** Made when it is asked for: the program runs once more for it. */
  private replayPart(base: (string | number)[]): HTMLElement {
    const player = new Asked("Running the program\u2026", () => this.loadReplay(base));
    return makeAskedDetails("Replay, step by step", "replay-part", [player]);
  }

  private async loadReplay(base: (string | number)[]): Promise<HTMLElement> {
    const [{ Player: Made }, data] = await Promise.all([
      import("../../replay/player"),
      get<ReplayData>(address([...base, "replay"])),
    ]);
    this.player = new Made(data);
    return this.player.element;
  }

  /** Hidden until asked for: a reader may want to think first. */
  private referencePart(base: (string | number)[]): HTMLElement {
    const answer = new Asked("Loading\u2026", async () => {
      const { reference } = await get<Explanation>(address([...base, "explanation"]));
      return pane("Reference", "", reference, "reference-text");
    });
    return makeAskedDetails("A right answer", "reference", [answer]);
  }

  private listQuery(): URLSearchParams {
    const query = new URLSearchParams(this.query);
    query.delete("at");
    return query;
  }

  /** The samples before and behind this one in the list it was opened from. */
  private async findNeighbours(steps: HTMLElement): Promise<void> {
    const at = Number.parseInt(this.query.get("at") ?? "", 10);
    if (!Number.isInteger(at) || at < 0) return;
    const { run } = this.answer;
    const from = Math.max(0, at - 1);
    const query = { ...sampleQuery(this.query), from, limit: 3 };
    const page = await get<SamplePage>(address(["runs", run.name, "samples"], query)).catch(
      () => null,
    );
    if (!page) return;
    const link = (index: number, text: string): HTMLElement | null => {
      const row = page.rows[index - from];
      if (!row) return null;
      const place = new URLSearchParams(this.query);
      place.set("at", String(index));
      const href = hrefOf(["run", run.name, "sample", row.id, row.epoch], place);
      return el("a", { href, class: "button" }, text);
    };
    const before = at > 0 ? link(at - 1, "\u2190 Previous") : null;
    const behind = link(at + 1, "Next \u2192");
    this.previous = before?.getAttribute("href") ?? null;
    this.next = behind?.getAttribute("href") ?? null;
    if (at >= page.total) return;
    const position = el("span", { class: "soft" }, `${count(at + 1)} of ${count(page.total)}`);
    add(steps, position, before, behind);
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = event.target;
    if (at instanceof HTMLInputElement || at instanceof HTMLSelectElement) return;
    const inText = at instanceof HTMLPreElement;
    const to = event.key === "ArrowLeft" ? this.previous : this.next;
    if (!this.panes?.key(event)) {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key) || event.shiftKey || inText) return;
      if (to !== null) location.hash = to;
    }
    event.preventDefault();
  }
}

export async function show(place: Place): Promise<Page> {
  const [name = "", id = "", epoch = "0"] = place.names;
  const answer = await get<SampleAnswer>(address(["runs", name, "samples", id, epoch]));
  const view = new SamplePageView(answer, place.query);
  return {
    element: view.element,
    title: id,
    leave: () => view.leave(),
    keys: [
      ["\u2190 \u2192", "the sample before and behind"],
      ["+ \u2212 0", "zoom in, out, all"],
      ["Shift + arrows", "move the enlarged picture"],
      ["b", "blink: target and drawing in turn"],
      ["p", "name a pixel; arrows choose it, p ends that"],
    ],
  };
}
