// Thousands of samples in one scrolling page.
//
// The list is as tall as if every card were there, but only the rows in and near the window exist:
// all cards have one height, so the rows to show follow from the scroll position by division. A
// card is made when it comes near and dropped when it has gone, so the number of elements (and of
// decoded pictures) depends on the window, not on the report. Cards keep their identity while they
// stay, in reading order, so that focus and selection survive scrolling.
//
// Paper has no scrolling: for printing the first cards are laid out plainly.

import type { Entry, MetricInfo, ReportData, RunData } from "./data";
import { own } from "./data";
import { el, swatch } from "./dom";
import { count, fraction, inline, multiline, plural } from "./format";
import { makePicture } from "./pictures";

const ROWS_BEYOND = 2;
const PRINTED_CARDS = 48;
const THUMBNAILS = 4;
const GAP_REM = 1;
const MIN_CARD_REM = 19;
const CARD_HEIGHT_REM = 14.75;
const EXCERPT_CHARACTERS = 360;
const METRICS_ON_CARD = 2;
/** What the sticky controls may cover at the top of the window. */
const TOOLBAR_PX = 170;

/** The chip that names a verdict; its colour only repeats what the word says. */
export function verdictChip(entry: Entry): HTMLElement {
  const { success, verdict } = entry.sample;
  const kind = success === null ? "unknown" : success ? "good" : "bad";
  return el("span", { class: `chip ${kind}`, testid: "verdict" }, verdict);
}

const repeated = new WeakMap<RunData, boolean>();

/** Whether a run asked its tasks more than once: then every sample is named with its epoch. */
export function hasEpochs(run: RunData): boolean {
  const known = repeated.get(run);
  if (known !== undefined) return known;
  const found = Number(run.config["epochs"] ?? 1) > 1 || run.samples.some(({ epoch }) => epoch > 0);
  repeated.set(run, found);
  return found;
}

/** Epoch, tags and error of a sample as short texts; what is cut off is at the end. */
export function facts(entry: Entry): string[] {
  const { tags, epoch, error } = entry.sample;
  const texts = Object.entries(tags ?? {}).map(
    ([key, value]) => `${key} ${[value].flat().join(", ")}`,
  );
  if (hasEpochs(entry.run)) texts.unshift(`epoch ${epoch}`);
  if (error) texts.push(error);
  return texts;
}

function excerpt(kind: string, text: string): HTMLElement {
  const box = el("div", { class: kind });
  box.textContent = multiline(text.slice(0, EXCERPT_CHARACTERS));
  return box;
}

/**
 * The pictures side by side. A sample with fewer pictures than others (nothing was drawn) shows
 * its message in the free place; one without any shows the beginning of its answer.
 */
function pictureStrip(data: ReportData, entry: Entry, places: number): HTMLElement {
  const { pictures, answer, reply, message } = entry.sample;
  if (pictures.length === 0) {
    const text = entry.sample.success === null ? message : "";
    return el(
      "div",
      { class: "strip" },
      excerpt("excerpt", text || answer || reply || "(empty reply)"),
    );
  }
  const shown = pictures.slice(0, THUMBNAILS);
  const more = pictures.length - shown.length;
  const strip = el(
    "div",
    { class: "strip" },
    ...shown.map((picture) => makePicture(data, picture)),
  );
  const free = Math.min(places, THUMBNAILS) - shown.length;
  if (free > 0) {
    const why = excerpt("excerpt why", message ?? "");
    why.style.flexGrow = String(free);
    strip.append(why);
  }
  if (more > 0) strip.append(el("span", { class: "more" }, `+${more}`));
  return strip;
}

export function makeCard(
  data: ReportData,
  entry: Entry,
  metrics: MetricInfo[],
  places: number,
  open: (entry: Entry) => void,
): HTMLElement {
  const { sample } = entry;
  const several = data.runs.length > 1;
  const button = el(
    "button",
    {
      type: "button",
      class: "open",
      title: inline(several ? `${sample.id}, ${entry.label}` : sample.id),
      "aria-label": inline(`Open ${sample.id}, ${entry.label}, ${sample.verdict}`),
    },
    el("bdi", {}, sample.id),
  );
  button.addEventListener("click", () => open(entry));
  const known = metrics.filter(({ name }) => own(sample.metrics, name) != null);
  const shownMetrics = known.slice(0, METRICS_ON_CARD);
  const values = shownMetrics.map(({ name, title }) =>
    el(
      "span",
      { class: "value", title: inline(title) },
      el("span", {}, title),
      el("b", {}, fraction(own(sample.metrics, name))),
    ),
  );
  return el(
    "div",
    {
      class: "card",
      role: "listitem",
      testid: "gallery-card",
      data: { run: entry.runIndex, id: sample.id, epoch: sample.epoch },
    },
    el(
      "div",
      { class: "card-head" },
      several && swatch(entry.runIndex),
      button,
      verdictChip(entry),
    ),
    pictureStrip(data, entry, places),
    el("div", { class: "values" }, ...values),
    el("div", { class: "facts" }, el("bdi", {}, facts(entry).join(" \u00b7 "))),
  );
}

export interface Layout {
  columns: number;
  cardWidth: number;
  cardHeight: number;
  gap: number;
}

export function measure(width: number): Layout {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const gap = GAP_REM * rem;
  const columns = Math.max(1, Math.floor((width + gap) / (MIN_CARD_REM * rem + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  return { columns, cardWidth, cardHeight: CARD_HEIGHT_REM * rem, gap };
}

/** The list of cards. `open` is called with the sample whose card was chosen. */
export class Gallery {
  readonly element = el("div", {
    class: "gallery",
    role: "list",
    "aria-label": "Samples",
    testid: "gallery",
  });
  /** Says on paper how many samples are printed. */
  readonly printNote = el("p", { class: "note print-note" });
  private readonly cards = new Map<Entry, HTMLElement>();
  /** The most pictures that any sample has. */
  private readonly places: number;
  private entries: Entry[] = [];
  private metrics: MetricInfo[] = [];
  private layout = measure(0);
  private scheduled = false;
  private printing = false;

  constructor(
    private readonly data: ReportData,
    private readonly open: (entry: Entry) => void,
  ) {
    const samples = data.runs.flatMap((run) => run.samples);
    this.places = samples.reduce((most, { pictures }) => Math.max(most, pictures.length), 0);
    new ResizeObserver(() => this.relayout()).observe(this.element);
    window.addEventListener("scroll", () => this.schedule(), { passive: true });
    window.addEventListener("resize", () => this.relayout());
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
  }

  /** Shows these samples in this order, with these metrics on every card. */
  show(entries: Entry[], metrics: MetricInfo[]): void {
    const names = (list: MetricInfo[]): string => JSON.stringify(list.map(({ name }) => name));
    if (names(metrics) !== names(this.metrics)) {
      for (const card of this.cards.values()) card.remove();
      this.cards.clear();
    }
    this.entries = entries;
    this.metrics = metrics;
    this.relayout();
  }

  /** Scrolls a sample's card into the window and focuses it. */
  reveal(entry: Entry): void {
    const index = this.entries.indexOf(entry);
    if (index < 0) return;
    const { columns, cardHeight, gap } = this.layout;
    const row = Math.floor(index / columns);
    const top = this.element.getBoundingClientRect().top + row * (cardHeight + gap);
    if (top < TOOLBAR_PX || top + cardHeight > window.innerHeight) {
      window.scrollBy({ top: top - window.innerHeight / 3, behavior: "instant" });
    }
    this.render();
    this.cards.get(entry)?.querySelector("button")?.focus({ preventScroll: true });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => this.render());
  }

  private relayout(): void {
    this.layout = measure(this.element.clientWidth);
    const { columns, cardHeight, gap } = this.layout;
    const rows = Math.ceil(this.entries.length / columns);
    this.element.style.height = `${Math.max(0, rows * (cardHeight + gap) - gap)}px`;
    this.render();
  }

  private render(): void {
    this.scheduled = false;
    const [first, last] = this.range();
    const wanted = new Set(this.entries.slice(first, last));
    for (const [entry, card] of this.cards) {
      if (wanted.has(entry)) continue;
      card.remove();
      this.cards.delete(entry);
    }
    let next = this.element.firstElementChild;
    let index = first;
    for (const entry of wanted) {
      const card = this.cardFor(entry);
      this.place(card, index++);
      if (card === next) next = next.nextElementSibling;
      else this.element.insertBefore(card, next);
    }
  }

  /** Which entries must have a card now, as a half-open range. */
  private range(): [number, number] {
    if (this.printing) return [0, Math.min(this.entries.length, PRINTED_CARDS)];
    const { columns, cardHeight, gap } = this.layout;
    const pitch = cardHeight + gap;
    const top = -this.element.getBoundingClientRect().top;
    const rows = Math.ceil(this.entries.length / columns);
    // Some cards exist even while the list is out of sight, so that the keyboard can get there.
    const first = Math.min(Math.floor(top / pitch), rows) - ROWS_BEYOND;
    const last = Math.max(Math.ceil((top + window.innerHeight) / pitch), 0) + ROWS_BEYOND;
    const clamp = (row: number): number =>
      Math.max(0, Math.min(this.entries.length, row * columns));
    return [clamp(first), clamp(last)];
  }

  private cardFor(entry: Entry): HTMLElement {
    let card = this.cards.get(entry);
    if (!card) {
      card = makeCard(this.data, entry, this.metrics, this.places, this.open);
      this.cards.set(entry, card);
    }
    return card;
  }

  private place(card: HTMLElement, index: number): void {
    const { columns, cardWidth, cardHeight, gap } = this.layout;
    const x = (index % columns) * (cardWidth + gap);
    const y = Math.floor(index / columns) * (cardHeight + gap);
    card.setAttribute("aria-posinset", String(index + 1));
    card.setAttribute("aria-setsize", String(this.entries.length));
    card.style.width = `${cardWidth}px`;
    card.style.height = `${cardHeight}px`;
    card.style.transform = `translate(${x}px, ${y}px)`;
  }

  private print(on: boolean): void {
    this.printing = on;
    const printed = Math.min(this.entries.length, PRINTED_CARDS);
    const all = plural(this.entries.length, "sample");
    this.printNote.textContent = `The first ${count(printed)} of ${all} in this view:`;
    this.render();
  }
}
