// One item after the other, then a file: downloaded from a page that stands alone, kept by the server
// where there is one. What differs between the two is the host.
//
//   start -> item 1 .. n (choose, save, see the suggestion, go on; back; undo) -> end
//
// A choice is saved as a line of the log (session.ts) and can be changed or undone at any time; of
// several lines the last counts. Right answers and names of models are not on the page, and a
// suggestion is shown only after the choice was saved.

import { own } from "../data";
import { add, el } from "../dom";
import { inline, plural } from "../format";
import type { Item, LabelData, Line } from "./data";
import { itemKey, saidBy, saidMembers } from "./data";
import { ChoiceForm } from "./form";
import type { LineLog } from "./log";
import type { Draft } from "./session";
import { knownPeople, lastPerson, Session, Watch } from "./session";
import { makeStage } from "./stage";
import { makeStart } from "./start";

function button(text: string, title: string, testid: string, press: () => void): HTMLButtonElement {
  const made = el("button", { type: "button", title, testid }, text);
  made.addEventListener("click", press);
  return made;
}

/** What surrounds the items. */
export interface Host {
  openLog(annotator: string, changed: () => void): LineLog | Promise<LineLog>;
  /** Whether the page is a part of another, which has a heading and a main part of its own. */
  part: boolean;
  /** Sentences: before the start what happens with the answers; at the end what to do. */
  privacy: string;
  atEnd: string;
  /** What to say where lines are not safe; why is said behind it. */
  trouble: string;
  /** What to say where only what is not saved yet may be lost, if that is something else. */
  draftTrouble?: string;
  /** What follows the items at the end. */
  more?: HTMLElement;
}

export class LabelPage {
  private readonly left = new AbortController();
  private readonly watch = new Watch(this.left.signal);
  private readonly form: ChoiceForm;
  private readonly note = el("textarea", { rows: 2, maxlength: 4000, testid: "note" });
  private readonly edited = el("textarea", { rows: 5, maxlength: 8000, testid: "edited" });
  private readonly status = el("p", { class: "status", role: "status", testid: "status" });
  private readonly suggestion = el("p", { class: "suggestion", role: "status", testid: "suggestion" });
  private readonly warning = el("p", { class: "warnings", role: "alert", testid: "warning" });
  private readonly meter = el("progress", { "aria-label": "Progress", testid: "meter" });
  private readonly body: HTMLElement;
  private readonly save = button("Save and go on", "Enter", "save", () => this.press());
  private readonly back = button("\u2190 Back", "Left arrow", "back", () => this.step(-1));
  private readonly forth = button("Skip \u2192", "Right arrow", "forth", () => this.step(1));
  private readonly undo = button("Undo", "U", "undo", () => this.takeBack());
  private readonly bar: HTMLElement;
  private session: Session | null = null;
  private place = 0;
  /** Saved and shown together with the suggestion; Enter then goes on. */
  private reviewing = false;
  /** What is said of a choice that was refused, until something is saved. */
  private refusal = "";

  constructor(
    private readonly data: LabelData,
    root: HTMLElement,
    private readonly host: Host,
  ) {
    this.body = el(host.part ? "div" : "main", {});
    this.form = new ChoiceForm(data.kind, () => this.touched());
    for (const field of [this.note, this.edited]) {
      field.addEventListener("input", () => this.touched());
    }
    this.bar = this.makeBar();
    root.append(this.makeHeader(), this.warning, this.bar, this.body);
    if (!host.part) root.append(this.makeFooter());
    const signal = { signal: this.left.signal };
    document.addEventListener("keydown", (event) => this.key(event), signal);
    document.addEventListener("visibilitychange", () => this.keepDraft(), signal);
    window.addEventListener("pagehide", () => this.keepDraft(), signal);
    window.addEventListener("storage", () => this.follow(), signal);
    const hold = (event: BeforeUnloadEvent): void => {
      if (this.session !== null && this.session.trouble !== null) event.preventDefault();
    };
    window.addEventListener("beforeunload", hold, signal);
    this.showStart();
    const known = knownPeople(data).find(({ annotator }) => annotator === lastPerson(data));
    if (known) void this.begin(known.annotator, known.batch);
  }

  /** The page is taken away. */
  close(): void {
    this.keepDraft();
    this.left.abort();
  }

  private makeHeader(): HTMLElement {
    return el(
      "header",
      { class: this.host.part ? "page-head" : undefined },
      !this.host.part && el("p", { class: "kicker" }, "Papert labels"),
      el("h1", { testid: "title" }, this.data.kind.title),
    );
  }

  private makeBar(): HTMLElement {
    const download = button("Download", "What was saved, as JSON lines", "download", () =>
      this.download(),
    );
    const leave = button("Change person", "Nothing is lost", "leave", () => this.leave());
    return el(
      "div",
      { class: "label-bar" },
      this.meter,
      this.status,
      el("div", { class: "bar-buttons" }, this.back, this.forth, this.undo, download, leave),
    );
  }

  private makeFooter(): HTMLElement {
    return el("footer", {}, el("p", {}, "Made by ", el("bdi", {}, this.data.generator)));
  }

  private showStart(): void {
    this.bar.hidden = true;
    this.warning.hidden = true;
    const begin = (annotator: string, batch: string | undefined): void =>
      void this.begin(annotator, batch);
    this.body.replaceChildren(makeStart(this.data, this.host.privacy, begin));
  }

  /** A person who was here before keeps the batch. */
  private async begin(annotator: string, batch: string | undefined): Promise<void> {
    const known = knownPeople(this.data).find((person) => person.annotator === annotator);
    let log: LineLog;
    try {
      log = await this.host.openLog(annotator, () => this.follow());
    } catch (problem) {
      this.warning.textContent = problem instanceof Error ? problem.message : String(problem);
      this.warning.hidden = false;
      return;
    }
    this.session = new Session(this.data, log, annotator, known?.batch ?? batch);
    this.bar.hidden = false;
    this.show(this.session.place() ?? this.session.firstOpen());
  }

  private leave(): void {
    this.keepDraft();
    this.session?.leave();
    this.session = null;
    this.refusal = "";
    this.showStart();
  }

  private item(): Item | null {
    return this.session?.order[this.place] ?? null;
  }

  /** Shows the item of a place, or the end. */
  private show(place: number): void {
    const session = this.session;
    if (!session) return;
    this.place = Math.max(0, Math.min(place, session.order.length));
    this.reviewing = false;
    const item = this.item();
    if (item === null) this.showEnd(session);
    else this.showItem(session, item);
    this.update();
  }

  private showItem(session: Session, item: Item): void {
    const draft = session.draft(item);
    const line = session.answer(item);
    const said = draft?.said ?? session.said(item) ?? {};
    const empty = line === undefined ? [] : emptyFields(this.data, said);
    this.form.show(item, said, draft?.none ?? empty);
    this.note.value = draft?.note ?? line?.note ?? "";
    this.edited.value = draft?.edited ?? line?.edited ?? "";
    this.watch.start(draft?.ms ?? line?.ms ?? 0);
    const panel = el(
      "section",
      { class: "panel", tabindex: -1, "aria-label": "Your choice", testid: "panel" },
      el("p", { class: "asked-question" }, this.data.kind.question),
      this.form.element,
      this.data.kind.editable === true &&
        el("label", { class: "field" }, el("span", {}, "Corrected text, if any"), this.edited),
      el("label", { class: "field" }, el("span", {}, "Note"), this.note),
      this.save,
      this.suggestion,
    );
    this.body.replaceChildren(el("div", { class: "work" }, makeStage(this.data, item), panel));
    this.body.dataset["item"] = itemKey(item);
    window.scrollTo(0, 0);
    // A button that was clicked must not take the Enter that is meant for the choice.
    panel.focus({ preventScroll: true });
    this.keepDraft();
  }

  private showEnd(session: Session): void {
    const open = session.order.length - session.done;
    const text =
      open === 0
        ? `All ${plural(session.order.length, "item")} have a label. ${this.host.atEnd}`
        : `${plural(open, "item")} ${open === 1 ? "has" : "have"} no label yet.`;
    const get = button("Download", "What was saved, as JSON lines", "download-end", () =>
      this.download(),
    );
    const rest = button("Show what is left", "", "rest", () => this.show(session.firstOpen()));
    get.classList.add("primary");
    this.body.replaceChildren(
      el("section", { class: "end", testid: "end" }, el("p", {}, text), get, open > 0 && rest, this.host.more),
    );
    delete this.body.dataset["item"];
    session.keep(null, null);
  }

  /** Brings what surrounds the choices up to date. */
  private update(): void {
    const session = this.session;
    if (!session) return;
    const all = session.order.length;
    this.meter.max = all;
    this.meter.value = session.done;
    const at = this.place < all ? `item ${this.place + 1} of ${all}, ` : "";
    this.status.replaceChildren();
    add(this.status, `${at}${session.done} done, `, el("bdi", {}, session.annotator));
    if (session.batch !== undefined) add(this.status, `, batch ${session.batch}`);
    this.status.dataset["pending"] = String(session.pending);
    if (session.pending > 0) add(this.status, `, ${session.pending} being saved`);
    this.back.disabled = this.place === 0;
    this.forth.disabled = this.place >= all;
    this.undo.disabled = session.lastAnswered() === null;
    this.save.disabled = !this.form.complete();
    this.save.textContent = this.reviewing ? "Go on" : "Save and go on";
    this.showWarning(session);
    this.showSuggestion(session);
  }

  private showWarning(session: Session): void {
    const { trouble, draftTrouble = trouble } = this.host;
    const general = session.losesDrafts ? draftTrouble : trouble;
    const said = session.trouble === null ? "" : `${general} (${session.trouble})`;
    const text = inline([this.refusal, said].filter(Boolean).join(" "));
    this.warning.hidden = text === "";
    // The same words again would be read out again.
    if (this.warning.textContent !== text) this.warning.textContent = text;
  }

  private showSuggestion(session: Session): void {
    const item = this.item();
    const values = item?.suggested ?? [];
    this.suggestion.hidden = item === null || session.answer(item) === undefined || values.length === 0;
    this.suggestion.replaceChildren();
    if (this.suggestion.hidden) return;
    const choices = this.data.kind.fields.flatMap((field) => field.choices);
    const titles = values.map(
      (value) => choices.find((choice) => choice.value === value)?.title ?? value,
    );
    add(this.suggestion, "A rule would say: ", el("strong", {}, titles.join(", ")));
  }

  private touched(): void {
    this.reviewing = false;
    this.keepDraft();
    this.update();
  }

  /** What is saved already is no draft. */
  private keepDraft(): void {
    const session = this.session;
    const item = this.item();
    if (!session || item === null) return;
    session.keep(item, this.isNew(session, item) ? this.draft() : null);
  }

  private draft(): Draft {
    return {
      said: this.form.said(),
      none: this.form.none(),
      note: this.note.value,
      edited: this.edited.value,
      ms: this.watch.ms(),
    };
  }

  /** Enter, or the button: saves, or goes on after the suggestion was seen. */
  private press(): void {
    const session = this.session;
    const item = this.item();
    if (!session || item === null || !this.form.complete()) return;
    if (!this.reviewing && this.isNew(session, item)) {
      this.refusal = "";
      session.append(this.line(session, item));
      if ((item.suggested ?? []).length > 0) {
        this.reviewing = true;
        this.update();
        this.suggestion.scrollIntoView({ block: "nearest" });
        return;
      }
    }
    this.step(1);
  }

  private isNew(session: Session, item: Item): boolean {
    const before = session.answer(item);
    if (before === undefined) return true;
    const now = this.line(session, item);
    const told = ({ labels, answer, same, scores, note, edited }: Line): string =>
      JSON.stringify([labels, answer, same, scores, note, edited]);
    return told(before) !== told(now);
  }

  private frame(session: Session, item: Item): Omit<Line, "note" | "ms" | "position" | "at" | "version"> {
    return {
      kind: this.data.kind.name,
      id: item.id,
      ...(item.epoch === undefined ? {} : { epoch: item.epoch }),
      ...(item.run === undefined ? {} : { run: item.run }),
      annotator: session.annotator,
      ...(item.batch === undefined ? {} : { batch: item.batch }),
    };
  }

  private line(session: Session, item: Item): Line {
    const suggested = item.suggested ?? [];
    return {
      ...this.frame(session, item),
      ...saidMembers(this.data.kind, this.form.said()),
      ...(suggested.length === 0 ? {} : { suggested }),
      ...(session.informed(item) ? { informed: true as const } : {}),
      note: this.note.value,
      ...(this.edited.value === "" ? {} : { edited: this.edited.value }),
      ...this.moment(),
    };
  }

  private moment(): Pick<Line, "ms" | "position" | "at" | "version"> {
    return {
      ms: this.watch.ms(),
      position: this.place + 1,
      at: new Date().toISOString(),
      version: this.data.version,
    };
  }

  private step(by: number): void {
    this.keepDraft();
    this.show(this.place + by);
  }

  /** Takes the last answer back and shows its item, with what had been chosen. */
  private takeBack(): void {
    const session = this.session;
    const item = session?.lastAnswered() ?? null;
    if (!session || item === null) return;
    const line = session.answer(item);
    const said = session.said(item) ?? {};
    this.place = session.order.indexOf(item);
    session.append({ ...this.frame(session, item), undone: true, note: "", ...this.moment() });
    session.keep(item, {
      said,
      none: emptyFields(this.data, said),
      note: line?.note ?? "",
      edited: line?.edited ?? "",
      ms: line?.ms ?? 0,
    });
    this.show(this.place);
  }

  /** Another tab saved something, or what was saved here has arrived or was refused. */
  private follow(): void {
    const session = this.session;
    if (!session) return;
    session.refresh();
    let back: Item | null = null;
    for (let next = session.refused(); next !== null; next = session.refused()) {
      back ??= this.giveBack(session, next.line, next.why);
    }
    if (back === null) this.update();
    else this.show(session.order.indexOf(back));
  }

  /** What was chosen is a draft again; gives its item. */
  private giveBack(session: Session, line: Line, why: string): Item | null {
    this.keepDraft();
    const item = session.itemOf(line);
    const what = line.undone === true ? "Taking back your choice" : "Your choice";
    this.refusal = `${what} for ${line.id} was refused, so it is not saved: ${why}`;
    if (item === null) return null;
    if (line.undone === true) return item;
    const said = saidBy(this.data.kind, line);
    session.keep(item, {
      said,
      none: emptyFields(this.data, said),
      note: line.note,
      edited: line.edited ?? "",
      ms: line.ms,
    });
    return item;
  }

  private download(): void {
    const session = this.session;
    if (!session) return;
    const name = `${this.data.kind.name}-${session.annotator}`.replace(/[^A-Za-z0-9._-]+/g, "-");
    const address = URL.createObjectURL(new Blob([session.file()], { type: "application/jsonl" }));
    const link = el("a", { href: address, download: `labels-${name}.jsonl` });
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  private key(event: KeyboardEvent): void {
    if (!this.session || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target instanceof HTMLTextAreaElement) {
      if (event.key === "Escape") target.blur();
      return;
    }
    const onButton = target instanceof HTMLButtonElement || target?.tagName === "SUMMARY";
    if (event.key === "Enter" && onButton) return;
    if (this.act(event.key)) event.preventDefault();
  }

  private act(key: string): boolean {
    if (/^[0-9]$/.test(key)) return this.item() !== null && this.form.press(Number(key));
    switch (key) {
      case "Enter":
        this.press();
        return true;
      case "ArrowLeft":
        this.step(-1);
        return true;
      case "ArrowRight":
        this.step(1);
        return true;
      case "u":
      case "U":
        this.takeBack();
        return true;
      case "n":
      case "N":
        this.note.focus();
        return true;
      default:
        return false;
    }
  }
}

/** The fields of many choices in which nothing was chosen, on purpose. */
function emptyFields(data: LabelData, said: Record<string, string[]>): string[] {
  return data.kind.fields
    .filter((field) => field.many && (own(said, field.name) ?? []).length === 0)
    .map((field) => field.name);
}
