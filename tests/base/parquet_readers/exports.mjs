// Exports of the same tasks in every format, read back by readers that are not ours: each must give the same
// prompts, the same replies and the same bytes of pictures.
//
//   node exports.mjs FOLDER    FOLDER/FORMAT is an export; FOLDER/messages is what the others are compared with.
//                              Writes FOLDER/answers.jsonl, what the archives teach, for papert score.
//
// Lines are read by JSON.parse, Parquet by arrow-rs and by DuckDB, archives by tar-stream.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import tar from "tar-stream";
import { byArrow, byDuckdb, connectDuckdb } from "./parquet.mjs";

const root = process.argv[2];
const connection = await connectDuckdb();
const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

async function linesOf(...names) {
  const text = await readFile(path.join(root, ...names), "utf8");
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** The hash of a picture, which must be a PNG file. */
async function hashOfFile(file) {
  const bytes = await readFile(file);
  assert.equal(bytes.subarray(1, 4).toString(), "PNG", file);
  return hashOf(bytes);
}

const hashesOf = (folder, names) => Promise.all((names ?? []).map((name) => hashOfFile(path.resolve(root, folder, name))));

/** The text of a turn: a string with places for pictures, or a list of parts. */
function textOf(content) {
  if (typeof content === "string") return content.replaceAll("<image>", "");
  return content.filter((part) => part.type === "text").map((part) => part.text).join("");
}

/** What an example says: what is asked, what is to be replied, what is shown. */
function example(turns, pictures) {
  const [prompt, target] = turns.map((turn) => textOf(turn.content));
  return { prompt, target, pictures };
}

async function ofLines(format, file, folder = "") {
  const picturesOf = (line) => {
    if (format !== "axolotl") return line.images ?? line.file_names;
    return line.messages[0].content.filter((part) => part.type === "image").map((part) => part.path);
  };
  const examples = [];
  for (const line of await linesOf(format, file)) {
    const turns = line.messages ?? [...line.input, ...(line.output ?? [])];
    examples.push(example(turns, await hashesOf(path.join(format, folder), picturesOf(line))));
  }
  return examples;
}

const ofCells = (images) => (images ?? []).map((image) => hashOf(image.bytes));

/** By both readers, which must agree. */
async function ofParquet(format, make) {
  const file = path.join(root, format, "train.parquet");
  const rows = (await byArrow(file)).rows.map(make);
  assert.deepEqual((await byDuckdb(connection, file)).rows.map(make), rows, `${format}: arrow-rs and DuckDB`);
  return rows;
}

async function ofArchives() {
  const samples = new Map();
  const names = (await readdir(path.join(root, "webdataset"))).filter((name) => name.endsWith(".tar")).sort();
  let last;
  for (const name of names) {
    const extract = tar.extract();
    createReadStream(path.join(root, "webdataset", name)).pipe(extract);
    for await (const entry of extract) {
      const chunks = [];
      for await (const chunk of entry) chunks.push(chunk);
      const [key, kind] = [entry.header.name.replace(/\.[^.]*$/, ""), path.extname(entry.header.name)];
      assert.ok(key === last || !samples.has(key), `${name}: the files of ${key} are not next to each other`);
      last = key;
      samples.set(key, { ...samples.get(key), [kind]: Buffer.concat(chunks) });
    }
  }
  const examples = [];
  const answers = [];
  for (const sample of samples.values()) {
    const json = JSON.parse(sample[".json"].toString());
    answers.push(JSON.stringify({ id: json.task, text: json.text }));
    const pictures = sample[".png"] ? [hashOf(sample[".png"])] : [];
    examples.push(example([...json.prompt, { content: json.text }], pictures));
  }
  await writeFile(path.join(root, "answers.jsonl"), answers.join("\n") + "\n");
  return examples;
}

const READERS = {
  sharegpt: () => ofLines("sharegpt", "train.jsonl"),
  trl: () => (existsSync(path.join(root, "trl/train.jsonl")) ? ofLines("trl", "train.jsonl") : ofLines("trl", "train/metadata.jsonl", "train")),
  verl: () => ofParquet("verl", (row) => example(row.messages, ofCells(row.images))),
  openrlhf: () => ofLines("openrlhf", "train.jsonl"),
  axolotl: () => ofLines("axolotl", "train.jsonl"),
  "open-instruct": () => ofLines("open-instruct", "train.jsonl"),
  webdataset: ofArchives,
};
/** Formats that have less of an example. */
const PARTS = {
  imagefolder: async () => {
    const lines = await linesOf("imagefolder/train/metadata.jsonl");
    for (const line of lines) {
      // Named by its hash, with a number where several tasks show it.
      const hash = await hashOfFile(path.join(root, "imagefolder/train", line.file_name));
      assert.match(line.file_name, new RegExp(`^${hash}(-\\d+)?\\.png$`));
    }
    return lines.map((line) => ({ target: line.text }));
  },
  "lm-eval": async () => {
    const examples = [];
    for (const line of await linesOf("lm-eval/test.jsonl")) {
      examples.push({ prompt: line.text.replaceAll("<image>", ""), pictures: await hashesOf("lm-eval", line.images) });
    }
    return examples;
  },
  "lmms-eval": () => ofParquet("lmms-eval", (row) => ({ prompt: row.question, pictures: ofCells(row.images) })),
};

/** Where two texts begin to differ. */
function start(a = "", b = "") {
  let at = 0;
  while (at < a.length && a[at] === b[at]) ++at;
  return `${a.slice(at - 40, at + 80)} instead of ${b.slice(at - 40, at + 80)}`;
}

const inOrder = (examples) => examples.map((each) => JSON.stringify(each)).sort();
const expected = await ofLines("messages", "train.jsonl");
const formats = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
for (const format of formats) {
  if (format === "messages") continue;
  assert.ok(READERS[format] ?? PARTS[format], `nobody reads ${format}`);
  const examples = await (READERS[format] ?? PARTS[format])();
  assert.equal(examples.length, expected.length, `${format}: examples`);
  // An archive has the picture of every task, shown in the prompt or not.
  const shown = format !== "webdataset" || expected.some((each) => each.pictures.length > 0);
  const keys = Object.keys(examples[0]).filter((key) => shown || key !== "pictures");
  const partOf = (each) => Object.fromEntries(keys.map((key) => [key, each[key]]));
  const wanted = inOrder(expected.map(partOf));
  const read = inOrder(examples.map(partOf));
  const other = read.findIndex((text, i) => text !== wanted[i]);
  assert.equal(other, -1, `${format}: ${start(read[other], wanted[other])}`);
}
console.log(`${formats.length} formats hold the same ${expected.length} examples`);
