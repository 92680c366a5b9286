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

export interface Welcome {
  sentences: string[];
  /** Who was here before; "": nobody. */
  known: string;
  /** The number that decides on a person's tasks; null where it does not matter. */
  number: string | null;
  begin: (person: string, number: number) => void;
}

/** Instructions and a form that asks who is there. */
export function makeWelcome({ sentences, known, number, begin }: Welcome): HTMLElement {
  const name = nameInput("person", known);
  const place = el("input", { type: "number", min: 1, step: 1, required: true, testid: "number" });
  place.value = number ?? "1";
  const form = el(
    "form",
    { class: "start-form" },
    el("label", { class: "field" }, el("span", {}, "Your name or initials"), name),
    number !== null &&
      el("label", { class: "field" }, el("span", {}, "The number you were given"), place),
    el("button", { type: "submit", class: "primary", testid: "begin" }, "I agree, begin"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = Number(place.value);
    if (isName(name.value) && Number.isInteger(given) && given > 0) begin(name.value, given);
  });
  const notes = sentences.map((text, i) => el("p", { class: i > 0 ? "note" : undefined }, text));
  return el("section", { class: "start", testid: "start" }, ...notes, form);
}
