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
    const found = page.locator(".md-search-result__link").first();
    // What is typed before the theme listens is lost to it, as it is to people who type that fast.
    for (let i = 0; i < 30 && (await found.count()) === 0; ++i) {
      if (i % 5 === 4) await page.reload();
      await page.fill("input[name=query]", "");
      await page.fill("input[name=query]", "certificates");
      await found.waitFor({ state: "attached", timeout: 2000 }).catch(() => {});
    }
    const link = await found.getAttribute("href", { timeout: 1000 });
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
