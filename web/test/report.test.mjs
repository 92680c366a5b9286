// The report page as a reader meets it: opened from disk in a real browser.
//
//   node --test test/report.test.mjs
//
//   PAPERT_REPORT      a report to test; without it, one is made from invented data
//   PAPERT_SUMMARIES   the summary.json of each of its runs, in order, separated by commas
//   PAPERT_SCREENSHOT  where to write a picture of the top of the page
//   CHROMIUM           the browser, if it is not /usr/bin/chromium
//
// The figures, filters and dialog are tested on the given report; hostile text and the size limits
// always on invented ones.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { buildTemplate } from "../build.mjs";
import { launch, openFile, seriousFindings } from "./browser.mjs";
import {
  assertCount,
  assertEstimateCell,
  assertFraction,
  assertGroups,
  assertSummaryRow,
} from "./figures.mjs";
import { HOSTILE, insertData, largeReport, smallReport, TOKEN } from "./fixture.mjs";

const MAX_TEMPLATE_BYTES = 400_000;
const MAX_ELEMENTS = 3000;
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

let browser;
let folder;
let template;
let subject; // { file, data, summaries }

before(async () => {
  browser = await launch();
  folder = await mkdtemp(path.join(tmpdir(), "papert-report-"));
  template = await buildTemplate();
  subject = process.env.PAPERT_REPORT
    ? await givenReport()
    : await madeReport("small.html", smallReport());
});

after(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function givenReport() {
  const file = path.resolve(process.env.PAPERT_REPORT);
  const html = await readFile(file, "utf8");
  const match = /<script type="application\/json" id="papert-data">([\s\S]*?)<\/script>/.exec(html);
  assert.ok(match, `${file} holds no data`);
  const names = process.env.PAPERT_SUMMARIES;
  assert.ok(names, "PAPERT_REPORT needs PAPERT_SUMMARIES, the summary.json of each run");
  const summaries = await Promise.all(
    names.split(",").map(async (name) => JSON.parse(await readFile(name, "utf8"))),
  );
  return { file, data: JSON.parse(match[1]), summaries };
}

async function madeReport(name, data) {
  const file = path.join(folder, name);
  await writeFile(file, insertData(template, data));
  return { file, data, summaries: data.runs.map((run) => run.summary) };
}

/** Every marked element of the page: its data attributes and text, by test id. */
async function marked(page) {
  const list = await page.evaluate(() =>
    [...document.querySelectorAll("[data-testid]")].map((element) => ({
      id: element.dataset.testid,
      data: { ...element.dataset },
      text: element.textContent,
    })),
  );
  const byId = new Map();
  for (const item of list) byId.set(item.id, [...(byId.get(item.id) ?? []), item]);
  return byId;
}

const byTestId = (page, id) => page.locator(`[data-testid=${JSON.stringify(id)}]`);

const shownCount = async (page) =>
  Number(await byTestId(page, "gallery-count").getAttribute("data-shown"));

test("the template is one small file with one place for data", () => {
  assert.equal(template.split(TOKEN).length, 2);
  const place = template.indexOf(
    `<script type="application/json" id="papert-data">${TOKEN}</script>`,
  );
  assert.ok(place > 0);
  assert.equal(template.match(/<script\b/g).length, 2);
  assert.equal(template.match(/<\/script/g).length, 2);
  assert.ok(place < template.indexOf("<script>"));
  assert.doesNotMatch(template, /\b(src|href)="(?!data:)/);
  assert.ok(
    Buffer.byteLength(template) < MAX_TEMPLATE_BYTES,
    `${Buffer.byteLength(template)} bytes`,
  );
});

test("every figure is the summary's", async () => {
  const { file, data, summaries } = subject;
  assert.equal(summaries.length, data.runs.length);
  const { page, problems, close } = await openFile(browser, file);
  const items = await marked(page);
  assert.equal(items.get("summary-table").length, summaries.length);
  summaries.forEach((summary, run) => {
    const overall = summary.groups.find((group) => group.by === "");
    for (const { name } of summary.metrics)
      assertSummaryRow(items, run, name, overall.metrics[name]);
    assertCount(items.get(`tasks-${run}`)?.[0], summary.tasks, "tasks");
    assertCount(items.get(`samples-${run}`)?.[0], summary.samples, "samples");
    assertCount(items.get(`missing-${run}`)?.[0], summary.missing, "missing");
    assertCount(items.get(`not-scored-${run}`)?.[0], summary.not_scored, "not scored");
    for (const kind of ["verdicts", "errors"]) {
      for (const [name, n] of Object.entries(summary[kind])) {
        const cell = items.get(`${kind}-${run}-${name}`)?.[0];
        if (cell || n > 0) assertCount(cell, n, `${kind} ${name}`);
        else assert.ok(summaries.every((other) => !other[kind][name]), `${kind} ${name} is shown`);
      }
    }
    if (summaries.length < 2) return;
    for (const { name } of summary.metrics) {
      assertEstimateCell(
        items.get(`compare-${run}-${name}`)?.[0],
        overall.metrics[name],
        `compare ${run} ${name}`,
      );
    }
  });
  assertGroups(items, summaries);
  assert.ok((await byTestId(page, "suite").textContent()).includes(summaries[0].suite));
  assert.ok((await byTestId(page, "generator").textContent()).includes(data.generator));
  assert.deepEqual(problems, []);
  await close();
});

test("repeated and changed tasks have their figures", async () => {
  const data = smallReport();
  const [{ summary }] = data.runs;
  const estimate = (mean) => ({ mean, stderr: 0.01, low: mean - 0.02, high: mean + 0.02, n: 30 });
  summary.groups[0].passk = [
    { k: 1, "pass@k": estimate(0.5), "pass^k": estimate(0.5) },
    { k: 3, "pass@k": estimate(0.75), "pass^k": estimate(0.25) },
  ];
  const mean = (value, n) => ({ mean: value, stderr: 0.015, n });
  const entry = (by, value, shift) => ({
    by,
    value,
    groups: 12,
    accuracy: mean(0.4 + shift, 60),
    consistency: mean(0.6 + shift, 12),
    consistency_with_original: { mean: null, stderr: null, n: 0 },
  });
  summary.invariance = [entry("", "", 0), entry("variant", "t", 0.1)];
  const { file } = await madeReport("repeated.html", data);
  const { page, problems, close } = await openFile(browser, file);
  const items = await marked(page);
  assertSummaryRow(items, 0, "pass@3", summary.groups[0].passk[1]["pass@k"]);
  assertSummaryRow(items, 0, "pass^3", summary.groups[0].passk[1]["pass^k"]);
  assert.equal(items.get("metric-0-pass@1"), undefined);
  assert.equal(items.get("invariance-table").length, 1);
  for (const { by, value, ...figures } of summary.invariance) {
    for (const figure of ["accuracy", "consistency", "consistency_with_original"]) {
      const cell = items
        .get("invariance-cell")
        .find(({ data: is }) => is.by === by && is.group === value && is.figure === figure);
      assertEstimateCell(cell, { low: null, high: null, ...figures[figure] }, `${by} ${figure}`);
    }
  }
  assert.deepEqual(problems, []);
  await close();
});

test("charts draw a bar for every figure of the chosen metric", async () => {
  const { file, summaries } = subject;
  const { page, problems, close } = await openFile(browser, file);
  const keys = [...new Set(summaries.flatMap((s) => s.groups.map((g) => g.by)).filter(Boolean))];
  for (const { name } of summaries[0].metrics) {
    if (keys.length === 0) break;
    await byTestId(page, "metric-select").selectOption(name);
    for (const by of keys) {
      const groups = summaries.flatMap((s) => s.groups);
      if (new Set(groups.filter((g) => g.by === by).map((g) => g.value)).size > 60) continue;
      const drawn = groups.filter((g) => g.by === by || g.by === "");
      const expected = drawn.filter((group) => (group.metrics[name]?.mean ?? null) !== null).length;
      const figure = page.locator(`[data-testid=chart][data-by=${JSON.stringify(by)}]`);
      assert.equal(
        await figure.locator('g[aria-label="bar"] rect').count(),
        expected,
        `${name} by ${by}`,
      );
    }
  }
  assert.deepEqual(problems, []);
  await close();
});

/** Every filter of a report as [test id, function from (sample, run index) to its values]. */
function facetsOf(data) {
  const samples = data.runs.flatMap((run) => run.samples);
  const tags = [...new Set(samples.flatMap((sample) => Object.keys(sample.tags)))];
  const facets = tags.map((tag) => [`filter-tag-${tag}`, (sample) => [sample.tags[tag] ?? ""].flat()]);
  facets.push(["filter-verdict", (sample) => [sample.verdict]]);
  if (samples.some((sample) => sample.error))
    facets.push(["filter-error", (sample) => [sample.error ?? ""]]);
  if (data.runs.length > 1) facets.push(["filter-run", (_, run) => [String(run)]]);
  return facets;
}

const pairs = (data) =>
  data.runs.flatMap((run, index) => run.samples.map((sample) => [sample, index]));

test("filters leave the samples that the data says", async () => {
  const { file, data } = subject;
  const { page, problems, close } = await openFile(browser, file);
  const all = pairs(data);
  assert.equal(await shownCount(page), all.length);
  const facets = facetsOf(data);
  for (const [id, valuesOf] of facets) {
    const menu = byTestId(page, id);
    const values = [...new Set(all.flatMap((pair) => valuesOf(...pair)))].slice(0, 25);
    for (const value of values) {
      const expected = all.filter((pair) => valuesOf(...pair).includes(value)).length;
      await menu.selectOption(`=${value}`);
      assert.equal(await shownCount(page), expected, `${id} ${value}`);
      const label = await menu.locator("option:checked").textContent();
      assert.ok(label.endsWith(`(${expected.toLocaleString("en-US")})`), label);
    }
    await menu.selectOption("all");
  }
  const [first, second] = facets;
  if (second) {
    const values = [first[1](...all[0])[0], second[1](...all[0])[0]];
    await byTestId(page, first[0]).selectOption(`=${values[0]}`);
    await byTestId(page, second[0]).selectOption(`=${values[1]}`);
    const both = all.filter(
      (pair) => first[1](...pair).includes(values[0]) && second[1](...pair).includes(values[1]),
    );
    assert.equal(await shownCount(page), both.length);
    await byTestId(page, "filter-reset").click();
    assert.equal(await shownCount(page), all.length);
  }
  const part = all[0][0].id.slice(0, -1).toUpperCase();
  const found = all.filter(([sample]) => sample.id.toUpperCase().includes(part)).length;
  await byTestId(page, "filter-search").fill(part);
  await page.waitForFunction(
    (n) => Number(document.querySelector("[data-testid=gallery-count]").dataset.shown) === n,
    found,
  );
  await byTestId(page, "filter-search").fill("no such id \u0001");
  await byTestId(page, "gallery-empty").waitFor({ state: "visible" });
  assert.equal(await shownCount(page), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("the worst samples come first, and last when reversed", async () => {
  const { file, data, summaries } = subject;
  const { page, problems, close } = await openFile(browser, file);
  const { primary, metrics } = summaries[0];
  const lower = metrics.find((metric) => metric.name === primary).better === "lower";
  const values = pairs(data)
    .map(([sample]) => sample.metrics[primary])
    .filter((value) => value != null);
  const firstValue = async () => {
    const card = byTestId(page, "gallery-card").first();
    const [run, id, epoch] = await Promise.all(
      ["data-run", "data-id", "data-epoch"].map((name) => card.getAttribute(name)),
    );
    return data.runs[Number(run)].samples.find((s) => s.id === id && s.epoch === Number(epoch))
      .metrics[primary];
  };
  const [worst, best] = [Math.min(...values), Math.max(...values)];
  assert.equal(await firstValue(), lower ? best : worst);
  await byTestId(page, "sort-order").selectOption("1");
  assert.equal(await firstValue(), lower ? worst : best);
  await byTestId(page, "sort-by").selectOption("id");
  await byTestId(page, "sort-order").selectOption("0");
  const { compare } = new Intl.Collator("en", { numeric: true });
  const ids = pairs(data)
    .map(([sample]) => sample.id)
    .sort(compare);
  assert.equal(await byTestId(page, "gallery-card").first().getAttribute("data-id"), ids[0]);
  assert.deepEqual(problems, []);
  await close();
});

const keyOf = ([sample, run]) => `${run}:${sample.epoch}:${sample.id}`;
const hashOf = (pair, rest = {}) => `#${new URLSearchParams({ ...rest, sample: keyOf(pair) })}`;

async function picturesLoad(page, pictures) {
  const images = byTestId(page, "detail-pictures").locator("img");
  assert.equal(await images.count(), pictures.length);
  const widths = await images.evaluateAll((list) =>
    Promise.all(list.map((image) => image.decode().then(() => image.naturalWidth))),
  );
  for (const width of widths) assert.ok(width > 0);
}

test("a sample opens with pictures and texts, and arrow keys walk on", async (t) => {
  const { file, data } = subject;
  const { page, problems, close } = await openFile(browser, file);
  const card = byTestId(page, "gallery-card").first();
  const firstId = await card.getAttribute("data-id");
  // The middle of the card, where its pictures are.
  await card.click();
  await byTestId(page, "detail-dialog").waitFor({ state: "visible" });
  assert.equal(await byTestId(page, "detail-id").textContent(), firstId);
  const total = pairs(data).length.toLocaleString("en-US");
  assert.equal(await byTestId(page, "detail-position").textContent(), `1 of ${total}`);
  if (pairs(data).length > 1) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await byTestId(page, "detail-position").textContent(), `2 of ${total}`);
    await page.keyboard.press("ArrowLeft");
  }
  assert.equal(await byTestId(page, "detail-id").textContent(), firstId);
  await page.keyboard.press("Escape");
  await byTestId(page, "detail-dialog").waitFor({ state: "hidden" });
  const focused = await page.evaluate(() => document.activeElement?.closest(".card")?.dataset.id);
  assert.equal(focused, firstId, "focus returns to the card");
  await close();

  const plain = ([sample]) => sample.reply && /^[\n\x20-\x7e]*$/.test(sample.reply + sample.answer);
  const drawn = ([sample]) =>
    sample.pictures.length > 0 && sample.pictures.every((p) => p.image in data.images);
  const chosen = pairs(data).find((pair) => plain(pair) && drawn(pair)) ?? pairs(data).find(plain);
  assert.ok(chosen, "no sample has a plain reply");
  const [sample] = chosen;
  const second = await openFile(browser, file, { hash: hashOf(chosen) });
  await byTestId(second.page, "detail-dialog").waitFor({ state: "visible" });
  assert.equal(await byTestId(second.page, "detail-reply").textContent(), sample.reply);
  assert.equal(await byTestId(second.page, "detail-answer").textContent(), sample.answer);
  if (sample.reference !== undefined) {
    assert.equal(await byTestId(second.page, "detail-reference").textContent(), sample.reference);
  }
  for (const [name, value] of Object.entries(sample.metrics)) {
    const cell = byTestId(second.page, `detail-metric-${name}`);
    if ((await cell.count()) === 0) continue;
    assertFraction(
      await cell.textContent(),
      (await cell.getAttribute("data-value")) ?? undefined,
      value,
      name,
    );
  }
  if (drawn(chosen)) await picturesLoad(second.page, sample.pictures);
  else t.diagnostic("the report embeds no pictures");
  assert.deepEqual([...problems, ...second.problems], []);
  await second.close();
});

test("a view can be linked", async () => {
  const { file, data } = subject;
  const [[sample]] = pairs(data);
  const expected = pairs(data).filter(([other]) => other.verdict === sample.verdict);
  const hash = `#${new URLSearchParams({ verdict: sample.verdict, sort: "id", unknown: "x", run: "99" })}`;
  const { page, problems, close } = await openFile(browser, file, { hash });
  assert.equal(await shownCount(page), expected.length);
  assert.equal(await byTestId(page, "filter-verdict").inputValue(), `=${sample.verdict}`);
  assert.equal(await byTestId(page, "sort-by").inputValue(), "id");
  await byTestId(page, "sort-order").selectOption("1");
  await page.waitForFunction(
    () => new URLSearchParams(location.hash.slice(1)).get("reverse") === "1",
  );
  await page.reload();
  assert.equal(await shownCount(page), expected.length);
  assert.equal(await byTestId(page, "sort-order").inputValue(), "1");
  await byTestId(page, "filter-reset").click();
  await byTestId(page, "verdict-link").first().click();
  const name = await byTestId(page, "verdict-link").first().textContent();
  const ofName = pairs(data).filter(([other]) => other.verdict === name).length;
  await page.waitForFunction(
    (n) => Number(document.querySelector("[data-testid=gallery-count]").dataset.shown) === n,
    ofName,
  );
  assert.deepEqual(problems, []);
  await close();
});

test("the page fits a phone, every control has a name, and dark mode is dark", async () => {
  const phone = await openFile(browser, subject.file, { viewport: { width: 360, height: 740 } });
  const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `the page is ${width} px wide`);
  const nameless = await phone.page.evaluate(
    () =>
      [...document.querySelectorAll("select, input, button")].filter(
        (control) =>
          !(
            control.labels?.length ||
            control.getAttribute("aria-label") ||
            control.textContent.trim()
          ),
      ).length,
  );
  assert.equal(nameless, 0);
  await phone.close();
  const dark = await openFile(browser, subject.file, { colorScheme: "dark" });
  const [ground, ink] = await dark.page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return [style.backgroundColor, style.color].map((colour) => Number(/\d+/.exec(colour)[0]));
  });
  assert.ok(ground < 64 && ink > 192);
  assert.deepEqual([...phone.problems, ...dark.problems], []);
  await dark.close();
});

test("axe finds nothing serious, in light and dark, wide and narrow, with a sample open", async () => {
  const made = await madeReport("axe.html", smallReport());
  for (const { file, data } of [subject, made]) {
    const [sample] = data.runs[0].samples;
    for (const options of [
      { viewport: { width: 1400, height: 900 } },
      { viewport: { width: 1400, height: 900 }, colorScheme: "dark" },
      { viewport: { width: 360, height: 740 } },
    ]) {
      // axe is put into the page, which the policy of the page forbids.
      const { page, problems, close } = await openFile(browser, file, { ...options, bypassCSP: true });
      await byTestId(page, "gallery-card").first().waitFor();
      assert.deepEqual(await seriousFindings(page), [], JSON.stringify(options));
      await page.evaluate((hash) => (location.hash = hash), hashOf([sample, 0]));
      await byTestId(page, "detail-dialog").waitFor({ state: "visible" });
      assert.deepEqual(await seriousFindings(page), [], `a sample, ${JSON.stringify(options)}`);
      assert.deepEqual(problems, []);
      await close();
    }
  }
});

test("text of a hostile model stays text", async () => {
  const { file, data } = await madeReport("hostile.html", smallReport());
  const texts = Object.values(HOSTILE);
  for (const [index, text] of texts.entries()) {
    const { page, problems, close } = await openFile(browser, file, {
      hash: hashOf([data.runs[0].samples[index], 0]),
    });
    await byTestId(page, "detail-dialog").waitFor({ state: "visible" });
    const shown = await byTestId(page, "detail-reply").textContent();
    if (text === HOSTILE.markup || text === HOSTILE.long) assert.equal(shown, text);
    const state = await page.evaluate(() => ({
      hacked: window.hacked,
      scripts: document.scripts.length,
      strangers: document.querySelectorAll('img:not([src^="data:image/png;base64,"]), [onerror]')
        .length,
      text: [...document.querySelectorAll("#page, #page *")]
        .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3))
        .map((node) => node.data)
        .join(""),
    }));
    assert.equal(state.hacked, undefined);
    assert.equal(state.scripts, 2);
    assert.equal(state.strangers, 0);
    assert.doesNotMatch(state.text, INVISIBLE);
    assert.deepEqual(problems, []);
    await close();
  }
  const { page, close } = await openFile(browser, file, {
    hash: hashOf([data.runs[0].samples[1], 0]),
  });
  const controls = await byTestId(page, "detail-reply").textContent();
  for (const name of ["BEL", "NUL", "ESC", "DEL", "U+0085"]) {
    assert.ok(controls.includes(`\u2039${name}\u203a`), name);
  }
  await page.keyboard.press("Escape");
  assert.ok((await byTestId(page, "cap-note").textContent()).includes("showing 40 of 60 samples"));
  await close();
  const cut = await openFile(browser, file, { hash: hashOf([data.runs[0].samples[3], 0]) });
  assert.ok(
    (await byTestId(cut.page, "detail-body").textContent()).includes("first 102.4 kB of 152.4 kB"),
  );
  await cut.close();
});

test("numbers round as the terminal rounds, and absent ones are dashes", async () => {
  const data = smallReport();
  const overall = data.runs[0].summary.groups[0].metrics;
  overall.overlap = { mean: 0.03125, stderr: 0.09375, low: -0.03125, high: 1.00004, n: 32 };
  overall.exact = { mean: null, stderr: null, low: null, high: null, n: 0 };
  const { file } = await madeReport("ties.html", data);
  const { page, problems, close } = await openFile(browser, file);
  assert.equal(await byTestId(page, "metric-0-overlap").textContent(), "0.0312");
  assert.equal(await byTestId(page, "stderr-0-overlap").textContent(), "\u00b1 0.0938");
  assert.equal(await byTestId(page, "interval-0-overlap").textContent(), "[-0.0312, 1.0000]");
  assert.equal(await byTestId(page, "metric-0-exact").textContent(), "\u2013");
  assert.deepEqual(problems, []);
  await close();
});

test("losses are drawn as the breakdown is, with metrics of their own", async () => {
  const data = smallReport();
  const estimate = { mean: 0.25, stderr: 0.1, low: 0.1, high: 0.5, n: 8 };
  const groups = [["", ""], ["tier", "easy"], ["tier", "hard"]].map(([by, value]) => ({
    by,
    value,
    n: 8,
    metrics: { parameters_off: estimate, extra: { ...estimate, mean: 3.5, high: 4 } },
  }));
  const metrics = ["parameters_off", "extra"].map((name) => ({ name, title: `${name} <b>` }));
  const [first] = data.runs;
  first.losses = { ...first.summary, primary: "parameters_off", metrics, groups };
  const { file } = await madeReport("losses.html", data);
  const { page, problems, close } = await openFile(browser, file);
  const section = page.locator("#losses");
  const bars = section.locator('[data-testid=chart] g[aria-label="bar"] rect');
  assert.equal(await bars.count(), 3, "one run has losses, in two tiers and overall");
  await section.locator("[data-testid=metric-select]").selectOption("extra");
  assert.equal(await bars.count(), 3);
  assert.match(await section.innerText(), /extra <b> by tier/);
  assert.doesNotMatch(await page.locator("#breakdown").innerText(), /parameters_off/);
  assert.deepEqual(problems, []);
  await close();
});

test("a suite without pictures, groups, tags or errors is shown all the same", async () => {
  const data = smallReport();
  data.runs.length = 1;
  data.images = {};
  const [run] = data.runs;
  run.summary.groups = run.summary.groups.slice(0, 1);
  run.summary.errors = {};
  for (const sample of run.samples) {
    Object.assign(sample, { pictures: [], tags: {} });
    for (const key of ["error", "message", "reference"]) delete sample[key];
  }
  const { file } = await madeReport("plain.html", data);
  const { page, problems, close } = await openFile(browser, file);
  assert.equal(await byTestId(page, "chart").count(), 0);
  assert.equal(await byTestId(page, "filter-error").count(), 0);
  await byTestId(page, "gallery-card").first().click();
  await byTestId(page, "detail-dialog").waitFor({ state: "visible" });
  assert.equal(await byTestId(page, "detail-pictures").count(), 0);
  assert.equal(await byTestId(page, "detail-reference").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("a sample shows what was asked and what it took", async () => {
  const data = smallReport();
  data.runs.length = 1;
  data.lines = ["Draw it.", "", "How many discs are there?", "A: one", HOSTILE.markup, "Which is red?"];
  data.prompts = [[0, 1, 2, 3, 4], [0, 1, 5], [0, 1], [0, 3]];
  const { samples } = data.runs[0];
  samples.forEach((sample, i) => (sample.prompt = i % 4));
  const [picture] = samples.find(({ pictures }) => pictures.length > 0).pictures;
  const [sample] = samples;
  Object.assign(sample, {
    prompt_images: [picture.image],
    reasoning: "first the discs",
    judge: "the reply says two",
    earlier: ["nothing yet"],
    usage: { input_tokens: 1234, output_tokens: 56, reasoning_tokens: 40, cost_usd: 0.0125 },
    latency_ms: 2340,
    time: "2026-11-15T10:00:00Z",
    cut: { reasoning: 99000 },
  });
  const { file } = await madeReport("asked.html", data);
  const { page, problems, close } = await openFile(browser, file, { hash: hashOf([sample, 0]) });
  await byTestId(page, "detail-dialog").waitFor({ state: "visible" });
  const prompt = byTestId(page, "detail-prompt");
  const expected = data.prompts[0].map((line) => data.lines[line]).join("\n");
  assert.equal(await prompt.textContent(), expected);
  assert.deepEqual(await prompt.locator(".common").allTextContents(), ["Draw it.\n", "\n"]);
  assert.equal(await byTestId(page, "detail-asked").locator("img").count(), 1);
  assert.equal(await byTestId(page, "detail-reasoning").textContent(), "first the discs");
  assert.equal(await byTestId(page, "detail-judge").textContent(), "the reply says two");
  assert.equal(await byTestId(page, "detail-earlier").textContent(), "nothing yet");
  assert.ok((await byTestId(page, "detail-body").textContent()).includes("full length is 99.0 kB"));
  const effort = await byTestId(page, "detail-effort").textContent();
  for (const part of ["1,234 tokens in", "56 tokens out (40 of them reasoning)", "0.0125 USD"]) {
    assert.ok(effort.includes(part), effort);
  }
  assert.ok(effort.includes("2.34 s") && effort.includes("2026-11-15T10:00:00Z"), effort);
  assert.deepEqual(problems, []);
  await close();
});

test("suites have tables of their own, differing settings columns, repeated runs a mean", async () => {
  const data = smallReport();
  const [first, second] = data.runs;
  second.model = first.model;
  Object.assign(first, { label: "example/alpha-large form=text", settings: { form: "text" } });
  const same = { ...second, name: "again" };
  Object.assign(second, { label: "a", settings: { form: "ascii", label: "a" } });
  Object.assign(same, { label: "b", settings: { form: "ascii", label: "b" } });
  const other = structuredClone(first);
  Object.assign(other, { suite: "other", label: "example/alpha-large", settings: {} });
  other.summary.metrics = [{ name: "share", title: "Share" }];
  other.summary.primary = "share";
  for (const group of other.summary.groups) group.metrics = { share: group.metrics.exact };
  data.runs.push(same, other);
  const { file } = await madeReport("suites.html", data);
  const { page, problems, close } = await openFile(browser, file);
  assert.equal(await byTestId(page, "runs-table").count(), 2);
  assert.equal(await byTestId(page, "compare-table").count(), 1, "one run needs no comparison");
  const heads = await byTestId(page, "compare-table").locator("thead th").allTextContents();
  assert.deepEqual(heads.slice(0, 3), ["Run", "form", "label"]);
  assert.ok(!heads.includes("Share"), "another suite's metric");
  const means = [second, same].map(({ summary }) => summary.groups[0].metrics.overlap.mean);
  const row = byTestId(page, "mean-row");
  assert.match(await row.locator("th").textContent(), /mean of 2 runs/);
  const cell = row.locator("td.number").first();
  assert.equal(Number(await cell.getAttribute("data-value")), (means[0] + means[1]) / 2);
  assert.equal(await byTestId(page, "metric-select").count(), 2);
  await byTestId(page, "filter-suite").selectOption("=other");
  assert.equal(await shownCount(page), other.samples.length);
  assert.deepEqual(problems, []);
  await close();
});

test("a run that is not complete is marked everywhere, and its reasons come first", async () => {
  const data = smallReport();
  data.runs[0].progress = { done: 60, planned: 600 };
  data.runs[0].warnings = ["not complete, 60 of 600 samples (10 %) are done"];
  data.runs[0].summary.cached = 7;
  data.runs[1].progress = { done: 60, planned: 60 };
  const { file } = await madeReport("cut.html", data);
  const { page, problems, close } = await openFile(browser, file);
  assert.match(await byTestId(page, "warnings").textContent(), /60 of 600 samples/);
  assert.equal(await byTestId(page, "done-0").textContent(), "60 of 600");
  assert.equal(await byTestId(page, "cached-0").textContent(), "7 of 60");
  for (const table of ["runs-table", "compare-table", "summary-table", "breakdown-table"]) {
    const text = await byTestId(page, table).first().textContent();
    assert.equal(/alpha\S* \*/.test(text), true, `${table}: ${text.slice(0, 200)}`);
    assert.equal(/beta\S* \*/.test(text), false, table);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("epochs are named first, and colours of differences are explained", async () => {
  const { file, data } = await madeReport("epochs.html", largeReport());
  const drawn = pairs(data).find(([sample]) => sample.pictures.length === 3);
  const { page, problems, close } = await openFile(browser, file, { hash: hashOf(drawn) });
  await byTestId(page, "detail-dialog").waitFor({ state: "visible" });
  assert.match(await byTestId(page, "detail-id").textContent(), /, epoch \d$/);
  const legend = byTestId(page, "detail-dialog").locator("[data-testid=difference-legend]");
  assert.equal(await legend.textContent(), "missingextrain both");
  await page.keyboard.press("Escape");
  const facts = await page.locator(".card .facts").first().textContent();
  assert.match(facts, /^epoch \d \u00b7 /);
  assert.deepEqual(problems, []);
  await close();
});

test("charts that the program drew are pictures with their values below", async () => {
  const data = smallReport();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="400"><title>t</title>' +
    '<style>.g{fill:#fff}@media screen and (prefers-color-scheme:dark){.g{fill:#15181b}}</style>' +
    '<rect class="g" width="760" height="400"/></svg>';
  const chart = {
    kind: "radar",
    suite: "demo",
    title: "success by skill",
    text: `radar of success. ${HOSTILE.markup}`,
    svg: Buffer.from(svg).toString("base64"),
    columns: ["series", "skill", "success", "n"],
    rows: [["m/1", HOSTILE.markup, "0.5000", "4"]],
    notes: [],
  };
  data.charts = [chart, { ...chart, kind: "line" }];
  const { file } = await madeReport("charts.html", data);
  const { page, problems, close } = await openFile(browser, file);
  const figures = byTestId(page, "made-chart");
  assert.equal(await figures.count(), 2);
  const image = figures.first().locator("img");
  assert.equal(await image.getAttribute("alt"), chart.text);
  await image.scrollIntoViewIfNeeded();
  await image.evaluate((element) => element.decode());
  assert.equal(await image.evaluate((element) => element.naturalWidth), 760);
  await figures.first().locator("summary").click();
  assert.ok((await figures.first().locator("td").nth(1).textContent()).includes("<b>bold</b>"));
  const link = figures.nth(1).locator("a");
  assert.equal(await link.getAttribute("download"), "line-2.svg");
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.deepEqual(problems, []);
  await close();
});

test("a page without data says so", async () => {
  const file = path.join(folder, "empty.html");
  await writeFile(file, template);
  const { page, close } = await openFile(browser, file);
  assert.match(await byTestId(page, "problem").textContent(), /holds no report/);
  await close();
});

// Smooth is what does little: the work is counted, since a busy machine makes any time long.
test("five thousand samples cost no more than the window's", async (t) => {
  const { file, data } = await madeReport("large.html", largeReport());
  assert.equal(pairs(data).length, 5000);
  assert.equal(Object.keys(data.images).length, 2000);
  const { page, problems, close } = await openFile(browser, file);
  const scrolled = await page.evaluate(async () => {
    document.getElementById("samples").scrollIntoView();
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const cards = () => document.getElementsByClassName("card");
    let made = 0;
    const observer = new MutationObserver((records) => {
      const nodes = records.flatMap((record) => [...record.addedNodes]);
      made += nodes.filter((node) => node.classList?.contains("card")).length;
    });
    /** How many cards a step of so many pixels puts into the page. */
    const step = async (pixels) => {
      const before = made;
      window.scrollBy(0, pixels);
      await frame();
      await frame();
      return made - before;
    };
    await frame();
    observer.observe(document.body, { childList: true, subtree: true });
    const [first] = cards();
    const top = first.getBoundingClientRect().top;
    const columns = [...cards()].filter((card) => card.getBoundingClientRect().top === top).length;
    const result = { columns, elements: 0, cards: 0, made: 0, madeByInches: 0, blank: 0 };
    for (let i = 0; i < 60; i++) {
      result.made = Math.max(result.made, await step(1500));
      result.elements = Math.max(result.elements, document.getElementsByTagName("*").length);
      result.cards = Math.max(result.cards, cards().length);
      const middle = document.elementFromPoint(innerWidth / 2, innerHeight * 0.7);
      if (!middle?.closest(".gallery")) result.blank++;
    }
    for (let i = 0; i < 40; i++) result.madeByInches += await step(10);
    window.scrollTo(0, document.documentElement.scrollHeight);
    await frame();
    await frame();
    const lastCard = [...cards()].pop();
    result.place = `${lastCard.ariaPosInSet}/${lastCard.ariaSetSize}`;
    return result;
  });
  t.diagnostic(`scrolling: ${JSON.stringify(scrolled)}`);
  assert.equal(scrolled.place, "5000/5000");
  assert.equal(scrolled.blank, 0);
  assert.ok(scrolled.elements < MAX_ELEMENTS, `${scrolled.elements} elements`);
  // A window of 900 pixels shows parts of five rows at most; two more stand ready on either side.
  const { columns } = scrolled;
  assert.ok(scrolled.cards <= 9 * columns, `${scrolled.cards} cards in ${columns} columns`);
  assert.ok(scrolled.made <= 9 * columns, `${scrolled.made} cards made at once`);
  // 400 pixels bring one or two rows into reach; cards that stay are not put in again.
  const { madeByInches } = scrolled;
  assert.ok(madeByInches >= columns && madeByInches <= 2 * columns, `${madeByInches} cards made`);

  const filtering = await page.evaluate(() => {
    const menu = document.querySelector("[data-testid=filter-verdict]");
    const made = new MutationObserver(() => {});
    made.observe(document.body, { childList: true, subtree: true });
    return [...menu.options].map(({ value }) => {
      menu.value = value;
      menu.dispatchEvent(new Event("change"));
      const nodes = made.takeRecords().flatMap((record) => [...record.addedNodes]);
      return nodes.reduce((sum, node) => sum + 1 + (node.querySelectorAll?.("*").length ?? 0), 0);
    });
  });
  t.diagnostic(`filtering puts in ${filtering.join(", ")} elements`);
  assert.ok(Math.max(...filtering) < MAX_ELEMENTS);
  const chosen = await byTestId(page, "filter-verdict").inputValue();
  const expected = pairs(data).filter(([sample]) => `=${sample.verdict}` === chosen).length;
  assert.equal(await shownCount(page), expected);
  assert.deepEqual(problems, []);
  await close();
});

test("paper gets light colours and plainly placed cards", async () => {
  const { file, data } = subject;
  const { page, problems, close } = await openFile(browser, file, { colorScheme: "dark" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.equal(await byTestId(page, "gallery-card").count(), Math.min(48, pairs(data).length));
  const [position, ground] = await page.evaluate(() => [
    getComputedStyle(document.querySelector(".card")).position,
    getComputedStyle(document.documentElement).backgroundColor,
  ]);
  assert.deepEqual([position, ground], ["static", "rgb(255, 255, 255)"]);
  assert.ok((await page.pdf({ format: "A4" })).length > 1000);
  assert.deepEqual(problems, []);
  await close();
});

test(
  "the screenshot is written when asked for",
  { skip: !process.env.PAPERT_SCREENSHOT },
  async () => {
    const { page, problems, close } = await openFile(browser, subject.file, {
      viewport: { width: 1280, height: 1600 },
    });
    await page.waitForTimeout(300);
    await page.screenshot({ path: process.env.PAPERT_SCREENSHOT });
    assert.deepEqual(problems, []);
    await close();
  },
);
