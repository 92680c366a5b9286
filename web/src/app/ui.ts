// Small parts that pages share.

import type { Estimate } from "../data";
import type { Child } from "../dom";
import { el, nameOf } from "../dom";
import { count, fraction, interval } from "../format";
import type { RunRow } from "./types";

export function problemBox(problem: unknown): HTMLElement {
  const text = problem instanceof Error ? problem.message : String(problem);
  return el("p", { class: "problem", role: "alert", testid: "problem" }, text);
}

export function heading(title: Child, ...below: Child[]): HTMLElement {
  return el("header", { class: "page-head" }, el("h1", {}, title), ...below);
}

const GOOD = new Set(["right"]);
const UNKNOWN = new Set(["request_failed", "host_slow", "internal_error"]);

/** The chip that names a verdict; its colour only repeats what the word says. */
export function chip(verdict: string): HTMLElement {
  const kind = GOOD.has(verdict) ? "good" : UNKNOWN.has(verdict) ? "unknown" : "bad";
  return el("span", { class: `chip ${kind}` }, verdict);
}

export function stateChip(state: RunRow["state"]): HTMLElement {
  const kind = state === "running" ? "live" : state === "stopped" ? "bad" : "unknown";
  return el("span", { class: `chip ${kind}`, testid: "state" }, state);
}

/** "0.8125 [0.70, 0.90]", the interval apart so that narrow tables can leave it out. */
export function figureCell(figure: Estimate | null | undefined): HTMLElement {
  const mean = figure?.mean ?? null;
  const cell = el("td", { class: "number figure", data: { value: mean } }, fraction(mean));
  if (figure && figure.low !== null) {
    cell.append(el("span", { class: "error-of" }, interval(figure.low, figure.high)));
  }
  return cell;
}

/** A figure and its interval as a bar on 0 to 1. */
export function figureBar(figure: Estimate | null): HTMLElement {
  const bar = el("span", { class: "interval-bar", "aria-hidden": "true" });
  if (!figure || figure.mean === null) return bar;
  const clamp = (x: number): number => Math.max(0, Math.min(100, 100 * x));
  const low = clamp(figure.low ?? figure.mean);
  const high = clamp(figure.high ?? figure.mean);
  const range = el("span", { class: "range" });
  range.style.left = `${low}%`;
  range.style.width = `${Math.max(0.5, high - low)}%`;
  const mark = el("span", { class: "mark" });
  mark.style.left = `${clamp(figure.mean)}%`;
  bar.append(range, mark);
  return bar;
}

export function doneText(done: number | null, planned: number): string {
  if (done === null) return "–";
  return planned > 0 && done !== planned ? `${count(done)} of ${count(planned)}` : count(done);
}

export function costText(usd: number | undefined): string {
  if (!usd) return "\u2013";
  return usd < 0.01 ? usd.toPrecision(1) : usd.toFixed(2);
}

export function field(label: string, control: HTMLElement): HTMLLabelElement {
  return el("label", { class: "field" }, el("span", {}, label), control);
}

export interface Choice {
  value: string;
  text: string;
}

export function menu(
  label: string,
  testid: string,
  choices: Choice[],
  value: string,
  changed: (value: string) => void,
): HTMLLabelElement {
  const options = choices.map((each) => el("option", { value: each.value }, each.text));
  const select = el("select", { testid }, ...options);
  select.value = choices.some((each) => each.value === value) ? value : (choices[0]?.value ?? "");
  // What filters is marked; where there is always a choice, nothing is.
  const filters = choices.some((each) => each.value === "");
  const mark = (): boolean => select.classList.toggle("active", filters && select.value !== "");
  mark();
  select.addEventListener("change", () => {
    mark();
    changed(select.value);
  });
  return field(label, select);
}

const PAUSE_MS = 150;

/** A search field that reports what is typed after a short pause. */
export function searchField(
  label: string,
  placeholder: string,
  value: string,
  changed: (text: string) => void,
): HTMLLabelElement {
  const input = el("input", {
    type: "search",
    placeholder,
    autocomplete: "off",
    spellcheck: "false",
    testid: "search",
  });
  input.value = value;
  let timer = 0;
  input.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => changed(input.value.trim()), PAUSE_MS);
  });
  return field(label, input);
}

/** Puts the query into the address without a new page or a step in the history. */
export function replaceQuery(query: URLSearchParams): void {
  const path = location.hash.split("?", 1)[0] || "#/runs";
  const text = query.toString();
  history.replaceState(null, "", text === "" ? path : `${path}?${text}`);
}

export function setOrDelete(query: URLSearchParams, key: string, value: string): void {
  if (value === "") query.delete(key);
  else query.set(key, value);
}

export function runLink(name: string, text: string): HTMLElement {
  return el("a", { href: `#/run/${encodeURIComponent(name)}` }, nameOf(text));
}
