// Logs of Inspect against its own schema, which comes with its Python package and is not kept here.
//
//   node inspect.mjs SCHEMA LOG...    SCHEMA is inspect_ai/_view/inspect-openapi.json

import { readFile } from "node:fs/promises";
import Ajv from "ajv/dist/2020.js";

const [schema, ...logs] = process.argv.slice(2);
if (logs.length === 0) throw new Error("node inspect.mjs SCHEMA LOG...");
const read = async (file) => JSON.parse(await readFile(file, "utf8"));

const ajv = new Ajv({ strict: false, validateSchema: false });
ajv.addSchema(await read(schema), "inspect");
const fits = ajv.getSchema("inspect#/components/schemas/EvalLog");
if (fits === undefined) throw new Error(`${schema}: it does not describe an EvalLog`);

let samples = 0;
let pictures = 0;
for (const name of logs) {
  const log = await read(name);
  if (!fits(log)) {
    const said = fits.errors.slice(0, 20).map((error) => `${error.instancePath || "/"} ${error.message}`);
    console.error([`${name}: not an EvalLog`, ...said].join("\n  "));
    process.exit(1);
  }
  for (const { input } of log.samples) {
    ++samples;
    const parts = input.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    pictures += parts.filter(({ type }) => type === "image").length;
  }
}
console.log(`inspect: ${logs.length} logs with ${samples} samples and ${pictures} pictures fit its schema`);
