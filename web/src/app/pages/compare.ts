// Two runs, task by task: how much better is B, how sure is that, and what moved.

import { add, el, nameOf, scrollable } from "../../dom";
import { count, fraction, interval, level, plural } from "../../format";
import { address, get } from "../api";
import { Asked, makeAskedDetails } from "../asked";
import { languageOfSuite } from "../play/languages";
import { makePolicies, signed } from "../policies";
import type { Page, Place } from "../routes";
import { hrefOf } from "../routes";
import { allRuns } from "../run_list";
import type { Comparison, Explanation, Pair, PairPage } from "../types";
import { chip, field, heading, problemBox, replaceQuery, runLink } from "../ui";

const PAGE = 50;
const CELLS: [string, string][] = [
  ["both", "right in both"],
  ["only_a", "right only in A"],
  ["only_b", "right only in B"],
  ["neither", "right in neither"],
];

/** What the primary figure says, in a sentence. */
function verdictText(compared: Comparison): string {
  const primary = compared.differences[compared.primary];
  if (!primary || primary.low === null || primary.high === null) {
    return "There are too few tasks in both to tell them apart.";
  }
  const how = level(compared.bootstrap.level);
  if (primary.low > 0) return `B is better: the ${how} interval of the difference lies above 0.`;
  if (primary.high < 0) return `A is better: the ${how} interval of the difference lies below 0.`;
  return `They cannot be told apart: the ${how} interval of the difference contains 0.`;
}

function differenceTable(compared: Comparison): HTMLElement {
  const rows = compared.metrics.flatMap(({ name, title }) => {
    const figure = compared.differences[name];
    if (!figure || figure.difference === null) return [];
    const cell = (text: string, testid: string, kind = "number"): HTMLElement =>
      el("td", { class: kind, testid }, text);
    return [
      el(
        "tr",
        { class: name === compared.primary ? "primary" : undefined },
        el("th", { scope: "row", class: "label" }, title),
        cell(fraction(figure.a), "a", "number roomy"),
        cell(fraction(figure.b), "b", "number roomy"),
        cell(signed(figure.difference), "difference"),
        cell(interval(figure.low, figure.high), "interval"),
        cell(count(figure.n), "n", "number roomy"),
      ),
    ];
  });
  const heads: [string, string][] = [
    ["Metric", "label"],
    ["A", "number roomy"],
    ["B", "number roomy"],
    ["B \u2212 A", "number"],
    [`${level(compared.bootstrap.level)} interval`, "number"],
    ["Tasks", "number roomy"],
  ];
  const head = heads.map(([text, kind]) => el("th", { scope: "col", class: kind }, text));
  const table = el(
    "table",
    { testid: "difference-table" },
    el("caption", {}, "Paired differences"),
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...rows),
  );
  return scrollable(table, "Paired differences");
}

class Moves {
  readonly element = el("section", { "aria-labelledby": "moves-title" });
  private readonly list = el("ol", { class: "pairs", testid: "pairs" });
  private readonly more = el("button", { type: "button" }, "Show more");
  private readonly buttons: HTMLButtonElement[];
  /** The picture that says most, and what stands in for it. */
  private readonly kinds: string[];
  private shown = 0;

  constructor(
    private readonly a: string,
    private readonly b: string,
    compared: Comparison,
    private readonly query: URLSearchParams,
  ) {
    const { mcnemar, suite } = compared;
    const isWorld = languageOfSuite(suite)?.isWorld;
    this.kinds = [...(isWorld ? [] : ["overlay"]), "drawing", "target"];
    this.buttons = CELLS.map(([cell, title]) => {
      const n = mcnemar[cell as "both" | "only_a" | "only_b" | "neither"];
      const button = el(
        "button",
        { type: "button", testid: `cell-${cell}`, data: { cell } },
        el("b", {}, count(n)),
        title,
      );
      button.addEventListener("click", () => this.choose(cell));
      return button;
    });
    const p = mcnemar.p < 0.0001 ? "p < 0.0001" : `p = ${fraction(mcnemar.p)}`;
    const test = `McNemar's test: ${p}, ${plural(mcnemar.pairs, "pair")}`;
    this.more.addEventListener("click", () => void this.load());
    add(
      this.element,
      el("h2", { id: "moves-title" }, "What moved"),
      el("div", { class: "cells", role: "group", "aria-label": "Cells" }, ...this.buttons),
      el(
        "p",
        { class: "note" },
        mcnemar.independent ? `${test}.` : `${test}, some of which are of the same task.`,
      ),
      this.list,
      this.more,
    );
    const moved = mcnemar.only_b >= mcnemar.only_a ? "only_b" : "only_a";
    const first = mcnemar[moved] > 0 ? moved : "neither";
    this.choose(query.get("cell") ?? first);
  }

  private choose(cell: string): void {
    this.query.set("cell", cell);
    replaceQuery(this.query);
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", String(button.dataset["cell"] === cell));
    }
    this.shown = 0;
    this.list.replaceChildren();
    void this.load();
  }

  private async load(): Promise<void> {
    const { a, b } = this;
    const cell = this.query.get("cell") ?? "";
    try {
      const query = { a, b, cell, from: this.shown, limit: PAGE };
      const page = await get<PairPage>(address(["compare", "pairs"], query));
      if (cell !== this.query.get("cell")) return;
      this.shown = page.from + page.rows.length;
      this.list.append(...page.rows.map((pair) => this.makeRow(pair)));
      this.more.hidden = this.shown >= page.total;
      if (page.total === 0) this.list.append(el("li", { class: "note" }, "None."));
    } catch (problem) {
      this.list.append(el("li", {}, problemBox(problem)));
    }
  }

  private makeRow(pair: Pair): HTMLElement {
    const side = (letter: string, run: string, of: Pair["a"]): HTMLElement =>
      el(
        "a",
        { class: "side", href: hrefOf(["run", run, "sample", pair.id, pair.epoch]) },
        letter,
        chip(of.verdict),
        fraction(of.primary),
      );
    const epoch = pair.epoch > 0 ? `, epoch ${pair.epoch}` : "";
    return el(
      "li",
      { testid: "pair" },
      el("span", { class: "pair-id" }, nameOf(pair.id), epoch),
      side("A", this.a, pair.a),
      side("B", this.b, pair.b),
      this.makeWhy(pair),
    );
  }

  /** What each drew and what is wrong with it, side by side. */
  private makeWhy(pair: Pair): HTMLElement {
    const part = (letter: string, run: string): Asked =>
      new Asked("Loading\u2026", () => this.explain(pair, letter, run));
    const parts = { A: part("A", this.a), B: part("B", this.b) };
    const boxes = Object.entries(parts).map(([letter, { element }]) =>
      el("div", { class: "why" }, el("h3", {}, letter), element),
    );
    const content = el("div", { class: "whys" }, ...boxes);
    return makeAskedDetails("Why", "why", Object.values(parts), content);
  }

  private async explain(pair: Pair, letter: string, run: string): Promise<HTMLElement> {
    const base = ["runs", run, "samples", pair.id, pair.epoch];
    const known = await get<Explanation>(address([...base, "explanation"]));
    const box = el("div", {});
    const kind = this.kinds.find((each) => known.pictures.includes(each));
    if (kind !== undefined) {
      const src = address([...base, "pictures", kind]);
      box.append(el("img", { src, alt: `${letter}: ${kind}` }));
    }
    add(box, el("p", {}, known.text === "" ? known.verdict : known.text));
    return box;
  }
}

async function comparison(a: string, b: string, query: URLSearchParams): Promise<HTMLElement> {
  const part = el("div", { testid: "comparison" });
  try {
    const compared = await get<Comparison>(address(["compare"], { a, b }));
    const { both, only_a, only_b } = compared.tasks;
    const tasks = `${plural(both, "task")} in both, ${count(only_a)} only in A, ${count(only_b)} only in B.`;
    const differs = compared.differs.length > 0 ? ` They differ in ${compared.differs.join(", ")}.` : "";
    add(
      part,
      el("p", { class: "lede", testid: "verdict-text" }, verdictText(compared)),
      differenceTable(compared),
      el("p", { class: "note" }, tasks + differs),
      makePolicies(a, b),
      new Moves(a, b, compared, query).element,
    );
  } catch (problem) {
    part.append(problemBox(problem));
  }
  return part;
}

export async function show(place: Place): Promise<Page> {
  const { query } = place;
  const runs = (await allRuns()).filter((row) => row.problem === undefined);
  const element = el("div", { class: "compare-page" }, heading("Compare two runs"));
  const body = el("div", {});
  const picker = (letter: "a" | "b"): HTMLElement => {
    const other = runs.find((row) => row.name === query.get(letter === "a" ? "b" : "a"));
    const fitting = letter === "b" && other ? runs.filter((row) => row.suite === other.suite) : runs;
    const options = fitting.map((row) =>
      el("option", { value: row.name }, `${row.suite}: ${row.label} (${row.name})`),
    );
    const select = el("select", { testid: `pick-${letter}` }, el("option", { value: "" }, "pick a run"));
    select.append(...options);
    select.value = query.get(letter) ?? "";
    select.addEventListener("change", () => {
      query.set(letter, select.value);
      query.delete("cell");
      location.hash = hrefOf(["compare"], query);
    });
    return field(letter === "a" ? "A, the yardstick" : "B", select);
  };
  element.append(el("div", { class: "tools" }, picker("a"), picker("b")), body);
  const a = query.get("a") ?? "";
  const b = query.get("b") ?? "";
  if (a !== "" && b !== "") {
    const named = (letter: string, name: string): HTMLElement => {
      const label = runs.find((row) => row.name === name)?.label ?? name;
      return el("p", {}, el("b", {}, `${letter} `), runLink(name, label));
    };
    body.append(named("A", a), named("B", b), await comparison(a, b, query));
  } else {
    body.append(el("p", { class: "note" }, "Pick two runs of one suite."));
  }
  return { element, title: "Compare" };
}
