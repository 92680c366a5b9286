// What is looked at: the pictures, the question, and the texts of an item.

import { own } from "../data";
import { el } from "../dom";
import { bytes, multiline } from "../format";
import { isDifference, makeDifferenceLegend, makePicture } from "../pictures";
import type { Item, LabelData } from "./data";

const TEXTS = [
  { name: "prompt", title: "Prompt" },
  { name: "reply", title: "Reply" },
  { name: "code", title: "Code" },
] as const;

function isOpen(item: Item, name: "reply" | "code"): boolean {
  return name === "code" || item.code === undefined || item.code === "";
}

function makeText(item: Item, name: (typeof TEXTS)[number]): HTMLElement | null {
  const text = item[name.name];
  if (text === undefined || text === "") return null;
  const pre = el("pre", { tabindex: 0, "aria-label": name.title, testid: `text-${name.name}` });
  pre.textContent = multiline(text);
  const full = own(item.cut, name.name);
  const note = full === undefined ? "" : ` (cut: its full length is ${bytes(full)})`;
  // The program is what a reply is about; a prompt without a reply is the task itself.
  const open = name.name === "prompt" ? item.reply === undefined : isOpen(item, name.name);
  return el(
    "details",
    { class: "text", open },
    el("summary", {}, name.title + note),
    pre,
  );
}

/** The key of a question that is inspected: the letter with its option. */
function makeKey(item: Item): HTMLElement | null {
  if (item.key === undefined) return null;
  const place = item.key.length === 1 ? item.key.charCodeAt(0) - 65 : -1;
  const text = item.options?.[place];
  const line = el("p", { class: "key", testid: "key" }, "Given as right: ");
  const answer = el("strong", {});
  answer.textContent = multiline(text === undefined ? item.key : `${item.key}) ${text}`);
  line.append(answer);
  return line;
}

function makeQuestion(item: Item): HTMLElement | null {
  if (item.question === undefined) return null;
  const text = el("p", { class: "question", testid: "question" });
  text.textContent = multiline(item.question);
  const list = el("ol", { class: "options", type: "A" });
  for (const option of item.options ?? []) {
    const entry = el("li", {});
    entry.textContent = multiline(option);
    list.append(entry);
  }
  // Where the options are what is chosen, they stand beside the picture.
  return el("div", {}, text, item.key !== undefined && list, makeKey(item));
}

export function makeStage(data: LabelData, item: Item): HTMLElement {
  const pictures = item.pictures.map((picture) => makePicture(data, picture));
  return el(
    "section",
    { class: "stage", "aria-label": "What is labelled", testid: "stage" },
    makeQuestion(item),
    pictures.length > 0 && el("div", { class: "shown" }, ...pictures),
    item.pictures.some(isDifference) &&
      el("p", { class: "note" }, "In the difference: ", makeDifferenceLegend()),
    ...TEXTS.map((text) => makeText(item, text)),
  );
}
