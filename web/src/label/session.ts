// One person's work on one page: the order of the items, and a log of lines that only grows.
//
// Where the log is kept is log.ts's business: in the browser, or on a server. What is half done (a
// choice, a note, the time so far) is stored in the browser, so that a reload or a crash loses
// nothing.

import type { Item, LabelData, Line, Said } from "./data";
import { own } from "../data";
import { itemKey, saidBy } from "./data";
import type { LineLog } from "./log";
import { PREFIX } from "./log";

/** What is not saved yet of an item. */
export interface Draft {
  said: Said;
  /** "None of these" was chosen in these fields. */
  none: string[];
  note: string;
  edited: string;
  ms: number;
}

/** By the keys of items: where the person is, and what was begun. */
interface Unsaved {
  at: string;
  open: Record<string, Draft>;
}

/** A 53-bit hash of a text: two 32-bit halves, each mixed by multiplication. */
export function hash(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/** The items of the batch, shuffled by (annotator, seed): the same every time. */
export function orderFor(data: LabelData, annotator: string, batch: string | undefined): Item[] {
  return data.items
    .filter((item) => batch === undefined || item.batch === batch)
    .map((item) => ({ item, lot: hash(`${data.seed}\n${annotator}\n${itemKey(item)}`) }))
    .sort((x, y) => x.lot - y.lot || (itemKey(x.item) < itemKey(y.item) ? -1 : 1))
    .map(({ item }) => item);
}

/** The people who have worked on this page in this browser. */
export function knownPeople(data: LabelData): { annotator: string; batch?: string }[] {
  const found: { annotator: string; batch?: string }[] = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i) ?? "";
      const lead = `${PREFIX}${data.page}/who/`;
      if (!key.startsWith(lead)) continue;
      const batch = localStorage.getItem(key) ?? "";
      found.push({ annotator: key.slice(lead.length), ...(batch === "" ? {} : { batch }) });
    }
  } catch {
    return [];
  }
  return found.sort((x, y) => (x.annotator < y.annotator ? -1 : 1));
}

/** Who was at work when the page was left; null for nobody. */
export function lastPerson(data: LabelData): string | null {
  try {
    return localStorage.getItem(`${PREFIX}${data.page}/current`);
  } catch {
    return null;
  }
}

export class Session {
  readonly order: Item[];
  private unstored: string | null = null;
  private lines: Line[] = [];
  private text = "";
  private readonly places: Map<string, number>;
  private readonly answers = new Map<string, Line>();
  private stack: string[] = [];
  /** Items of which a choice was refused: their suggestions were shown all the same. */
  private readonly shown = new Set<string>();

  constructor(
    private readonly data: LabelData,
    private readonly log: LineLog,
    readonly annotator: string,
    readonly batch: string | undefined,
  ) {
    this.order = orderFor(data, annotator, batch);
    this.places = new Map(this.order.map((item, place) => [itemKey(item), place]));
    this.put("who/" + annotator, batch ?? "");
    this.put("current", annotator);
    this.refresh();
  }

  /** Why what is saved may be lost; null while it is safe. */
  get trouble(): string | null {
    return this.log.trouble ?? this.unstored;
  }

  /** Whether only what is begun cannot be kept, and what was saved is safe. */
  get losesDrafts(): boolean {
    return this.log.trouble === null && this.unstored !== null;
  }

  /** A line that is not saved because it was refused, and why; each is given once. */
  refused(): { line: Line; why: string } | null {
    const refusal = this.log.refused?.() ?? null;
    if (refusal === null) return null;
    const line = JSON.parse(refusal.line) as Line;
    if (line.undone !== true) this.shown.add(itemKey(line));
    return { line, why: refusal.why };
  }

  /** The item that a line is about. */
  itemOf(line: Line): Item | null {
    const place = this.places.get(itemKey(line));
    return place === undefined ? null : (this.order[place] ?? null);
  }

  /** What is on its way to where it is kept. */
  get pending(): number {
    return this.log.pending;
  }

  /** Reads what is stored, also what another tab stored. */
  refresh(): void {
    const stored = this.log.text();
    if (stored === this.text) return;
    this.text = stored;
    this.lines = [];
    for (const line of stored.split("\n")) {
      if (line === "") continue;
      try {
        this.lines.push(JSON.parse(line) as Line);
      } catch {
        // A line that was damaged from outside stays in the file and is not an answer.
      }
    }
    this.answers.clear();
    this.stack = [];
    for (const line of this.lines) this.count(line);
  }

  get done(): number {
    return this.answers.size;
  }

  answer(item: Item): Line | undefined {
    return this.answers.get(itemKey(item));
  }

  said(item: Item): Said | undefined {
    const line = this.answer(item);
    return line === undefined ? undefined : saidBy(this.data.kind, line);
  }

  /** Whether the suggestion for the item has been shown: it is, once a choice is saved. */
  informed(item: Item): boolean {
    if ((item.suggested ?? []).length === 0) return false;
    const key = itemKey(item);
    if (this.shown.has(key)) return true;
    return this.lines.some((line) => line.undone !== true && itemKey(line) === key);
  }

  /** The place of the first item without an answer; the number of items if there is none. */
  firstOpen(): number {
    const place = this.order.findIndex((item) => !this.answers.has(itemKey(item)));
    return place < 0 ? this.order.length : place;
  }

  append(line: Line): void {
    this.log.append(JSON.stringify(line));
    this.refresh();
  }

  /** The item of the last answer that was not taken back; null if there is none. */
  lastAnswered(): Item | null {
    const key = this.stack.at(-1);
    const place = key === undefined ? undefined : this.places.get(key);
    return place === undefined ? null : (this.order[place] ?? null);
  }

  /** Everything that was saved, as it is downloaded. */
  file(): string {
    this.refresh();
    return this.text;
  }

  draft(item: Item): Draft | null {
    return own(this.unsaved().open, itemKey(item)) ?? null;
  }

  /** Remembers where the person is, and what is not saved of that item; null: nothing. */
  keep(item: Item | null, draft: Draft | null): void {
    const unsaved = this.unsaved();
    unsaved.at = item === null ? "" : itemKey(item);
    if (item !== null && draft !== null) unsaved.open[itemKey(item)] = draft;
    else if (item !== null) delete unsaved.open[itemKey(item)];
    this.put("draft/" + this.annotator, JSON.stringify(unsaved));
  }

  /** Where the person was; null where that is not known. */
  place(): number | null {
    const { at } = this.unsaved();
    return at === "" ? null : (this.places.get(at) ?? null);
  }

  private unsaved(): Unsaved {
    const none: Unsaved = { at: "", open: {} };
    try {
      return { ...none, ...(JSON.parse(this.get("draft/" + this.annotator) ?? "{}") as Unsaved) };
    } catch {
      return none;
    }
  }

  leave(): void {
    try {
      localStorage.removeItem(`${PREFIX}${this.data.page}/current`);
    } catch {
      this.unstored = "storage is switched off";
    }
  }

  private count(line: Line): void {
    const key = itemKey(line);
    if (!this.places.has(key)) return;
    this.stack = this.stack.filter((each) => each !== key);
    if (line.undone === true) this.answers.delete(key);
    else {
      this.answers.set(key, line);
      this.stack.push(key);
    }
  }

  private get(name: string): string | null {
    try {
      return localStorage.getItem(`${PREFIX}${this.data.page}/${name}`);
    } catch {
      return null;
    }
  }

  private put(name: string, value: string): void {
    try {
      localStorage.setItem(`${PREFIX}${this.data.page}/${name}`, value);
      this.unstored = null;
    } catch (problem) {
      this.unstored = problem instanceof Error ? problem.message : String(problem);
    }
  }
}

/** Milliseconds while the page is visible. */
export class Watch {
  private before = 0;
  private since: number | null = null;

  constructor(signal?: AbortSignal) {
    const follow = (): void => {
      if (document.visibilityState === "visible") this.go();
      else this.stop();
    };
    document.addEventListener("visibilitychange", follow, signal ? { signal } : {});
  }

  start(ms: number): void {
    this.before = ms;
    this.since = null;
    if (document.visibilityState === "visible") this.go();
  }

  ms(): number {
    return Math.round(this.before + (this.since === null ? 0 : performance.now() - this.since));
  }

  private go(): void {
    this.since ??= performance.now();
  }

  private stop(): void {
    this.before = this.ms();
    this.since = null;
  }
}
