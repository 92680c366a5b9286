// The cards of a run's samples, of which there may be a hundred thousand: the list is as tall as if
// every card were there, and asks the server for the part in and near the window.
//
// No browser shows an element of any height. A list that would be taller than that stands for one
// that is: what scrolls far goes to the same part of the whole, what scrolls a little moves the cards
// as much, so that nobody misses a row by wheel, finger or keyboard. `shift` is how far the cards are
// ahead of the scrolling; when that comes to rest, it is set to what fits the place.

import type { Entry, MetricInfo, ReportData, RunData } from "../data";
import { el } from "../dom";
import { makeCard, measure } from "../gallery";
import type { SamplePage, SampleRow } from "./types";

const ROWS_BEYOND = 2;
const PAGE = 60;
/** Chromium ends at 2^25 pixels of the screen, of which a pixel here may be four. */
const MAX_HEIGHT_PX = 8_000_000;

export type FetchPage = (from: number, limit: number, signal: AbortSignal) => Promise<SamplePage>;

export class SampleGallery {
  readonly element = el("div", {
    class: "gallery",
    role: "list",
    "aria-label": "Samples",
    testid: "gallery",
  });
  total = 0;
  private rows = new Map<number, Entry>();
  private asked = new Set<number>();
  private cards = new Map<number, HTMLElement>();
  private layout = measure(0);
  private scheduled = false;
  private abort = new AbortController();
  private fetchPage: FetchPage | null = null;
  private places = 0;
  /** In pixels: with every card in it, and as it is. */
  private whole = 0;
  private height = 0;
  private shift = 0;
  private top = 0;
  private readonly listener = (): void => this.schedule();
  private readonly rested = (): void => this.settle();
  private readonly resized = new ResizeObserver(() => this.relayout());

  constructor(
    private readonly data: ReportData,
    private readonly run: RunData,
    private readonly metrics: MetricInfo[],
    private readonly open: (entry: Entry, index: number) => void,
    private readonly told: (total: number) => void,
    private readonly failed: (problem: unknown) => void,
  ) {
    this.resized.observe(this.element);
    window.addEventListener("scroll", this.listener, { passive: true });
    window.addEventListener("scrollend", this.rested);
    window.addEventListener("resize", this.listener);
  }

  /** Another list of samples. */
  async show(fetchPage: FetchPage): Promise<void> {
    this.abort.abort();
    this.abort = new AbortController();
    this.fetchPage = fetchPage;
    this.asked.clear();
    await this.ask(0, true);
  }

  /** The same list, which may have grown or changed: what is in sight is asked for again. */
  async refresh(): Promise<void> {
    const [first] = this.range();
    this.asked.clear();
    await this.ask(Math.floor(first / PAGE), true);
  }

  leave(): void {
    this.abort.abort();
    this.resized.disconnect();
    window.removeEventListener("scroll", this.listener);
    window.removeEventListener("scrollend", this.rested);
    window.removeEventListener("resize", this.listener);
  }

  private entryOf(sample: SampleRow): Entry {
    const { answer, reply = "" } = sample;
    const whole = { ...sample, answer, reply, reply_bytes: reply.length, rule: "" };
    return { run: this.run, runIndex: 0, label: this.run.label ?? "", sample: whole, rank: 0 };
  }

  private async ask(page: number, anew: boolean): Promise<void> {
    if (this.fetchPage === null || this.asked.has(page)) return;
    this.asked.add(page);
    const { signal } = this.abort;
    try {
      const answer = await this.fetchPage(page * PAGE, PAGE, signal);
      if (signal.aborted) return;
      if (anew) this.forget(answer);
      answer.rows.forEach((row, i) => {
        const known = this.rows.get(answer.from + i);
        if (!known) this.rows.set(answer.from + i, this.entryOf(row));
      });
      const most = Math.max(0, ...answer.rows.map((row) => row.pictures.length));
      this.places = Math.max(this.places, most);
      this.total = answer.total;
      this.told(answer.total);
      this.relayout();
    } catch (problem) {
      this.asked.delete(page);
      if (!signal.aborted) this.failed(problem);
    }
  }

  /** All but what the answer has unchanged: such a card stays, and with it the focus. */
  private forget({ from, rows }: SamplePage): void {
    for (const [index, entry] of this.rows) {
      const row = rows[index - from];
      if (row && JSON.stringify(entry.sample) === JSON.stringify(this.entryOf(row).sample)) continue;
      this.rows.delete(index);
      this.cards.get(index)?.remove();
      this.cards.delete(index);
    }
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => this.render());
  }

  private relayout(): void {
    this.layout = measure(this.element.clientWidth);
    const { columns, cardHeight, gap } = this.layout;
    const rows = Math.ceil(this.total / columns);
    this.whole = Math.max(0, rows * (cardHeight + gap) - gap);
    this.height = Math.min(MAX_HEIGHT_PX, this.whole);
    this.element.style.height = `${this.height}px`;
    this.render();
  }

  /** How far the list is scrolled, and how far it can be. */
  private scrolled(): { top: number; most: number } {
    const top = -this.element.getBoundingClientRect().top;
    return { top, most: this.height - window.innerHeight };
  }

  /** Brings the shift up to date with where the list is scrolled to. */
  private followScroll(): void {
    const { top, most } = this.scrolled();
    const beyond = this.whole - this.height;
    const isFar = Math.abs(top - this.top) > window.innerHeight;
    this.top = top;
    if (beyond <= 0 || top <= 0) this.shift = 0;
    else if (top >= most) this.shift = beyond;
    else if (isFar) this.shift = Math.round((beyond * top) / most);
    else this.shift = Math.min(this.shift, beyond);
  }

  /** The scrolling rests: it is put where it would be, had one come here at once. No card moves. */
  private settle(): void {
    this.followScroll();
    const { top, most } = this.scrolled();
    const beyond = this.whole - this.height;
    if (beyond <= 0 || top <= 0 || top >= most) return;
    const by = Math.round((top + this.shift) * (most / (most + beyond)) - top);
    if (by === 0) return;
    window.scrollBy({ top: by, behavior: "instant" });
    this.top = this.scrolled().top;
    this.shift -= Math.round(this.top - top);
    this.render();
  }

  private range(): [number, number] {
    const { columns, cardHeight, gap } = this.layout;
    const pitch = cardHeight + gap;
    const top = this.scrolled().top + this.shift;
    const rows = Math.ceil(this.total / columns);
    const first = Math.min(Math.floor(top / pitch), rows) - ROWS_BEYOND;
    const last = Math.max(Math.ceil((top + window.innerHeight) / pitch), 0) + ROWS_BEYOND;
    const clamp = (row: number): number => Math.max(0, Math.min(this.total, row * columns));
    return [clamp(first), clamp(last)];
  }

  private render(): void {
    this.scheduled = false;
    this.followScroll();
    const [first, last] = this.range();
    for (const [index, card] of this.cards) {
      if (index >= first && index < last) continue;
      card.remove();
      this.cards.delete(index);
    }
    let next = this.element.firstElementChild;
    for (let index = first; index < last; index++) {
      const card = this.cardFor(index);
      if (!card) {
        void this.ask(Math.floor(index / PAGE), false);
        continue;
      }
      this.place(card, index);
      if (card === next) next = next.nextElementSibling;
      else this.element.insertBefore(card, next);
    }
  }

  private cardFor(index: number): HTMLElement | undefined {
    const known = this.cards.get(index);
    const entry = this.rows.get(index);
    if (known || !entry) return known;
    const card = makeCard(this.data, entry, this.metrics, this.places, () =>
      this.open(entry, index),
    );
    this.cards.set(index, card);
    return card;
  }

  private place(card: HTMLElement, index: number): void {
    const { columns, cardWidth, cardHeight, gap } = this.layout;
    const x = (index % columns) * (cardWidth + gap);
    const y = Math.floor(index / columns) * (cardHeight + gap) - this.shift;
    card.setAttribute("aria-posinset", String(index + 1));
    card.setAttribute("aria-setsize", String(this.total));
    card.style.width = `${cardWidth}px`;
    card.style.height = `${cardHeight}px`;
    card.style.transform = `translate(${x}px, ${y}px)`;
  }
}
