// The list of all runs. The server gives it in parts, newest first.

import { address, get } from "./api";
import type { RunRow } from "./types";

const PAGE = 200;

export async function allRuns(): Promise<RunRow[]> {
  const rows: RunRow[] = [];
  let after: string | null = "";
  while (after !== null) {
    const page: { rows: RunRow[]; next: string | null } = await get(
      address(["runs"], { after, limit: PAGE }),
    );
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}

/** What a run is known by in each column that can be sorted; null: nothing. */
const KEYS = {
  run: (row: RunRow) => row.label ?? row.name,
  suite: (row: RunRow) => row.suite ?? null,
  result: (row: RunRow) => row.figure?.mean ?? null,
  samples: (row: RunRow) => row.done ?? null,
  unscored: (row: RunRow) => row.not_scored ?? null,
  usd: (row: RunRow) => row.usage?.cost_usd || null,
  state: (row: RunRow) => row.state ?? null,
  started: (row: RunRow) => row.started || null,
  version: (row: RunRow) => row.papert ?? null,
};

export type SortKey = keyof typeof KEYS;

export interface Sort {
  key: SortKey;
  /** Largest and last first. */
  isDown: boolean;
}

const NUMBERS: SortKey[] = ["result", "samples", "unscored", "usd"];

/** What an address says: "result", or "-result" for the largest first; null: as the server has them. */
export function readSort(text: string): Sort | null {
  const key = text.replace(/^-/, "");
  return Object.hasOwn(KEYS, key) ? { key: key as SortKey, isDown: text.startsWith("-") } : null;
}

export function sortText(sort: Sort | null): string {
  return sort === null ? "" : (sort.isDown ? "-" : "") + sort.key;
}

/** What choosing a column changes the order to: the likely way, the other way, none. */
export function nextSort(now: Sort | null, key: SortKey): Sort | null {
  const isDown = NUMBERS.includes(key) || key === "started";
  if (now?.key !== key) return { key, isDown };
  return now.isDown === isDown ? { key, isDown: !isDown } : null;
}

/** In that order; what has nothing in the column comes last, equals stay as they were. */
export function sorted(rows: RunRow[], sort: Sort | null): RunRow[] {
  if (sort === null) return rows;
  const of: (row: RunRow) => string | number | null = KEYS[sort.key];
  const { compare } = new Intl.Collator("en", { numeric: true });
  const way = sort.isDown ? -1 : 1;
  return rows
    .map((row) => ({ row, key: row.problem === undefined ? of(row) : null }))
    .sort((x, y) => {
      if (x.key === null || y.key === null) return Number(x.key === null) - Number(y.key === null);
      if (typeof x.key === "number" && typeof y.key === "number") return way * (x.key - y.key);
      return way * compare(String(x.key), String(y.key));
    })
    .map(({ row }) => row);
}
