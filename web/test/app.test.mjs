// The web application as its user meets it: a real server, a real browser.
//
//   PAPERT=../build/release/papert node --test test/app.test.mjs
//
//   PAPERT_SCREENSHOTS   a folder for pictures of every page
//   CHROMIUM             the browser, if it is not /usr/bin/chromium

import assert from "node:assert/strict";
import { appendFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, openUrl, seriousFindings } from "./browser.mjs";
import { HOSTILE } from "./fixture.mjs";
import { evaluate, makeHostile, makeHostileTasks, makeLogDir, serve } from "./server.mjs";

const MAX_ELEMENTS = 3000;
const MAX_FIRST_BYTES = 200_000;
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

let browser;
let logDir;
let server;
const runs = {};

before(async () => {
  browser = await launch();
  logDir = await makeLogDir();
  const few = ["--count", "3", "--display", "none"];
  runs.heuristic = await evaluate(logDir, "shapecode", "baseline/heuristic", few);
  runs.empty = await evaluate(logDir, "shapecode", "baseline/empty", few);
  runs.turtle = await evaluate(logDir, "turtlebench", "baseline/oracle", ["--count", "3"]);
  runs.xlogo = await evaluate(logDir, "xlogo", "baseline/oracle", [...few, "--epochs", "2"]);
  runs.sgp = await evaluate(logDir, "sgp", "baseline/constant=B", few);
  runs.hostile = await makeHostile(logDir, runs.heuristic);
  server = await serve(["--log-dir", logDir]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  if (logDir) await rm(logDir, { recursive: true, force: true });
});

/** Opens a page with the token; `use` gets it, and no problem may be left. */
async function visit(hash, use, options = {}) {
  const { page, problems, context, close } = await openUrl(browser, server.url, server.open, options);
  await page.evaluate((to) => (location.hash = to), hash);
  await page.waitForFunction(() => !document.querySelector("main[aria-busy]"));
  try {
    await use(page, context);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

const byId = (page, id) => page.locator(`[data-testid="${id}"]`);
const enc = encodeURIComponent;

async function firstSample(run, query = "") {
  const response = await fetch(`${server.url}/api/v1/runs/${enc(run)}/samples?limit=200&${query}`);
  return (await response.json()).rows;
}

async function pages() {
  const [sample] = await firstSample(runs.heuristic, "verdict=wrong,right");
  const at = ["#/run", enc(runs.heuristic)].join("/");
  return {
    runs: "#/runs",
    run: at,
    results: `${at}?view=results`,
    sample: `${at}/sample/${enc(sample.id)}/0?at=0`,
    compare: `#/compare?a=${enc(runs.empty)}&b=${enc(runs.heuristic)}`,
    leaderboard: "#/leaderboard",
    tasks: "#/tasks?source=mint:shapecode&count=2",
    play: "#/play?lang=shapes&suite=shapecode&seed=8&tier=medium",
  };
}

/** Waits until pictures and lists are there. */
async function settle(page) {
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.waitForTimeout(100);
}

test("every page, light and dark, wide and narrow: no problem, nothing serious by axe", async () => {
  const looks = {
    light: { colorScheme: "light", viewport: { width: 1400, height: 900 } },
    dark: { colorScheme: "dark", viewport: { width: 1400, height: 900 } },
    narrow: { colorScheme: "light", viewport: { width: 360, height: 740 } },
  };
  const folder = process.env.PAPERT_SCREENSHOTS;
  if (folder) await mkdir(folder, { recursive: true });
  for (const [name, hash] of Object.entries(await pages())) {
    for (const [look, options] of Object.entries(looks)) {
      await visit(
        hash,
        async (page) => {
          await settle(page);
          if (folder) await page.screenshot({ path: path.join(folder, `${name}-${look}.png`) });
          const size = await page.evaluate(() => ({
            elements: document.querySelectorAll("*").length,
            wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            tables: [...document.querySelectorAll(".scroll")].filter(
              (box) => box.scrollWidth > box.clientWidth,
            ).length,
          }));
          assert.ok(size.elements < MAX_ELEMENTS, `${name}: ${size.elements} elements`);
          assert.ok(size.wide <= 0, `${name}, ${look}: ${size.wide} px too wide`);
          // The report's own tables may scroll sideways in a narrow window; ours fit.
          if (name !== "results") assert.equal(size.tables, 0, `${name}, ${look}: a table scrolls`);
          assert.deepEqual(await seriousFindings(page), [], `${name}, ${look}`);
        },
        // axe is put into the page, which the policy of the page forbids.
        { ...options, bypassCSP: true },
      );
    }
  }
});

test("the runs page filters, and compares two that are picked", async () => {
  await visit("#/runs", async (page) => {
    const rows = byId(page, "run-row");
    assert.equal(await rows.count(), 6);
    await byId(page, "search").fill("heuristic");
    await page.waitForFunction(
      () => document.querySelectorAll('[data-testid="run-row"]').length === 1,
    );
    assert.match(page.url(), /q=heuristic/);
    await byId(page, "search").fill("shapecode baseline");
    await page.waitForFunction(
      () => document.querySelectorAll('[data-testid="run-row"]').length === 2,
    );
    for (const box of await page.locator('tbody input[type="checkbox"]').all()) await box.check();
    await byId(page, "compare-picked").click();
    await byId(page, "difference-table").waitFor();
    await page.goBack();
    await byId(page, "runs-table").waitFor();
  });
});

test("runs are sorted by column, either way, and the address keeps it", async () => {
  await visit("#/runs", async (page) => {
    const names = () => byId(page, "run-row").evaluateAll((all) => all.map((row) => row.dataset.name));
    const results = () =>
      byId(page, "run-row").evaluateAll((all) =>
        all.map((row) => row.querySelector(".figure").dataset.value).filter(Boolean).map(Number));
    // A log that is read for the first time has no figure yet.
    await page.waitForFunction(() => document.querySelectorAll("tbody .figure[data-value]").length > 2);
    const given = await names();
    const order = () =>
      page.locator("thead [aria-sort]").evaluateAll((all) => all.map((head) => head.ariaSort));
    assert.deepEqual(await order(), []);
    await byId(page, "sort-result").click();
    assert.deepEqual(await order(), ["descending"]);
    const down = await results();
    assert.deepEqual(down, [...down].sort((x, y) => y - x));
    await byId(page, "sort-result").press("Enter");
    assert.deepEqual(await order(), ["ascending"]);
    assert.deepEqual(await results(), [...down].reverse());
    assert.match(page.url(), /sort=result/);
    await page.reload();
    await byId(page, "runs-table").waitFor();
    assert.deepEqual(await results(), [...down].reverse());
    await byId(page, "sort-result").click();
    assert.deepEqual(await names(), given);
    await byId(page, "sort-suite").click();
    const suites = await page.locator("td.suite").allTextContents();
    assert.deepEqual(suites, [...suites].sort());
  });
});

test("of many runs every one can be compared and annotated", async () => {
  const [row] = (await (await fetch(`${server.url}/api/v1/runs?suite=shapecode`)).json()).rows;
  const all = Array.from({ length: 450 }, (_, i) => ({ ...row, name: `run-${i}`, label: `model ${i}` }));
  const isList = (url) => url.pathname === "/api/v1/runs";
  await visit("#/tasks?source=mint:shapecode&count=1", async (page) => {
    await page.route(isList, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const from = all.findIndex(({ name }) => name === query.get("after")) + 1;
      const rows = all.slice(from, from + Number(query.get("limit")));
      const next = from + rows.length < all.length ? rows.at(-1).name : null;
      return route.fulfill({ json: { rows, next } });
    });
    await page.evaluate(() => (location.hash = "#/compare"));
    await byId(page, "pick-a").waitFor();
    assert.equal(await byId(page, "pick-a").locator("option").count(), 1 + all.length);
    await page.evaluate(() => (location.hash = "#/annotate?kind=verdict/shapecode"));
    await byId(page, "run-choice").first().waitFor();
    assert.equal(await byId(page, "run-choice").count(), all.length);
  });
});

test("a run shows its figures, samples by filter, and the report's tables", async () => {
  await visit(`#/run/${enc(runs.heuristic)}`, async (page) => {
    const summary = JSON.parse(
      await readFile(path.join(logDir, runs.heuristic, "summary.json"), "utf8"),
    );
    const mean = summary.groups[0].metrics[summary.primary].mean;
    assert.equal(Number(await byId(page, "primary").getAttribute("data-value")), mean);
    await byId(page, "gallery-card").first().waitFor();
    await byId(page, "filter-tag-tier").selectOption("easy");
    await page.waitForFunction(
      () => document.querySelector('[data-testid="gallery-count"]')?.dataset.shown === "3",
    );
    await byId(page, "tab-results").click();
    await byId(page, "summary-table").waitFor();
    const shown = await byId(page, `metric-0-${summary.primary}`).getAttribute("data-value");
    assert.equal(Number(shown), mean);
    assert.ok((await page.locator("svg").count()) > 0, "there are charts");
  });
});

test("a sample says how the rule brings its pictures together, and mixes those", async () => {
  const [sample] = await firstSample(runs.turtle);
  await visit(`#/run/${enc(runs.turtle)}/sample/${enc(sample.id)}/0`, async (page) => {
    assert.match(await byId(page, "compared").textContent(), /the box of their ink/);
    await byId(page, "opacity").fill("30");
    const mixed = await page.locator(".mixed").evaluateAll((images) => images.map(({ src }) => src));
    assert.deepEqual(
      mixed.map((src) => src.split("/").at(-1)),
      ["compared_target", "compared_drawing"],
    );
    await page.locator(".mixed").last().evaluate((image) => image.decode());
  });
});

test("a sample shows four pictures, zooms them together and probes pixels", async () => {
  const hash = (await pages()).sample;
  await visit(hash, async (page) => {
    for (const kind of ["target", "drawing", "overlay", "difference"]) {
      const image = byId(page, `pane-${kind}`);
      await image.waitFor();
      await page.waitForFunction(
        (id) => document.querySelector(`[data-testid="${id}"]`)?.naturalWidth > 0,
        `pane-${kind}`,
      );
    }
    const box = await byId(page, "pane-target").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    assert.match(await byId(page, "probe").textContent(), /^x \d+, y \d+: target #[0-9a-f]{6}/);
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    const transforms = await page
      .locator(".frame img")
      .evaluateAll((images) => images.map((image) => image.style.transform));
    assert.equal(new Set(transforms).size, 1);
    assert.match(transforms[0], /scale\(1\.5625\)/);
    await page.keyboard.press("0");
    await page.keyboard.press("b");
    assert.equal(await byId(page, "blink").getAttribute("aria-pressed"), "true");
    const own = await byId(page, "pane-drawing").getAttribute("src");
    assert.match(own, /drawing$/);
    assert.equal(await byId(page, "blinking").isHidden(), false);
    await page.waitForFunction(() => document.querySelector('[data-testid="blinking"]').hidden);
    await page.keyboard.press("b");
    assert.equal(await byId(page, "blinking").count(), 0);
    assert.equal(await byId(page, "pane-drawing").getAttribute("src"), own);
    // By keyboard alone: a pixel to the right and one down, ten at once with Shift.
    await page.mouse.move(0, 0);
    const probed = async () => /^x (\d+), y (\d+)/.exec(await byId(page, "probe").textContent());
    await page.keyboard.press("p");
    const [, x, y] = (await probed()).map(Number);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    assert.deepEqual((await probed()).slice(1).map(Number), [x + 1, y + 10]);
    assert.match(await byId(page, "probe").textContent(), /overlay #/);
    await byId(page, "opacity").fill("80");
    assert.equal(await page.locator(".mixed").count(), 2);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    assert.doesNotMatch(await byId(page, "probe").textContent(), /overlay #/, "it is not what is seen");
    await page.keyboard.press("p");
    assert.equal(await byId(page, "probe").textContent(), "");
    await byId(page, "detail-reply").waitFor();
    await byId(page, "related").waitFor();
    const before_ = page.url();
    await byId(page, "steps").locator("a").first().waitFor();
    await page.locator("h1").click();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((url) => location.href !== url, before_);
    await page.waitForFunction(() => !document.querySelector("main[aria-busy]"));
  });
});

test("samples of all suites open, also without stored pictures", async () => {
  for (const name of ["turtle", "xlogo", "sgp", "empty"]) {
    const [sample] = await firstSample(runs[name]);
    await visit(`#/run/${enc(runs[name])}/sample/${enc(sample.id)}/0`, async (page) => {
      await byId(page, "detail-reply").waitFor();
      await byId(page, "pane-target").waitFor();
      await settle(page);
      await page.locator("summary", { hasText: "A right answer" }).click();
      await byId(page, "reference-text").waitFor();
      // A world to walk in is not laid over the walk.
      const kinds = await page.locator(".frame").evaluateAll((all) => all.map((one) => one.dataset.kind));
      if (name === "xlogo") assert.deepEqual(kinds, ["target", "drawing"]);
    });
  }
});

test("what could not be loaded can be asked for again, and then it is there", async () => {
  const [sample] = await firstSample(runs.heuristic);
  const { page, close } = await openUrl(browser, server.url, server.open);
  let fails = true;
  await page.route(/\/(explanation|replay)$/, (route) => {
    if (!fails) return route.continue();
    return route.fulfill({ status: 503, json: { error: { code: "busy", message: "too much to do", where: "" } } });
  });
  const hash = `#/run/${enc(runs.heuristic)}/sample/${enc(sample.id)}/${sample.epoch}`;
  await page.evaluate((to) => (location.hash = to), hash);
  for (const [part, found] of [["reference", "reference-text"], ["replay-part", "replay"]]) {
    fails = true;
    const details = byId(page, part);
    await details.locator("summary").first().click();
    await details.locator('[data-testid="problem"]').waitFor();
    assert.match(await details.locator('[data-testid="problem"]').textContent(), /too much to do/);
    // Closed and opened it asks again, and fails again.
    const asked = page.waitForRequest(/\/(explanation|replay)$/);
    for (let i = 0; i < 2; i++) await details.locator("summary").first().click();
    await asked;
    await details.locator('[data-testid="problem"]').waitFor();
    fails = false;
    await details.locator('[data-testid="try-again"]').press("Enter");
    await byId(page, found).waitFor();
    assert.equal(await details.locator('[data-testid="problem"]').count(), 0);
  }
  fails = true;
  await page.evaluate((to) => (location.hash = to),
    `#/compare?a=${enc(runs.empty)}&b=${enc(runs.heuristic)}`);
  const why = byId(page, "why").first();
  await why.locator("summary").click();
  await why.locator('[data-testid="problem"]').nth(1).waitFor();
  fails = false;
  for (const left of [1, 0]) {
    await why.locator('[data-testid="try-again"]').first().click();
    await page.waitForFunction(
      (n) => document.querySelectorAll('[data-testid="why"] [data-testid="problem"]').length === n, left);
  }
  await close();
});

test("hostile text stays text in every field", async () => {
  const rows = await firstSample(runs.hostile);
  assert.ok(rows.some(({ id }) => id === HOSTILE.markup));
  const hashes = [
    "#/runs",
    "#/leaderboard",
    `#/run/${enc(runs.hostile)}`,
    `#/run/${enc(runs.hostile)}?view=results`,
    `#/compare?a=${enc(runs.heuristic)}&b=${enc(runs.hostile)}&cell=only_a`,
    ...rows.map(({ id, epoch }) => `#/run/${enc(runs.hostile)}/sample/${enc(id)}/${epoch}`),
  ];
  for (const hash of hashes) {
    const { page, problems, close } = await openUrl(browser, server.url, server.open);
    await page.evaluate((to) => (location.hash = to), hash);
    await page.waitForFunction(() => !document.querySelector("main[aria-busy]"));
    await settle(page);
    assert.equal(await page.evaluate(() => window.hacked), undefined, hash);
    // A task that is not in the data has no explanation: that answer is 404 and nothing else.
    const others = problems.filter((text) => !/status of 404/.test(text));
    assert.deepEqual(others, [], hash);
    assert.equal(await page.locator('main [data-testid="problem"]').count(), 0, hash);
    await close();
  }
});

test("hostile text in a data folder stays text where tasks are shown, answered and labelled", async () => {
  const folder = await makeLogDir();
  const ids = await makeHostileTasks(path.join(folder, "tasks"));
  const other = await serve(["--log-dir", logDir, "--data", path.join(folder, "tasks"), "--annotations", path.join(folder, "given")]);
  const narrow = { viewport: { width: 360, height: 740 } };
  const { page, problems, close } = await openUrl(browser, other.url, other.open, narrow);
  const isText = async (where) => {
    assert.equal(await page.evaluate(() => window.hacked), undefined, where);
    assert.equal(await page.locator("main b, main script, main [onerror]").count(), 0, where);
    const shown = await page.evaluate(() => document.body.innerText);
    assert.doesNotMatch(shown, INVISIBLE, where);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${where}: ${wide} px too wide`);
    assert.deepEqual(problems, [], where);
  };
  const go = async (hash) => {
    await page.evaluate((to) => (location.hash = to), hash);
    await page.waitForFunction(() => !document.querySelector("main[aria-busy]"));
  };
  try {
    const { data } = await (await fetch(`${other.url}/api/v1/info`)).json();
    const source = `source=data:sgp:${data[0].hash}`;
    await go(`#/tasks?${source}`);
    await byId(page, "task-card").last().waitFor();
    assert.equal(await byId(page, "task-card").count(), ids.length);
    await settle(page);
    await isText("the list");
    const categories = byId(page, "tag-category").locator("option");
    assert.ok((await categories.count()) > 2);
    for (let i = 0; i < ids.length; i++) {
      await byId(page, "task-card").nth(i).locator("button").click();
      await byId(page, "task-prompt").waitFor();
      await byId(page, "show-reference").click();
      await byId(page, "reference").waitFor();
      await settle(page);
      await isText(`task ${i}`);
      await page.keyboard.press("Escape");
    }
    await byId(page, "tag-category").selectOption({ index: 1 });
    await page.waitForFunction(
      (n) => {
        const cards = document.querySelectorAll('[data-testid="task-card"]').length;
        return cards > 0 && cards < n;
      },
      ids.length,
    );
    await isText("by category");
    await go(`#/annotate/answer?${source}&set=hostile`);
    await byId(page, "person").fill("ann");
    await page.keyboard.press("Enter");
    await byId(page, "letters").waitFor();
    for (let i = 0; i < ids.length; i++) {
      await isText(`answer ${i}`);
      await page.keyboard.press("ArrowRight");
      await settle(page);
    }
    await go(`#/annotate/label?${source}&kind=answer/sgp&set=hostile`);
    await byId(page, "annotator").fill("ann");
    await page.keyboard.press("Enter");
    await byId(page, "fields").waitFor();
    for (let i = 0; i < ids.length; i++) {
      await isText(`label ${i}`);
      await page.keyboard.press("ArrowRight");
      await settle(page);
    }
  } finally {
    await close();
    await other.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("who goes back comes to the place in the list that was left", async () => {
  await visit(
    `#/run/${enc(runs.heuristic)}`,
    async (page) => {
      await byId(page, "gallery-card").first().waitFor();
      await page.evaluate(() => window.scrollTo(0, 900));
      const card = byId(page, "gallery-card").nth(3);
      await card.scrollIntoViewIfNeeded();
      const left = await page.evaluate(() => window.scrollY);
      assert.ok(left > 500, `${left}`);
      await card.locator("button, a").first().click();
      await byId(page, "detail-reply").waitFor();
      assert.equal(await page.evaluate(() => window.scrollY), 0);
      assert.equal(await page.evaluate(() => document.activeElement.id), "content");
      await page.goBack();
      await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 2, left);
      // The same address by a link is a new visit.
      await page.keyboard.press("g");
      await page.keyboard.press("r");
      await byId(page, "runs-table").waitFor();
      await byId(page, "run-row").locator("a", { hasText: "heuristic" }).first().click();
      await byId(page, "gallery-card").first().waitFor();
      assert.equal(await page.evaluate(() => window.scrollY), 0);
    },
    { viewport: { width: 360, height: 740 } },
  );
});

test("the last of very many samples is reached, and none is skipped on the way", async () => {
  // In one column they would be taller than any browser shows.
  const total = 200_000;
  const [sample] = await firstSample(runs.heuristic);
  await visit(
    "#/runs",
    async (page) => {
      await page.route(/\/samples\?/, (route) => {
        const query = new URL(route.request().url()).searchParams;
        const from = Number(query.get("from") ?? 0);
        const n = Math.max(0, Math.min(Number(query.get("limit")), total - from));
        const rows = Array.from({ length: n }, (_, i) => ({ ...sample, id: `s${from + i}`, pictures: [] }));
        return route.fulfill({ json: { total, from, rows, next: null } });
      });
      await page.evaluate((to) => (location.hash = to), `#/run/${enc(runs.heuristic)}`);
      await byId(page, "gallery-card").first().waitFor();
      const seen = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('[data-testid="gallery-card"]')]
            .filter((card) => {
              const box = card.getBoundingClientRect();
              return box.bottom > 0 && box.top < window.innerHeight;
            })
            .map((card) => Number(card.getAttribute("aria-posinset"))),
        );
      const scrollTo = async (part, [from, to]) => {
        await page.evaluate((x) => window.scrollTo(0, x * document.documentElement.scrollHeight), part);
        await page.waitForFunction(
          ([least, most]) =>
            [...document.querySelectorAll("[aria-posinset]")].some((card) => {
              const place = Number(card.getAttribute("aria-posinset"));
              return place >= least && place <= most;
            }),
          [from, to],
        );
        await page.waitForTimeout(300);
      };
      await scrollTo(1, [total, total]);
      assert.equal((await seen()).at(-1), total);
      await scrollTo(0.5, [0.49 * total, 0.51 * total]);
      let before_ = await seen();
      // A page down goes no further than the window shows.
      for (let i = 0; i < 3; i++) {
        await page.keyboard.press("PageDown");
        await page.waitForTimeout(500);
        const now = await seen();
        assert.ok(now[0] <= before_.at(-1) + 1 && now.at(-1) > before_.at(-1), `${before_} to ${now}`);
        before_ = now;
      }
      const focused = () =>
        page.evaluate(() => Number(document.activeElement.closest(".card")?.getAttribute("aria-posinset")));
      await page.locator(`[aria-posinset="${before_[1]}"] button`).focus();
      for (let i = 1; i <= 12; i++) {
        await page.keyboard.press("Tab");
        await page.waitForTimeout(100);
        assert.equal(await focused(), before_[1] + i);
      }
      assert.ok((await seen()).includes(before_[1] + 12), "what has the focus is in sight");
      await scrollTo(0, [1, 1]);
    },
    { viewport: { width: 360, height: 740 } },
  );
});

/** Planned more than there is, and written a moment ago: running. */
async function planMore(name) {
  const config = path.join(logDir, name, "run.json");
  const json = JSON.parse(await readFile(config, "utf8"));
  await writeFile(config, JSON.stringify({ ...json, planned: 1000 }));
}

test("a run that grows is shown as it grows", async () => {
  const name = runs.empty;
  const file = path.join(logDir, name, "samples.jsonl");
  const [line] = (await readFile(file, "utf8")).split("\n");
  const sample = { ...JSON.parse(line), id: "added while somebody looks", pictures: [] };
  await planMore(name);
  await appendFile(file, `${JSON.stringify({ ...sample, epoch: 1 })}\n`);
  await visit(`#/run/${enc(name)}`, async (page) => {
    assert.equal(await byId(page, "state").textContent(), "running");
    const done = Number(await byId(page, "done").getAttribute("data-value"));
    await appendFile(file, `${JSON.stringify(sample)}\n`);
    await page.waitForFunction(
      (n) => Number(document.querySelector('[data-testid="done"]')?.dataset.value) === n,
      done + 1,
    );
  });
});

test("results of a run that grows are made anew, but not under somebody's hands", async () => {
  const file = path.join(logDir, runs.empty, "samples.jsonl");
  const [line] = (await readFile(file, "utf8")).split("\n");
  let epoch = 10;
  await planMore(runs.empty);
  const grow = () => appendFile(file, `${JSON.stringify({ ...JSON.parse(line), epoch: epoch++ })}\n`);
  await grow();
  await visit(`#/run/${enc(runs.empty)}?view=results`, async (page) => {
    await byId(page, "results").waitFor();
    const figures = async () => Number(await byId(page, "results").getAttribute("data-samples"));
    const are = (n) =>
      page.waitForFunction(
        (wanted) => document.querySelector('[data-testid="results"]')?.dataset.samples === String(wanted), n);
    const more = (n) =>
      page.waitForFunction(
        (wanted) => document.querySelector('[data-testid="results-state"]')?.textContent.includes(wanted),
        `; ${n} more since.`,
      );
    const before_ = await figures();
    assert.match(await byId(page, "results-state").textContent(), new RegExp(`^Of ${before_} samples so far`));
    const menu = byId(page, "metric-select").first();
    const chosen = await menu.locator("option").last().getAttribute("value");
    await menu.selectOption(chosen);
    await byId(page, "config-0").locator("summary").click();
    await page.evaluate(() => {
      document.activeElement.blur();
      window.scrollTo(0, 400);
    });
    const top = await page.evaluate(() => window.scrollY);
    await grow();
    await are(before_ + 1);
    assert.equal(await menu.inputValue(), chosen);
    assert.equal(await byId(page, "config-0").getAttribute("open"), "");
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => window.scrollY), top);
    await menu.focus();
    await grow();
    await more(1);
    await page.waitForTimeout(4000);
    assert.equal(await figures(), before_ + 1, "what has the focus stays");
    await byId(page, "refresh-results").press("Enter");
    await are(before_ + 2);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "refresh-results");
  });
});

test("two runs are scored again by other ways to look for answers, when that is asked for", async () => {
  // The same answers, but with words around them, which only the lenient way looks past.
  const name = "99990102T000000-words";
  await cp(path.join(logDir, runs.heuristic), path.join(logDir, name), { recursive: true });
  const file = path.join(logDir, name, "samples.jsonl");
  const lines = (await readFile(file, "utf8")).trim().split("\n").map(JSON.parse);
  const worded = lines.map((line) => ({ ...line, reply: `Here it is:\n\n${line.answer}\nI hope that helps.` }));
  await writeFile(file, worded.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await visit(`#/compare?a=${enc(runs.heuristic)}&b=${enc(name)}`, async (page) => {
    assert.equal(await byId(page, "policies").count(), 0);
    await byId(page, "policies-part").locator("summary").click();
    await byId(page, "policies").waitFor();
    const of = (policy) => byId(page, `policy-${policy}`).locator('[data-testid="difference"]').textContent();
    assert.equal(await of("as recorded"), "0.0000");
    assert.equal(await of("lenient"), "0.0000");
    const moves = await byId(page, "policy-moves").textContent();
    assert.match(moves, /B, strict: \d+ from .* to invalid \(whole\): fresh-/);
    assert.doesNotMatch(moves, /A, strict|lenient/);
    await byId(page, "policy-moves").locator("a").first().click();
    await byId(page, "gallery-card").first().waitFor();
    assert.match(page.url(), new RegExp(`/run/${name}\\?q=`));
  });
  await rm(path.join(logDir, name), { recursive: true });
});

test("tasks are minted, shown, and keep their answer until asked", async () => {
  await visit("#/tasks?source=mint:xlogo&count=2", async (page) => {
    await byId(page, "task-card").first().waitFor();
    await byId(page, "task-card").first().locator("button").click();
    await byId(page, "task-prompt").waitFor();
    assert.equal(await byId(page, "reference").count(), 0);
    await byId(page, "show-reference").click();
    await byId(page, "reference").waitFor();
  });
});

test("tasks are told apart by their tags", async () => {
  await visit("#/tasks?source=mint:turtlebench&count=3", async (page) => {
    await byId(page, "task-card").first().waitFor();
    const all = await byId(page, "task-card").count();
    await byId(page, "tag-task").selectOption("tweak");
    await page.waitForFunction(
      (n) => {
        const cards = document.querySelectorAll('[data-testid="task-card"]').length;
        return cards > 0 && cards < n;
      },
      all,
    );
    assert.match(page.url(), /tag=task%3Atweak/);
    assert.equal(await byId(page, "tag-task").inputValue(), "tweak");
    await page.goBack();
    await page.waitForFunction(
      (n) => document.querySelectorAll('[data-testid="task-card"]').length === n, all);
  });
});

test("keys alone go everywhere", async () => {
  await visit("#/runs", async (page) => {
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await byId(page, "board-table").first().waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await byId(page, "runs-table").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("turtle");
    await page.waitForFunction(
      () => document.querySelectorAll('[data-testid="run-row"]').length === 1,
    );
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await byId(page, "keys").waitFor();
    await page.keyboard.press("Escape");
    await byId(page, "run-row").locator("a").focus();
    await page.keyboard.press("Enter");
    await byId(page, "run-facts").waitFor();
  });
});

test("without the token pages show what may be read and say what is missing", async () => {
  const { page, close } = await openUrl(browser, server.url, `${server.url}/#/tasks`);
  await byId(page, "problem").waitFor();
  assert.match(await byId(page, "problem").textContent(), /needs the token/);
  await page.goto(`${server.url}/#/runs`);
  await byId(page, "run-row").first().waitFor();
  await page.goto(`${server.url}/${(await pages()).sample}`);
  await page.locator("figcaption", { hasText: "needs the token" }).first().waitFor();
  await close();
});

test("an address that is nothing says so", async () => {
  await visit("#/nowhere/at/all", async (page) => {
    assert.match(await byId(page, "problem").textContent(), /no such page/);
  });
});

test("the first page needs few bytes", async () => {
  const { buildApp } = await import("../build_app.mjs");
  const files = new Map((await buildApp()).map(({ name, bytes }) => [name, gzipSync(bytes).length]));
  const { page, close } = await openUrl(browser, server.url, server.open);
  await byId(page, "runs-table").waitFor();
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
  const bytes = ["/index.html", ...loaded].reduce((sum, name) => sum + (files.get(name) ?? 0), 0);
  assert.ok(bytes > 5000 && bytes < MAX_FIRST_BYTES, `${bytes} bytes`);
  await close();
});
