// Prints what hyparquet reads in a Parquet file: {"metadata": {...}, "rows": [...]}.
//
//   node rows.mjs FILE

import { readFile } from "node:fs/promises";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { plain } from "./tables.mjs";

const bytes = await readFile(process.argv[2]);
const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const metadata = parquetMetadata(file);
const rows = await parquetReadObjects({ file, metadata, compressors, utf8: false });
const keys = Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value]));
console.log(JSON.stringify({ metadata: keys, rows: rows.map(plain) }));
