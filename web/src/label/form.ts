// The choices of an item, with their definitions and their keys.
//
// Digits choose within the field that is marked as current: the first without a choice, or, where
// all have one, the next after the last that was changed. In a field of many choices a digit switches one on or off, and 0 says that
// none applies, so that saving without a look is not an answer.

import type { Field, Item, Kind, Said } from "./data";
import { fieldsOf } from "./data";
import { own } from "../data";
import { el } from "../dom";
import { multiline } from "../format";

const NONE = "none of these";

interface FieldPart {
  field: Field;
  element: HTMLFieldSetElement;
  inputs: HTMLInputElement[];
  /** "None of these"; only in fields of many choices that have no "ok". */
  none: HTMLInputElement | null;
}

export class ChoiceForm {
  readonly element = el("div", { class: "fields", testid: "fields" });
  private parts: FieldPart[] = [];
  private current = 0;

  constructor(
    private readonly kind: Kind,
    private readonly changed: () => void,
  ) {}

  show(item: Item, said: Said, none: string[]): void {
    this.parts = fieldsOf(this.kind, item).map((field, place) => this.makePart(field, place));
    for (const part of this.parts) {
      const chosen = new Set(own(said, part.field.name) ?? []);
      for (const input of part.inputs) input.checked = chosen.has(input.value);
      if (part.none) part.none.checked = none.includes(part.field.name) && chosen.size === 0;
    }
    this.element.replaceChildren(...this.parts.map((part) => part.element));
    this.current = Math.max(0, this.parts.findIndex((part) => !isAnswered(part)));
    this.mark();
  }

  said(): Said {
    return Object.fromEntries(
      this.parts.map(({ field, inputs }) => [
        field.name,
        inputs.filter((input) => input.checked).map((input) => input.value),
      ]),
    );
  }

  none(): string[] {
    return this.parts.filter((part) => part.none?.checked).map((part) => part.field.name);
  }

  complete(): boolean {
    return this.parts.every(isAnswered);
  }

  /** The digit of a key, from 0; false where there is no such choice. */
  press(digit: number): boolean {
    const part = this.parts[this.current];
    const input = digit === 0 ? part?.none : part?.inputs[digit - 1];
    if (!input) return false;
    if (input.type === "checkbox") input.checked = !input.checked;
    else input.checked = true;
    this.chosen(this.current, input);
    return true;
  }

  private chosen(place: number, input: HTMLInputElement): void {
    const part = this.parts[place];
    if (!part) return;
    if (part.field.many && input.checked) {
      // "None" and "ok" stand alone.
      const alone = (each: HTMLInputElement): boolean => each === part.none || each.value === "ok";
      for (const each of [...part.inputs, ...(part.none ? [part.none] : [])]) {
        if (each !== input && (alone(input) || alone(each))) each.checked = false;
      }
    }
    // The next field without a choice; where all have one, the next that may be changed.
    const open = this.parts.findIndex((each) => !isAnswered(each));
    const next = open >= 0 ? open : Math.min(place + 1, this.parts.length - 1);
    this.current = part.field.many ? place : next;
    this.mark();
    this.changed();
  }

  private mark(): void {
    this.parts.forEach((part, place) => {
      part.element.classList.toggle("current", this.parts.length > 1 && place === this.current);
    });
  }

  private makePart(field: Field, place: number): FieldPart {
    const type = field.many ? "checkbox" : "radio";
    const inputs = field.choices.map((choice) =>
      el("input", { type, name: `field-${place}`, value: choice.value }),
    );
    const hasOk = field.choices.some((choice) => choice.value === "ok");
    const none = field.many && !hasOk ? el("input", { type: "checkbox", value: NONE }) : null;
    const rows = field.choices.map((choice, i) => {
      const text = el("span", { class: "choice-title" });
      text.textContent = multiline(choice.title);
      return this.makeRow(place, inputs[i], String(i + 1), text, choice.definition);
    });
    if (none) {
      const title = el("span", { class: "choice-title" }, NONE);
      rows.push(this.makeRow(place, none, "0", title, ""));
    }
    const plain = field.choices.every((choice) => choice.definition === "");
    const element = el(
      "fieldset",
      { class: plain && field.choices.length <= 3 ? "field-part row" : "field-part" },
      el("legend", {}, field.title),
      ...rows,
    );
    return { field, element, inputs, none };
  }

  private makeRow(
    place: number,
    input: HTMLInputElement | undefined,
    key: string,
    title: HTMLElement,
    definition: string,
  ): HTMLElement | null {
    if (!input) return null;
    input.addEventListener("change", () => this.chosen(place, input));
    return el(
      "label",
      { class: "choice", testid: `choice-${place}-${input.value}` },
      input,
      el("kbd", { "aria-hidden": "true" }, key),
      el(
        "span",
        { class: "choice-text" },
        title,
        definition !== "" && el("span", { class: "definition" }, definition),
      ),
    );
  }
}

function isAnswered(part: FieldPart): boolean {
  return part.none?.checked === true || part.inputs.some((input) => input.checked);
}
