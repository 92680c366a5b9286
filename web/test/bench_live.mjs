// How far the page of a run is behind its log while the log grows. Times are of this machine as it is
// loaded now.
//
//   PAPERT=../build/release/papert node test/bench_live.mjs [SECONDS] [RATE] [BEGIN]      default: 120 2000 0
//
// A writer appends RATE lines a second, in pieces of 20 ms, to a log that has BEGIN lines; Chromium
// shows the run. Five times a second the page is asked how many samples it shows: the lag is the time
// since the writer had written one more than that.

import { createWriteStream } from "node:fs";
import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import path from "node:path";
import { launch, openUrl } from "./browser.mjs";
import { evaluate, makeLogDir, serve } from "./server.mjs";

const [seconds = 120, rate = 2000, begin = 0] = process.argv.slice(2).map(Number);
const NAME = "20260101T000000-live";
const PIECE_MS = 20;
const ASK_MS = 200;

const logDir = await makeLogDir();
const browser = await launch();
const from = path.join(logDir, await evaluate(logDir, "shapecode", "baseline/heuristic", ["--count", "4"]));
const lines = (await readFile(path.join(from, "samples.jsonl"), "utf8")).trim().split("\n").map((line) => JSON.parse(line));
const config = JSON.parse(await readFile(path.join(from, "run.json"), "utf8"));
const folder = path.join(logDir, NAME);
const log = path.join(folder, "samples.jsonl");
await mkdir(folder);
await writeFile(path.join(folder, "run.json"), JSON.stringify({ ...config, planned: begin + seconds * rate + 1, label: "live" }));

let written = 0;
const text = () => {
  const line = { ...lines[written % lines.length], id: `task-${String(written).padStart(8, "0")}`, pictures: [] };
  written++;
  return `${JSON.stringify(line)}\n`;
};
const out = createWriteStream(log);
while (written < begin) if (!out.write(text())) await once(out, "drain");
out.end(text());
await once(out, "finish");

const server = await serve(["--log-dir", logDir]);
const rss = async () => Number(/VmRSS:\s*(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
const processor = async () => {
  const fields = (await readFile(`/proc/${server.pid}/stat`, "utf8")).split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const marks = []; // [lines, when they were there]
let stop = false;

async function write() {
  const file = await open(log, "a");
  const began = performance.now();
  const first = written;
  while (!stop) {
    const due = first + Math.floor(((performance.now() - began) * rate) / 1000);
    let piece = "";
    while (written < due) piece += text();
    if (piece !== "") await file.appendFile(piece);
    marks.push([written, performance.now()]);
    await new Promise((go) => setTimeout(go, PIECE_MS));
  }
  await file.close();
}

const at = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))];

try {
  const { page, problems } = await openUrl(browser, server.url, `${server.url}/#/run/${NAME}`);
  await page.locator('[data-testid="gallery-card"]').first().waitFor();
  const writer = write();
  const lags = [];
  const end = performance.now() + 1000 * seconds;
  const used = await processor();
  while (performance.now() < end) {
    await new Promise((go) => setTimeout(go, ASK_MS));
    const shown = await page.evaluate(() => Number(document.querySelector('[data-testid="done"]')?.dataset.value));
    const now = performance.now();
    while (marks.length > 0 && marks[0][0] <= shown) marks.shift();
    lags.push(marks.length === 0 ? 0 : Math.max(0, now - marks[0][1]));
    if (lags.length % Math.round(seconds / 6 / (ASK_MS / 1000)) === 0) {
      const some = lags.slice(-Math.round(seconds / 6 / (ASK_MS / 1000)));
      console.log(
        `${written} lines, lag half ${at(some, 0.5).toFixed(0)} ms, 95 % ${at(some, 0.95).toFixed(0)} ms, most ` +
          `${Math.max(...some).toFixed(0)} ms, server ${(await rss()).toFixed(0)} MB`,
      );
    }
  }
  stop = true;
  await writer;
  console.log(`all: half ${at(lags, 0.5).toFixed(0)} ms, 95 % ${at(lags, 0.95).toFixed(0)} ms, most ${Math.max(...lags).toFixed(0)} ms; ` +
    `the server used ${((100 * ((await processor()) - used)) / seconds).toFixed(0)} % of a core`);
  if (problems.length > 0) console.log(problems);
} finally {
  await browser.close();
  await server.stop();
  await rm(logDir, { recursive: true, force: true });
}
