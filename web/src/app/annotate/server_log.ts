// The lines of a person on the server. A line counts as saved when the server has it on its disk;
// until then it is also in this browser's storage, so that a crash or a reload loses nothing.
//
// Tabs tell each other what they saved. Every tab has a list of its own of what it has not sent, and whoever opens the page next sends
// what other tabs left. The server writes the very same line once, so two tabs may send it.

import { PREFIX } from "../../label/log";
import type { LineLog } from "../../label/log";
import { address, ApiError, getText, post } from "../api";

const RETRY_MS = 2000;

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
  private sending = false;
  private readonly tab = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;

  private readonly tabs: BroadcastChannel;

  private constructor(
    private readonly target: Target,
    private readonly changed: () => void,
  ) {
    this.tabs = new BroadcastChannel(`${PREFIX}${target.key}`);
    this.tabs.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string" && this.add(data)) this.changed();
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

  append(line: string): void {
    this.add(line);
    this.unsent.push(line);
    this.store();
    this.tabs.postMessage(line);
    void this.send();
  }

  /** Sends nothing any more but what is on its way. */
  close(): void {
    this.tabs.close();
  }

  private add(line: string): boolean {
    if (this.lines.includes(`${line}\n`)) return false;
    this.lines += `${line}\n`;
    return true;
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
    while (this.unsent[0] !== undefined) {
      try {
        await post(address(this.target.parts), this.unsent[0]);
        this.unsent.shift();
        this.trouble = null;
        this.store();
      } catch (problem) {
        // What the server refuses once it refuses always; all else is tried again.
        const refused = problem instanceof ApiError && [400, 404, 413].includes(problem.status);
        if (refused) this.unsent.shift();
        this.trouble = problem instanceof Error ? problem.message : String(problem);
        this.changed();
        await new Promise((done) => window.setTimeout(done, RETRY_MS));
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
