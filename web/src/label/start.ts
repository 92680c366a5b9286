// The start: what is asked, and who answers.

import { el } from "../dom";
import type { LabelData } from "./data";
import { knownPeople } from "./session";

const MAX_NAME = 80;

/** Calls `begin` with who answers and, where items are dealt, the batch of the number given. */
export function makeStart(
  data: LabelData,
  privacy: string,
  begin: (annotator: string, batch: string | undefined) => void,
): HTMLElement {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const name = el("input", {
    type: "text",
    maxlength: MAX_NAME,
    autocomplete: "off",
    required: true,
    value: (wanted.get("annotator") ?? "").slice(0, MAX_NAME),
    testid: "annotator",
  });
  const number = el("input", {
    type: "number",
    min: 1,
    step: 1,
    required: true,
    value: wanted.get("number") ?? "",
    testid: "number",
  });
  const deal = data.deal;
  const form = el(
    "form",
    { class: "start-form" },
    el("label", { class: "field" }, el("span", {}, "Your name or initials"), name),
    deal !== undefined &&
      el("label", { class: "field" }, el("span", {}, "The number you were given"), number),
    el("button", { type: "submit", class: "primary", testid: "begin" }, "I agree, begin"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const annotator = name.value.trim();
    const person = Number(number.value);
    if (annotator === "" || (deal !== undefined && !(Number.isInteger(person) && person > 0))) {
      return;
    }
    begin(annotator, deal?.[(person - 1) % deal.length]);
  });
  const people = knownPeople(data).map(({ annotator, batch }) => {
    const again = el("button", { type: "button", testid: "continue" }, `Go on as ${annotator}`);
    again.addEventListener("click", () => begin(annotator, batch));
    return el("li", {}, again);
  });
  return el(
    "section",
    { class: "start", testid: "start" },
    makeInstructions(data, privacy),
    form,
    people.length > 0 && el("ul", { class: "people" }, ...people),
  );
}

function makeInstructions(data: LabelData, privacy: string): HTMLElement {
  const choices = data.kind.fields.flatMap((field) =>
    field.choices
      .filter((choice) => choice.definition !== "")
      .flatMap((choice) => [el("dt", {}, choice.title), el("dd", {}, choice.definition)]),
  );
  return el(
    "div",
    { class: "instructions" },
    el("p", {}, data.kind.question),
    choices.length > 0 && el("dl", { class: "definitions" }, ...choices),
    el("p", { class: "note" }, privacy),
    el(
      "p",
      { class: "note" },
      "Keys: 1 to 9 choose, 0 none, Enter saves and goes on, left arrow goes back, U undoes, " +
        "N writes a note, Escape leaves it.",
    ),
  );
}
