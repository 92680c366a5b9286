// Tables of ours, read by Apache's arrow-rs (parquet-wasm) and by DuckDB; archives, by tar-stream.
//
//   node readers.mjs FOLDER...     folders that tests/base/parquet_tables.cc wrote
//   node readers.mjs --tar FILE    prints "NAME SIZE SHA-256" for each file of an archive

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import tar from "tar-stream";
import { byArrow, byDuckdb, connectDuckdb } from "./parquet.mjs";
import { checkTables } from "./tables.mjs";

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
  const connection = await connectDuckdb();
  for (const folder of words) {
    console.log(`arrow-rs: ${await checkTables(folder, byArrow)} tables are equal`);
    console.log(`DuckDB: ${await checkTables(folder, (file) => byDuckdb(connection, file))} tables are equal`);
  }
}
