// A person solves tasks: one after the other, in any order, with time to go back. Nothing is said
// about how good an answer is until all are handed in.
//
// What is begun stays in this browser, that of all tabs of the person together. Handing in sends
// every answer as a line; a task that was handed in, here or in another tab, is done, and the server
// takes no second answer to it.

import { el } from "../../dom";
import { multiline, plural } from "../../format";
import { Watch } from "../../label/session";
import { address, get, getText, post } from "../api";
import type { Query } from "../api";
import type { TaskAnswer, TaskRow } from "../types";
import { problemBox } from "../ui";
import type { Control } from "./controls";
import { makeControl } from "./controls";
import { KeepWarning, recall, remember } from "./people";
import { shuffled } from "./task_list";

interface Begun {
  state: unknown;
  /** As it would be handed in; null: not complete. */
  reply: string | null;
  ms: number;
}

/** What a browser holds of a person's work. */
interface Kept {
  at: string;
  begun: Record<string, Begun>;
}

interface Work {
  set: string;
  person: string;
  suite: string;
  tasks: Query;
  rows: TaskRow[];
  seed: string;
  /** Commands to go on with, once all is handed in. */
  next: (file: string, person: string) => HTMLElement;
}

function button(text: string, testid: string, press: () => void): HTMLButtonElement {
  const made = el("button", { type: "button", testid }, text);
  made.addEventListener("click", press);
  return made;
}

export class Answers {
  readonly element = el("div", { testid: "answers" });
  private readonly left = new AbortController();
  private readonly watch = new Watch(this.left.signal);
  private readonly body = el("div", {});
  private readonly status = el("p", { class: "status", role: "status", testid: "status" });
  private readonly meter = el("progress", { "aria-label": "Progress" });
  private readonly warning = new KeepWarning(
    "This browser cannot store what you begin: it is gone when this page is left. Hand in before.",
  );
  private readonly back = button("\u2190 Back", "back", () => this.step(-1));
  private readonly forth = button("Next \u2192", "forth", () => this.step(1));
  private readonly key: string;
  private begun: Record<string, Begun> = {};
  private order: TaskRow[] = [];
  private place = 0;
  private shownId = "";
  private handed = 0;

  private constructor(
    private readonly work: Work,
    private readonly control: Control,
  ) {
    this.key = `answers/${work.set}/${work.person}`;
    const hand = button("Hand in\u2026", "finish", () => this.goTo(this.order.length));
    this.element.append(
      el(
        "div",
        { class: "label-bar" },
        this.meter,
        this.status,
        el("div", { class: "bar-buttons" }, this.back, this.forth, hand),
      ),
      this.warning.element,
      this.body,
    );
    const signal = { signal: this.left.signal };
    document.addEventListener("keydown", (event) => this.press(event), signal);
    document.addEventListener("visibilitychange", () => this.keep(), signal);
    window.addEventListener("pagehide", () => this.keep(), signal);
  }

  /** Goes on where the person left off. */
  static async open(work: Work): Promise<Answers> {
    const control = await makeControl(work.suite, () => answers.touched());
    const answers = new Answers(work, control);
    await answers.leaveOutDone();
    const kept = recall<Kept>(answers.key);
    answers.begun = kept?.begun ?? {};
    const at = answers.order.findIndex(({ id }) => id === kept?.at);
    await answers.goTo(Math.max(0, at));
    return answers;
  }

  close(): void {
    this.keep();
    this.left.abort();
    this.warning.leave();
    this.control.leave?.();
  }

  /** What the server has is no longer open. */
  private async leaveOutDone(): Promise<void> {
    const { set, person, rows, seed } = this.work;
    const text = await getText(address(["answers", set, person]));
    const done = new Set<string>();
    for (const line of text.split("\n")) {
      if (line !== "") done.add((JSON.parse(line) as { id: string }).id);
    }
    this.handed = rows.filter(({ id }) => done.has(id)).length;
    this.order = shuffled(rows, person, seed).filter(({ id }) => !done.has(id));
    for (const id of done) delete this.begun[id];
  }

  private row(): TaskRow | null {
    return this.order[this.place] ?? null;
  }

  private complete(): TaskRow[] {
    return this.order.filter(({ id }) => this.begun[id]?.reply != null);
  }

  private step(by: number): void {
    void this.goTo(this.place + by);
  }

  private async goTo(place: number): Promise<void> {
    this.keep();
    this.shownId = "";
    this.place = Math.max(0, Math.min(place, this.order.length));
    const row = this.row();
    this.update();
    if (row === null) this.showEnd();
    else await this.showTask(row);
  }

  private async showTask(row: TaskRow): Promise<void> {
    this.body.setAttribute("aria-busy", "true");
    let task: TaskAnswer;
    try {
      task = await get<TaskAnswer>(address(["tasks", "one"], { ...this.work.tasks, id: row.id }));
    } catch (problem) {
      this.body.replaceChildren(problemBox(problem));
      return;
    }
    if (this.row() !== row) return;
    const begun = this.begun[row.id];
    this.control.show(begun?.state ?? null, task.prompt.text);
    this.watch.start(begun?.ms ?? 0);
    this.shownId = row.id;
    const panel = el(
      "section",
      { class: "panel", tabindex: -1, "aria-label": "Your answer", testid: "panel" },
      this.control.element,
      button("Keep and go on", "next", () => this.step(1)),
    );
    this.body.replaceChildren(el("div", { class: "work" }, makeTask(task), panel));
    this.body.dataset["task"] = row.id;
    this.body.removeAttribute("aria-busy");
    window.scrollTo(0, 0);
    panel.focus({ preventScroll: true });
    this.keep();
  }

  private showEnd(): void {
    const ready = this.complete();
    const open = this.order.length - ready.length;
    const hand = button(`Hand in ${plural(ready.length, "answer")}`, "hand-in", () => void this.handIn());
    hand.classList.add("primary");
    hand.disabled = ready.length === 0;
    const message =
      this.order.length === 0
        ? "You have handed in all tasks of this set."
        : open === 0
          ? "Every task has an answer. What is handed in cannot be changed."
          : `${plural(open, "task")} without a complete answer. What is handed in cannot be changed; ` +
            "the others stay open.";
    const at = `${this.work.set}/${this.work.person}.jsonl`;
    this.body.replaceChildren(
      el(
        "section",
        { class: "end", testid: "end" },
        el("p", {}, message),
        this.order.length > 0 && hand,
        this.handed > 0 && this.work.next(at, this.work.person),
      ),
    );
    delete this.body.dataset["task"];
  }

  /** One after the other; what the server has is no longer open. */
  private async handIn(): Promise<void> {
    this.element.inert = true;
    try {
      for (const { id } of this.complete()) {
        const { reply, ms } = this.begun[id] ?? { reply: null, ms: 0 };
        const line = { id, epoch: 0, text: reply, active_ms: ms, time: new Date().toISOString() };
        await post(address(["answers", this.work.set, this.work.person]), JSON.stringify(line));
        delete this.begun[id];
        this.order = this.order.filter((row) => row.id !== id);
        this.handed += 1;
        this.store("", [id]);
      }
      this.showEnd();
    } catch (problem) {
      // It may be there all the same: from another tab, or the server's answer was not heard.
      await this.leaveOutDone().catch(() => {});
      this.showEnd();
      this.body.prepend(problemBox(problem));
    }
    this.place = this.order.length;
    this.update();
    this.element.inert = false;
  }

  private touched(): void {
    this.keep();
    this.update();
  }

  private keep(): void {
    if (this.shownId !== "") {
      this.begun[this.shownId] = {
        state: this.control.state(),
        reply: this.control.reply(),
        ms: this.watch.ms(),
      };
    }
    this.store(this.shownId);
  }

  /** Another tab's tasks stay as that tab stored them. */
  private store(at: string, gone: string[] = []): void {
    const begun = { ...recall<Kept>(this.key)?.begun };
    const mine = this.begun[at];
    if (mine) begun[at] = mine;
    for (const id of gone) delete begun[id];
    const isStored = remember(this.key, { at, begun });
    this.warning.show(!isStored && this.order.length > 0);
  }

  private update(): void {
    const all = this.order.length;
    this.meter.max = all + this.handed;
    this.meter.value = this.complete().length + this.handed;
    const at = this.place < all ? `task ${this.place + 1} of ${all}, ` : "";
    const handed = this.handed > 0 ? `, ${this.handed} handed in` : "";
    this.status.textContent = `${at}${this.complete().length} answered${handed}, ${this.work.person}`;
    this.back.disabled = this.place === 0;
    this.forth.disabled = this.place >= all;
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.element.inert) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    const typing =
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      target?.isContentEditable === true ||
      (target instanceof HTMLInputElement && target.type !== "radio");
    if (typing) return;
    if (event.key === "ArrowRight" || (event.key === "Enter" && !isButton(target))) this.step(1);
    else if (event.key === "ArrowLeft") this.step(-1);
    else if (this.shownId === "" || !this.control.key(event.key)) return;
    event.preventDefault();
  }
}

function isButton(target: HTMLElement | null): boolean {
  return target instanceof HTMLButtonElement || target?.tagName === "SUMMARY" || target?.tagName === "A";
}

/** What a model is sent, and nothing else. */
function makeTask(task: TaskAnswer): HTMLElement {
  const images = task.prompt.images.map((base64) => {
    const image = el("img", { alt: "A picture of the task", class: "task-picture" });
    image.src = `data:image/png;base64,${base64}`;
    return image;
  });
  const text = el("pre", { class: "task-text", testid: "task-text" });
  text.textContent = multiline(task.prompt.text);
  return el(
    "section",
    { class: "stage", "aria-label": "The task", testid: "stage" },
    images.length > 0 && el("div", { class: "task-pictures" }, ...images),
    text,
  );
}
