// People at work in the web application: labels by keyboard alone, answers to tasks of all suites,
// drawings by hand; and what they gave, read by the program.
//
//   PAPERT=../build/release/papert node --test test/annotate.test.mjs
//
//   PAPERT_SCREENSHOTS   a folder for pictures of every page
//   CHROMIUM             the browser, if it is not /usr/bin/chromium

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { launch, openUrl, seriousFindings } from "./browser.mjs";
import { evaluate, makeHostile, makeLogDir, papert, serve } from "./server.mjs";

const run = promisify(execFile);
const EACH = 500;

let browser;
let logDir;
let given;
let server;
const runs = {};

before(async () => {
  browser = await launch();
  logDir = await makeLogDir();
  given = path.join(logDir, "annotations");
  const few = ["--count", "3", "--display", "none"];
  runs.xlogo = await evaluate(logDir, "xlogo", "baseline/empty", few);
  runs.shapes = await evaluate(logDir, "shapecode", "baseline/heuristic", few);
  runs.oracle = await evaluate(logDir, "shapecode", "baseline/oracle", few);
  runs.hostile = await makeHostile(logDir, runs.shapes);
  server = await serve(["--log-dir", logDir, "--annotations", given]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  if (logDir) await rm(logDir, { recursive: true, force: true });
});

const enc = encodeURIComponent;
const byId = (page, id) => page.locator(`[data-testid="${id}"]`);

async function visit(hash, use, options = {}) {
  const opened = await openUrl(browser, server.url, server.open, options);
  const { page, problems, context, close } = opened;
  await go(page, hash);
  try {
    await use(page, context);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

async function go(page, hash) {
  await page.evaluate((to) => (location.hash = to), hash);
  await page.waitForFunction(() => !document.querySelector("main[aria-busy]"));
}

const linesOf = async (file) =>
  (await readFile(path.join(given, file), "utf8")).trim().split("\n").map(JSON.parse);

const settled = (page) =>
  page.waitForFunction(
    () => document.querySelector('[data-testid="status"]')?.dataset.pending === "0",
  );

const labelling = (kind, set, more) => `#/annotate/label?${new URLSearchParams({ kind, set })}&${more}`;
const answering = (suite, set, more = "") =>
  `#/annotate/answer?source=mint:${suite}&seed=7&count=1&set=${set}${more}`;

async function beginAs(page, name, field = "annotator") {
  await byId(page, field).fill(name);
  await page.keyboard.press("Enter");
}

test("keys alone choose, save, undo, go on after a reload, and hide the model", async () => {
  const hash = labelling("failure/xlogo", "why", `run=${enc(runs.xlogo)}&order=3`);
  await visit(hash, async (page) => {
    await beginAs(page, "ann");
    await byId(page, "fields").waitFor();
    assert.match(page.url(), /run=[0-9a-f]+/);
    assert.doesNotMatch(page.url() + (await page.locator("main").textContent()), /baseline/);
    assert.ok(await byId(page, "suggestion").isHidden());
    await page.keyboard.press("3");
    assert.ok(await byId(page, "suggestion").isHidden());
    await page.keyboard.press("Enter");
    await byId(page, "suggestion").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("n");
    await page.keyboard.type("because");
    await page.keyboard.press("Escape");
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
    await page.keyboard.press("u");
    await settled(page);
    await page.reload();
    await byId(page, "fields").waitFor();
    assert.match(await byId(page, "status").textContent(), /1 done/);
    assert.equal(await byId(page, "note").inputValue(), "because");
    await page.keyboard.press("Enter");
    await byId(page, "suggestion").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await byId(page, "end").waitFor();
    await settled(page);
    assert.match(await byId(page, "next-steps").textContent(), /papert agreement --labels .*why\.jsonl/);
  });
  const lines = await linesOf("why.jsonl");
  assert.deepEqual(
    lines.map(({ labels, undone, note }) => [labels?.[0] ?? undone, note]),
    [["goal", ""], ["format", "because"], [true, ""], ["format", "because"], ["repetition", ""]],
  );
  assert.ok(lines.every(({ ms, annotator, kind }) => ms >= 0 && annotator === "ann" && kind === "failure/xlogo"));
  const { stdout } = await run(papert, ["agreement", "--labels", path.join(given, "why.jsonl"), "--json"]);
  assert.match(stdout, /failure\/xlogo/);
});

test("another browser goes on where the person left off", async () => {
  await visit(labelling("failure/xlogo", "why", `run=${enc(runs.xlogo)}&order=3`), async (page) => {
    await beginAs(page, "ann");
    await byId(page, "end").waitFor();
    assert.match(await byId(page, "status").textContent(), /3 done/);
  });
});

test("time stands still while the page is hidden", async () => {
  await visit(labelling("same", "time", `run=${enc(runs.shapes)}&run=${enc(runs.oracle)}`), async (page) => {
    await beginAs(page, "cam");
    await byId(page, "fields").waitFor();
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    const draft = () =>
      page.evaluate(() => Object.values(localStorage).find((text) => text.includes('"open"')));
    await page.keyboard.press("1");
    const before_ = JSON.parse(await draft());
    await page.waitForTimeout(300);
    await page.keyboard.press("2");
    const after_ = JSON.parse(await draft());
    assert.equal(Object.values(before_.open)[0].ms, Object.values(after_.open)[0].ms);
    await page.keyboard.press("Enter");
    await settled(page);
  });
  const [line] = await linesOf("time.jsonl");
  assert.equal(line.same, false);
  await run(papert, ["calibrate", path.join(given, "time.jsonl"), "--scores", path.join(logDir, runs.shapes)]).catch(
    // One label is too few to calibrate by, which is not about the file.
    ({ stderr }) => assert.doesNotMatch(stderr, /not a valid|cannot be used/),
  );
});

test("two tabs append five hundred lines each, and none is lost", async () => {
  await visit("#/annotate", async (page, context) => {
    const other = await context.newPage();
    await other.goto(server.url);
    const send = (who) => async (each) => {
      const line = (i) =>
        JSON.stringify({ kind: "same", id: `t${i}`, epoch: 0, run: "r", annotator: who, same: i % 2 === 0,
          note: "", ms: i, position: i + 1, at: "2026-01-31T12:00:00.000Z", version: "1" });
      for (let i = 0; i < each; i++) {
        const answer = await fetch("/api/v1/annotations/tabs", {
          method: "POST", headers: { "Content-Type": "application/json" }, body: line(i) });
        if (!answer.ok) throw new Error(await answer.text());
      }
    };
    const script = (who) => `(${send.toString()})(${JSON.stringify(who)})`;
    const both = [page, other].map((tab, i) =>
      tab.evaluate(([text, each]) => new Function(`return ${text}`)()(each), [script(["ann", "bob"][i]), EACH]),
    );
    await Promise.all(both);
  }, { bypassCSP: true });
  const lines = await linesOf("tabs.jsonl");
  assert.equal(lines.length, 2 * EACH);
  assert.equal(new Set(lines.map(({ id, annotator }) => `${id} ${annotator}`)).size, 2 * EACH);
});

test("two tabs of one person see each other's answers", async () => {
  const hash = labelling("quality/xlogo", "tabs-of-one", "source=mint:xlogo&seed=7&count=2");
  await visit(hash, async (page, context) => {
    await beginAs(page, "dan");
    await byId(page, "fields").waitFor();
    const other = await context.newPage();
    await other.goto(server.url);
    await go(other, hash);
    await byId(other, "fields").waitFor();
    for (const key of ["1", "2", "3", "Enter"]) await page.keyboard.press(key);
    await settled(page);
    await other.waitForFunction(() =>
      /1 done/.test(document.querySelector('[data-testid="status"]')?.textContent ?? ""),
    );
  });
  const [line] = await linesOf("tabs-of-one.jsonl");
  assert.deepEqual(line.scores, { visual_appeal: 0, grid_elements: 0.5, code_quality: 1 });
});

test("what cannot be sent is kept and sent later", async () => {
  const hash = labelling("answer/sgp", "later", "source=mint:sgp&seed=7&count=1");
  const { page, context, close } = await openUrl(browser, server.url, server.open);
  await go(page, hash);
  await beginAs(page, "eve");
  await byId(page, "fields").waitFor();
  await context.setOffline(true);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await byId(page, "warning").waitFor();
  assert.match(await byId(page, "warning").textContent(), /kept in this browser/);
  await context.setOffline(false);
  await settled(page);
  assert.ok(await byId(page, "warning").isHidden());
  await close();
  const lines = await linesOf("later.jsonl");
  assert.equal(lines.length, 1);
  assert.equal(lines[0].answer, "A");
});

test("a choice that the server refuses is shown again with its reason, and not counted", async () => {
  const hash = labelling("answer/sgp", "refused", "source=mint:sgp&seed=7&count=1");
  const { page, close } = await openUrl(browser, server.url, server.open);
  let refused = 0;
  await page.route(/\/api\/v1\/annotations\/refused$/, (route) => {
    if (route.request().method() !== "POST" || refused > 0) return route.continue();
    refused += 1;
    const error = { code: "limit", message: "the file is full", where: "refused.jsonl" };
    return route.fulfill({ status: 413, json: { error } });
  });
  await go(page, hash);
  await beginAs(page, "fay");
  await byId(page, "fields").waitFor();
  const first = await page.locator("[data-item]").getAttribute("data-item");
  await byId(page, "note").fill("not sure");
  await byId(page, "panel").focus();
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await byId(page, "warning").waitFor();
  const said = await byId(page, "warning").textContent();
  assert.match(said, /refused, so it is not saved: refused\.jsonl: the file is full/);
  await settled(page);
  assert.equal(await page.locator("[data-item]").getAttribute("data-item"), first);
  assert.match(await byId(page, "status").textContent(), /item 1 of \d+, 0 done/);
  assert.equal(await byId(page, "note").inputValue(), "not sure");
  assert.equal(await byId(page, "fields").locator("input").nth(1).isChecked(), true);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    / 1 done/.test(document.querySelector('[data-testid="status"]')?.textContent ?? ""));
  await settled(page);
  assert.ok(await byId(page, "warning").isHidden());
  await close();
  const lines = await linesOf("refused.jsonl");
  assert.deepEqual(lines.map(({ answer, note }) => [answer, note]), [["B", "not sure"]]);
});

test("a form makes the program of shapes, and the person becomes a run", async () => {
  const prompt = await visitAnswer("shapecode", "people-shapes", "ann", async (page, place) => {
    if (place > 0) return;
    await byId(page, "shape-0-cx").fill("256");
    await byId(page, "shape-0-cy").fill("200");
    await byId(page, "shape-0-radius").fill("80");
    await byId(page, "add-shape").click();
    await byId(page, "shape-1-kind").selectOption("square");
    await byId(page, "shape-1-cx").fill("100");
    await byId(page, "shape-1-cy").fill("120");
    await byId(page, "shape-1-size").fill("60");
    await byId(page, "shape-1-stroke").fill("4");
  });
  assert.match(prompt, /filled_circle/);
  const [line] = await linesOf("answers/people-shapes/ann.jsonl");
  assert.match(
    line.text,
    /filled_circle\(cx=256, cy=200, radius=80\)\nsquare\(cx=100, cy=120, size=60, stroke=4\)\n/,
  );
  assert.ok(line.active_ms > 0);
  await run(papert, [
    "score", "shapecode", "--mint", "7", "--count", "1", "--log-dir", logDir, "--save-run", "human/ann",
    "--answers", path.join(given, "answers/people-shapes/ann.jsonl"),
  ]);
  const listed = await (await fetch(`${server.url}/api/v1/runs?model=human/ann`)).json();
  assert.equal(listed.rows.length, 1);
  const log = await readFile(path.join(logDir, listed.rows[0].name, "samples.jsonl"), "utf8");
  assert.equal(JSON.parse(log.split("\n")[0]).latency_ms, line.active_ms);
});

/** Answers tasks one after the other and hands them in; gives the first prompt. */
async function visitAnswer(suite, set, person, fill, more = "") {
  let prompt = "";
  await visit(answering(suite, set, more), async (page) => {
    await beginAs(page, person, "person");
    await byId(page, "task-text").waitFor();
    prompt = await byId(page, "task-text").textContent();
    const tasks = Number(/of (\d+)/.exec(await byId(page, "status").textContent())[1]);
    for (let place = 0; place < tasks; place++) {
      await byId(page, "task-text").waitFor();
      await fill(page, place);
      await byId(page, "panel").focus();
      const at = await page.locator("[data-task]").getAttribute("data-task");
      await page.keyboard.press("Enter");
      await page.waitForFunction((id) => document.querySelector("[data-task]")?.dataset.task !== id, at);
    }
    assert.equal(await byId(page, "next-steps").count(), 0, "nothing is said before");
    await byId(page, "hand-in").click();
    await byId(page, "next-steps").waitFor();
    assert.match(await byId(page, "next-steps").textContent(), /--save-run human\//);
  });
  return prompt;
}

test("a question is answered by a letter, from picture or program", async () => {
  const shown = await visitAnswer("sgp", "people-sgp", "bob", (page) => page.keyboard.press("b"));
  assert.match(shown, /picture/);
  const lines = await linesOf("answers/people-sgp/bob.jsonl");
  assert.ok(lines.length > 1 && lines.every(({ text }) => text === "Answer: B"));
  const { stdout } = await run(papert, [
    "score", "sgp", "--mint", "7", "--count", "1", "--mode", "input=picture", "--answers",
    path.join(given, "answers/people-sgp/bob.jsonl"), "--summary",
  ]);
  assert.match(stdout, new RegExp(`"samples": ?${lines.length}`));
  const code = await visitAnswer("sgp", "people-code", "bob", (page) => page.keyboard.press("2"), "&input=program");
  assert.match(code, /<svg|SOL|<\w+/);
});

test("two tabs of one person lose nothing that either began, and hand in once", async () => {
  const hash = answering("sgp", "two-tabs");
  const file = "answers/two-tabs/eve.jsonl";
  const answered = (page, n) =>
    page.waitForFunction(
      (count) => document.querySelector('[data-testid="status"]')?.textContent.includes(`${count} answered`), n);
  await visit(hash, async (page, context) => {
    await beginAs(page, "eve", "person");
    await byId(page, "task-text").waitFor();
    const other = await context.newPage();
    await other.goto(server.url);
    await go(other, hash);
    await beginAs(other, "eve", "person");
    await byId(other, "task-text").waitFor();
    await page.keyboard.press("a");
    await answered(page, 1);
    const first = await other.locator("[data-task]").getAttribute("data-task");
    await other.keyboard.press("ArrowRight");
    await other.waitForFunction((id) => document.querySelector("[data-task]")?.dataset.task !== id, first);
    await other.keyboard.press("b");
    await answered(other, 1);
    await page.reload();
    await beginAs(page, "eve", "person");
    await answered(page, 2);
    await byId(page, "finish").click();
    await byId(page, "hand-in").click();
    await byId(page, "next-steps").waitFor();
    await byId(other, "finish").click();
    await byId(other, "hand-in").click();
    await byId(other, "problem").waitFor();
    assert.match(await byId(other, "problem").textContent(), /handed in before/);
    await other.waitForFunction(() =>
      /2 handed in/.test(document.querySelector('[data-testid="status"]')?.textContent ?? ""));
    const open = await other.locator('[data-testid="hand-in"]:enabled').count();
    assert.equal(open, 0, "nothing is left that would fail again");
  });
  const lines = await linesOf(file);
  assert.equal(lines.length, 2);
  assert.deepEqual(lines.map(({ text }) => text).sort(), ["Answer: A", "Answer: B"]);
});

test("of many tasks every one is to be answered, or drawn", async () => {
  const all = Array.from({ length: 2450 }, (_, i) => ({ id: `many-${i}`, tags: {} }));
  await visit("#/annotate", async (page) => {
    await page.route(
      (url) => url.pathname === "/api/v1/tasks",
      (route) => {
        const query = new URL(route.request().url()).searchParams;
        const from = all.findIndex(({ id }) => id === query.get("after")) + 1;
        const rows = all.slice(from, from + Number(query.get("limit")));
        const next = from + rows.length < all.length ? rows.at(-1).id : null;
        return route.fulfill({ json: { hash: "", size: all.length, rows, next, problems: 0 } });
      },
    );
    await page.route(
      (url) => url.pathname === "/api/v1/tasks/one",
      (route) => {
        const id = new URL(route.request().url()).searchParams.get("id");
        return route.fulfill({ json: { id, tags: {}, ref: "", prompt: { text: id, images: [] } } });
      },
    );
    await go(page, answering("sgp", "many"));
    assert.match(await byId(page, "start").textContent(), /^2,450 tasks of sgp/);
    await beginAs(page, "ann", "person");
    await byId(page, "task-text").waitFor();
    assert.match(await byId(page, "status").textContent(), /^task 1 of 2450, /);
    await go(page, "#/annotate/draw?source=mint:turtleai&seed=7&count=1&set=many");
    assert.match(await byId(page, "start").textContent(), /^2,450 targets of turtleai/);
  });
});

/** What is in the editor. */
const codeOf = async (page) =>
  (await byId(page, "code").locator(".cm-line").allTextContents()).join("\n");

async function writeCode(page, program) {
  await byId(page, "code").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(program);
}

test("people are dealt batches by their numbers, for answers and for labels alike", async () => {
  const seen = { 1: [], 2: [] };
  await visit("#/annotate?do=answer&source=mint:sgp&seed=7&count=4", async (page) => {
    await byId(page, "lots").locator("summary").click();
    await byId(page, "batches").fill("2x2");
    await byId(page, "people").fill("2");
    await byId(page, "set").fill("dealt");
    await byId(page, "open").click();
    await byId(page, "number").waitFor();
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /batches=2x2&people=2/);
    for (const number of ["1", "2"]) {
      await go(page, `${hash}&number=${number}`);
      await page.waitForFunction(
        (wanted) => document.querySelector('[data-testid="number"]')?.value === wanted, number);
      await beginAs(page, `person-${number}`, "person");
      await byId(page, "task-text").waitFor();
      assert.match(await byId(page, "status").textContent(), /^task 1 of 2, /);
      for (let place = 0; place < 2; place++) {
        const at = await page.locator("[data-task]").getAttribute("data-task");
        seen[number].push(at);
        await byId(page, "forth").click();
        await page.waitForFunction((id) => document.querySelector("[data-task]")?.dataset.task !== id, at);
      }
    }
    assert.equal(new Set([...seen[1], ...seen[2]]).size, 4);
    await go(page, labelling("answer/sgp", "dealt", "source=mint:sgp&seed=7&count=4&batches=2x2&people=2&order=0&number=2"));
    await beginAs(page, "person-2");
    await byId(page, "fields").waitFor();
    assert.match(await byId(page, "status").textContent(), /^item 1 of 2, /);
    const item = await page.locator("[data-item]").getAttribute("data-item");
    assert.ok(seen[2].some((id) => item.includes(id)), `${item} is one of ${seen[2]}`);
  });
});

test("code is written in the editor by keys alone, kept over a reload, and handed in", async () => {
  const program = "def run():\n    turn_left()\n    move_forward()";
  await visit(answering("xlogo", "people-xlogo"), async (page) => {
    await beginAs(page, "cam", "person");
    const editor = page.getByRole("textbox", { name: "Your program for the turtle" });
    await editor.waitFor();
    assert.equal(await byId(page, "code").count(), 1);
    const at = await page.locator("[data-task]").getAttribute("data-task");
    await byId(page, "panel").focus();
    await page.keyboard.press("e");
    await page.keyboard.type("def run():\nturn_left()\nmove_forward()");
    assert.equal(await codeOf(page), program, "lines are indented, and keys of the page are letters");
    assert.ok((await page.locator(".cm-line span").count()) > 0, "words are coloured");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((id) => document.querySelector("[data-task]")?.dataset.task !== id, at);
    assert.equal(await codeOf(page), "");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((id) => document.querySelector("[data-task]")?.dataset.task === id, at);
    assert.equal(await codeOf(page), program);
    await page.reload();
    await beginAs(page, "cam", "person");
    await byId(page, "code").waitFor();
    assert.equal(await codeOf(page), program);
  });
  // A browser that has never been here has nothing of it: what is not handed in is nobody else's.
  await visitAnswer("xlogo", "people-xlogo", "cam", (page) => writeCode(page, program));
  const [line] = await linesOf("answers/people-xlogo/cam.jsonl");
  assert.equal(line.text, `\`\`\`python\n${program}\n\`\`\`\n`);
  const { stdout } = await run(papert, [
    "score", "xlogo", "--mint", "7", "--count", "1", "--mode", "form=picture", "--answers",
    path.join(given, "answers/people-xlogo/cam.jsonl"), "--summary",
  ]);
  assert.match(stdout, /"success"/);
});

test("turtle programs of people are scored like a model's", async () => {
  for (const suite of ["turtleai", "turtlebench"]) {
    await visitAnswer(suite, `people-${suite}`, "ann", (page) =>
      writeCode(page, "def draw(t):\n    t.forward(50)\n"),
    );
    const file = path.join(given, `answers/people-${suite}/ann.jsonl`);
    const { stdout } = await run(papert, ["score", suite, "--mint", "7", "--count", "1", "--answers", file]);
    assert.ok(stdout.trim().split("\n").every((line) => "verdict" in JSON.parse(line)));
  }
});

test("a target is drawn by hand, undone, redone, and becomes a task", async () => {
  await visit("#/annotate/draw?source=mint:turtleai&seed=7&count=1&set=hand", async (page) => {
    await beginAs(page, "ann", "person");
    await byId(page, "sheet").waitFor();
    await page.waitForFunction(() => !document.querySelector('[data-testid="draw"][aria-busy]'));
    const ink = () =>
      byId(page, "sheet").evaluate((sheet) => {
        const copy = Object.assign(document.createElement("canvas"), { width: sheet.width, height: sheet.height });
        const context = copy.getContext("2d", { willReadFrequently: true });
        context.drawImage(sheet, 0, 0);
        const { data } = context.getImageData(0, 0, copy.width, copy.height);
        return data.filter((value, i) => i % 4 === 0 && value < 128).length;
      });
    const size = await byId(page, "sheet").evaluate(({ width, height }) => [width, height]);
    const target = await byId(page, "draw-target").evaluate(({ naturalWidth, naturalHeight }) => [
      naturalWidth, naturalHeight,
    ]);
    assert.deepEqual(size, target);
    assert.ok(await byId(page, "save").isDisabled());
    const box = await byId(page, "sheet").boundingBox();
    const stroke = async (from, to) => {
      await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
      await page.mouse.down();
      await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 5 });
      await page.mouse.up();
    };
    await stroke([0.2, 0.2], [0.8, 0.2]);
    const one = await ink();
    assert.ok(one > 0);
    await byId(page, "pen-width").fill("12");
    await stroke([0.2, 0.5], [0.8, 0.5]);
    const two = await ink();
    assert.ok(two > 4 * one, `${one}, then ${two}`);
    await byId(page, "undo").click();
    assert.equal(await ink(), one);
    await page.locator("h1").click();
    await page.keyboard.press("y");
    assert.equal(await ink(), two);
    await byId(page, "clear").click();
    assert.equal(await ink(), 0);
    await byId(page, "undo").click();
    assert.equal(await ink(), two, "clearing by mistake is undone at once");
    await page.keyboard.press("y");
    assert.equal(await ink(), 0);
    for (let i = 0; i < 2; i++) await byId(page, "undo").click();
    assert.equal(await ink(), one);
    await page.reload();
    await beginAs(page, "ann", "person");
    await page.waitForFunction(
      () => document.querySelector('[data-testid="save"]') && !document.querySelector('[data-testid="save"]').disabled,
    );
    assert.equal(await ink(), one);
    await byId(page, "save").click();
    await page.waitForFunction(() => document.querySelector('[data-testid="status"]')?.dataset.done === "1");
    // There are three targets: back to the one that was saved.
    await byId(page, "back").click();
    const said = (text) =>
      page.waitForFunction(
        (wanted) => document.querySelector('[data-testid="status"]')?.textContent.includes(wanted), text);
    await said("(saved)");
    await page.waitForFunction(() => !document.querySelector('[data-testid="draw"][aria-busy]'));
    await stroke([0.3, 0.8], [0.7, 0.8]);
    await said("(changed since it was saved)");
  });
  const folder = path.join(given, "drawings/hand/ann");
  const [task] = await linesOf("drawings/hand/ann/tasks.jsonl");
  assert.equal(task.dataset, "craft");
  const { stdout } = await run(papert, [
    "eval", "turtleai", "--data", folder, "--model", "baseline/oracle", "--log-dir", logDir, "--display", "none", "--json",
  ]);
  assert.match(stdout, /"samples": ?1\b/);
  await run(papert, ["describe", folder]);
});

test("a browser that cannot store says so, and loses nothing while the page is open", async () => {
  const refuse = () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  };
  const drawn = (page) =>
    page.waitForFunction(() => {
      const draw = document.querySelector('[data-testid="draw"]');
      return draw && !draw.hasAttribute("aria-busy");
    });
  await visit("#/annotate/draw?source=mint:turtleai&seed=7&count=1&set=unstored", async (page) => {
    await beginAs(page, "gil", "person");
    await drawn(page);
    assert.ok(await byId(page, "warning").isHidden());
    await page.evaluate(refuse);
    const box = await byId(page, "sheet").boundingBox();
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 0.2 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.8 * box.width, box.y + 0.2 * box.height, { steps: 5 });
    await page.mouse.up();
    await byId(page, "warning").waitFor();
    assert.match(await byId(page, "warning").textContent(), /cannot store drawings/);
    await byId(page, "forth").click();
    await drawn(page);
    assert.ok(await byId(page, "undo").isDisabled());
    await byId(page, "back").click();
    await drawn(page);
    assert.ok(await byId(page, "undo").isEnabled(), "the stroke is still there");
    await byId(page, "save").click();
    await byId(page, "warning").waitFor({ state: "hidden" });
  });
  await visit(answering("sgp", "unstored"), async (page) => {
    await page.evaluate(refuse);
    await beginAs(page, "gil", "person");
    await byId(page, "letters").waitFor();
    await page.keyboard.press("b");
    await byId(page, "warning").waitFor();
    assert.match(await byId(page, "warning").textContent(), /cannot store what you begin/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector('[name="letter"][value="B"]')?.checked);
    await byId(page, "finish").click();
    await byId(page, "hand-in").click();
    await byId(page, "next-steps").waitFor();
  });
});

test("the form names every kind and opens what it says", async () => {
  await visit("#/annotate", async (page) => {
    const kinds = await byId(page, "kind").locator("option").evaluateAll((all) => all.map(({ value }) => value));
    assert.equal(kinds.length, 15);
    assert.ok(kinds.includes("verdict/shapecode") && kinds.includes("tweak/turtlebench"));
    await byId(page, "kind").selectOption("verdict/shapecode");
    const choices = await byId(page, "run-choice").allTextContents();
    assert.ok(choices.length >= 3 && choices.every((text) => / shapecode, /.test(text)), `${choices}`);
    await byId(page, "run-choice").filter({ hasText: "baseline/heuristic" }).locator("input").check();
    await byId(page, "set").fill("verdicts");
    await byId(page, "open").click();
    await byId(page, "annotator").waitFor();
    assert.match(page.url(), /kind=verdict%2Fshapecode/);
    await page.goBack();
    await byId(page, "do").selectOption("draw");
    const sources = await byId(page, "source").locator("option").evaluateAll((all) => all.map(({ value }) => value));
    assert.deepEqual(sources, ["mint:turtleai", "mint:turtlebench"]);
    await byId(page, "do").selectOption("answer");
    await byId(page, "source").selectOption("mint:sgp");
    await byId(page, "input").waitFor();
  });
});

test("without the token nothing can be given, and the page says so", async () => {
  const { page, close } = await openUrl(browser, server.url, `${server.url}/#/annotate`);
  await byId(page, "problem").waitFor();
  assert.match(await byId(page, "problem").textContent(), /needs the token/);
  await close();
});

test("every page, light, dark and narrow, with hostile text: nothing serious by axe", async () => {
  const looks = {
    light: { colorScheme: "light", viewport: { width: 1400, height: 900 } },
    dark: { colorScheme: "dark", viewport: { width: 1400, height: 900 } },
    narrow: { colorScheme: "light", viewport: { width: 360, height: 740 } },
  };
  const label = labelling("verdict/shapecode", "looks", `run=${enc(runs.hostile)}`);
  const pages = {
    setup: ["#/annotate?kind=same", "kept"],
    label: [label, "fields", "annotator"],
    shapes: [answering("shapecode", "looks"), "task-text", "person"],
    sgp: [answering("sgp", "looks"), "letters", "person"],
    code: [answering("xlogo", "looks"), "code", "person"],
    draw: ["#/annotate/draw?source=mint:turtleai&seed=7&count=1&set=looks", "sheet", "person"],
  };
  const folder = process.env.PAPERT_SCREENSHOTS;
  if (folder) await mkdir(folder, { recursive: true });
  for (const [name, [hash, ready, person]] of Object.entries(pages)) {
    for (const [look, options] of Object.entries(looks)) {
      await visit(
        hash,
        async (page) => {
          if (person) await beginAs(page, look, person);
          await byId(page, ready).waitFor();
          await page.waitForTimeout(100);
          if (folder) {
            await page.screenshot({ path: path.join(folder, `annotate-${name}-${look}.png`), fullPage: true });
          }
          assert.equal(await page.evaluate(() => window.hacked), undefined);
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          assert.ok(wide <= 0, `${name}, ${look}: ${wide} px too wide`);
          assert.deepEqual(await seriousFindings(page), [], `${name}, ${look}`);
        },
        { ...options, bypassCSP: true },
      );
    }
  }
});
