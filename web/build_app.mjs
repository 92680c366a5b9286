// Builds the web application: a page and its scripts and style, named by their content, packed with
// their gzip into one file that the program embeds (src/serve/app/static_files.h has its form).
//
//   node build_app.mjs OUT
//
// Pages are loaded when they are first shown; what several of them share is a file of its own. The
// notices of the bundled packages travel as licences.txt. Same sources, same bytes.

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { notices } from "./build.mjs";

const root = path.dirname(fileURLToPath(import.meta.url));
const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

async function bundle() {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { app: "src/app/main.ts", style: "src/app/style.css" },
    outdir: "dist/app",
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    target: ["es2022"],
    charset: "ascii",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    legalComments: "none",
    logLevel: "warning",
  });
  const files = result.outputFiles.map((file) => ({
    name: `/${path.basename(file.path)}`,
    bytes: Buffer.from(file.contents),
  }));
  return { files, inputs: Object.keys(result.metafile.inputs) };
}

function named(files, pattern) {
  const found = files.filter(({ name }) => pattern.test(name));
  if (found.length !== 1) throw new Error(`one file must be named ${pattern}`);
  return found[0].name;
}

/** All files of the application: name, bytes. */
export async function buildApp() {
  const { files, inputs } = await bundle();
  const licences = Buffer.from(`${await notices(inputs)}\n`);
  files.push({ name: `/licences-${hashOf(licences)}.txt`, bytes: licences });
  const shell = await readFile(path.join(root, "src/app/index.html"), "utf8");
  const page = shell
    .replace("%SCRIPT%", named(files, /^\/app-.*\.js$/))
    .replace("%STYLE%", named(files, /^\/style-.*\.css$/))
    .replace("%LICENCES%", named(files, /^\/licences-/));
  files.push({ name: "/index.html", bytes: Buffer.from(page) });
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The pack as bytes. */
export function pack(files) {
  const parts = [];
  const lines = files.map(({ name, bytes }) => {
    const small = gzipSync(bytes, { level: 9 });
    small[9] = 255; // the system it was made on
    const packed = small.length < bytes.length ? small : Buffer.alloc(0);
    parts.push(bytes, packed);
    const type = types[path.extname(name)];
    if (type === undefined) throw new Error(`${name} has no known type`);
    return `${name}\t${type}\t${bytes.length}\t${packed.length}\n`;
  });
  const head = Buffer.from(`papert-app 1\n${lines.join("").trimEnd()}\n\n`);
  return Buffer.concat([head, ...parts]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  const outfile = path.resolve(process.argv[2] ?? path.join(root, "dist/web_app.pack"));
  const bytes = pack(await buildApp());
  await mkdir(path.dirname(outfile), { recursive: true });
  await writeFile(outfile, bytes);
  console.log(`${outfile}: ${bytes.length} bytes`);
}
