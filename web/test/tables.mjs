// What tests/base/parquet_tables.cc wrote, and whether a reader of Parquet gives it back.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

/** Enough of a value for a message. */
const start = (value) => JSON.stringify(value).slice(0, 500);

/** A value as the .json beside a table has it: "i:" whole numbers, "b:" bytes in base 64. */
export function plain(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === "bigint") return `i:${value}`;
  if (value instanceof Uint8Array) return `b:${Buffer.from(value).toString("base64")}`;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/**
 * Compares every table of a folder. `readTable(file)` gives {rows, metadata}; metadata may be missing
 * where a reader does not show it.
 */
export async function checkTables(folder, readTable) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".parquet")).sort();
  for (const name of names) {
    const file = path.join(folder, name);
    const expected = JSON.parse(await readFile(file.replace(/parquet$/, "json"), "utf8"));
    const { rows, metadata } = await readTable(file);
    assert.equal(rows.length, expected.rows.length, `${name}: rows`);
    for (const [i, row] of rows.entries()) {
      const read = plain(row);
      assert.ok(isDeepStrictEqual(read, expected.rows[i]), `${name}: row ${i} is ${start(read)}`);
    }
    if (metadata) assert.deepEqual(metadata, expected.metadata, `${name}: metadata`);
  }
  return names.length;
}
