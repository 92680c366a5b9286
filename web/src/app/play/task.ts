// The task that a program is tried against: minted from a seed, of a data folder, or of a sample in
// a run. A seed names the same task everywhere, so a class can be told "seed 7".

import { pane } from "../../dialog";
import { add, el } from "../../dom";
import { address, get } from "../api";
import type { Query } from "../api";
import { hrefOf } from "../routes";
import type { Info, SampleAnswer, TaskAnswer, TaskPage, TaskRow } from "../types";
import { field, menu, problemBox } from "../ui";
import type { Language, SuiteChoice } from "./languages";
import type { TaskState } from "./state";

const MAX_LISTED = 200;
const USUAL_SEED = 7;

/** A task that is there: how the server names it, and its picture. */
export interface OpenTask {
  request: unknown;
  suite: string;
  picture: string | null;
}

interface Source {
  value: string;
  text: string;
}

/** "mint:SUITE" and "data:SUITE:HASH" for the suites whose answers are in the language. */
function sourcesOf(info: Info, language: Language): Source[] {
  const sources: Source[] = [];
  for (const { suite } of language.suites) {
    if (info.suites.some(({ name, mints }) => name === suite && mints)) {
      sources.push({ value: `mint:${suite}`, text: `${suite}, by seed` });
    }
    for (const folder of info.data ?? []) {
      if (folder.suite !== suite) continue;
      sources.push({
        value: `data:${suite}:${folder.hash}`,
        text: `${suite}, folder ${folder.hash.slice(0, 10)}`,
      });
    }
  }
  return sources;
}

function sourceOf(task: TaskState): string {
  if (task.run !== "") return "run";
  return task.data === "" ? `mint:${task.suite}` : `data:${task.suite}:${task.data}`;
}

function labelOf(row: TaskRow): string {
  const tags = Object.entries(row.tags).map(([key, value]) => `${key} ${[value].flat().join(", ")}`);
  return tags.slice(0, 2).join(", ") || row.id;
}

export class TaskChooser {
  /** The controls, for the row of tools; and what is asked. */
  readonly tools = el("span", { class: "play-tools" });
  readonly about = el("div", { class: "play-about" });
  private rows: TaskRow[] = [];
  private ticket = 0;

  /** `opened` is called with every task, and with null where there is none; then the program is run. */
  constructor(
    private readonly info: Info,
    private language: Language,
    public task: TaskState | null,
    private readonly opened: (task: OpenTask | null) => void,
  ) {}

  /** Another language has other tasks. */
  async use(language: Language): Promise<void> {
    if (this.language !== language) this.task = null;
    this.language = language;
    await this.open();
  }

  /** Opens what the address named, as far as it exists. */
  async open(): Promise<void> {
    const ticket = ++this.ticket;
    const { task } = this;
    const known = sourcesOf(this.info, this.language);
    if (task && task.run === "" && !known.some(({ value }) => value === sourceOf(task))) {
      this.task = null;
    }
    this.rows = [];
    this.about.replaceChildren();
    this.drawTools(known);
    if (!this.task) {
      this.opened(null);
      return;
    }
    try {
      const open = this.task.run === "" ? await this.openSet() : await this.openSample();
      if (ticket !== this.ticket) return;
      if (!this.isTypingSeed()) this.drawTools(known);
      this.opened(open);
    } catch (problem) {
      if (ticket !== this.ticket) return;
      this.about.replaceChildren(problemBox(problem));
      this.opened(null);
    }
  }

  private choice(): SuiteChoice | undefined {
    return this.language.suites.find(({ suite }) => suite === this.task?.suite);
  }

  private tiers(): string[] {
    return this.info.suites.find(({ name }) => name === this.task?.suite)?.tiers ?? [];
  }

  private setQuery(task: TaskState): Query {
    const common: Query = { suite: task.suite, mode: this.choice()?.mode, tier: task.tier };
    return task.data ? { ...common, data: task.data } : { ...common, seed: task.seed, count: 1 };
  }

  private async openSet(): Promise<OpenTask> {
    const task = this.task as TaskState;
    const tiers = this.tiers();
    if (!tiers.includes(task.tier)) task.tier = task.data ? "" : (tiers[0] ?? "");
    const set = this.setQuery(task);
    const page = await get<TaskPage>(address(["tasks"], { ...set, limit: MAX_LISTED }));
    this.rows = page.rows;
    const named = page.rows.findIndex(({ id }) => id === task.id);
    task.place = named >= 0 ? named : Math.min(task.place, Math.max(0, page.rows.length - 1));
    const row = page.rows[task.place];
    if (!row) throw new Error("There is no task of this seed.");
    if (task.data) task.id = row.id;
    const query = { ...set, id: row.id };
    const asked = await get<TaskAnswer>(address(["tasks", "one"], query));
    this.showAsked(row.id, asked.prompt.text, async () => {
      const open = { ...query, reference: 1 };
      return (await get<TaskAnswer>(address(["tasks", "one"], open))).reference ?? "";
    });
    return { request: asked.ref, suite: task.suite, picture: address(["tasks", "picture"], query) };
  }

  private async openSample(): Promise<OpenTask> {
    const { run, id, epoch } = this.task as TaskState;
    const base = ["runs", run, "samples", id, epoch];
    const { sample, run: facts } = await get<SampleAnswer>(address(base));
    this.showAsked(id, sample.prompt?.text ?? "", async () => {
      const known = await get<{ reference: string }>(address([...base, "explanation"]));
      return known.reference;
    });
    const back = el("a", { href: hrefOf(["run", run, "sample", id, epoch]) }, "Back to the sample");
    this.about.append(el("p", { class: "links" }, back));
    return { request: { run, id }, suite: facts.suite, picture: null };
  }

  private showAsked(id: string, prompt: string, reference: () => Promise<string>): void {
    const details = el("details", { class: "play-asked", testid: "play-asked" });
    details.append(el("summary", {}, "What is asked: ", el("bdi", {}, id)));
    if (prompt !== "") details.append(pane("Asked of a model", "", prompt, "play-prompt"));
    const show = el("button", { type: "button", testid: "play-reference" }, "Show a right answer");
    show.addEventListener("click", () => {
      void reference().then(
        (text) => show.replaceWith(pane("A right answer", "", text, "play-right")),
        (problem: Error) => show.replaceWith(problemBox(problem)),
      );
    });
    details.append(show);
    const note = this.choice()?.note;
    this.about.replaceChildren(details);
    if (note) this.about.prepend(el("p", { class: "note" }, note));
    // Where the picture does not say all, the prompt has a line that does.
    const goal = /^Task: (.+)$/m.exec(prompt)?.[1];
    if (goal) this.about.prepend(el("p", { class: "play-goal", testid: "play-goal" }, goal));
  }

  private drawTools(known: Source[]): void {
    const { task } = this;
    const had = this.tools.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-testid")
      : null;
    const free = { value: "", text: "none: just draw" };
    const own = task?.run ? [{ value: "run", text: "of a recorded run" }] : [];
    const source = task ? sourceOf(task) : "";
    this.tools.replaceChildren();
    if (known.length === 0 && own.length === 0) return;
    const choose = (value: string): void => this.choose(value);
    this.tools.append(menu("Task", "play-task", [free, ...own, ...known], source, choose));
    if (task && task.run === "") this.drawSetTools(task);
    if (had) this.tools.querySelector<HTMLElement>(`[data-testid="${had}"]`)?.focus();
  }

  /** A field drawn anew would lose what is half typed; the tools are drawn when it is entered. */
  private isTypingSeed(): boolean {
    const focused = document.activeElement;
    return (
      focused instanceof HTMLInputElement &&
      focused.dataset["testid"] === "play-seed" &&
      this.tools.contains(focused) &&
      focused.value !== String(this.task?.seed)
    );
  }

  private drawSetTools(task: TaskState): void {
    const tiers = this.tiers();
    if (!task.data) this.tools.append(this.seedField(task));
    if (tiers.length > 0) {
      const all = task.data ? [{ value: "", text: "all" }] : [];
      const choices = [...all, ...tiers.map((name) => ({ value: name, text: name }))];
      this.tools.append(
        menu("Tier", "play-tier", choices, task.tier, (value) => this.go({ tier: value, id: "", place: 0 })),
      );
    }
    if (this.rows.length > 1) {
      const rows = this.rows.map((row, i) => ({
        value: String(i),
        text: task.data ? row.id : `${i + 1}: ${labelOf(row)}`,
      }));
      this.tools.append(
        menu("Which", "play-place", rows, String(task.place), (value) =>
          this.go({ place: Number(value), id: "" }),
        ),
      );
    }
    add(this.tools, this.stepButton(-1, "\u2190 Previous"), this.stepButton(1, "Next \u2192"));
  }

  private seedField(task: TaskState): HTMLElement {
    const input = el("input", { type: "number", min: 0, max: 1_000_000_000, testid: "play-seed" });
    input.value = String(task.seed);
    input.addEventListener("change", () => {
      if (input.value !== "" && input.checkValidity()) this.go({ seed: Number(input.value), id: "" });
    });
    return field("Seed", input);
  }

  /** The next seed, or the next task of the folder. */
  private stepButton(by: number, text: string): HTMLElement {
    const testid = by < 0 ? "play-previous" : "play-next";
    const button = el("button", { type: "button", testid }, text);
    const task = this.task as TaskState;
    const next = (task.data ? task.place : task.seed) + by;
    const last = task.data ? this.rows.length - 1 : 1_000_000_000;
    button.disabled = next < 0 || next > last;
    button.addEventListener("click", () =>
      this.go(task.data ? { place: next, id: "" } : { seed: next, id: "" }),
    );
    return button;
  }

  private choose(source: string): void {
    const [kind = "", suite = "", data = ""] = source.split(":");
    this.task =
      kind === "mint" || kind === "data"
        ? { suite, data, seed: USUAL_SEED, tier: "", place: 0, id: "", run: "", epoch: 0 }
        : null;
    void this.open();
  }

  private go(change: Partial<TaskState>): void {
    if (this.task) this.task = { ...this.task, ...change };
    void this.open();
  }
}
