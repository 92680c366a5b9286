// The playground as its user meets it: a real server, a real browser.
//
//   PAPERT=../build/release/papert node --test test/play.test.mjs

import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, openUrl } from "./browser.mjs";
import { HOSTILE } from "./fixture.mjs";
import { evaluate, makeLogDir, serve } from "./server.mjs";

const MAX_EXTRA_BYTES = 200_000;

let browser;
let logDir;
let server;
let run;

before(async () => {
  browser = await launch();
  logDir = await makeLogDir();
  run = await evaluate(logDir, "shapecode", "baseline/oracle", ["--count", "1", "--display", "none"]);
  server = await serve(["--log-dir", logDir, "--rate", "1000"]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  if (logDir) await rm(logDir, { recursive: true, force: true });
});

const byId = (page, id) => page.locator(`[data-testid="${id}"]`);
const encode = (text) => Buffer.from(text).toString("base64url");
const withCode = (lang, code, more = "") => `#/play?lang=${lang}${more}&code=${encode(code)}`;

/** Opens the playground; `use` gets it, and no problem may be left. */
async function play(hash, use, options = {}) {
  const { page, problems, close } = await openUrl(browser, server.url, server.open, options);
  await page.evaluate((to) => (location.hash = to), hash);
  await byId(page, "editor").waitFor();
  try {
    await use(page);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

/** Goes to another address in the same page, and waits until that is shown. */
async function go(page, hash) {
  await page.evaluate((to) => {
    document.querySelector('[data-testid="play-status"]')?.setAttribute("data-old", "");
    location.hash = to;
  }, hash);
  await page.locator('[data-testid="play-status"]:not([data-old])').waitFor();
}

/** Waits until the words below the tools match. */
const says = (page, pattern) =>
  page.waitForFunction(
    ([source]) =>
      new RegExp(source).test(document.querySelector('[data-testid="play-status"]')?.textContent ?? ""),
    [pattern.source],
  );

const isPainted = (page, kind) =>
  page.waitForFunction(
    (id) => document.querySelector(`[data-testid="${id}"]`)?.naturalWidth > 0,
    `play-${kind}`,
  );

async function type(page, text) {
  await byId(page, "editor").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

test("every language shows its examples, and keeps what was written in it", async () => {
  await play("#/play", async (page) => {
    for (const lang of ["turtle", "shapes", "xlogo", "svg", "cad"]) {
      await byId(page, "play-language").selectOption(lang);
      const examples = await byId(page, "play-example").locator("option").count();
      for (let i = 0; i < examples - 1; i++) {
        await byId(page, "play-example").selectOption(String(i));
        await says(page, /^ran in/);
        await isPainted(page, "drawing");
      }
    }
    await byId(page, "play-language").selectOption("shapes");
    await type(page, "filled_circle(cx=9, cy=9, radius=5)");
    await says(page, /^ran in/);
    await byId(page, "play-language").selectOption("cad");
    await byId(page, "play-language").selectOption("shapes");
    assert.equal(await byId(page, "editor").textContent(), "filled_circle(cx=9, cy=9, radius=5)");
  });
});

test("an endless loop ends, and what is typed next is run at once", async () => {
  await play(withCode("turtle", "import turtle\nwhile True: pass\n"), async (page) => {
    await says(page, /step_limit.*takes too long.*line 2/);
    await type(page, "import os\nwhile True: os.fork()");
    await says(page, /forbidden.*line 1/);
    await type(page, "import turtle\nturtle.forward(50)\nprint('hello')");
    await says(page, /^ran in/);
    await isPainted(page, "drawing");
    assert.equal(await byId(page, "play-printed").textContent(), "hello\n");
  });
});

test("an error is marked at its line until it is gone", async () => {
  await play("#/play", async (page) => {
    await says(page, /^ran in/);
    await byId(page, "play-example").selectOption("1");
    await page.locator(".cm-line", { hasText: "def draw(t):" }).waitFor();
    await byId(page, "editor").press("Control+z");
    await page.locator(".cm-line", { hasText: "import turtle" }).waitFor();
  });
  await play(withCode("turtle", "import turtle\nturtle.forwrd(1)\n"), async (page) => {
    const mark = page.locator(".cm-lintRange-error");
    await mark.first().waitFor();
    assert.equal((await mark.allTextContents()).join(""), "turtle.forwrd(1)");
    assert.match(await byId(page, "play-error").textContent(), /no attribute 'forwrd'/);
    await type(page, "import turtle\nturtle.forward(1)\n");
    await says(page, /^ran in/);
    assert.equal(await mark.count(), 0);
  });
  const others = [
    ["shapes", "\ncircle(cx=1)\n", "circle(cx=1)"],
    ["xlogo", "def run():\n    fly()\n", "fly()"],
    ["svg", "<svg viewBox='0 0 9 9'>\n  <rect></svg>", "</svg>"],
    ["cad", "SOL;\nWiggle:(1);\nEOS", "Wiggle:(1);"],
  ];
  await play("#/play", async (page) => {
    for (const [lang, code, marked] of others) {
      await go(page, withCode(lang, code));
      await page.locator(".cm-lintRange-error").first().waitFor();
      const text = (await page.locator(".cm-lintRange-error").allTextContents()).join("");
      assert.ok(text !== "" && marked.endsWith(text), `${lang}: ${text}`);
    }
  });
});

test("a program is stepped through when that is asked for, and not after it has changed", async () => {
  const code = "import turtle\nturtle.forward(50)\nturtle.left(90)\nturtle.forward(50)\n";
  const at = (page) => byId(page, "replay-position").textContent();
  await play(withCode("turtle", code), async (page) => {
    assert.equal(await byId(page, "replay").count(), 0);
    await byId(page, "replay-part").locator("summary").click();
    await byId(page, "replay").waitFor();
    assert.match(await at(page), /^Step 0 of 3/);
    await byId(page, "replay-last").click();
    assert.match(await at(page), /^Step 3 of 3, line 4/);
    await byId(page, "editor").click();
    await page.keyboard.type("#");
    await byId(page, "replay").waitFor({ state: "detached" });
    assert.equal(await byId(page, "replay-part").getAttribute("open"), null);
  });
  for (const [lang, program, steps] of [
    ["shapes", "circle(cx=9, cy=9, radius=5, stroke=1)\nfilled_square(cx=90, cy=90, size=9)\n", 2],
    ["svg", '<svg viewBox="0 0 9 9"><rect width="3" height="3"/><circle r="2"/></svg>', 2],
    ["cad", "Circle(center=(0,0), dir=(1,0), radius=2, clockwise=False)\n", 1],
  ]) {
    await play(withCode(lang, program), async (page) => {
      await byId(page, "replay-part").locator("summary").click();
      await byId(page, "replay").waitFor();
      assert.match(await at(page), new RegExp(` of ${steps}`), lang);
    });
  }
  await play(withCode("xlogo", "fd rt fd"), async (page) => {
    await byId(page, "replay-part").locator("summary").click();
    await byId(page, "replay").waitFor();
    assert.match(await at(page), / of 3/, "on an empty grid");
  });
  await play(withCode("xlogo", "fd fx"), async (page) => {
    await byId(page, "replay-part").locator("summary").click();
    await byId(page, "replay-part").locator("p", { hasText: "No steps: " }).waitFor();
  });
  const turns = "def run():\n    turn_left()\n    turn_left()\n";
  await play(withCode("xlogo", turns, "&suite=xlogo&seed=7"), async (page) => {
    await byId(page, "play-target").waitFor();
    await byId(page, "replay-part").locator("summary").click();
    await byId(page, "replay").waitFor();
    assert.match(await at(page), / of 2/);
  });
});

test("an address brings everything back", async () => {
  const code = "circle(cx=100, cy=100, radius=50, stroke=2)  # \u00e9\u{1f422}\n";
  let address = "";
  await play("#/play", async (page) => {
    await byId(page, "play-language").selectOption("shapes");
    await byId(page, "play-task").selectOption("mint:shapecode");
    await byId(page, "play-tier").selectOption("hard");
    await byId(page, "play-seed").fill("12");
    await byId(page, "play-seed").press("Enter");
    await byId(page, "play-asked").getByText("fresh-hard-00000012").waitFor();
    await type(page, code);
    await byId(page, "play-share").click();
    address = await page.evaluate(() => location.hash);
  });
  await play(address, async (page) => {
    await says(page, /wrong/);
    assert.equal(await byId(page, "play-language").inputValue(), "shapes");
    assert.equal(await byId(page, "play-seed").inputValue(), "12");
    assert.equal(await byId(page, "play-tier").inputValue(), "hard");
    assert.equal(await byId(page, "editor").locator(".cm-line").first().textContent(), code.trim());
  });
});

test("a seed that is being typed stays when the task before it arrives", async () => {
  await play("#/play?lang=shapes&suite=shapecode&seed=7&tier=easy", async (page) => {
    await byId(page, "play-asked").getByText("fresh-easy-00000007").waitFor();
    let arrive = () => {};
    const held = new Promise((resolve) => (arrive = resolve));
    await page.route(/tasks\/one/, async (route) => {
      await held;
      await route.continue();
    });
    await byId(page, "play-tier").selectOption("hard");
    await byId(page, "play-seed").fill("12");
    arrive();
    await byId(page, "play-asked").getByText("fresh-hard-00000007").waitFor();
    assert.equal(await byId(page, "play-seed").inputValue(), "12");
    await byId(page, "play-seed").press("Enter");
    await byId(page, "play-asked").getByText("fresh-hard-00000012").waitFor();
  });
});

test("a task shows its target, the verdict, figures and the difference", async () => {
  await play("#/play?lang=shapes&suite=shapecode&seed=7&tier=easy", async (page) => {
    for (const kind of ["target", "drawing", "overlay", "difference"]) await isPainted(page, kind);
    await says(page, /wrong.*pixels of the target are missing/);
    assert.ok((await byId(page, "play-metrics").locator("dd").count()) > 3);
    await byId(page, "play-asked").locator("summary").click();
    await byId(page, "play-reference").click();
    const right = await byId(page, "play-right").textContent();
    await type(page, right);
    await says(page, /^right/);
    await byId(page, "play-next").click();
    await byId(page, "play-asked").getByText("fresh-easy-00000008").waitFor();
    await says(page, /^wrong/);
    await byId(page, "play-task").selectOption("");
    await says(page, /^ran in/);
    assert.equal(await byId(page, "play-target").isVisible(), false);
  });
  const others = [["turtle", "turtleai"], ["turtle", "turtlebench"], ["xlogo", "xlogo"], ["svg", "sgp"]];
  await play("#/play", async (page) => {
    for (const [lang, suite] of others) {
      await go(page, `#/play?lang=${lang}&suite=${suite}&seed=8`);
      await isPainted(page, "target");
      await says(page, /wrong|crashed|no_answer/);
    }
  });
});

test("a hint is shown where it is asked for, and the address keeps that it is", async () => {
  const wrong = "def run():\n    turn_right()\n    move_forward()\n";
  let address = "";
  await play(withCode("xlogo", wrong, "&suite=xlogo&seed=7"), async (page) => {
    await says(page, /^(wrong|crashed)/);
    assert.equal(await byId(page, "play-hints").isChecked(), false);
    assert.equal(await byId(page, "play-hint").count(), 0);
    await byId(page, "play-hints").check();
    await byId(page, "play-hint").waitFor();
    assert.equal(await byId(page, "play-hint").textContent(), "Hint: line 2: replace right by left.");
    await byId(page, "play-share").click();
    address = await page.evaluate(() => location.hash);
    await type(page, wrong.replace("right", "left"));
    await says(page, /^right/);
    assert.equal(await byId(page, "play-hint").count(), 0);
    await byId(page, "play-language").selectOption("shapes");
    assert.equal(await byId(page, "play-hints").isVisible(), false);
  });
  assert.match(address, /[?&]hint=1(&|$)/);
  await play(address, async (page) => {
    await byId(page, "play-hint").waitFor();
    assert.equal(await byId(page, "play-hints").isChecked(), true);
  });
});

test("a sample opens in the playground with its answer and its task", async () => {
  const rows = await fetch(`${server.url}/api/v1/runs/${run}/samples`).then((r) => r.json());
  const { id } = rows.rows[0];
  const { page, problems, close } = await openUrl(browser, server.url, server.open);
  await page.evaluate((to) => (location.hash = to), `#/run/${run}/sample/${encodeURIComponent(id)}/0`);
  await byId(page, "to-play").click();
  await says(page, /^right/);
  await isPainted(page, "overlay");
  await page.getByText("Back to the sample").click();
  await byId(page, "to-play").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("a task opens in the playground", async () => {
  const { page, problems, close } = await openUrl(browser, server.url, server.open);
  await page.evaluate((to) => (location.hash = to), "#/tasks?source=mint:shapecode&seed=21&count=2");
  await byId(page, "task-card").nth(3).locator("button").click();
  const title = await page.locator("#task-title").textContent();
  await byId(page, "to-play").click();
  await byId(page, "play-asked").getByText(title).waitFor();
  await says(page, /wrong|invalid|no_answer/);
  assert.deepEqual(problems, []);
  await close();
});

test("hostile text stays text, in the program and in the address", async () => {
  const texts = [HOSTILE.markup, HOSTILE.controls, HOSTILE.rightToLeft];
  const raising = `raise ValueError(${JSON.stringify(HOSTILE.markup)})`;
  const programs = texts.flatMap((text) => ["turtle", "svg", "shapes", "cad"].map((lang) => withCode(lang, text)));
  const addresses = [
    "#/play?lang=%00&code=%%%",
    "#/play?lang=<script>&code=!!!!&suite=../..&seed=-1",
    `#/play?code=${"A".repeat(300_000)}`,
    "#/play?suite=shapecode&lang=shapes&seed=99999999999999999999&tier=nothing&n=1e9",
    "#/play?suite=shapecode&lang=shapes&data=../../etc&id=x",
    `#/play?code=${Buffer.from([0xff, 0xfe]).toString("base64url")}`,
    "#/play?__proto__=1&lang=constructor&suite=__proto__",
  ];
  await play("#/play", async (page) => {
    for (const hash of [...programs, withCode("turtle", raising), ...addresses]) {
      await go(page, hash);
      await says(page, /ran in/);
      assert.equal(await page.evaluate(() => window.hacked), undefined, hash);
      assert.equal(await page.locator("main img:not([data-testid])").count(), 0, hash);
    }
  });
});

test("the keyboard alone gets into the editor and out of it", async () => {
  await play("#/play", async (page) => {
    await byId(page, "play-share").focus();
    await page.keyboard.press("Tab");
    const inside = () => page.evaluate(() => document.activeElement?.classList.contains("cm-content"));
    assert.equal(await inside(), true);
    await page.keyboard.press("Tab");
    assert.equal(await inside(), true);
    await page.keyboard.type("g r ?");
    assert.match(page.url(), /#\/play/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await inside(), false);
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await byId(page, "runs-table").waitFor();
  });
});

test("a program that is too long is not sent", async () => {
  await play("#/play?lang=shapes", async (page) => {
    await says(page, /^ran in/);
    await type(page, `# ${"x".repeat(60_000)}`);
    await byId(page, "play-share").click();
    assert.match(await byId(page, "play-shared").textContent(), /too long/);
  });
});

test("the editor is a part of its own, of few bytes", async () => {
  const { buildApp } = await import("../build_app.mjs");
  const files = new Map((await buildApp()).map(({ name, bytes }) => [name, gzipSync(bytes).length]));
  const loadedBy = async (hash, id) => {
    const { page, close } = await openUrl(browser, server.url, `${server.open}${hash}`);
    await byId(page, id).first().waitFor();
    const names = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
    await close();
    return new Set(names);
  };
  const first = await loadedBy("#/runs", "runs-table");
  const extra = [...(await loadedBy("#/play", "editor"))].filter((name) => !first.has(name));
  const bytes = extra.reduce((sum, name) => sum + (files.get(name) ?? 0), 0);
  assert.ok(bytes > 50_000 && bytes < MAX_EXTRA_BYTES, `${bytes} bytes`);
});
