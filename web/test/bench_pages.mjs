// How long pages of a long run take: a log of N samples, a server, Chromium. Times are of this
// machine as it is loaded now.
//
//   PAPERT=../build/release/papert node test/bench_pages.mjs [N]      default: 100000
//
// cold: the first answer about a log without an index; warm: when it is there. First paint is the
// browser's own figure for the page of the run; "samples shown" is when the first card stands.

import { createWriteStream } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { once } from "node:events";
import path from "node:path";
import { launch, openUrl } from "./browser.mjs";
import { evaluate, makeLogDir, serve } from "./server.mjs";

const samples = Number(process.argv[2] ?? 100_000);
const NAME = "20260101T000000-long";
const ROUNDS = 7;

/** A log of that many lines, about 1.4 kB each, from the lines of a real run. */
async function makeLong(logDir) {
  const from = path.join(logDir, await evaluate(logDir, "shapecode", "baseline/heuristic", ["--count", "4"]));
  const lines = (await readFile(path.join(from, "samples.jsonl"), "utf8")).trim().split("\n");
  const config = JSON.parse(await readFile(path.join(from, "run.json"), "utf8"));
  const folder = path.join(logDir, NAME);
  await mkdir(folder);
  await writeFile(
    path.join(folder, "run.json"),
    JSON.stringify({ ...config, planned: samples, label: "long", ended: "2026-01-02T00:00:00Z" }),
  );
  const out = createWriteStream(path.join(folder, "samples.jsonl"));
  const padding = "x".repeat(600);
  const parsed = lines.map((line) => JSON.parse(line));
  for (let i = 0; i < samples; i++) {
    const line = { ...parsed[i % parsed.length], id: `task-${String(i).padStart(7, "0")}` };
    line.reply += padding;
    if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  return folder;
}

async function timed(what) {
  const begin = performance.now();
  await what();
  return performance.now() - begin;
}

/** What a process has used of processors, in steps of 10 ms. */
async function processorMs(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1].split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const show = (name, ms) => console.log(`${name.padEnd(34)} ${ms.toFixed(0).padStart(6)} ms`);

const logDir = await makeLogDir();
let server;
const browser = await launch();
try {
  const folder = await makeLong(logDir);
  console.log(`${samples} samples, ${((await stat(path.join(folder, "samples.jsonl"))).size / 1e6).toFixed(0)} MB`);
  server = await serve(["--log-dir", logDir]);
  const base = `${server.url}/api/v1/runs/${NAME}`;
  const ask = async (query) => {
    const response = await fetch(`${base}/samples?${query}`);
    await response.text();
    if (!response.ok) throw new Error(`${query}: ${response.status}`);
  };
  show("cold: index and first answer", await timed(() => ask("limit=60")));
  show("cold: processor time of the server", await processorMs(server.pid));
  await server.stop();
  server = await serve(["--log-dir", logDir]);
  const again = server.url;
  show("new server, index file there", await timed(() => fetch(`${again}/api/v1/runs/${NAME}`)));
  const fresh = async (query) => {
    const response = await fetch(`${again}/api/v1/runs/${NAME}/samples?${query}`);
    await response.text();
  };
  for (const [name, query] of [
    ["filter by tag", "tag=tier:hard"],
    ["filter by verdict", "verdict=wrong"],
    ["sort by the primary metric", "sort=metric:exact_match"],
    ["part of an id", "q=99"],
  ]) {
    show(name, await timed(() => fresh(`${query}&limit=60`)));
  }
  const paints = [];
  const cards = [];
  for (let i = 0; i < ROUNDS; i++) {
    const { page, close } = await openUrl(browser, again, `${again}/#/run/${NAME}`);
    await page.locator('[data-testid="gallery-card"]').first().waitFor();
    const figures = await page.evaluate(() => ({
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      now: performance.now(),
      elements: document.querySelectorAll("*").length,
    }));
    paints.push(figures.paint);
    cards.push(figures.now);
    if (i === 0) console.log(`${figures.elements} elements in the page`);
    await close();
  }
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  console.log(`server: ${/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? "?"} kB resident`);
  show("first contentful paint, median", median(paints));
  show("samples shown, median", median(cards));
} finally {
  await browser.close();
  await server?.stop();
  await rm(logDir, { recursive: true, force: true });
}
