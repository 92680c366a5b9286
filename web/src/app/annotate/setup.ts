// The form that says what people are asked, about what, and where it is kept. It gives an address,
// which can be sent to whoever is to do the work.

import { el, nameOf } from "../../dom";
import { inline } from "../../format";
import { hrefOf } from "../routes";
import { sources, suiteOf } from "../task_source";
import type { Info, RunRow } from "../types";
import { field, menu } from "../ui";
import { isName, nameInput } from "./people";

export interface KindInfo {
  name: string;
  title: string;
  question: string;
  suite: string;
  source: "failures" | "samples" | "drawings" | "tasks";
}

const DRAWN = ["turtleai", "turtlebench", "shapecode"];

/** One kind for each suite where the name says so. */
export function allKinds(kinds: KindInfo[], info: Info): KindInfo[] {
  return kinds.flatMap((kind) =>
    kind.name === "verdict/SUITE"
      ? info.suites.map(({ name }) => ({ ...kind, name: `verdict/${name}`, suite: name }))
      : [kind],
  );
}

export class Setup {
  readonly element = el("form", { class: "setup", testid: "setup" });
  private readonly place = el("div", { class: "setup-parts" });

  constructor(
    private readonly info: Info,
    private readonly kinds: KindInfo[],
    private readonly runs: RunRow[],
    private readonly query: URLSearchParams,
    private readonly changed: (query: URLSearchParams) => void,
  ) {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open();
    });
    this.element.append(this.place);
    this.draw();
  }

  private get(key: string, usual: string): string {
    return this.query.get(key) ?? usual;
  }

  private put(key: string, value: string): void {
    this.query.set(key, value);
    this.changed(this.query);
  }

  private task(): string {
    return this.get("do", "label");
  }

  private kind(): KindInfo | undefined {
    const name = this.get("kind", this.kinds[0]?.name ?? "");
    return this.kinds.find((each) => each.name === name) ?? this.kinds[0];
  }

  private usesRuns(): boolean {
    return this.task() === "label" && this.kind()?.source !== "tasks";
  }

  private draw(focus = ""): void {
    const tasks = [
      { value: "label", text: "label samples or tasks" },
      { value: "answer", text: "answer tasks themselves" },
      { value: "draw", text: "draw targets by hand" },
    ];
    const what = menu("People are to", "do", tasks, this.task(), (value) => this.choose("do", value));
    const kinds = this.kinds.map(({ name, title }) => ({ value: name, text: `${name}: ${title}` }));
    const kind = this.kind();
    this.place.replaceChildren(
      what,
      ...(this.task() === "label"
        ? [
            menu("Kind of label", "kind", kinds, kind?.name ?? "", (value) => this.choose("kind", value)),
            el("p", { class: "note setup-note", testid: "kind-question" }, kind?.question ?? ""),
          ]
        : []),
      this.usesRuns() ? this.makeRuns() : this.makeTasks(),
      this.number("Order and lots by seed", "order", "0", 0),
      ...(this.task() === "draw" ? [] : this.makeLots()),
      this.makeSet(),
      el("button", { type: "submit", class: "primary", testid: "open" }, "Open"),
    );
    if (focus !== "") {
      this.place.querySelector<HTMLElement>(`[data-testid="${focus}"]`)?.focus();
    }
  }

  private choose(key: string, value: string): void {
    this.put(key, value);
    this.draw(key);
  }

  private number(label: string, key: string, usual: string, least: number): HTMLElement {
    const input = el("input", {
      type: "number",
      min: least,
      max: key === "count" ? 200 : 1_000_000_000,
      step: 1,
      required: true,
      value: this.get(key, usual),
      testid: key,
    });
    input.addEventListener("change", () => this.put(key, input.value));
    return field(label, input);
  }

  /** The runs that a kind can be about; the names of models are hidden later, not here. */
  private makeRuns(): HTMLElement {
    const kind = this.kind();
    const fits = this.runs.filter(({ suite, problem }) => {
      if (problem !== undefined) return false;
      return kind?.suite ? suite === kind.suite : DRAWN.includes(suite);
    });
    const chosen = new Set(this.query.getAll("run"));
    const boxes = fits.map(({ name, label, suite }) => {
      const box = el("input", { type: "checkbox", value: name, checked: chosen.has(name) });
      box.addEventListener("change", () => {
        const rest = this.query.getAll("run").filter((run) => run !== name);
        this.query.delete("run");
        for (const run of box.checked ? [...rest, name] : rest) this.query.append("run", run);
        this.changed(this.query);
      });
      return el(
        "label",
        { class: "run-choice", testid: "run-choice" },
        box,
        el("span", {}, nameOf(label), " ", el("span", { class: "soft" }, inline(`${suite}, ${name}`))),
      );
    });
    return el(
      "fieldset",
      { class: "run-choices" },
      el("legend", {}, "Samples of these runs (up to eight; two for a comparison)"),
      ...(boxes.length > 0 ? boxes : [el("p", { class: "note" }, "There is no run of this suite yet.")]),
    );
  }

  /** The task sources of the kind's suite, or of all that can be worked on so. */
  private makeTasks(): HTMLElement {
    const suite = this.task() === "label" ? (this.kind()?.suite ?? "") : "";
    const all = sources(this.info).filter(({ value }) => {
      if (suite !== "") return suiteOf(value) === suite;
      return this.task() !== "draw" || suiteOf(value).startsWith("turtle");
    });
    const wanted = this.get("source", "");
    const source = all.some(({ value }) => value === wanted) ? wanted : (all[0]?.value ?? "");
    this.query.set("source", source);
    const parts = [menu("Tasks", "source", all, source, (value) => this.choose("source", value))];
    const extra: HTMLElement[] = [];
    if (source.startsWith("mint:")) {
      extra.push(this.number("Seed", "seed", "7", 0), this.number("Per tier", "count", "4", 1));
    }
    if (this.task() === "answer" && suiteOf(source) === "sgp") {
      const forms = [
        { value: "picture", text: "the picture" },
        { value: "program", text: "the program" },
      ];
      extra.push(menu("People see", "input", forms, this.get("input", "picture"), (value) => this.put("input", value)));
    }
    return el("div", { class: "setup-tasks" }, ...parts, ...extra);
  }

  /** How many, and who gets which. */
  private makeLots(): HTMLElement[] {
    const text = (label: string, key: string, pattern: string, hint: string): HTMLElement => {
      const usual = key === "sample" ? this.usualSample() : "";
      const input = el("input", {
        type: "text",
        pattern,
        placeholder: hint,
        title: hint,
        autocomplete: "off",
        spellcheck: "false",
        value: this.get(key, usual),
        testid: key,
      });
      input.addEventListener("change", () => this.put(key, input.value.trim()));
      return field(label, input);
    };
    const what = this.task() === "label" ? "Items" : "Tasks";
    const all = this.task() === "label" ? "a number, or a share like 0.05" : "all; or a number, or a share like 0.05";
    const details = el(
      "details",
      { class: "setup-lots", testid: "lots" },
      el("summary", {}, "Shares of a tag, batches for many people"),
      el(
        "div",
        { class: "setup-parts" },
        text("Every value of this tag keeps its share", "by", ".{0,100}", "a tag, like tier"),
        text("Batches, which say how many are drawn", "batches", "[0-9]+x[0-9]+", "like 10x50"),
        text("People who share them", "people", "[0-9]*", "five for every batch"),
      ),
    );
    details.open = ["by", "batches", "people"].some((key) => this.get(key, "") !== "");
    return [text(`${what}, by lot`, "sample", "[0-9]+|[0-9]*\\.[0-9]+", all), details];
  }

  private usualSample(): string {
    return this.task() === "label" ? "100" : "";
  }

  private putLots(wanted: URLSearchParams): void {
    const batches = this.get("batches", "");
    const keys = batches === "" ? ["sample", "by"] : ["batches", "people", "by"];
    for (const key of keys) {
      const value = this.get(key, key === "sample" ? this.usualSample() : "");
      if (value !== "") wanted.set(key, value);
    }
  }

  private usualSet(): string {
    if (this.task() === "label") return (this.kind()?.name ?? "labels").replace("/", "-");
    return `${suiteOf(this.get("source", ""))}-${this.task() === "draw" ? "hand" : "people"}`;
  }

  private makeSet(): HTMLElement {
    const input = nameInput("set", this.get("set", this.usualSet()));
    input.addEventListener("change", () => this.put("set", input.value));
    return field("Name of the set", input);
  }

  private open(): void {
    const set = this.get("set", this.usualSet());
    if (!isName(set)) return;
    const wanted = new URLSearchParams({ set, order: this.get("order", "0") });
    if (this.task() === "label") {
      wanted.set("kind", this.kind()?.name ?? "");
    }
    if (this.task() !== "draw") this.putLots(wanted);
    if (this.usesRuns()) {
      for (const run of this.query.getAll("run")) wanted.append("run", run);
    } else {
      const source = this.get("source", "");
      wanted.set("source", source);
      if (source.startsWith("mint:")) {
        wanted.set("seed", this.get("seed", "7"));
        wanted.set("count", this.get("count", "4"));
      }
      if (suiteOf(source) === "sgp") wanted.set("input", this.get("input", "picture"));
    }
    location.hash = hrefOf(["annotate", this.task()], wanted);
  }
}
