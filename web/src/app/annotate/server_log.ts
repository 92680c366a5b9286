// The lines of a person on the server. A line counts as saved when the server has it on its disk;
// until then it is also in this browser's storage, so that a crash or a reload loses nothing.
//
// Tabs tell each other what they saved. Every tab has a list of its own of what it has not sent, and
// whoever opens the page next sends what other tabs left. The server writes the very same line once,
// so two tabs may send it. A line that the server refuses is taken out again, in all tabs.

import { PREFIX } from "../../label/log";
import type { LineLog, Refusal } from "../../label/log";
import { address, ApiError, getText, post } from "../api";

const RETRY_MS = 2000;

/** Refused once is refused always, but for these: no token yet, too slow, too often. */
const MAY_PASS = [401, 403, 408, 429];

function isRefusal(problem: unknown): problem is ApiError {
  if (!(problem instanceof ApiError)) return false;
  return problem.status >= 400 && problem.status < 500 && !MAY_PASS.includes(problem.status);
}

/** Where the lines of a set go, and what is kept of them here. */
export interface Target {
  /** The parts of the address: "annotations", SET. */
  parts: string[];
  /** Whose lines they are: only these are read back. */
  mine: (line: Record<string, unknown>) => boolean;
  /** Names the person and the page in the browser's storage. */
  key: string;
}

export class ServerLog implements LineLog {
  trouble: string | null = null;
  private lines = "";
  private unsent: string[] = [];
  private refusals: Refusal[] = [];
  private sending = false;
  private closed = false;
  private readonly tab = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;

  private readonly tabs: BroadcastChannel;

  private constructor(
    private readonly target: Target,
    private readonly changed: () => void,
  ) {
    this.tabs = new BroadcastChannel(`${PREFIX}${target.key}`);
    this.tabs.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string" ? this.add(data) : this.takeOut(data)) this.changed();
    });
  }

  /** With what the server has; an error where it cannot be reached. */
  static async open(target: Target, changed: () => void): Promise<ServerLog> {
    const log = new ServerLog(target, changed);
    const text = await getText(address(target.parts));
    log.lines = text
      .split("\n")
      .filter((line) => log.isMine(line))
      .map((line) => `${line}\n`)
      .join("");
    for (const line of log.leftBehind()) log.append(line);
    return log;
  }

  text(): string {
    return this.lines;
  }

  get pending(): number {
    return this.unsent.length;
  }

  refused(): Refusal | null {
    return this.refusals.shift() ?? null;
  }

  append(line: string): void {
    this.add(line);
    this.unsent.push(line);
    this.store();
    this.tabs.postMessage(line);
    void this.send();
  }

  /** Sends nothing any more but what is on its way. */
  close(): void {
    this.closed = true;
    this.tabs.close();
  }

  private add(line: string): boolean {
    if (this.lines.includes(`${line}\n`)) return false;
    this.lines += `${line}\n`;
    return true;
  }

  /** What another tab says of a line that was refused. */
  private takeOut(data: unknown): boolean {
    const { refused } = (data ?? {}) as { refused?: unknown };
    return typeof refused === "string" && this.drop(refused);
  }

  private drop(line: string): boolean {
    const lines = this.lines.split("\n");
    const place = lines.lastIndexOf(line);
    if (place < 0) return false;
    lines.splice(place, 1);
    this.lines = lines.join("\n");
    return true;
  }

  /** The line is not saved, and nothing that is sent again would save it. */
  private refuse(line: string, why: string): void {
    this.unsent.shift();
    this.trouble = null;
    this.store();
    this.drop(line);
    this.tabs.postMessage({ refused: line });
    this.refusals.push({ line, why });
  }

  private isMine(line: string): boolean {
    if (line === "") return false;
    try {
      return this.target.mine(JSON.parse(line) as Record<string, unknown>);
    } catch {
      return false;
    }
  }

  /** One after the other, in their order. */
  private async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    for (let line = this.unsent[0]; line !== undefined; line = this.unsent[0]) {
      try {
        await post(address(this.target.parts), line);
        this.unsent.shift();
        this.trouble = null;
        this.store();
      } catch (problem) {
        if (isRefusal(problem)) {
          // Nobody would hear of it: it is sent, and refused, when the page is next opened.
          if (this.closed) break;
          this.refuse(line, problem.message);
        } else {
          this.trouble = problem instanceof Error ? problem.message : String(problem);
          this.changed();
          await new Promise((done) => window.setTimeout(done, RETRY_MS));
        }
      }
      this.changed();
    }
    this.sending = false;
  }

  private store(): void {
    const key = `${PREFIX}${this.target.key}/unsent/${this.tab}`;
    try {
      if (this.unsent.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, this.unsent.join("\n"));
    } catch {
      // They are in memory, and on their way.
    }
  }

  /** What tabs that are gone had not sent. One that is still there sends its own, too. */
  private leftBehind(): string[] {
    const lines: string[] = [];
    try {
      const lead = `${PREFIX}${this.target.key}/unsent/`;
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(lead));
      for (const key of keys) {
        lines.push(...(localStorage.getItem(key) ?? "").split("\n").filter((line) => line !== ""));
        localStorage.removeItem(key);
      }
    } catch {
      return [];
    }
    return lines;
  }
}
