// All runs: filter, sort, look at one, compare two, rank many.

import { el, nameOf, scrollable } from "../../dom";
import { count, plural } from "../../format";
import type { Page, Place } from "../routes";
import { hrefOf } from "../routes";
import type { Sort, SortKey } from "../run_list";
import { allRuns, nextSort, readSort, sorted, sortText } from "../run_list";
import type { RunRow } from "../types";
import {
  costText,
  doneText,
  figureCell,
  heading,
  menu,
  replaceQuery,
  runLink,
  searchField,
  setOrDelete,
  stateChip,
} from "../ui";
import { VirtualRows } from "../virtual_rows";

const REFRESH_MS = 3000;
const COLUMNS: [string, string, SortKey][] = [
  ["Run", "label", "run"],
  ["Suite", "label suite", "suite"],
  ["Result", "number", "result"],
  ["Samples", "number roomy", "samples"],
  ["Not scored", "number wide", "unscored"],
  ["USD", "number wide", "usd"],
  ["State", "label", "state"],
  ["Started", "label wide", "started"],
  ["Version", "label wide", "version"],
];

class RunsPage {
  readonly element: HTMLElement;
  private readonly picked = new Set<string>();
  private readonly body: VirtualRows<RunRow>;
  private readonly status = el("p", { class: "count", role: "status", testid: "runs-count" });
  private readonly compare = el("a", { class: "button", testid: "compare-picked" }, "Compare");
  private readonly rank = el("a", { class: "button", testid: "rank-picked" }, "Leaderboard");
  private readonly timer: number;
  private text: string;
  private suite: string;
  private order: Sort | null;
  private readonly heads: HTMLTableCellElement[];
  private json = "";

  constructor(
    private rows: RunRow[],
    private readonly query: URLSearchParams,
  ) {
    this.text = query.get("q") ?? "";
    this.suite = query.get("suite") ?? "";
    this.order = readSort(query.get("sort") ?? "");
    this.body = new VirtualRows(COLUMNS.length + 1, (row) => this.makeRow(row));
    this.heads = COLUMNS.map(([title, kind, key]) => {
      const press = el("button", { type: "button", class: "sort", testid: `sort-${key}` }, title);
      press.addEventListener("click", () => this.sort(key));
      return el("th", { scope: "col", class: kind, data: { key } }, press);
    });
    const table = el(
      "table",
      { class: "runs-table", testid: "runs-table" },
      el("caption", { class: "hidden" }, "Runs"),
      el("thead", {}, el("tr", {}, el("td", { class: "pick" }), ...this.heads)),
      this.body.element,
    );
    const suites = [...new Set(rows.map((row) => row.suite).filter(Boolean))].sort();
    const tools = el(
      "div",
      { class: "tools", role: "search" },
      searchField("Filter", "name, model or suite", this.text, (text) => this.filter(text)),
      menu(
        "Suite",
        "suite",
        [{ value: "", text: "all" }, ...suites.map((name) => ({ value: name, text: name }))],
        this.suite,
        (value) => this.choose(value),
      ),
      this.compare,
      this.rank,
      this.status,
    );
    this.element = el("div", {}, heading("Runs"), tools, scrollable(table, "Runs"));
    if (rows.length === 0) {
      const how = el("code", {}, "papert eval shapecode --mint 7 --model baseline/heuristic");
      this.element.append(
        el("p", { class: "note" }, "There are no runs here yet. Make one: ", how),
      );
    }
    this.show(true);
    this.timer = window.setInterval(() => void this.refresh(), REFRESH_MS);
  }

  leave(): void {
    window.clearInterval(this.timer);
    this.body.leave();
  }

  private filter(text: string): void {
    this.text = text;
    setOrDelete(this.query, "q", text);
    this.show();
  }

  private choose(suite: string): void {
    this.suite = suite;
    setOrDelete(this.query, "suite", suite);
    this.show();
  }

  private sort(key: SortKey): void {
    this.order = nextSort(this.order, key);
    setOrDelete(this.query, "sort", sortText(this.order));
    this.show();
  }

  /** Runs may begin, grow and end while the page is open. */
  private async refresh(): Promise<void> {
    if (document.hidden) return;
    const rows = await allRuns().catch(() => null);
    if (rows === null) return;
    const json = JSON.stringify(rows);
    if (json === this.json) return;
    this.json = json;
    const known = new Map(this.rows.map((row) => [JSON.stringify(row), row]));
    // A row that has not changed keeps its element, and with it the focus.
    this.rows = rows.map((row) => known.get(JSON.stringify(row)) ?? row);
    this.show();
  }

  private show(first = false): void {
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = this.rows.filter((row) => {
      if (this.suite !== "" && row.suite !== this.suite) return false;
      const text = `${row.name} ${row.label ?? ""} ${row.suite ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    for (const head of this.heads) {
      if (head.dataset["key"] !== this.order?.key) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", this.order?.isDown ? "descending" : "ascending");
    }
    this.body.show(sorted(shown, this.order));
    const of = shown.length === this.rows.length ? "" : `${count(shown.length)} of `;
    this.status.textContent = of + plural(this.rows.length, "run");
    if (!first) replaceQuery(this.query);
    this.showPicked();
  }

  private showPicked(): void {
    const names = [...this.picked];
    const [a = "", b = ""] = names;
    const two = names.length === 2;
    this.compare.toggleAttribute("aria-disabled", !two);
    if (two) this.compare.setAttribute("href", hrefOf(["compare"], new URLSearchParams({ a, b })));
    else this.compare.removeAttribute("href");
    const query = new URLSearchParams(names.map((name) => ["run", name]));
    this.rank.setAttribute("href", hrefOf(["leaderboard"], query));
    this.compare.textContent = two ? "Compare these two" : "Compare (pick two)";
    this.rank.textContent =
      names.length > 0 ? `Leaderboard of ${count(names.length)}` : "Leaderboard of all";
  }

  private makeRow(row: RunRow): HTMLTableRowElement {
    const box = el("input", { type: "checkbox", "aria-label": `Pick ${row.name}` });
    box.checked = this.picked.has(row.name);
    box.addEventListener("change", () => {
      if (box.checked) this.picked.add(row.name);
      else this.picked.delete(row.name);
      this.showPicked();
    });
    const pick = el("td", { class: "pick" }, box);
    if (row.problem !== undefined) {
      box.disabled = true;
      const why = el("td", { class: "label", colspan: COLUMNS.length - 1 }, row.problem);
      return el("tr", {}, pick, el("th", { scope: "row", class: "label" }, nameOf(row.name)), why);
    }
    return el(
      "tr",
      { testid: "run-row", data: { name: row.name } },
      pick,
      el("th", { scope: "row", class: "label", title: row.name }, runLink(row.name, row.label)),
      el("td", { class: "label suite" }, row.suite),
      figureCell(row.figure),
      el("td", { class: "number roomy" }, doneText(row.done, row.planned)),
      el(
        "td",
        { class: "number wide" },
        row.not_scored === null ? "\u2013" : count(row.not_scored),
      ),
      el("td", { class: "number wide" }, costText(row.usage?.cost_usd)),
      el("td", { class: "label" }, stateChip(row.state)),
      el("td", { class: "label wide time" }, row.started.replace("T", " ").replace("Z", "")),
      el("td", { class: "label wide" }, row.papert ?? ""),
    );
  }
}

export async function show(place: Place): Promise<Page> {
  const page = new RunsPage(await allRuns(), place.query);
  return { element: page.element, title: "Runs", leave: () => page.leave() };
}
