// Where the lines of a person go. A log only grows; of several lines about an item the last counts.

import type { LabelData } from "./data";

/** What everything that a browser stores for these pages begins with. */
export const PREFIX = "papert-label/";

export interface LineLog {
  /** Everything that is saved of this person, as JSON lines; also what another tab saved. */
  text(): string;
  append(line: string): void;
  /** Why what is saved may be lost; null while it is safe. */
  readonly trouble: string | null;
  /** How many lines are still on their way. */
  readonly pending: number;
  /** A line that was refused, so that it is not saved, and why; each is given once. */
  refused?(): Refusal | null;
}

export interface Refusal {
  line: string;
  why: string;
}

/**
 * In the browser's storage, as the text that is downloaded: written after every answer and read
 * again before, so a reload, a crash or a second tab loses nothing. Where the browser refuses to
 * store, it is kept in memory, and the page says so.
 */
export class BrowserLog implements LineLog {
  trouble: string | null = null;
  readonly pending = 0;
  private kept = "";
  private readonly key: string;

  constructor(data: LabelData, annotator: string) {
    this.key = `${PREFIX}${data.page}/log/${annotator}`;
  }

  text(): string {
    try {
      this.kept = localStorage.getItem(this.key) ?? this.kept;
    } catch {
      // What is in memory is all there is.
    }
    return this.kept;
  }

  append(line: string): void {
    this.kept = `${this.text()}${line}\n`;
    try {
      localStorage.setItem(this.key, this.kept);
      this.trouble = null;
    } catch (problem) {
      this.trouble = problem instanceof Error ? problem.message : String(problem);
    }
  }
}
