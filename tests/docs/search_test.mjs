// The search of the documentation site, opened as a file: no server, no network.
//
//     node search_test.mjs SITE
import { pathToFileURL } from "node:url";
import { launch } from "../../web/test/browser.mjs";

const site = process.argv[2];
const browser = await launch();
let problem = null;
try {
  for (const name of ["index.html", "reference/commands.html"]) {
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(pathToFileURL(`${site}/${name}`).href);
    await page.fill("input[name=query]", "certificates");
    const found = page.locator(".md-search-result__link").first();
    await found.waitFor({ state: "attached", timeout: 60_000 });
    const link = await found.getAttribute("href");
    if (!/certify\.html/.test(link)) problem = `${name}: the first of what was found is ${link}`;
    if (errors.length > 0) problem = `${name}: ${errors.join("; ")}`;
  }
} catch (error) {
  problem = String(error);
} finally {
  await browser.close();
}
console.log(problem ?? "the search works from a file");
process.exit(problem ? 1 : 0);
