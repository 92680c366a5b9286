// Builds a page's template: one HTML file with its style and script inline, and one token where
// the program puts the data.
//
//   node build.mjs [outfile] [page]   default: dist/report.html beside this file
//
// The pages are the report, "label", which asks people for labels, and "replay", which plays a
// program step by step.
//
// The page is opened from disk and shows text written by language models, so the template carries
// a content security policy that allows this one script (by its hash), inline style, pictures in
// data: addresses, and nothing else: no network, no other script, whatever the data holds. The
// hash covers the script's exact bytes, so the template must be embedded byte for byte.
//
// The bundled packages ask that their notices travel with every copy; they are collected from
// what was really bundled and appended as a comment.
//
// Same sources, same bytes: nothing here reads the clock or the environment.

import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

const root = path.dirname(fileURLToPath(import.meta.url));
const token = "__PAPERT_DATA__";
const target = ["es2022"];

/** Where the parts of each page are. */
const pages = { report: "src", label: "src/label", replay: "src/replay" };

async function bundleScript(folder) {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`${folder}/main.ts`],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "iife",
    target,
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
  });
  return { script: result.outputFiles[0].text.trim(), inputs: Object.keys(result.metafile.inputs) };
}

async function bundleStyle(folder) {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`${folder}/style.css`],
    bundle: true,
    minify: true,
    write: false,
    target,
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

/** The folder of the package that a bundled file belongs to, or null for our own files. */
function packageOf(input) {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  return match ? match[1] : null;
}

/** The licence texts of the bundled packages, each text once, below the packages it covers. */
export async function notices(inputs) {
  const folders = [...new Set(inputs.map(packageOf).filter((folder) => folder !== null))].sort();
  const byText = new Map();
  for (const folder of folders) {
    const files = await readdir(path.join(root, folder));
    const licence = files.filter((file) => /^licen[cs]e/i.test(file)).sort()[0];
    if (licence === undefined) throw new Error(`${folder} is bundled and has no licence file`);
    const text = (await readFile(path.join(root, folder, licence), "utf8"))
      .replaceAll("\r", "")
      .trim();
    const { name, version } = JSON.parse(
      await readFile(path.join(root, folder, "package.json"), "utf8"),
    );
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join(", ")}\n\n${text}`);
  return parts.join("\n\n* * *\n\n").replaceAll("--", "- -");
}

/** Replaces the one occurrence of `mark`; a replacer function, so that `$` in code stays itself. */
function fill(page, mark, text) {
  if (page.split(mark).length !== 2) throw new Error(`page.html must hold ${mark} exactly once`);
  return page.replace(mark, () => text);
}

function check(template, script) {
  if (/<\/script/i.test(script)) throw new Error("the script holds </script and would end early");
  if (/<!--/.test(script)) throw new Error("the script holds <!-- and would confuse the parser");
  if (template.split(token).length !== 2) throw new Error(`${token} must occur exactly once`);
  if (template.indexOf(token) > template.indexOf("<script>")) {
    throw new Error("the data must stand before the script");
  }
}

/** The whole template of a page as text. */
export async function buildTemplate(name = "report") {
  const folder = pages[name];
  if (folder === undefined) throw new Error(`there is no page '${name}'`);
  const [{ script, inputs }, style, shell] = await Promise.all([
    bundleScript(folder),
    bundleStyle(folder),
    readFile(path.join(root, folder, "page.html"), "utf8"),
  ]);
  const hash = createHash("sha256").update(script, "utf8").digest("base64");
  let page = shell;
  page = fill(page, "%SCRIPT_HASH%", hash);
  page = fill(page, "/*STYLE*/", style);
  const bundled = await notices(inputs);
  if (bundled !== "" || page.includes("%NOTICES%")) page = fill(page, "%NOTICES%", bundled);
  page = fill(page, "/*SCRIPT*/", script);
  check(page, script);
  return page;
}

async function main() {
  const outfile = path.resolve(process.argv[2] ?? path.join(root, "dist/report.html"));
  const template = await buildTemplate(process.argv[3]);
  await mkdir(path.dirname(outfile), { recursive: true });
  await writeFile(outfile, template);
  console.log(`${outfile}: ${Buffer.byteLength(template)} bytes`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  await main();
}
