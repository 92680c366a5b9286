// Replays as people meet them: the page that `papert render -o replay.html` writes, opened from
// disk in a real browser, and the player on a sample's page of the application.
//
//   PAPERT=../build/release/papert node --test test/replay.test.mjs
//
//   PAPERT_SHOTS   a folder for pictures of the pages
//   CHROMIUM       the browser, if it is not /usr/bin/chromium

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { launch, openFile, openUrl, seriousFindings } from "./browser.mjs";
import { HOSTILE } from "./fixture.mjs";
import { evaluate, makeLogDir, papert, serve } from "./server.mjs";

const SHOTS = process.env.PAPERT_SHOTS;
const run = promisify(execFile);

let browser;
let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(path.join(tmpdir(), "papert-replay-"));
});

after(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const byId = (page, id) => page.locator(`[data-testid="${id}"]`);
const file = (name) => path.join(folder, name);

async function render(...args) {
  await run(papert, ["render", ...args], { cwd: folder, maxBuffer: 1 << 26 });
}

/** Opens the page of a program; `use` gets it, and no problem may be left. */
async function play(name, source, use, options = {}) {
  await writeFile(file(name), source);
  const out = `${name}.html`;
  await render(name, ...(options.args ?? []), "-o", out);
  const { page, problems, close } = await openFile(browser, file(out), options);
  try {
    await use(page);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

const go = (page, step) =>
  byId(page, "replay-scrubber").evaluate((input, to) => {
    input.value = String(to);
    input.dispatchEvent(new Event("input"));
  }, step);

/** The pixels of an SVG text, painted by this browser. */
const pixels = (page, text) =>
  page.evaluate(async (svg) => {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [300, 300];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, 300, 300);
    return [...context.getImageData(0, 0, 300, 300).data].join();
  }, text);

const sheet = (page) =>
  byId(page, "replay-drawing").evaluate((svg) => {
    const copy = svg.cloneNode(true);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return new XMLSerializer().serializeToString(copy);
  });

const PROGRAM = `import turtle
t = turtle.Turtle()
def side(n):
    t.forward(n)
    t.left(90)
for i in range(4):
    side(60)
t.dot(20, "red")
t.begin_fill()
t.fillcolor("gold")
t.circle(25)
t.end_fill()
t.undo()
t.penup()
t.goto(-30, -30)
t.write("hi & <b>", font=("Arial", 12, "bold"))
turtle.bgcolor("#eef")
t.stamp()
t.pendown()
t.width(5)
t.forward(40)
`;

test("every step is the picture that papert paints of it", async () => {
  await play("drawing.py", PROGRAM, async (page) => {
    const last = Number(await byId(page, "replay-scrubber").getAttribute("max"));
    assert.ok(last > 15, `${last} steps`);
    await byId(page, "replay-turtle").uncheck();
    const forward = [];
    for (let step = 0; step <= last; ++step) {
      await render("drawing.py", "--step", String(step), "-o", "step.svg");
      await go(page, step);
      forward.push(await sheet(page));
      const wanted = await pixels(page, await readFile(file("step.svg"), "utf8"));
      assert.ok((await pixels(page, forward[step])) === wanted, `step ${step}`);
    }
    for (let step = last; step >= 0; --step) {
      await go(page, step);
      assert.equal(await sheet(page), forward[step], `back to step ${step}`);
    }
  });
});

test("what grows with every step is drawn once, however far is jumped", async () => {
  const steps = 3000;
  const program = `import turtle\nfor i in range(${steps}):\n    turtle.goto(i % 50, i // 50)\n`;
  await play("line.py", program, async (page) => {
    const drawn = await byId(page, "replay-drawing").evaluate((svg) => {
      let lines = 0;
      const watcher = new MutationObserver(() => {});
      watcher.observe(svg, { childList: true });
      document.querySelector('[data-testid="replay-last"]').click();
      for (const { addedNodes } of watcher.takeRecords()) {
        for (const node of addedNodes) if (node.tagName === "polyline") ++lines;
      }
      return lines;
    });
    const there = await page.locator("polyline").count();
    assert.ok(there < steps / 10, `${there} pieces of ${steps} steps`);
    assert.equal(drawn, there);
  });
});

test("it is played, stepped and told by keyboard", async () => {
  await play("keys.py", PROGRAM, async (page) => {
    const position = byId(page, "replay-position");
    const current = page.locator(".replay-source [aria-current]");
    assert.match(await position.textContent(), /^Step 0 of \d+$/);
    await page.keyboard.press("ArrowRight");
    assert.match(await position.textContent(), /^Step 1 of \d+, line 4$/);
    assert.match(await current.textContent(), /t\.forward\(n\)/);
    assert.match(await byId(page, "replay-state").textContent(), /60, 0.*0°.*down, #000000/);
    await page.keyboard.press("ArrowRight");
    assert.match(await byId(page, "replay-state").textContent(), /90°/);
    await page.keyboard.press("End");
    assert.match(await current.textContent(), /t\.forward\(40\)/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Home");
    assert.match(await position.textContent(), /^Step 0 /);
    await byId(page, "replay-speed").selectOption("100");
    await page.locator("h1").click();
    await page.keyboard.press(" ");
    await page.waitForFunction(
      () => document.querySelector(".replay").dataset.step === document.querySelector("input[type=range]").max,
    );
    assert.equal(await byId(page, "replay-play").textContent(), "Play");
    assert.equal(await page.locator(".replay-turtles polygon").count(), 1);
  });
});

test("hostile text stays text", async () => {
  const nasty = JSON.stringify(HOSTILE.markup + HOSTILE.rightToLeft);
  const source = `# </script><script>alert(1)</script> ${HOSTILE.markup.split("\n")[0]}
import turtle
turtle.write(${nasty})
turtle.forward(10)
raise Exception(${nasty})
`;
  await writeFile(file("evil.py"), source);
  await run(papert, ["render", "evil.py", "-o", "evil.html"], { cwd: folder }).catch(() => {});
  const { page, problems, close } = await openFile(browser, file("evil.html"));
  await page.keyboard.press("End");
  assert.match(await byId(page, "replay-source").textContent(), /<\/script><script>alert\(1\)/);
  assert.match(await byId(page, "replay-problem").textContent(), /exception/);
  assert.equal(await page.locator("script").count(), 2);
  assert.deepEqual(problems, []);
  await close();
});

const OTHERS = {
  "shapes.txt": "filled_circle(cx=256, cy=256, radius=100)\nsquare(cx=40, cy=60, size=31, stroke=2)\n",
  "icon.svg":
    '<svg viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg"><rect width="4" height="4"/><circle cx="7" cy="7" r="2" fill="red"/></svg>',
  "sketch.cad":
    "Line(dir=(1,0), pnt=(0,0), startParam=-0.02, endParam=0.02)\nCircle(center=(0,0), dir=(1,0), radius=0.01, clockwise=false)\n",
};

for (const [name, source] of Object.entries(OTHERS)) {
  test(`a picture a step: ${name}`, async () => {
    await play(name, source, async (page) => {
      assert.equal(await byId(page, "replay-scrubber").getAttribute("max"), "2");
      const seen = new Set();
      for (const step of [0, 1, 2]) {
        await go(page, step);
        const src = await byId(page, "replay-picture").getAttribute("src");
        await render(name, "--step", String(step), "-o", "step.png");
        const same = await page.evaluate(
          async ([a, b]) => {
            const read = async (src) => {
              const image = new Image();
              image.src = src;
              await image.decode();
              const canvas = document.createElement("canvas");
              [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
              const context = canvas.getContext("2d");
              context.drawImage(image, 0, 0);
              return context.getImageData(0, 0, canvas.width, canvas.height).data.join();
            };
            return (await read(a)) === (await read(b));
          },
          [src, `data:image/png;base64,${(await readFile(file("step.png"))).toString("base64")}`],
        );
        assert.ok(same, `step ${step}`);
        seen.add(src);
      }
      assert.equal(seen.size, 3);
      assert.equal(await page.locator(".replay-source mark").count(), 1);
    });
  });
}

for (const [look, options] of Object.entries({
  light: {},
  dark: { colorScheme: "dark" },
  narrow: { viewport: { width: 360, height: 740 } },
})) {
  test(`it fits and is accessible: ${look}`, async () => {
    await play(
      "looks.py",
      PROGRAM,
      async (page) => {
        await go(page, 9);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `replay-${look}.png`) });
        assert.deepEqual(await seriousFindings(page), []);
      },
      options,
    );
  });
}

test("a sample's page replays its answer", async () => {
  const logDir = await makeLogDir();
  let server;
  try {
    const runs = {};
    for (const [suite, model] of [
      ["turtlebench", "baseline/oracle"],
      ["xlogo", "baseline/oracle"],
      ["sgp", "baseline/constant=B"],
    ]) {
      runs[suite] = await evaluate(logDir, suite, model, ["--count", "1", "--display", "none"]);
    }
    server = await serve(["--log-dir", logDir]);
    for (const [suite, name] of Object.entries(runs)) {
      const base = `${server.url}/api/v1/runs/${encodeURIComponent(name)}/samples`;
      const [row] = (await (await fetch(base)).json()).rows;
      const opened = await openUrl(browser, server.url, server.open);
      const { page, problems } = opened;
      const hash = `#/run/${encodeURIComponent(name)}/sample/${encodeURIComponent(row.id)}/0`;
      await page.evaluate((to) => (location.hash = to), hash);
      await byId(page, "replay-part").locator("summary").click();
      await byId(page, "replay").waitFor();
      await byId(page, "replay-step").click();
      assert.equal(await byId(page, "replay").getAttribute("data-step"), "1", suite);
      await page.keyboard.press("ArrowRight");
      assert.equal(await byId(page, "replay").getAttribute("data-step"), "2", suite);
      assert.ok(page.url().includes(encodeURIComponent(row.id)), "the arrow stays in the player");
      if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `replay-${suite}.png`), fullPage: true });
      assert.deepEqual(problems, []);
      await opened.close();
    }
  } finally {
    await server?.stop();
    await rm(logDir, { recursive: true, force: true });
  }
});
