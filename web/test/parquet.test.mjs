// Tables of ours, read by hyparquet. PAPERT_TABLES: a folder that tests/base/parquet_tables.cc
// wrote; PAPERT_TABLE_COUNT: how many there are.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { checkTables } from "./tables.mjs";

async function read(file) {
  const bytes = await readFile(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const metadata = parquetMetadata(buffer);
  assert.equal(metadata.row_groups.reduce((sum, group) => sum + group.num_rows, 0n), metadata.num_rows);
  return {
    rows: await parquetReadObjects({ file: buffer, metadata, compressors, utf8: false }),
    metadata: Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value])),
  };
}

test("hyparquet reads every table as it was written", async () => {
  const count = await checkTables(process.env.PAPERT_TABLES, read);
  assert.equal(count, Number(process.env.PAPERT_TABLE_COUNT));
});
