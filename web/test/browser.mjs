// A headless Chromium for tests, and pages that remember everything that went wrong in them.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the browser; a missing browser is an error, never a skipped test. */
export async function launch() {
  if (!existsSync(executablePath)) {
    throw new Error(
      `These tests need Chromium and there is none at ${executablePath}. Install it ` +
        "(Debian: apt-get install chromium) or set CHROMIUM to the program.",
    );
  }
  return chromium.launch({ executablePath, args });
}

/**
 * Opens a file from disk, without network. `problems` collects console errors and warnings,
 * uncaught errors, and every request for anything but the file itself and embedded data.
 */
export async function openFile(browser, file, { hash = "", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  await context.setOffline(true);
  const page = await context.newPage();
  const address = pathToFileURL(file).href;
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address && !url.startsWith("data:")) problems.push(`request: ${url}`);
  });
  await page.goto(address + hash);
  return { page, problems, close: () => context.close() };
}

/**
 * Opens a page of a server. `problems` collects console errors and warnings, uncaught errors, and
 * every request to anywhere else.
 */
export async function openUrl(browser, origin, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:")) problems.push(`request: ${url}`);
  });
  await page.goto(address);
  return { page, problems, context, close: () => context.close() };
}

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe-core finds in a page that shuts people out, each as its rule and the first elements. A
 * page with a policy must have been opened with `bypassCSP`: axe is put into it.
 */
export async function seriousFindings(page) {
  await page.evaluate(`${await axe}; 0`);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3)}`);
  });
}
