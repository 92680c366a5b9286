// What the playground shows, as the query of its address: shared by sending the address, without
// anything kept by the server. An address is untrusted: what is damaged or too long is left out.

import type { Language } from "./languages";
import { languageOf } from "./languages";

/** Longer programs are not put into the address. */
export const MAX_SHARED = 48_000;
const MAX_ENCODED = 2 * MAX_SHARED;
const MAX_NAME = 1024;
const MAX_SEED = 1_000_000_000;

/** Which task: minted from a seed, of a data folder, or of a sample in a run. */
export interface TaskState {
  suite: string;
  seed: number;
  tier: string;
  /** The place among the tasks of the seed. */
  place: number;
  data: string;
  id: string;
  run: string;
  epoch: number;
}

export interface PlayState {
  language: Language;
  /** Null: the address has none. */
  code: string | null;
  task: TaskState | null;
  /** Whether hints are wanted. */
  hint: boolean;
  /** Whether the address held something that could not be used. */
  damaged: boolean;
}

export function encodeText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Null for what is not base64url of UTF-8, or too long. */
export function decodeText(text: string): string | null {
  if (text.length > MAX_ENCODED) return null;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function wholeNumber(text: string | null, most: number): number {
  const number = /^\d{1,10}$/.test(text ?? "") ? Number(text) : 0;
  return Math.min(number, most);
}

function readTask(query: URLSearchParams): TaskState | null {
  const name = (key: string): string => (query.get(key) ?? "").slice(0, MAX_NAME);
  const task: TaskState = {
    suite: name("suite"),
    seed: wholeNumber(query.get("seed"), MAX_SEED),
    tier: name("tier"),
    place: wholeNumber(query.get("n"), 1000),
    data: name("data"),
    id: name("id"),
    run: name("run"),
    epoch: wholeNumber(query.get("epoch"), MAX_SEED),
  };
  return task.suite === "" && task.run === "" ? null : task;
}

export function readState(query: URLSearchParams): PlayState {
  const given = query.get("code");
  const code = given === null ? null : decodeText(given);
  return {
    language: languageOf(query.get("lang")),
    code,
    task: readTask(query),
    hint: query.get("hint") === "1",
    damaged: given !== null && code === null,
  };
}

/** The query of an address; without the program where that is too long to be sent. */
export function writeState(
  language: Language,
  code: string,
  task: TaskState | null,
  hint = false,
): URLSearchParams {
  const query = new URLSearchParams({ lang: language.name });
  if (task?.run) {
    query.set("run", task.run);
    query.set("id", task.id);
    query.set("epoch", String(task.epoch));
  } else if (task) {
    query.set("suite", task.suite);
    if (task.data) {
      query.set("data", task.data);
      if (task.id) query.set("id", task.id);
    } else query.set("seed", String(task.seed));
    if (task.tier) query.set("tier", task.tier);
    if (task.place > 0) query.set("n", String(task.place));
  }
  if (hint) query.set("hint", "1");
  if (isShareable(code)) query.set("code", encodeText(code));
  return query;
}

export function isShareable(code: string): boolean {
  return new TextEncoder().encode(code).length <= MAX_SHARED;
}
