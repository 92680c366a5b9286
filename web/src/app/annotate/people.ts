// Who is at work on a set, by a name that may become a file's.

import { el } from "../../dom";

/** As the server has it: docs/annotate.md. */
export const NAME_PATTERN = "[A-Za-z0-9_][A-Za-z0-9_\\-]{0,63}";

export function isName(text: string): boolean {
  return new RegExp(`^${NAME_PATTERN}$`).test(text);
}

/** A field for the name of a set or a person. */
export function nameInput(testid: string, value: string): HTMLInputElement {
  return el("input", {
    type: "text",
    required: true,
    maxlength: 64,
    pattern: NAME_PATTERN,
    title: "letters a to z, digits, - and _",
    autocomplete: "off",
    spellcheck: "false",
    value,
    testid,
  });
}

/** What a browser remembers of pages that people work on; nothing where it refuses to. */
export function recall<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(`papert-annotate/${key}`);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** False where the browser cannot store. */
export function remember(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(`papert-annotate/${key}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Says, as long as it is so, that this browser does not keep what is begun. */
export class KeepWarning {
  readonly element = el("p", { class: "warnings", role: "alert", testid: "warning" });
  private readonly leaving = (event: Event): void => event.preventDefault();

  constructor(private readonly text: string) {
    this.element.hidden = true;
  }

  /** The browser asks, too, before the page is closed. */
  show(isLost: boolean): void {
    if (this.element.hidden !== isLost) return;
    this.element.hidden = !isLost;
    this.element.textContent = isLost ? this.text : "";
    if (isLost) window.addEventListener("beforeunload", this.leaving);
    else this.leave();
  }

  leave(): void {
    window.removeEventListener("beforeunload", this.leaving);
  }
}

/** Instructions and a form that asks who is there. */
export function makeWelcome(
  sentences: string[],
  known: string,
  begin: (person: string) => void,
): HTMLElement {
  const name = nameInput("person", known);
  const form = el(
    "form",
    { class: "start-form" },
    el("label", { class: "field" }, el("span", {}, "Your name or initials"), name),
    el("button", { type: "submit", class: "primary", testid: "begin" }, "I agree, begin"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isName(name.value)) begin(name.value);
  });
  const notes = sentences.map((text, i) => el("p", { class: i > 0 ? "note" : undefined }, text));
  return el("section", { class: "start", testid: "start" }, ...notes, form);
}
