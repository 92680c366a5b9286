// Pictures of the web application with the runs of `papert serve --demo`.
//
//   PAPERT=... node test/screenshots.mjs FOLDER

import path from "node:path";
import { launch, openUrl } from "./browser.mjs";
import { serve } from "./server.mjs";

const folder = process.argv[2] ?? ".";
const WANTED_RUNS = 12;
const PATIENCE_MS = 240_000;

/** Nearly right: the petals are turned too little. */
const PLAYED = `def draw(t):
    t.fillcolor("tan")
    for petal in range(4):
        t.begin_fill()
        for side in range(2):
            t.forward(75)
            t.left(60)
            t.forward(75)
            t.left(120)
        t.end_fill()
        t.left(80)
`;

const server = await serve(["--demo"]);
const browser = await launch();
const enc = encodeURIComponent;

async function runs() {
  const response = await fetch(`${server.url}/api/v1/runs`);
  return (await response.json()).rows;
}

const byId = (page, id) => page.locator(`[data-testid="${id}"]`);

/** `prepare` does what has to be done on the page before. */
async function photograph(name, hash, options = {}, prepare = async () => {}) {
  const { page, close } = await openUrl(browser, server.url, server.open, {
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  await page.evaluate((to) => (location.hash = to), hash);
  await page.waitForFunction(() => !document.querySelector("main[aria-busy]"));
  await prepare(page);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(300);
  await page.screenshot({ path: path.join(folder, `serve-${name}.png`) });
  await close();
}

try {
  const end = Date.now() + PATIENCE_MS;
  let rows = await runs();
  while (
    (rows.length < WANTED_RUNS || rows.some(({ state }) => state === "running")) &&
    Date.now() < end
  ) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    rows = await runs();
  }
  const find = (suite, model) => rows.find((row) => row.suite === suite && row.model === model);
  const turtle = find("turtlebench", "solver/turtle") ?? rows[0];
  const shapes = find("shapecode", "baseline/heuristic") ?? rows[0];
  const better = find("shapecode", "solver/shapecode") ?? rows[0];
  const samples = await fetch(
    `${server.url}/api/v1/runs/${enc(shapes.name)}/samples?verdict=wrong&tag=tier:hard&sort=metric:foreground_iou&reverse=1`,
  ).then((response) => response.json());
  const sample = samples.rows[0];
  const sampleHash =
    `#/run/${enc(shapes.name)}/sample/${enc(sample.id)}/${sample.epoch}?verdict=wrong&tag=tier:hard&sort=metric:foreground_iou&reverse=1&at=0`;
  await photograph("runs", "#/runs");
  await photograph("run", `#/run/${enc(turtle.name)}`);
  await photograph("sample", sampleHash);
  await photograph("narrow", sampleHash, { viewport: { width: 360, height: 780 } });
  await photograph("compare", `#/compare?a=${enc(shapes.name)}&b=${enc(better.name)}`, {
    colorScheme: "dark",
  });
  const code = Buffer.from(PLAYED).toString("base64url");
  await photograph("playground", `#/play?lang=turtle&suite=turtleai&seed=7&tier=easy&code=${code}`);
  await photograph("replay", `#/play?lang=turtle&code=${code}`, {}, async (page) => {
    await byId(page, "replay-part").locator("summary").click();
    await byId(page, "replay").waitFor();
    const last = Number(await byId(page, "replay-scrubber").getAttribute("max"));
    await byId(page, "replay-scrubber").fill(String(Math.round(0.6 * last)));
    await byId(page, "replay").evaluate((replay) => replay.scrollIntoView({ block: "center" }));
  });
  await photograph("leaderboard", "#/leaderboard?suite=shapecode", { viewport: { width: 1280, height: 480 } });
  await photograph("tasks", "#/tasks?source=mint:turtlebench&seed=7&count=6");
  const query = new URLSearchParams({ kind: "verdict/shapecode", run: shapes.name, set: "people" });
  await photograph("annotate", `#/annotate/label?${query}`, {}, async (page) => {
    await byId(page, "annotator").fill("ann");
    await byId(page, "begin").click();
    await byId(page, "fields").waitFor();
    await page.keyboard.press("2");
  });
} finally {
  await browser.close();
  await server.stop();
}
