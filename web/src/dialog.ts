// One sample in full: what was asked, every picture large, the reply, the reasoning, the answer that
// was found in it and the reference, and what it took.
//
// The dialog walks through the list the gallery shows: left and right arrow keys, or the buttons.
// Its frame is built once; only what belongs to the sample is replaced.

import type { Entry, MetricInfo, ReportData } from "./data";
import { own } from "./data";
import { el, runName, swatch } from "./dom";
import { bytes, count, duration, fraction, inline, multiline } from "./format";
import { facts, hasEpochs, verdictChip } from "./gallery";
import { chooseScaling, isDifference, makeDifferenceLegend, makePicture } from "./pictures";
import { CommonLines, makePrompt } from "./prompts";

const MAX_RELATED = 24;

export interface DialogEvents {
  /** Another sample is shown. */
  moved(entry: Entry): void;
  /** The dialog was closed while showing this sample. */
  closed(entry: Entry): void;
}

function button(text: string, title: string, testid: string, press: () => void): HTMLButtonElement {
  const made = el("button", { type: "button", title, testid }, text);
  made.addEventListener("click", press);
  return made;
}

export class Dialog {
  readonly element: HTMLDialogElement;
  private readonly title = el("h2", { id: "detail-title", tabindex: -1, testid: "detail-id" });
  private readonly position = el("span", {
    class: "position",
    "aria-live": "polite",
    testid: "detail-position",
  });
  private readonly previous = button("\u2190 Previous", "Left arrow", "detail-previous", () =>
    this.step(-1),
  );
  private readonly next = button("Next \u2192", "Right arrow", "detail-next", () => this.step(1));
  private readonly body = el("div", { class: "detail-body", testid: "detail-body" });
  private readonly related: Map<string, Entry[]>;
  private readonly common: CommonLines;
  private list: Entry[] = [];
  private current: Entry | null = null;

  constructor(
    private readonly data: ReportData,
    entries: Entry[],
    private readonly metrics: MetricInfo[],
    private readonly events: DialogEvents,
  ) {
    this.related = byTask(entries);
    this.common = new CommonLines(data);
    const close = button("Close", "Escape", "detail-close", () => this.element.close());
    const bar = [this.title, this.position, this.previous, this.next, close];
    this.element = el(
      "dialog",
      { class: "detail", "aria-labelledby": "detail-title", testid: "detail-dialog" },
      el("div", { class: "detail-bar" }, ...bar),
      this.body,
    );
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
    this.element.addEventListener("close", () => this.closed());
  }

  /** Shows a sample of `list`; opens the dialog if it is closed. */
  show(entry: Entry, list: Entry[]): void {
    this.list = list;
    this.render(entry);
    if (this.element.open) return;
    this.element.showModal();
    this.title.focus();
  }

  private render(entry: Entry): void {
    this.current = entry;
    const index = this.list.indexOf(entry);
    const epoch = hasEpochs(entry.run) ? `, epoch ${entry.sample.epoch}` : "";
    this.title.replaceChildren(el("bdi", {}, entry.sample.id), epoch);
    this.position.textContent =
      index < 0 ? "" : `${count(index + 1)} of ${count(this.list.length)}`;
    this.previous.disabled = index <= 0;
    this.next.disabled = index < 0 || index >= this.list.length - 1;
    const { data, metrics } = this;
    const parts = [verdictLine(data, entry), metricList(entry, metrics)];
    const effort = effortLine(entry);
    if (effort) parts.push(effort);
    const related = this.related.get(taskKey(entry)) ?? [];
    if (related.length > 1)
      parts.push(relatedList(data, entry, related, (other) => this.go(other)));
    const asked = makePrompt(data, entry.sample, this.common.of(entry.run.suite));
    if (asked) parts.push(asked);
    if (entry.sample.pictures.length > 0) parts.push(pictureRow(data, entry));
    this.body.replaceChildren(...parts, textPanes(data, entry));
    this.body.scrollTop = 0;
  }

  private go(entry: Entry | undefined): void {
    if (!entry || entry === this.current) return;
    this.render(entry);
    this.events.moved(entry);
  }

  private step(by: number): void {
    const index = this.current ? this.list.indexOf(this.current) : -1;
    if (index >= 0) this.go(this.list[index + by]);
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    this.step(event.key === "ArrowRight" ? 1 : -1);
  }

  private closed(): void {
    const last = this.current;
    this.current = null;
    this.body.replaceChildren();
    if (last) this.events.closed(last);
  }
}

/** Samples of the same task: same suite and id, any run and epoch. */
function byTask(entries: Entry[]): Map<string, Entry[]> {
  const tasks = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = taskKey(entry);
    const group = tasks.get(key);
    if (group) group.push(entry);
    else tasks.set(key, [entry]);
  }
  return tasks;
}

function taskKey(entry: Entry): string {
  return JSON.stringify([entry.run.suite, entry.sample.id]);
}

export function verdictLine(data: ReportData, entry: Entry): HTMLElement {
  const { error, message, people } = entry.sample;
  const line = el("p", { class: "verdict-line" }, verdictChip(entry));
  if (data.runs.length > 1) line.append(runName(entry.runIndex, entry.label));
  const known = facts(entry).filter((fact) => fact !== error);
  line.append(el("span", { class: "facts" }, el("bdi", {}, known.join(" \u00b7 "))));
  if (error || message) {
    const text = [error, message].filter(Boolean).join(": ");
    line.append(el("span", { class: "message", testid: "detail-message" }, el("bdi", {}, text)));
  }
  if (people) {
    const votes = `people: ${people.right} right, ${people.wrong} wrong; the rule: ${people.rule}`;
    line.append(el("span", { class: "message", testid: "people" }, el("bdi", {}, votes)));
  }
  return line;
}

export function metricList(entry: Entry, metrics: MetricInfo[]): HTMLElement {
  const known = metrics.filter(({ name }) => own(entry.sample.metrics, name) !== undefined);
  const items = known.map(({ name, title }) => {
    const value = own(entry.sample.metrics, name);
    return el(
      "div",
      {},
      el("dt", {}, title),
      el("dd", { testid: `detail-metric-${name}`, data: { value } }, fraction(value)),
    );
  });
  return el("dl", { class: "metrics" }, ...items);
}

/** Tokens, cost, time and date, as far as they are known. */
export function effortLine(entry: Entry): HTMLElement | null {
  const { usage, latency_ms, cached, time } = entry.sample;
  const parts: string[] = [];
  if (usage?.input_tokens !== undefined) parts.push(`${count(usage.input_tokens)} tokens in`);
  if (usage?.output_tokens !== undefined) {
    const thought = usage.reasoning_tokens ?? 0;
    const of = thought > 0 ? ` (${count(thought)} of them reasoning)` : "";
    parts.push(`${count(usage.output_tokens)} tokens out${of}`);
  }
  if (usage?.cost_usd) parts.push(`${usage.cost_usd.toPrecision(3)} USD`);
  if (cached) parts.push("from the cache");
  else if (latency_ms !== undefined) parts.push(duration(latency_ms));
  const started = entry.run.config["started"];
  if (time !== undefined) parts.push(time);
  else if (typeof started === "string") parts.push(`run started ${started}`);
  if (parts.length === 0) return null;
  return el("p", { class: "effort", testid: "detail-effort" }, parts.join(" \u00b7 "));
}

/** The same task in other runs and epochs, to jump to. */
function relatedList(
  data: ReportData,
  entry: Entry,
  related: Entry[],
  go: (entry: Entry) => void,
): HTMLElement {
  const epochs = related.some((other) => other.sample.epoch !== entry.sample.epoch);
  const items = related.slice(0, MAX_RELATED).map((other) => {
    const { verdict, epoch } = other.sample;
    const name = data.runs.length > 1 ? other.label : "";
    const label = [name, epochs ? `epoch ${epoch}` : "", verdict].filter(Boolean).join(", ");
    const jump = el(
      "button",
      {
        type: "button",
        "aria-current": other === entry ? "true" : undefined,
        testid: "detail-related",
      },
      data.runs.length > 1 && swatch(other.runIndex),
      el("bdi", {}, label),
    );
    jump.addEventListener("click", () => go(other));
    return jump;
  });
  return el(
    "div",
    { class: "related", role: "group", "aria-label": "The same task" },
    "Same task:",
    ...items,
  );
}

/** The pictures; pressing one gives it the whole width, pressing again takes it back. */
function pictureRow(data: ReportData, entry: Entry): HTMLElement {
  const row = el("div", { class: "pictures", testid: "detail-pictures" });
  for (const picture of entry.sample.pictures) {
    const figure = makePicture(data, picture);
    row.append(figure);
    const image = figure.querySelector("img");
    if (!image) continue;
    const label = inline(`Enlarge ${picture.title}`);
    const enlarge = el("button", {
      type: "button",
      class: "enlarge",
      "aria-label": label,
      "aria-pressed": "false",
    });
    image.replaceWith(enlarge);
    enlarge.append(image);
    enlarge.addEventListener("click", () => {
      const alone = figure.classList.toggle("alone");
      enlarge.setAttribute("aria-pressed", String(alone));
      chooseScaling(image);
      if (alone) figure.scrollIntoView({ block: "nearest" });
    });
    if (isDifference(picture)) figure.querySelector("figcaption")?.append(makeDifferenceLegend());
  }
  return row;
}

export function textPanes(data: ReportData, entry: Entry): HTMLElement {
  const { reply, reply_bytes, reasoning, answer, rule, reference, judge, earlier } = entry.sample;
  const shown = new TextEncoder().encode(reply).length;
  const size =
    shown < reply_bytes ? `first ${bytes(shown)} of ${bytes(reply_bytes)}` : bytes(reply_bytes);
  const cut = (name: string): string => {
    const full = own(entry.sample.cut, name);
    return full === undefined ? "" : `cut: its full length is ${bytes(full)}`;
  };
  const found = [rule && `found by ${rule}`, cut("answer")].filter(Boolean).join(", ");
  const panes = [pane("Reply", size, reply, "detail-reply")];
  if (reasoning) panes.push(pane("Reasoning", cut("reasoning"), reasoning, "detail-reasoning"));
  panes.push(pane("Answer", found, answer, "detail-answer"));
  if (reference !== undefined) {
    panes.push(pane("Reference", cut("reference"), reference, "detail-reference"));
  }
  if (judge !== undefined) panes.push(pane("Judge", cut("judge"), judge, "detail-judge"));
  (earlier ?? []).forEach((text, i) => {
    const title = `Earlier try ${i + 1} of ${count(earlier?.length ?? 0)}`;
    panes.push(pane(title, cut(`earlier.${i}`), text, "detail-earlier"));
  });
  panes.push(...turnPanes(data, entry, cut));
  return el("div", { class: "panes" }, ...panes);
}

/** What was answered before the last turn, and what the model was told about it. */
function turnPanes(
  data: ReportData,
  entry: Entry,
  cut: (name: string) => string,
): HTMLElement[] {
  const turns = entry.sample.turns ?? [];
  return turns.flatMap((turn, i) => {
    const name = `Turn ${i + 1} of ${count(turns.length + 1)}`;
    const note = [turn.verdict, cut(`turns.${i}.reply`)].filter(Boolean).join(", ");
    const reply = pane(`${name}: reply`, note, turn.reply, "detail-turn");
    const title = `${name}: what was said then`;
    const told = pane(title, cut(`turns.${i}.told`), turn.told, "detail-told");
    const pictures = (turn.images ?? []).map((image) => ({ title: "sent along", image }));
    told.append(...pictures.map((picture) => makePicture(data, picture)));
    return [reply, told];
  });
}

export function pane(title: string, note: string, text: string, testid: string): HTMLElement {
  const pre = el("pre", { tabindex: 0, "aria-label": title, testid });
  pre.textContent = multiline(text);
  if (text === "") pre.classList.add("empty");
  return el(
    "section",
    { class: "pane" },
    el("h3", {}, title, el("span", { class: "note" }, note)),
    pre,
  );
}
