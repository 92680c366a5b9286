// How quick the playground is: a turtle's program in Chromium, from the last key to the picture, and
// how many bytes it needs. Times are of this machine as it is loaded now.
//
//   PAPERT=../build/release/papert node test/bench_play.mjs [KEYS]      default: 200
//
// "key to picture" ends when the browser has decoded the new picture; the pause of 150 ms after the
// last key is taken off. "server" is what the server says of its own part.

import { readFile, rm } from "node:fs/promises";
import { loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import { buildApp } from "../build_app.mjs";
import { launch, openUrl } from "./browser.mjs";
import { makeLogDir, serve } from "./server.mjs";

const keys = Number(process.argv[2] ?? 200);
const PAUSE_MS = 150;
const PROGRAM = "import turtle\nturtle.forward(100)\nturtle.left(90)\nturtle.forward(";

const at = (list, share) => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
};
const show = (name, list) =>
  console.log(
    `${name.padEnd(28)} p50 ${at(list, 0.5).toFixed(1)} ms   p95 ${at(list, 0.95).toFixed(1)} ms   slowest ${Math.max(...list).toFixed(1)} ms`,
  );

/** Names of what a page loads. */
async function loadedBy(browser, server, hash, selector) {
  const { page, close } = await openUrl(browser, server.url, `${server.open}${hash}`);
  await page.locator(selector).first().waitFor();
  const names = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  await close();
  return { names: new Set(names), elements };
}

async function measureBytes(browser, server) {
  const files = new Map((await buildApp()).map(({ name, bytes }) => [name, gzipSync(bytes).length]));
  const sum = (names) => [...names].reduce((total, name) => total + (files.get(name) ?? 0), 0);
  const first = await loadedBy(browser, server, "#/runs", "h1");
  const play = await loadedBy(browser, server, "#/play", ".cm-content");
  const extra = [...play.names].filter((name) => !first.names.has(name));
  console.log(`first page: ${sum(["/index.html", ...first.names])} bytes packed, ${first.elements} elements`);
  console.log(`playground: ${sum(extra)} bytes packed on top, ${play.elements} elements`);
}

/** Types a digit, and waits for the picture that it makes. */
async function measureKey(page, digit) {
  await page.evaluate(() => {
    const image = document.querySelector('[data-testid="play-drawing"]');
    const editor = document.querySelector(".cm-content");
    window.measured = new Promise((resolve) => {
      let pressed = 0;
      editor.addEventListener("keydown", () => (pressed = performance.now()), { once: true });
      const seen = new MutationObserver(() => {
        seen.disconnect();
        void image.decode().then(() => resolve(performance.now() - pressed));
      });
      seen.observe(image, { attributes: true, attributeFilter: ["src"] });
    });
  });
  await page.keyboard.press(String(digit));
  return page.evaluate(() => window.measured);
}

const logDir = await makeLogDir();
const server = await serve(["--log-dir", logDir, "--rate", "1000"]);
const browser = await launch();
try {
  await measureBytes(browser, server);
  const code = Buffer.from(`${PROGRAM})`).toString("base64url");
  const { page, close } = await openUrl(browser, server.url, `${server.open}#/play?lang=turtle&code=${code}`);
  await page.locator(".verdict-line").waitFor();
  const serverMs = [];
  page.on("response", async (response) => {
    if (response.url().endsWith("/api/v1/run")) serverMs.push((await response.json()).ms);
  });
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowLeft");
  const times = [];
  for (let i = 0; i < keys; i++) {
    times.push((await measureKey(page, 1 + (i % 9))) - PAUSE_MS);
    await page.keyboard.press("Backspace");
    await page.locator('[data-testid="play-error"]').waitFor();
  }
  await close();
  console.log(`${keys} keys, load ${loadavg().map((x) => x.toFixed(1)).join(" ")}`);
  show("key to picture", times);
  show("server", serverMs);
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  console.log(`server: ${/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? "?"} kB resident`);
} finally {
  await browser.close();
  await server.stop();
  await rm(logDir, { recursive: true, force: true });
}
