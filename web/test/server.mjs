// A papert server for tests: log folders made by the program itself, and one with hostile text in
// every field.

import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { HOSTILE } from "./fixture.mjs";

const run = promisify(execFile);

export const papert = process.env.PAPERT ?? "papert";

/** Makes a run in `logDir`; gives its folder's name. */
export async function evaluate(logDir, suite, model, more = []) {
  const before = new Set(await readdir(logDir));
  const args = ["eval", suite, "--mint", "7", "--model", model, "--log-dir", logDir, ...more];
  await run(papert, args, { maxBuffer: 1 << 26 });
  const made = (await readdir(logDir)).filter((name) => !before.has(name));
  if (made.length !== 1) throw new Error(`${suite} ${model} made ${made.length} folders`);
  return made[0];
}

/** A copy of a run in which every text that a model or a file may write is hostile. */
export async function makeHostile(logDir, name) {
  const copy = `99990101T000000-hostile`;
  await cp(path.join(logDir, name), path.join(logDir, copy), { recursive: true });
  const texts = [HOSTILE.markup, HOSTILE.controls, HOSTILE.rightToLeft, HOSTILE.long];
  const file = path.join(logDir, copy, "samples.jsonl");
  const lines = (await readFile(file, "utf8")).trim().split("\n").map(JSON.parse);
  lines.forEach((line, i) => {
    const text = texts[i % texts.length];
    Object.assign(line, { answer: text, reply: text, reasoning: text, rule: text, verdict: "wrong" });
    line.success = false;
    line.detail = { error: text.slice(0, 50), message: text };
    line.tags = { ...line.tags, note: text.slice(0, 300) };
    line.prompt = { text, images: line.prompt.images };
    line.earlier = [{ reply: text, reasoning: text, usage: {} }];
    if (i === 1) line.id = HOSTILE.markup;
    if (i === 2) line.id = `${line.id}/../..`;
    line.pictures = line.pictures.map((picture) => ({ ...picture, title: text.slice(0, 80) }));
  });
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join("") + "damaged\n");
  const config = path.join(logDir, copy, "run.json");
  const json = JSON.parse(await readFile(config, "utf8"));
  Object.assign(json, { model: HOSTILE.markup, label: HOSTILE.rightToLeft });
  await writeFile(config, JSON.stringify(json));
  await rm(path.join(logDir, copy, "summary.json"), { force: true });
  return copy;
}

/** A data folder of questions in which every text that a file may hold is hostile, ids included. */
export async function makeHostileTasks(folder) {
  await run(papert, ["mint", "sgp", "--seed", "7", "--count", "2", "--out", folder, "--display", "none"]);
  const texts = [HOSTILE.markup, HOSTILE.controls, HOSTILE.rightToLeft, HOSTILE.long.slice(0, 3000)];
  const file = path.join(folder, "tasks.jsonl");
  const lines = (await readFile(file, "utf8")).trim().split("\n").map(JSON.parse);
  lines.forEach((line, i) => {
    const text = texts[i % texts.length];
    Object.assign(line, { id: `${i} ${text.slice(0, 300)}`, question: text, category: text });
    line.options = line.options.map((_, place) => `${text} ${place}`);
    line.program = line.program.replace("</svg>", "<script>window.hacked=true</script></svg>");
  });
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await rm(path.join(folder, "SHA256SUMS"));
  return lines.map(({ id }) => id);
}

/** Starts a server; `open` is the address with the token. */
export async function serve(args) {
  const child = spawn(papert, ["serve", "--port", "0", "--json", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(JSON.parse(text.slice(0, end)));
    });
    child.on("exit", (code) => reject(new Error(`papert serve ended with ${code}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      child.removeAllListeners("exit");
      child.on("exit", resolve);
      child.kill("SIGTERM");
    });
  return { ...said, pid: child.pid, stop };
}

export const makeLogDir = () => mkdtemp(path.join(tmpdir(), "papert-app-"));
