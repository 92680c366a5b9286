// The program's text with the place of the current step marked.

import { el } from "../dom";
import { inline } from "../format";
import type { ReplayStep } from "./data";

const MAX_LINES = 5000;
const MAX_COLUMNS = 20000;

export class Source {
  readonly element = el("ol", {
    class: "replay-source",
    "aria-label": "The program",
    tabindex: 0,
    testid: "replay-source",
  });
  private readonly lines: string[][];
  private readonly items: HTMLElement[];
  private current: number | null = null;

  constructor(text: string) {
    const all = text.replace(/\r\n?/g, "\n").split("\n");
    while (all.length > 1 && all[all.length - 1] === "") all.pop();
    // Characters, as the steps count them, not halves of them.
    this.lines = all.slice(0, MAX_LINES).map((line) => [...line.slice(0, MAX_COLUMNS)]);
    this.items = this.lines.map((line) => el("li", {}, el("code", {}, plain(line))));
    this.element.append(...this.items);
    if (all.length > MAX_LINES) {
      this.element.append(el("li", { class: "soft" }, `and ${all.length - MAX_LINES} more lines`));
    }
  }

  show(step: ReplayStep | undefined): void {
    this.clear();
    const [line = 0, column = 0, , , , , length = 0] = step ?? [];
    const item = this.items[line - 1];
    const text = this.lines[line - 1];
    if (!item || !text) return;
    this.current = line - 1;
    item.classList.add("current");
    item.setAttribute("aria-current", "step");
    let target: HTMLElement = item;
    if (column > 0 && length > 0) {
      const start = column - 1;
      target = el("mark", {}, plain(text.slice(start, start + length)));
      const [before, behind] = [text.slice(0, start), text.slice(start + length)];
      item.replaceChildren(el("code", {}, plain(before), target, plain(behind)));
    }
    this.reveal(target);
  }

  private clear(): void {
    if (this.current === null) return;
    const item = this.items[this.current];
    const text = this.lines[this.current];
    this.current = null;
    if (!item || !text) return;
    item.classList.remove("current");
    item.removeAttribute("aria-current");
    item.replaceChildren(el("code", {}, plain(text)));
  }

  /** Scrolls the list alone, never the page. */
  private reveal(target: HTMLElement): void {
    const box = this.element.getBoundingClientRect();
    const place = target.getBoundingClientRect();
    const margin = 24;
    if (place.top < box.top + margin) this.element.scrollTop -= box.top + margin - place.top;
    if (place.bottom > box.bottom - margin) {
      this.element.scrollTop += place.bottom - box.bottom + margin;
    }
    if (place.left < box.left || place.right > box.right) {
      this.element.scrollLeft += place.left - box.left - box.width / 3;
    }
  }
}

/** Characters as text in which nothing is invisible; an indentation of tabs stays one. */
function plain(characters: string[]): Text {
  const text = characters.map((c) => (c === "\t" ? "    " : inline(c))).join("");
  return document.createTextNode(text);
}
