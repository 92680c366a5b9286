// What was asked. Prompts of a suite are mostly the same text; the lines that only few of them have
// are the task itself: the question and its options, the goal, the instruction. Those are shown in
// full ink, the lines that most prompts share more softly.

import type { ReportData, Sample } from "./data";
import { own, promptLines } from "./data";
import { el } from "./dom";
import { bytes, multiline } from "./format";
import { makePicture } from "./pictures";

/** From this many different prompts on, and in this share of them, a line is common. */
const MIN_PROMPTS = 3;
const COMMON_SHARE = 0.5;
/** What is left visible around the task. */
const MARGIN_PX = 24;

/** By suite: the lines that most of its prompts have. */
export class CommonLines {
  private readonly bySuite = new Map<string, Set<number>>();

  constructor(private readonly data: ReportData) {}

  of(suite: string): Set<number> {
    const known = this.bySuite.get(suite);
    if (known) return known;
    const common = this.count(suite);
    this.bySuite.set(suite, common);
    return common;
  }

  private count(suite: string): Set<number> {
    const prompts = new Set<number>();
    for (const run of this.data.runs) {
      if (run.suite !== suite) continue;
      for (const { prompt } of run.samples) if (prompt !== undefined) prompts.add(prompt);
    }
    const counts = new Map<number, number>();
    for (const prompt of prompts) {
      for (const line of new Set(this.data.prompts?.[prompt] ?? [])) {
        counts.set(line, (counts.get(line) ?? 0) + 1);
      }
    }
    const least = Math.max(MIN_PROMPTS, COMMON_SHARE * prompts.size);
    return new Set([...counts].filter(([, n]) => n >= least).map(([line]) => line));
  }
}

/** The prompt with its pictures, or null where the log has none. */
export function makePrompt(
  data: ReportData,
  sample: Sample,
  common: Set<number>,
): HTMLElement | null {
  const lines = promptLines(data, sample);
  const images = sample.prompt_images ?? [];
  if (sample.prompt === undefined && images.length === 0) return null;
  const pre = el("pre", { tabindex: 0, "aria-label": "Prompt", testid: "detail-prompt" });
  const task: HTMLElement[] = [];
  lines.forEach((line, place) => {
    const text = multiline(data.lines?.[line] ?? "") + (place < lines.length - 1 ? "\n" : "");
    const isOwn = text.trim() !== "" && !common.has(line);
    const span = el("span", { class: isOwn ? undefined : "common" });
    span.textContent = text;
    if (isOwn && common.size > 0) task.push(span);
    pre.append(span);
  });
  const full = own(sample.cut, "prompt");
  const note = full === undefined ? "" : `cut: its full length is ${bytes(full)}`;
  const pictures = images.map((image, i) =>
    makePicture(data, { title: images.length > 1 ? `picture ${i + 1}` : "picture", image }),
  );
  requestAnimationFrame(() => scrollToTask(pre, task));
  return el(
    "section",
    { class: "pane asked", testid: "detail-asked" },
    el("h3", {}, "Asked", el("span", { class: "note" }, note)),
    el(
      "div",
      { class: "asked-parts" },
      pre,
      pictures.length > 0 && el("div", { class: "asked-pictures" }, ...pictures),
    ),
  );
}

/** Shows the lines of the task from their beginning, or their end where they are too many. */
function scrollToTask(pre: HTMLElement, task: HTMLElement[]): void {
  const [first] = task;
  const last = task.at(-1);
  if (!first || !last) return;
  const end = last.offsetTop + last.offsetHeight + MARGIN_PX - pre.clientHeight;
  pre.scrollTop = Math.max(0, first.offsetTop - MARGIN_PX, end);
}
