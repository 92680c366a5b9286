// A table body of any length: only the rows in and near the window exist. All rows have one height;
// what is above and below is an empty row that is as high as those it stands for.

import { el } from "../dom";

const ROWS_BEYOND = 12;

export class VirtualRows<T> {
  readonly element = el("tbody", {});
  private readonly above = el("tr", { class: "spacer", "aria-hidden": "true" });
  private readonly below = el("tr", { class: "spacer", "aria-hidden": "true" });
  private rows: T[] = [];
  private made = new Map<T, HTMLTableRowElement>();
  private height = 40;
  private scheduled = false;
  private readonly listener = (): void => this.schedule();

  constructor(
    columns: number,
    private readonly make: (row: T) => HTMLTableRowElement,
  ) {
    for (const spacer of [this.above, this.below]) {
      spacer.append(el("td", { colspan: columns }));
    }
    window.addEventListener("scroll", this.listener, { passive: true });
    window.addEventListener("resize", this.listener);
  }

  /** Shows these; rows that were made before stay as they are unless `anew`. */
  show(rows: T[], anew = false): void {
    this.rows = rows;
    if (anew) this.made.clear();
    this.render();
    // The true height is known once there are rows.
    requestAnimationFrame(() => this.render());
  }

  leave(): void {
    window.removeEventListener("scroll", this.listener);
    window.removeEventListener("resize", this.listener);
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => this.render());
  }

  private render(): void {
    this.scheduled = false;
    const [some] = this.made.values();
    const measured = some?.getBoundingClientRect().height ?? 0;
    if (measured > 0) this.height = measured;
    const top = -this.element.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(top / this.height) - ROWS_BEYOND);
    const shown = Math.ceil(window.innerHeight / this.height) + 2 * ROWS_BEYOND;
    const begin = Math.min(first, Math.max(0, this.rows.length - shown));
    const wanted = this.rows.slice(begin, begin + shown);
    const kept = new Map<T, HTMLTableRowElement>();
    for (const row of wanted) kept.set(row, this.made.get(row) ?? this.make(row));
    this.made = kept;
    this.above.style.height = `${begin * this.height}px`;
    this.below.style.height = `${(this.rows.length - begin - wanted.length) * this.height}px`;
    this.above.hidden = begin === 0;
    this.below.hidden = begin + wanted.length >= this.rows.length;
    this.replace([this.above, ...kept.values(), this.below]);
  }

  /** Elements that stay keep their focus. */
  private replace(wanted: HTMLElement[]): void {
    const keep = new Set<Element>(wanted);
    for (const child of [...this.element.children]) if (!keep.has(child)) child.remove();
    let next = this.element.firstElementChild;
    for (const child of wanted) {
      if (child === next) next = next.nextElementSibling;
      else this.element.insertBefore(child, next);
    }
  }
}
