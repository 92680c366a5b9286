// Targets drawn by hand: the picture of a task on one side, a sheet on the other. What is saved is a
// data folder with the person's pictures.

import { el } from "../../dom";
import { plural } from "../../format";
import { Sheet } from "../annotate/canvas";
import type { Stroke } from "../annotate/canvas";
import { KeepWarning, makeWelcome, recall, remember } from "../annotate/people";
import { allTasks, shuffled } from "../annotate/task_list";
import { address, get, post } from "../api";
import type { Query } from "../api";
import type { Page, Place } from "../routes";
import { setQuery, suiteOf } from "../task_source";
import type { AnnotationFolder, TaskRow } from "../types";
import { field, heading, problemBox } from "../ui";

interface Drawn {
  folder: string;
  ids: string[];
}

/** What was drawn of a target, and whether that is other than what was last saved. */
interface Draft {
  strokes: Stroke[];
  changed: boolean;
}

class Draw {
  readonly element: HTMLElement;
  private readonly left = new AbortController();
  private readonly sheet = new Sheet(() => this.touched());
  private readonly target = el("img", { alt: "The target", class: "sheet", testid: "draw-target" });
  private readonly status = el("p", { class: "status", role: "status", testid: "status" });
  private readonly meter = el("progress", { "aria-label": "Progress" });
  private readonly message = el("div", { testid: "message" });
  private readonly warning = new KeepWarning(
    "This browser cannot store drawings that are not saved: they are gone when this page is left. " +
      "Save them before.",
  );
  /** Drafts that the browser did not store, by their tasks. */
  private readonly unstored = new Map<string, Draft>();
  private readonly undo = this.button("Undo", "undo", () => this.sheet.undo());
  private readonly redo = this.button("Redo", "redo", () => this.sheet.redo());
  private readonly clear = this.button("Clear", "clear", () => this.sheet.clear());
  private readonly back = this.button("\u2190 Back", "back", () => this.goTo(this.place - 1));
  private readonly forth = this.button("Next \u2192", "forth", () => this.goTo(this.place + 1));
  private readonly save = this.button("Save and go on", "save", () => void this.put());
  private readonly order: TaskRow[];
  private readonly done: Set<string>;
  private place = 0;

  constructor(
    private readonly set: string,
    private readonly person: string,
    private readonly tasks: Query,
    rows: TaskRow[],
    drawn: Drawn,
    seed: string,
  ) {
    this.order = shuffled(rows, person, seed);
    this.done = new Set(drawn.ids);
    this.save.classList.add("primary");
    const sides = el(
      "div",
      { class: "draw-sides" },
      el("figure", {}, this.target, el("figcaption", {}, "The target")),
      el("figure", {}, this.sheet.element, el("figcaption", {}, "Your drawing")),
    );
    const tools = el("div", { class: "tools" }, ...this.makePen(), this.undo, this.redo, this.clear);
    this.element = el(
      "div",
      { testid: "draw" },
      el(
        "div",
        { class: "label-bar" },
        this.meter,
        this.status,
        el("div", { class: "bar-buttons" }, this.back, this.forth, this.save),
      ),
      this.warning.element,
      this.message,
      tools,
      sides,
    );
    this.target.addEventListener("load", () => this.fit());
    const signal = { signal: this.left.signal };
    document.addEventListener("keydown", (event) => this.key(event), signal);
    const open = this.order.findIndex(({ id }) => !this.done.has(id));
    this.goTo(Math.max(0, open));
  }

  close(): void {
    this.left.abort();
    this.warning.leave();
  }

  private button(text: string, testid: string, press: () => void): HTMLButtonElement {
    const made = el("button", { type: "button", testid }, text);
    made.addEventListener("click", press);
    return made;
  }

  private makePen(): HTMLElement[] {
    const width = el("input", { type: "range", min: 1, max: 24, step: 1, value: 3, testid: "pen-width" });
    const colour = el("input", { type: "color", value: "#000000", testid: "pen-colour" });
    const shown = el("output", {}, "3");
    width.addEventListener("input", () => {
      this.sheet.width = Number(width.value);
      shown.textContent = width.value;
    });
    colour.addEventListener("input", () => (this.sheet.colour = colour.value));
    return [field("Pen width", el("span", { class: "pen" }, width, shown)), field("Colour", colour)];
  }

  private row(): TaskRow | null {
    return this.order[this.place] ?? null;
  }

  private draftKey(id: string): string {
    return `drawing/${this.set}/${this.person}/${id}`;
  }

  private draft(id: string): Draft {
    const key = this.draftKey(id);
    return (
      this.unstored.get(id) ?? {
        strokes: recall<Stroke[]>(key) ?? [],
        changed: recall<boolean>(`${key}/changed`) === true,
      }
    );
  }

  /** In this browser; where that fails, as long as the page is open. */
  private keep(id: string, draft: Draft): void {
    const key = this.draftKey(id);
    const isStored = remember(key, draft.strokes) && remember(`${key}/changed`, draft.changed);
    if (isStored) this.unstored.delete(id);
    else this.unstored.set(id, draft);
    this.warning.show([...this.unstored.values()].some(({ changed }) => changed));
  }

  private goTo(place: number): void {
    this.place = Math.max(0, Math.min(place, this.order.length - 1));
    const row = this.row();
    if (!row) return;
    this.target.src = address(["tasks", "picture"], { ...this.tasks, id: row.id });
    this.element.dataset["task"] = row.id;
    this.element.setAttribute("aria-busy", "true");
    this.update();
  }

  /** The sheet is as large as the target. */
  private fit(): void {
    const row = this.row();
    if (!row) return;
    const { strokes } = this.draft(row.id);
    this.sheet.show(this.target.naturalWidth, this.target.naturalHeight, strokes);
    this.element.removeAttribute("aria-busy");
    this.update();
  }

  private touched(): void {
    const row = this.row();
    if (row) this.keep(row.id, { strokes: this.sheet.list(), changed: true });
    this.update();
  }

  private async put(): Promise<void> {
    const row = this.row();
    if (!row || this.sheet.isEmpty || this.element.inert) return;
    this.element.inert = true;
    this.message.replaceChildren();
    try {
      const url = address(["drawings", this.set, this.person], this.tasks);
      await post<Drawn>(url, JSON.stringify({ id: row.id, png: this.sheet.png() }));
      this.done.add(row.id);
      this.keep(row.id, { strokes: this.sheet.list(), changed: false });
      if (this.place + 1 < this.order.length) this.goTo(this.place + 1);
      else this.update();
    } catch (problem) {
      this.message.replaceChildren(problemBox(problem));
    }
    this.element.inert = false;
  }

  private update(): void {
    const all = this.order.length;
    this.meter.max = all;
    this.meter.value = this.done.size;
    const id = this.row()?.id ?? "";
    const { changed } = this.draft(id);
    const saved = !this.done.has(id) ? "" : changed ? " (changed since it was saved)" : " (saved)";
    this.status.textContent =
      `target ${this.place + 1} of ${all}${saved}, ${this.done.size} drawn, ${this.person}`;
    this.status.dataset["done"] = String(this.done.size);
    this.undo.disabled = !this.sheet.canUndo;
    this.redo.disabled = !this.sheet.canRedo;
    this.clear.disabled = this.sheet.isEmpty;
    this.save.disabled = this.sheet.isEmpty;
    this.back.disabled = this.place === 0;
    this.forth.disabled = this.place + 1 >= all;
  }

  private key(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement;
    if (typing || event.altKey || this.element.inert) return;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.sheet.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) this.sheet.redo();
    else if (control) return;
    else if (key === "arrowleft") this.goTo(this.place - 1);
    else if (key === "arrowright") this.goTo(this.place + 1);
    else if (key === "enter" && !(event.target instanceof HTMLButtonElement)) void this.put();
    else return;
    event.preventDefault();
  }
}

export async function show(place: Place): Promise<Page> {
  const { query } = place;
  const set = query.get("set") ?? "drawings";
  const source = query.get("source") ?? "";
  const suite = suiteOf(source);
  const tasks = setQuery(query, source);
  const [{ rows }, kept] = await Promise.all([
    allTasks(tasks),
    get<AnnotationFolder>(address(["annotations"])),
  ]);
  const body = el("div", {});
  let draw: Draw | null = null;
  const begin = async (person: string): Promise<void> => {
    remember(`person/${set}`, person);
    try {
      const drawn = await get<Drawn>(address(["drawings", set, person], tasks));
      draw = new Draw(set, person, tasks, rows, drawn, query.get("order") ?? "0");
      const folder = `${kept.folder}/drawings/${set}/${person}`;
      const next = el(
        "div",
        { class: "next-steps", testid: "next-steps" },
        el("p", {}, "The drawings are tasks with their pictures, which these read:"),
        el("pre", { tabindex: 0 }, `papert describe ${folder}`),
        el("pre", { tabindex: 0 }, `papert eval ${suite} --data ${folder} --model openai/NAME`),
      );
      body.replaceChildren(draw.element, next);
    } catch (problem) {
      body.replaceChildren(problemBox(problem));
    }
  };
  body.append(
    makeWelcome({
      sentences: [
        `${plural(rows.length, "target")} of ${suite}. Draw each by hand: with a mouse, a pen or a finger.`,
        `Drawings are saved on this server in ${kept.folder}/drawings/${set}, a folder for each ` +
          "person. A drawing that is saved again replaces the one before.",
      ],
      known: recall<string>(`person/${set}`) ?? "",
      number: null,
      begin: (person) => void begin(person),
    }),
  );
  return {
    element: el("div", { class: "annotate-page" }, heading(`Draw by hand: ${suite}`), body),
    title: `Draw by hand: ${suite}`,
    leave: () => draw?.close(),
    keys: [
      ["z", "undo"],
      ["y", "redo"],
      ["Enter", "save and go on"],
      ["\u2190 \u2192", "the target before, the next one"],
    ],
  };
}
