// What the label page asks: the shape of the JSON that the program puts into the template, and of
// the lines that the page saves. Every string may have been written by a language model and is
// never markup.

import type { Picture } from "../data";
import { own } from "../data";

export interface LabelData {
  /** The program and version that made the page; lines carry the version. */
  generator: string;
  version: string;
  /** Tells this page from others: what was saved for one never shows up in another. */
  page: string;
  /** With the annotator's name it gives the order of the items. */
  seed: number;
  kind: Kind;
  items: Item[];
  /** Who gets which batch: person 1 the batch deal[0], and so on; absent without batches. */
  deal?: string[];
  /** PNG files by their SHA-256, base64 without a prefix. */
  images: Record<string, string>;
}

export interface Kind {
  name: string;
  title: string;
  question: string;
  /** Which member of a line holds what was said. */
  form: "labels" | "same" | "answer" | "scores";
  fields: Field[];
  /** Whether a corrected text may be given. */
  editable?: boolean;
}

export interface Field {
  name: string;
  title: string;
  many: boolean;
  /** Empty where every item brings its own. */
  choices: Choice[];
}

export interface Choice {
  value: string;
  title: string;
  definition: string;
}

export interface Item {
  id: string;
  epoch?: number;
  run?: string;
  batch?: string;
  pictures: Picture[];
  question?: string;
  options?: string[];
  /** The option given as right, where it is inspected. */
  key?: string;
  prompt?: string;
  reply?: string;
  code?: string;
  suggested?: string[];
  /** The full length in UTF-8 of texts that are cut, by their name here. */
  cut?: Record<string, number>;
}

/** What was chosen: field -> values. */
export type Said = Record<string, string[]>;

/** A line of the file that is saved; docs/labels.md explains its fields. */
export interface Line {
  kind: string;
  id: string;
  epoch?: number;
  run?: string;
  annotator: string;
  batch?: string;
  labels?: string[];
  answer?: string;
  same?: boolean;
  scores?: Record<string, string | number>;
  undone?: true;
  suggested?: string[];
  informed?: true;
  note: string;
  edited?: string;
  ms: number;
  position: number;
  at: string;
  version: string;
}

/** Reads the embedded data; throws an Error with a message for the reader of the page. */
export function readLabelData(): LabelData {
  const text = document.getElementById("papert-data")?.textContent ?? "";
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error("This page holds nothing to label: its data is missing or damaged.");
  }
  const data = parsed as Partial<LabelData> | null;
  if (!data || !Array.isArray(data.items) || data.items.length === 0) {
    throw new Error("This page holds nothing to label.");
  }
  return data as LabelData;
}

/** What an item is known by in lines; epoch 0 and none are the same. */
export function itemKey(item: { run?: string; id: string; epoch?: number }): string {
  return JSON.stringify([item.run ?? "", item.id, item.epoch ?? 0]);
}

/** The fields of an item: those of the kind, with the options of a question as choices. */
export function fieldsOf(kind: Kind, item: Item): Field[] {
  return kind.fields.map((field) =>
    field.choices.length > 0
      ? field
      : {
          ...field,
          choices: (item.options ?? []).map((text, i) => ({
            value: String.fromCharCode(65 + i),
            title: text,
            definition: "",
          })),
        },
  );
}

/** The members of a line that say what was chosen. */
export function saidMembers(
  kind: Kind,
  said: Said,
): Pick<Line, "labels" | "answer" | "same" | "scores"> {
  const values = kind.fields.flatMap((field) => own(said, field.name) ?? []);
  switch (kind.form) {
    case "labels":
      return { labels: values };
    case "same":
      return { same: values[0] === "same" };
    case "answer":
      return { answer: values[0] ?? "" };
    case "scores":
      return {
        scores: Object.fromEntries(
          kind.fields.map(({ name }) => {
            const value = own(said, name)?.[0] ?? "";
            return [name, /^[0-9.]+$/.test(value) ? Number(value) : value];
          }),
        ),
      };
  }
}

/** The way back: what a line says, by field. */
export function saidBy(kind: Kind, line: Line): Said {
  const said: Said = {};
  for (const field of kind.fields) {
    if (kind.form === "labels") {
      const known = new Set(field.choices.map((choice) => choice.value));
      said[field.name] = (line.labels ?? []).filter((value) => known.has(value));
    } else if (kind.form === "same") said[field.name] = [line.same ? "same" : "different"];
    else if (kind.form === "answer") said[field.name] = [line.answer ?? ""];
    else said[field.name] = [String(own(line.scores, field.name) ?? "")];
  }
  return said;
}
