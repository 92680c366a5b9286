// The label page as people meet it: opened from disk in a real browser, used by keyboard, reloaded
// and undone in between; and what they saved, read by the program.
//
//   node --test test/label.test.mjs
//
//   PAPERT             the program; without it only made-up pages are tested
//   PAPERT_LABEL_SIZE  items of each kind (6); 50 is the full size, with 10 batches for 50 people
//   PAPERT_SHOTS       a folder for pictures of the pages
//   CHROMIUM           the browser, if it is not /usr/bin/chromium

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { buildTemplate } from "../build.mjs";
import { launch, openFile, seriousFindings } from "./browser.mjs";
import { encodePng, HOSTILE, insertData } from "./fixture.mjs";
import { createHash } from "node:crypto";

const PAPERT = process.env.PAPERT;
const SIZE = Number(process.env.PAPERT_LABEL_SIZE ?? 6);
const FULL = SIZE >= 50;
const SHOTS = process.env.PAPERT_SHOTS;
const PEOPLE = ["ann", "bob", "cam"];
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const run = promisify(execFile);

let browser;
let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(path.join(tmpdir(), "papert-label-"));
});

after(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const at = (page, id) => page.locator(`[data-testid=${JSON.stringify(id)}]`);

/** Runs the program; `codes` are the exit codes that are fine. */
async function papert(args, codes = [0]) {
  try {
    return (await run(PAPERT, args, { cwd: folder, maxBuffer: 1 << 28 })).stdout;
  } catch (error) {
    if (codes.includes(error.code)) return error.stdout;
    throw new Error(`papert ${args.join(" ")}: ${error.stderr || error.message}`);
  }
}

/** The same choices every time, by what they are about. */
function draw(...parts) {
  return createHash("sha256").update(parts.join("\n")).digest().readUInt32BE(0);
}

async function dataOf(file) {
  const html = await readFile(file, "utf8");
  return JSON.parse(/id="papert-data">([\s\S]*?)<\/script>/.exec(html)[1]);
}

const keyOf = ({ run: runId, id, epoch }) => JSON.stringify([runId ?? "", id, epoch ?? 0]);

/** What a person thinks of an item, as keys: people agree more often than not. */
function keysFor(data, item, person, again) {
  return data.kind.fields.map((field) => {
    const n = field.choices.length || item.options.length;
    const who = draw(person, again, keyOf(item), field.name) % 3 === 0 ? person + again : "all";
    const pick = draw(who, keyOf(item), field.name);
    if (!field.many) return [1 + (pick % n)];
    const ok = field.choices.some((choice) => choice.value === "ok");
    if (pick % 5 === 0) return [ok ? 1 : 0];
    const first = 1 + (pick % n);
    const second = 1 + ((pick >>> 8) % n);
    const alone = ok && (first === 1 || second === 1);
    return alone || first === second ? [first] : [first, second].sort();
  });
}

/** What a line must say after these keys. */
function saidBy(data, item, keys) {
  const values = data.kind.fields.map((field, i) =>
    keys[i]
      .filter((key) => key > 0)
      .map((key) => field.choices[key - 1]?.value ?? String.fromCharCode(64 + key)),
  );
  switch (data.kind.form) {
    case "labels":
      return { labels: values.flat() };
    case "same":
      return { same: values[0][0] === "same" };
    case "answer":
      return { answer: values[0][0] };
    default:
      return {
        scores: Object.fromEntries(
          data.kind.fields.map(({ name }, i) => {
            const [value] = values[i];
            return [name, Number.isNaN(Number(value)) ? value : Number(value)];
          }),
        ),
      };
  }
}

async function begin(page, person, number) {
  await at(page, "annotator").fill(person);
  if (number !== undefined) await at(page, "number").fill(String(number));
  await at(page, "begin").click();
}

/** Where the page is: the key of the item, or null at the end. */
const current = (page) => page.evaluate(() => document.querySelector("main").dataset.item ?? null);

/** Chooses, saves and goes on, by keyboard; the suggestion appears only after the choice. */
async function choose(page, data, item, keys) {
  for (const group of keys) for (const key of group) await page.keyboard.press(String(key));
  const suggests = (item.suggested ?? []).length > 0;
  const answered = await at(page, "suggestion").isVisible();
  await page.keyboard.press("Enter");
  if (suggests) {
    assert.ok(await at(page, "suggestion").isVisible());
    await page.keyboard.press("Enter");
  }
  return answered;
}

async function download(page) {
  const end = at(page, "download-end");
  const button = (await end.count()) > 0 ? end : at(page, "download");
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const text = await readFile(await file.path(), "utf8");
  assert.ok(text.endsWith("\n"));
  return text;
}

/** One person labels everything, with reloads and second thoughts; returns the file and what it must say. */
async function label(page, data, person) {
  const items = new Map(data.items.map((item) => [keyOf(item), item]));
  const expected = new Map();
  let lines = 0;
  let step = 0;
  for (let key = await current(page); key !== null; key = await current(page)) {
    const item = items.get(key);
    const keys = keysFor(data, item, person, "");
    const before = await choose(page, data, item, keys);
    assert.equal(before, false, "the suggestion is not shown before the choice");
    expected.set(key, saidBy(data, item, keys));
    lines += 1;
    step += 1;
    if (step % 5 === 2) {
      // Undo takes the last answer back, and the item is there again, as it was left.
      await page.keyboard.press("u");
      assert.equal(await current(page), key);
      const clean = data.kind.fields.every((field) => !field.many);
      const second = clean ? keysFor(data, item, person, "second thought") : keys;
      if (clean) await choose(page, data, item, second);
      else await choose(page, data, item, []);
      expected.set(key, saidBy(data, item, second));
      lines += 2;
    }
    if (step % 10 === 4) {
      // What was begun is there after a reload, too, and so is the place.
      const here = await current(page);
      if (here !== null) await page.locator("textarea").last().fill("half a note");
      await page.reload();
      await (here === null ? at(page, "end") : page.locator("main[data-item]")).waitFor();
      assert.equal(await current(page), here);
      if (here !== null) {
        assert.equal(await page.locator("textarea").last().inputValue(), "half a note");
        await page.locator("textarea").last().fill("");
        await page.evaluate(() => document.activeElement.blur());
      }
    }
  }
  assert.ok(await at(page, "end").isVisible());
  const text = await download(page);
  const saved = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(saved.length, lines, "nothing is lost, and nothing is there twice");
  checkLines(data, person, saved, expected);
  return { text, expected };
}

function checkLines(data, person, saved, expected) {
  const last = new Map();
  for (const line of saved) {
    assert.equal(line.kind, data.kind.name);
    assert.equal(line.annotator, person);
    assert.ok(Number.isInteger(line.ms) && line.ms >= 0);
    assert.ok(line.position >= 1 && line.position <= data.items.length);
    assert.match(line.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(line.version, data.version);
    assert.equal(typeof line.note, "string");
    last.set(keyOf(line), line);
  }
  assert.equal(last.size, expected.size);
  for (const [key, said] of expected) {
    const { labels, same, answer, scores } = last.get(key);
    const told = Object.fromEntries(
      Object.entries({ labels, same, answer, scores }).filter(([, value]) => value !== undefined),
    );
    if (told.labels) told.labels.sort();
    if (said.labels) said.labels.sort();
    assert.deepEqual(told, said, key);
  }
}

/** One value of a label, as the first aspect of its kind has it. */
function aspect({ labels, same, answer, scores }, kind) {
  if (same !== undefined) return String(same);
  if (answer !== undefined) return answer;
  if (scores) {
    const values = Object.values(scores);
    if (values.some((value) => typeof value === "string")) return values.includes("bad") ? "bad" : "good";
    return String(Math.min(...values));
  }
  const [field] = kind.fields;
  if (field.many) return [...labels].sort().join("+");
  return labels.find((value) => field.choices.some((choice) => choice.value === value));
}

/** Fleiss' kappa by hand: items x values, the same number of raters for each. */
function fleiss(ratings) {
  const totals = new Map();
  let agreement = 0;
  for (const values of ratings) {
    const counts = new Map();
    for (const value of values) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
      totals.set(value, (totals.get(value) ?? 0) + 1);
    }
    const n = values.length;
    for (const count of counts.values()) agreement += (count * (count - 1)) / (n * (n - 1));
  }
  agreement /= ratings.length;
  const all = ratings.reduce((sum, values) => sum + values.length, 0);
  let chance = 0;
  for (const total of totals.values()) chance += (total / all) ** 2;
  return chance === 1 ? null : (agreement - chance) / (1 - chance);
}

/** Replies that fail in several ways, for a suite whose tasks have these ids. */
async function failingRun(suite, ids) {
  const replies = [
    "```python\nimport turtle\nt = turtle.Turtle()\nt.circle(50)\nt.forward(90)\n```",
    "```python\nimport turtle\nturtle.forward(1 / 0)\n```",
    "```python\nimport turtle\nt = turtle.Turtle()\nfor i in range(4):\n    t.forward(80)\n    t.left(90)\n```",
  ];
  const lines = ids.map((id, i) => JSON.stringify({ id, text: replies[suite === "same" ? 0 : i % 3] }));
  await writeFile(path.join(folder, `${suite}.jsonl`), lines.join("\n") + "\n");
  const name = suite === "same" ? "turtleai" : suite;
  const out = await papert([
    ...["score", name, "--data", `data/${name}`, "--answers", `${suite}.jsonl`],
    ...["--save-run", `human/${suite}`, "--jobs", "2"],
  ]);
  return /^run: (.*)$/m.exec(out)[1];
}

const idsIn = async (file, id) =>
  (await readFile(path.join(folder, file), "utf8")).trim().split("\n").map((line) => id(JSON.parse(line)));

/** Sources of all kinds, and the pages made from them. */
async function makePages() {
  const third = Math.ceil(SIZE / 3);
  await papert(["mint", "xlogo", "--seed", "1", "--count", `${SIZE + 10}`, "--out", "data/xlogo"]);
  await papert(["mint", "turtleai", "--seed", "1", "--count", `${third}`, "--out", "data/turtleai"]);
  const shapes = Math.ceil(SIZE / 2);
  await papert(["mint", "turtlebench", "--seed", "1", "--count", `${shapes}`, "--out", "data/turtlebench"]);
  await papert(["mint", "sgp", "--seed", "1", "--count", `${FULL ? 400 : SIZE}`, "--out", "data/sgp"]);
  const grid = await papert(["eval", "xlogo", "--data", "data/xlogo", "--model", "baseline/empty", "--display", "none"]);
  const gridRun = /^run: (.*)$/m.exec(grid)[1];
  const turtle = await idsIn("data/turtleai/tasks.jsonl", ({ id }) => id);
  const bench = await idsIn("data/turtlebench/dataset.jsonl", (line) => `${line.id}_${line.question_number}`);
  const turtleRun = await failingRun("turtleai", turtle);
  const sources = {
    "failure/turtleai": [turtleRun],
    "failure/turtlebench": [await failingRun("turtlebench", bench)],
    "failure/xlogo": [gridRun],
    same: [await failingRun("same", turtle)],
    "quality/xlogo": ["data/xlogo"],
    "quality/turtleai": ["data/turtleai"],
    "category/turtleai": ["data/turtleai"],
    "answer/sgp": ["data/sgp"],
    "inspect/sgp": ["data/sgp"],
    "verdict/xlogo": [gridRun],
    "tweak/turtlebench": ["data/turtlebench"],
  };
  const pages = [];
  for (const [kind, source] of Object.entries(sources)) {
    const file = path.join(folder, kind.replace("/", "-") + ".html");
    await papert(["label", kind, ...source, "--sample", `${SIZE}`, "--seed", "3", "-o", file]);
    pages.push({ kind, file, source, data: await dataOf(file) });
  }
  return pages;
}

let made;
const pagesOnce = () => (made ??= makePages());

test("three people label every kind, and the program reads what they say", { skip: !PAPERT }, async () => {
  const pages = await pagesOnce();
  assert.equal(pages.length, 11);
  for (const { kind, file, source, data } of pages) {
    assert.equal(data.items.length, SIZE, kind);
    const { page, problems, close } = await openFile(browser, file);
    const files = [];
    const told = [];
    const orders = new Set();
    for (const person of PEOPLE) {
      await begin(page, person);
      const { text, expected } = await label(page, data, person);
      orders.add([...expected.keys()].join("\n"));
      const name = path.join(folder, `${kind.replace("/", "-")}-${person}.jsonl`);
      await writeFile(name, text);
      files.push(name);
      told.push(expected);
      await at(page, "leave").click();
    }
    assert.equal(orders.size, PEOPLE.length, "everybody has an order of their own");
    const args = files.flatMap((name) => ["--labels", name]);
    const json = JSON.parse(await papert(["agreement", ...args, "--json"]));
    const [result] = json.kinds;
    assert.equal(result.kind, kind);
    assert.deepEqual(result.annotators, PEOPLE);
    assert.equal(result.labels, 3 * SIZE);
    const ratings = [...told[0].keys()].map((key) =>
      told.map((expected) => aspect(expected.get(key), data.kind)),
    );
    const kappa = fleiss(ratings);
    if (kappa === null) assert.equal(result.aspects[0].kappa, null);
    else assert.ok(Math.abs(result.aspects[0].kappa - kappa) < 1e-9, `${kind}: ${kappa}`);
    await readBack(kind, source, files);
    assert.deepEqual(problems.filter((problem) => !problem.startsWith("request: blob:")), [], kind);
    await close();
  }
});

/** What other verbs make of the files. */
async function readBack(kind, source, files) {
  const all = path.join(folder, "all.jsonl");
  await writeFile(all, (await Promise.all(files.map((file) => readFile(file, "utf8")))).join(""));
  if (kind === "same") {
    const json = JSON.parse(await papert(["calibrate", all, "--scores", source[0], "--json"]));
    assert.equal(json.labels, 3 * SIZE);
  }
  if (kind === "answer/sgp") {
    const out = await papert(["eval", "sgp", "--data", "data/sgp", "--model", "baseline/oracle", "--display", "none"]);
    const asked = /^run: (.*)$/m.exec(out)[1];
    const json = JSON.parse(await papert(["consensus", asked, "--human", all, "--json"]));
    assert.equal(json.human.annotators, 3);
    assert.equal(json.human.questions, SIZE);
    assert.equal(json.human.without_key, 0);
  }
  if (kind === "verdict/xlogo") {
    const csv = await papert(["report", source[0], "--labels", all, "--format", "csv"]);
    assert.match(csv, /success_rule/);
  }
}

test("batches are dealt so that every question has five answers", { skip: !PAPERT }, async () => {
  await pagesOnce();
  const [batches, size] = FULL ? [10, 50] : [2, 3];
  const people = 5 * batches;
  const file = path.join(folder, "batches.html");
  await papert(["label", "answer/sgp", "data/sgp", "--batches", `${batches}x${size}`, "--people", `${people}`, "-o", file]);
  const data = await dataOf(file);
  const { page, problems, close } = await openFile(browser, file);
  const files = [];
  for (let number = 1; number <= people; number++) {
    const person = `p${number}`;
    await begin(page, person, number);
    const seen = new Set();
    for (let key = await current(page); key !== null; key = await current(page)) {
      const item = data.items.find((each) => keyOf(each) === key);
      seen.add(item.batch);
      await choose(page, data, item, keysFor(data, item, person, ""));
    }
    assert.deepEqual([...seen], [data.deal[number - 1]], "a person sees one batch");
    files.push(path.join(folder, `${person}.jsonl`));
    await writeFile(files.at(-1), await download(page));
    await at(page, "leave").click();
  }
  const args = files.flatMap((name) => ["--labels", name]);
  const [result] = JSON.parse(await papert(["agreement", ...args, "--json"])).kinds;
  assert.equal(result.items, batches * size);
  assert.equal(result.labels, people * size);
  assert.equal(result.batches.length, batches);
  for (const batch of result.batches) {
    assert.equal(batch.items, size);
    assert.ok(batch.fewest >= 5, `batch ${batch.batch}: ${batch.fewest}`);
  }
  assert.deepEqual(problems.filter((problem) => !problem.startsWith("request: blob:")), []);
  await close();
});

/** A page of made-up data with hostile text wherever text can be. */
async function hostilePage() {
  const png = encodePng(2, Buffer.alloc(12, 128));
  const hash = createHash("sha256").update(png).digest("hex");
  const text = `${HOSTILE.markup} ${HOSTILE.controls} ${HOSTILE.rightToLeft}`;
  const item = (i) => ({
    id: `${text} ${i}`,
    epoch: i,
    run: text,
    pictures: [
      { title: text, image: hash },
      { title: "difference", image: "constructor" },
    ],
    question: text,
    options: [text, HOSTILE.long.slice(0, 3000)],
    key: "A",
    prompt: text,
    reply: HOSTILE.long,
    code: text,
    suggested: [text, "b"],
    cut: { reply: 123456 },
  });
  const choice = (value) => ({ value, title: text, definition: text });
  const data = {
    generator: text,
    version: text,
    page: text,
    seed: 1,
    kind: {
      name: text,
      title: text,
      question: text,
      form: "labels",
      editable: true,
      fields: [
        { name: "constructor", title: text, many: false, choices: [choice("a"), choice("b")] },
        { name: "__proto__x", title: text, many: true, choices: [choice("c"), choice(text)] },
      ],
    },
    items: [item(0), item(1)],
    images: { [hash]: png.toString("base64") },
  };
  const file = path.join(folder, "hostile.html");
  await writeFile(file, insertData(await buildTemplate("label"), data));
  return file;
}

test("hostile text is text, in light and dark, wide and narrow", async () => {
  const file = await hostilePage();
  for (const options of [
    {},
    { colorScheme: "dark" },
    { viewport: { width: 360, height: 740 } },
    { colorScheme: "dark", viewport: { width: 360, height: 740 } },
  ]) {
    const { page, problems, close } = await openFile(browser, file, options);
    const person = `${HOSTILE.markup} \u202e`.slice(0, 79);
    await begin(page, person);
    await page.keyboard.press("1");
    await page.keyboard.press("1");
    await page.keyboard.press("2");
    await at(page, "note").fill(HOSTILE.controls.replaceAll("\u0000", "") + HOSTILE.markup);
    await at(page, "edited").fill(HOSTILE.rightToLeft);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("Enter");
    assert.ok(await at(page, "suggestion").isVisible());
    await page.reload();
    const saved = (await download(page)).trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(saved.length, 1);
    assert.equal(saved[0].annotator, person.trim());
    assert.equal(saved[0].edited, HOSTILE.rightToLeft);
    assert.equal(saved[0].labels[0], "a");
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    const shown = await page.evaluate(() => document.getElementById("page").innerText);
    assert.doesNotMatch(shown, INVISIBLE);
    assert.equal(await page.locator("#page b, #page script").count(), 0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    assert.deepEqual(problems.filter((problem) => !problem.startsWith("request: blob:")), []);
    await close();
  }
});

test("axe finds nothing serious at the start, in between and at the end", async () => {
  const file = await hostilePage();
  for (const options of [
    { viewport: { width: 1400, height: 900 } },
    { viewport: { width: 1400, height: 900 }, colorScheme: "dark" },
    { viewport: { width: 360, height: 740 } },
  ]) {
    // axe is put into the page, which the policy of the page forbids.
    const { page, problems, close } = await openFile(browser, file, { ...options, bypassCSP: true });
    const check = async (where) =>
      assert.deepEqual(await seriousFindings(page), [], `${where}, ${JSON.stringify(options)}`);
    await check("start");
    await begin(page, "ann");
    await check("item");
    while ((await current(page)) !== null) {
      for (const key of ["1", "0", "Enter"]) await page.keyboard.press(key);
      if (!(await at(page, "suggestion").isVisible())) continue;
      await check("suggestion");
      await page.keyboard.press("Enter");
    }
    await check("end");
    assert.deepEqual(problems, []);
    await close();
  }
});

test("time is counted while the page is seen, and two tabs lose nothing", async () => {
  const file = await hostilePage();
  const { page, close } = await openFile(browser, file);
  await page.clock.install({ time: new Date("2026-01-31T12:00:00Z") });
  await page.reload();
  const look = (state) =>
    page.evaluate((seen) => {
      Object.defineProperty(document, "visibilityState", { value: seen, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await begin(page, "ann");
  const first = await current(page);
  await page.clock.runFor(3000);
  await look("hidden");
  await page.clock.runFor(60_000);
  await look("visible");
  await page.clock.runFor(2000);
  for (const key of ["1", "0", "Enter", "Enter"]) await page.keyboard.press(key);
  const other = await page.context().newPage();
  await other.goto(page.url());
  assert.notEqual(await current(other), first, "the other tab goes on where this one is");
  for (const key of ["2", "0", "Enter"]) await other.keyboard.press(key);
  await at(page, "back").click();
  assert.equal(await current(page), first);
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  const saved = (await download(page)).trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(
    saved.map((line) => [line.epoch === JSON.parse(first)[2], line.labels, line.informed === true]),
    [
      [true, ["a"], false],
      [false, ["b"], false],
      [true, ["b"], true],
    ],
  );
  assert.ok(saved[0].ms >= 5000 && saved[0].ms < 15_000, `${saved[0].ms} ms`);
  await close();
});

test("a page without data says so", async () => {
  const file = path.join(folder, "empty.html");
  await writeFile(file, insertData(await buildTemplate("label"), { items: [] }));
  const { page, close } = await openFile(browser, file);
  assert.match(await at(page, "problem").textContent(), /holds nothing to label/);
  await close();
});

test("pictures for a look", { skip: !SHOTS || !PAPERT }, async () => {
  for (const { kind, file } of await pagesOnce()) {
    for (const [name, options] of [
      ["light", {}],
      ["dark", { colorScheme: "dark" }],
      ["narrow", { viewport: { width: 360, height: 740 } }],
    ]) {
      const { page, close } = await openFile(browser, file, options);
      await begin(page, "ann");
      await page.keyboard.press("2");
      await page.screenshot({
        path: path.join(SHOTS, `${kind.replace("/", "-")}-${name}.png`),
        fullPage: name === "narrow",
      });
      await close();
    }
  }
  assert.ok((await readdir(SHOTS)).length > 0);
});
