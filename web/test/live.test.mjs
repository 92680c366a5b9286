// A run that is watched while it runs, is killed, and is resumed; and a server that is killed while
// people label.
//
//   PAPERT=../build/release/papert node --test test/live.test.mjs

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, openUrl } from "./browser.mjs";
import { makeLogDir, papert, serve } from "./server.mjs";

const COUNT = 20; // per tier
const SAMPLES = 3 * COUNT;
const LABELS = 200;
const KILLS = 4;

let browser;
let logDir;
let server;

before(async () => {
  browser = await launch();
  logDir = await makeLogDir();
  server = await serve(["--log-dir", path.join(logDir, "runs")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  if (logDir) await rm(logDir, { recursive: true, force: true });
});

const byId = (page, id) => page.locator(`[data-testid="${id}"]`);
const is = (page, id, text) =>
  page.waitForFunction(
    ([name, wanted]) => document.querySelector(`[data-testid="${name}"]`)?.textContent === wanted,
    [id, text],
    { timeout: 60_000 },
  );
const doneIsMoreThan = (page, least) =>
  page.waitForFunction(
    (n) => Number(document.querySelector('[data-testid="done"]')?.dataset.value) > n,
    least,
    { timeout: 60_000 },
  );

/** A provider that takes its time; gives its address. */
async function startMock() {
  const args = ["mock", "--suite", "shapecode", "--mint", "7", "--count", String(COUNT), "--port", "0", "--json", "--faults", "slow:1", "--slow-ms", "150"];
  const child = spawn(papert, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [first] = await once(child.stdout, "data");
  return { child, url: JSON.parse(String(first).split("\n")[0]).url };
}

function startRun(url) {
  const args = ["eval", "shapecode", "--mint", "7", "--count", String(COUNT), "--model", "openai/any", "--max-connections", "1"];
  return spawn(papert, [...args, "--log-dir", path.join(logDir, "runs"), "--display", "none"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, OPENAI_BASE_URL: url, OPENAI_API_KEY: "any" },
  });
}

test("a run is watched to its end through a kill and a resume, without a reload", async () => {
  const mock = await startMock();
  let run = startRun(mock.url);
  try {
    const { page, problems, close } = await openUrl(browser, server.url, `${server.url}/#/runs`);
    await byId(page, "run-row").locator("a").click({ timeout: 60_000 });
    await is(page, "state", "running");
    await doneIsMoreThan(page, 2);
    const loaded = await page.evaluate(() => performance.timeOrigin);
    run.kill("SIGKILL");
    await once(run, "exit");
    await is(page, "state", "stopped");
    const before = Number(await byId(page, "done").getAttribute("data-value"));
    assert.ok(before < SAMPLES, `${before} were done before it was killed`);
    run = startRun(mock.url);
    await doneIsMoreThan(page, before);
    // A page in the background lets go of its stream and has all of it when it is seen again.
    const hide = (hidden) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    const [code] = await once(run, "exit");
    assert.equal(code, 0);
    await hide(false);
    await is(page, "state", "complete");
    assert.equal(Number(await byId(page, "done").getAttribute("data-value")), SAMPLES);
    await page.waitForFunction(
      (n) => document.querySelector('[data-testid="gallery-count"]')?.dataset.shown === String(n), SAMPLES);
    // What was not there when the page was opened can be filtered by.
    assert.ok((await byId(page, "filter-tag-tier").locator("option").count()) > 2);
    assert.equal(await page.evaluate(() => performance.timeOrigin), loaded, "nobody has loaded it anew");
    assert.deepEqual(problems, []);
    await close();
  } finally {
    run.kill("SIGKILL");
    mock.child.kill("SIGKILL");
  }
});

test("a server that is killed while people label has every line that it confirmed, once", async () => {
  const given = path.join(logDir, "given");
  const args = ["--log-dir", path.join(logDir, "none"), "--annotations", given];
  let labels = await serve(args);
  const line = (i) => ({
    kind: "same", id: `t${i}`, epoch: 0, run: "r", annotator: "ann", same: i % 2 === 0, note: "x".repeat(i), ms: i,
    position: i + 1, at: "2026-01-31T12:00:00.000Z", version: "1",
  });
  const send = async (i) => {
    const answer = await fetch(`${labels.url}/api/v1/annotations/killed`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${labels.token}` },
      body: JSON.stringify(line(i)),
    });
    assert.equal(answer.status, 200);
  };
  let killed = 0;
  for (let i = 0; i < LABELS; i++) {
    const dies = i % Math.floor(LABELS / KILLS) === 7;
    const sent = send(i).then(() => true, () => false);
    if (dies) {
      await new Promise((go) => setTimeout(go, killed));
      process.kill(labels.pid, "SIGKILL");
      killed++;
    }
    if ((await sent) && !dies) continue;
    if (dies) labels = await serve(args);
    await send(i); // as the page does with what was not confirmed
  }
  assert.equal(killed, KILLS);
  const text = await readFile(path.join(given, "killed.jsonl"), "utf8");
  const lines = text.trim().split("\n").map((each) => JSON.parse(each));
  assert.deepEqual(lines.map(({ id }) => id), Array.from({ length: LABELS }, (_, i) => `t${i}`));
  assert.deepEqual(await readdir(given), ["killed.jsonl"]);
  await labels.stop();
});
