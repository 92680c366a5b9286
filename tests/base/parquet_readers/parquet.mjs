// Two readers of Parquet that are not ours: Apache's arrow-rs (parquet-wasm) and DuckDB.

import { readFile } from "node:fs/promises";
import { DuckDBBlobValue, DuckDBInstance, DuckDBListValue, DuckDBStructValue } from "@duckdb/node-api";
import { StructRow, Vector, tableFromIPC } from "apache-arrow";
import { readParquet } from "parquet-wasm/node";

/** Arrow's and DuckDB's own classes as plain arrays, objects and bytes. */
function unwrapped(value) {
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
  if (value instanceof DuckDBBlobValue) return value.bytes;
  if (value instanceof DuckDBListValue) return value.items.map(unwrapped);
  if (value instanceof Vector) return [...value].map(unwrapped);
  let members = value;
  if (value instanceof DuckDBStructValue) members = value.entries;
  if (value instanceof StructRow) members = value.toJSON();
  return Object.fromEntries(Object.entries(members).map(([key, each]) => [key, unwrapped(each)]));
}

export async function byArrow(file) {
  const table = tableFromIPC(readParquet(await readFile(file)).intoIPCStream());
  return { rows: table.toArray().map(unwrapped), metadata: Object.fromEntries(table.schema.metadata) };
}

export async function byDuckdb(connection, file) {
  const reader = await connection.runAndReadAll(`select * from read_parquet('${file}')`);
  return { rows: reader.getRowObjects().map(unwrapped) };
}

export async function connectDuckdb() {
  return (await DuckDBInstance.create(":memory:")).connect();
}
