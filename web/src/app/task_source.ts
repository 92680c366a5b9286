// Where tasks come from: a data folder given at start, or a seed.

import type { Query } from "./api";
import type { Info } from "./types";

/** "mint:shapecode" or "data:SUITE:HASH". */
export function sources(info: Info): { value: string; text: string }[] {
  const folders = (info.data ?? []).map(({ suite, hash }) => ({
    value: `data:${suite}:${hash}`,
    text: `${suite}, folder ${hash.slice(0, 10)}`,
  }));
  const minted = info.suites
    .filter(({ mints }) => mints)
    .map(({ name }) => ({ value: `mint:${name}`, text: `${name}, minted` }));
  return [...folders, ...minted];
}

/** What the API wants for the source that the address names. */
export function setQuery(query: URLSearchParams, source: string): Query {
  const [kind = "", suite = "", hash = ""] = source.split(":");
  const common = { suite, tier: query.getAll("tier") };
  if (kind === "data") return { ...common, data: hash };
  return { ...common, seed: query.get("seed") ?? "7", count: query.get("count") ?? "4" };
}

export function suiteOf(source: string): string {
  return source.split(":")[1] ?? "";
}

/** Which of the tasks or items people get, where not all of them. */
export function lots(query: URLSearchParams): Query {
  const get = (key: string): string | undefined => query.get(key) ?? undefined;
  const batches = get("batches");
  const drawn = batches ? { batches, people: get("people") } : { sample: get("sample") };
  return { ...drawn, by: get("by"), order: get("order") };
}

/** What a command takes for the same tasks. */
export function sourceFlags(query: URLSearchParams, source: string): string {
  const tiers = query.getAll("tier").map((tier) => ` --tier ${tier}`);
  if (source.startsWith("data:")) return `--data DIR${tiers.join("")}`;
  const { seed, count } = setQuery(query, source);
  return `--mint ${String(seed)} --count ${String(count)}${tiers.join("")}`;
}
