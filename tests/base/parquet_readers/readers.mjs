// Tables of ours, read by Apache's arrow-rs (parquet-wasm) and by DuckDB; archives, by tar-stream.
//
//   node readers.mjs FOLDER...     folders that tests/base/parquet_tables.cc wrote
//   node readers.mjs --tar FILE    prints "NAME SIZE SHA-256" for each file of an archive

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { DuckDBBlobValue, DuckDBInstance, DuckDBListValue, DuckDBStructValue } from "@duckdb/node-api";
import { StructRow, Vector, tableFromIPC } from "apache-arrow";
import { readParquet } from "parquet-wasm/node";
import tar from "tar-stream";
import { checkTables } from "./tables.mjs";

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

async function byArrow(file) {
  const table = tableFromIPC(readParquet(await readFile(file)).intoIPCStream());
  return { rows: table.toArray().map(unwrapped), metadata: Object.fromEntries(table.schema.metadata) };
}

async function byDuckdb(connection, file) {
  const reader = await connection.runAndReadAll(`select * from read_parquet('${file}')`);
  return { rows: reader.getRowObjects().map(unwrapped) };
}

async function listTar(file) {
  const extract = tar.extract();
  createReadStream(file).pipe(extract);
  for await (const entry of extract) {
    const hash = createHash("sha256");
    for await (const chunk of entry) hash.update(chunk);
    console.log(`${entry.header.name} ${entry.header.size} ${hash.digest("hex")}`);
  }
}

const words = process.argv.slice(2);
if (words[0] === "--tar") {
  await listTar(words[1]);
} else {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  for (const folder of words) {
    console.log(`arrow-rs: ${await checkTables(folder, byArrow)} tables are equal`);
    console.log(`DuckDB: ${await checkTables(folder, (file) => byDuckdb(connection, file))} tables are equal`);
  }
}
