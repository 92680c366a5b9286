// How a person answers a task: by code, by a form, or by a letter. Each gives the text of a reply as
// a model would write it, so that it is read by the same rules.

import { el } from "../../dom";
import { multiline } from "../../format";
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
}

const FENCE = "```";

class CodeControl implements Control {
  private readonly area: HTMLTextAreaElement;
  readonly element: HTMLElement;

  constructor(
    label: string,
    private readonly language: string,
    changed: () => void,
  ) {
    this.area = el("textarea", {
      rows: 16,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      class: "code-area",
      testid: "code",
    });
    this.area.addEventListener("input", changed);
    this.element = el("label", { class: "field" }, el("span", {}, label), this.area);
  }

  show(state: unknown): void {
    this.area.value = typeof state === "string" ? state : "";
  }

  state(): string {
    return this.area.value;
  }

  reply(): string | null {
    const code = this.area.value.trimEnd();
    return code === "" ? null : `${FENCE}${this.language}\n${code}\n${FENCE}\n`;
  }

  key(key: string): boolean {
    if (key !== "e") return false;
    this.area.focus();
    return true;
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

export function makeControl(suite: string, changed: () => void): Control {
  if (suite === "shapecode") return new ShapeControl(changed);
  if (suite === "sgp") return new LetterControl(changed);
  const label = suite === "xlogo" ? "Your program for the turtle" : "Your turtle program";
  return new CodeControl(label, "python", changed);
}
