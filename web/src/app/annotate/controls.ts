// How a person answers a task: by code, by a form, or by a letter. Each gives the text of a reply as
// a model would write it, so that it is read by the same rules.

import { el } from "../../dom";
import { multiline } from "../../format";
import type { Editor } from "../play/editor";
import type { LanguageName } from "../play/languages";
import { isComplete, programOf, ShapeForm } from "./shape_form";
import type { Shape } from "./shape_form";

export interface Control {
  element: HTMLElement;
  /** Shows what was begun; null: nothing. The text is the task's prompt. */
  show(state: unknown, prompt: string): void;
  /** What is there, to be shown again. */
  state(): unknown;
  /** The reply; null where there is nothing to hand in. */
  reply(): string | null;
  /** Whether a key was meant for it. */
  key(key: string): boolean;
  /** It is not used any more. */
  leave?(): void;
}

const FENCE = "```";

/** The editor of the playground, without what it says about a program. */
class CodeControl implements Control {
  private readonly editor: Editor;
  readonly element: HTMLElement;

  constructor(
    makeEditor: typeof Editor,
    private readonly language: LanguageName,
    label: string,
    changed: () => void,
  ) {
    this.editor = new makeEditor({
      language,
      code: "",
      labelledBy: "code-label",
      describedBy: "code-keys",
      testid: "code",
      changed,
    });
    const title = el("span", { id: "code-label" }, label);
    title.addEventListener("click", () => this.editor.view.focus());
    const box = el("div", { class: "play-editor" }, this.editor.view.dom);
    const keys = "Tab indents; Esc and then Tab leaves the editor.";
    this.element = el(
      "div",
      { class: "field code-field" },
      title,
      box,
      el("span", { class: "note", id: "code-keys" }, keys),
    );
  }

  show(state: unknown): void {
    this.editor.use(this.language, typeof state === "string" ? state : "");
  }

  state(): string {
    return this.editor.code;
  }

  reply(): string | null {
    const code = this.editor.code.trimEnd();
    return code === "" ? null : `${FENCE}python\n${code}\n${FENCE}\n`;
  }

  key(key: string): boolean {
    if (key !== "e") return false;
    this.editor.view.focus();
    return true;
  }

  leave(): void {
    this.editor.view.destroy();
  }
}

class ShapeControl implements Control {
  private readonly form: ShapeForm;
  readonly element: HTMLElement;

  constructor(changed: () => void) {
    this.form = new ShapeForm(changed);
    this.element = this.form.element;
  }

  show(state: unknown): void {
    this.form.show(Array.isArray(state) ? (structuredClone(state) as Shape[]) : []);
  }

  state(): Shape[] {
    return this.form.value();
  }

  /** A shape that lacks a number is not handed in by mistake. */
  reply(): string | null {
    const shapes = this.form.value();
    if (shapes.length === 0 || !shapes.every(isComplete)) return null;
    return `${FENCE}\n${programOf(shapes)}${FENCE}\n`;
  }

  key(): boolean {
    return false;
  }
}

/** "A) red" at the beginning of lines; the last block that begins with A counts. */
export function optionsOf(prompt: string): string[] {
  let options: string[] = [];
  for (const line of prompt.split("\n")) {
    const match = /^([A-Z])[).] ?(.*)$/.exec(line);
    if (!match) continue;
    if (match[1] === "A") options = [];
    if (match[1] === String.fromCharCode(65 + options.length)) options.push(match[2] ?? "");
  }
  return options;
}

class LetterControl implements Control {
  readonly element = el("fieldset", { class: "field-part", testid: "letters" });
  private inputs: HTMLInputElement[] = [];

  constructor(private readonly changed: () => void) {}

  show(state: unknown, prompt: string): void {
    const options = optionsOf(prompt);
    const texts = options.length > 0 ? options : ["", "", "", ""];
    this.inputs = texts.map((_, i) =>
      el("input", { type: "radio", name: "letter", value: String.fromCharCode(65 + i) }),
    );
    const rows = this.inputs.map((input, i) => {
      input.checked = input.value === state;
      input.addEventListener("change", this.changed);
      const title = el("span", { class: "choice-title" });
      title.textContent = multiline(texts[i] ?? "");
      return el(
        "label",
        { class: "choice", testid: `letter-${input.value}` },
        input,
        el("kbd", {}, input.value),
        el("span", { class: "choice-text" }, title),
      );
    });
    this.element.replaceChildren(el("legend", {}, "Your answer"), ...rows);
  }

  state(): string {
    return this.inputs.find((input) => input.checked)?.value ?? "";
  }

  reply(): string | null {
    const letter = this.state();
    return letter === "" ? null : `Answer: ${letter}`;
  }

  key(key: string): boolean {
    const letter = /^[1-9]$/.test(key) ? String.fromCharCode(64 + Number(key)) : key.toUpperCase();
    const input = this.inputs.find((each) => each.value === letter);
    if (!input) return false;
    input.checked = true;
    this.changed();
    return true;
  }
}

/** The editor's code is loaded only where one is needed. */
export async function makeControl(suite: string, changed: () => void): Promise<Control> {
  if (suite === "shapecode") return new ShapeControl(changed);
  if (suite === "sgp") return new LetterControl(changed);
  const { Editor: makeEditor } = await import("../play/editor");
  if (suite !== "xlogo") {
    return new CodeControl(makeEditor, "turtle", "Your turtle program", changed);
  }
  return new CodeControl(makeEditor, "xlogo", "Your program for the turtle", changed);
}
