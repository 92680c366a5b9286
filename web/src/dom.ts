// Building elements without markup strings: text only ever becomes a text node.

import { inline } from "./format";

export type Child = Node | string | null | undefined | false;

export interface Attributes {
  class?: string | undefined;
  testid?: string;
  /** data-* attributes; null and undefined leave the attribute out. */
  data?: Record<string, string | number | null | undefined>;
  /** Any other attribute; true means present and empty, false and undefined absent. */
  [name: string]: string | number | boolean | undefined | Record<string, unknown>;
}

/**
 * Makes an element. String children are shown by `inline`, so no control character of the data
 * reaches the page; preformatted text is set by `pre`.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "data" || value === undefined || value === false) continue;
    const text = value === true ? "" : String(value);
    element.setAttribute(name === "testid" ? "data-testid" : name, text);
  }
  for (const [name, value] of Object.entries(attributes.data ?? {})) {
    if (value !== null && value !== undefined) element.setAttribute(`data-${name}`, String(value));
  }
  add(element, ...children);
  return element;
}

export function add(parent: Element, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(typeof child === "string" ? document.createTextNode(inline(child)) : child);
  }
}

const SHORT_NAME = 32;

/** A name from the data, kept on one line unless it is long; isolated from its surroundings. */
export function nameOf(text: string): HTMLElement {
  return el("bdi", { class: text.length <= SHORT_NAME ? "short" : "long" }, text);
}

/** A run's colour and label, together on one line. */
export function runName(runIndex: number, label: string): HTMLElement {
  return el("span", { class: "run-name" }, swatch(runIndex), nameOf(label));
}

/** The mark that identifies a run by colour, always beside its name, never alone. */
export function swatch(runIndex: number): HTMLElement {
  const mark = el("span", { class: "swatch", "aria-hidden": "true" });
  mark.style.background = runColour(runIndex);
  return mark;
}

const RUN_COLOURS = 8;

/** A CSS variable, so that charts follow the colour scheme without being drawn again. */
export function runColour(runIndex: number): string {
  return `var(--run-${runIndex % RUN_COLOURS})`;
}

/**
 * A table that scrolls sideways in its own box when the window is too narrow; only then is the box
 * a stop for the keyboard.
 */
export function scrollable(table: HTMLTableElement, label: string): HTMLElement {
  const box = el("div", { class: "scroll", "aria-label": inline(label), role: "group" }, table);
  new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }).observe(box);
  return box;
}
