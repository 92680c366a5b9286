// Made-up reports for tests and for working on the page: the same seed gives the same bytes.
//
//   node test/fixture.mjs OUT.html [small|large]
//
// The pictures are tiny PNG files drawn and encoded here. Some samples hold text that a hostile
// or broken model could write: markup, control and bidirectional characters, a very long reply.

import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

export const TOKEN = "__PAPERT_DATA__";

export const HOSTILE = {
  markup: `</script><img src=x onerror="window.hacked=true"><b>bold</b> <!-- <script>window.hacked=true</script>`,
  controls: "bell \u0007 null \u0000 escape \u001b[31m delete \u007f next line \u0085 end",
  rightToLeft: "override \u202egnp.exe\u202c and \u05e9\u05dc\u05d5\u05dd \u200b zero width",
  long: "0123456789abcdef".repeat(6400),
};

/** Mulberry32: small, seeded, good enough to make test data. */
function makeRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function chunk(type, body) {
  const data = Buffer.concat([Buffer.from(type, "latin1"), body]);
  let crc = 0xffffffff;
  for (const byte of data) crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  const out = Buffer.alloc(data.length + 8);
  out.writeUInt32BE(body.length, 0);
  data.copy(out, 4);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, data.length + 4);
  return out;
}

/** An 8-bit RGB PNG of `size` x `size` pixels. */
export function encodePng(size, pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(size * (size * 3 + 1));
  for (let y = 0; y < size; y++) {
    pixels.copy(rows, y * (size * 3 + 1) + 1, y * size * 3, (y + 1) * size * 3);
  }
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const INKS = [
  [31, 41, 55],
  [200, 60, 50],
  [40, 110, 180],
  [60, 140, 90],
  [220, 160, 50],
];

function randomShapes(random, size) {
  return Array.from({ length: 2 + Math.floor(random() * 4) }, () => ({
    kind: random() < 0.5 ? "disc" : "box",
    x: Math.round((0.15 + 0.7 * random()) * size),
    y: Math.round((0.15 + 0.7 * random()) * size),
    r: Math.round((0.08 + 0.16 * random()) * size),
    ink: INKS[Math.floor(random() * INKS.length)],
  }));
}

function paint(size, shapes) {
  const pixels = Buffer.alloc(size * size * 3, 255);
  for (const { kind, x, y, r, ink } of shapes) {
    for (let j = Math.max(0, y - r); j < Math.min(size, y + r); j++) {
      for (let i = Math.max(0, x - r); i < Math.min(size, x + r); i++) {
        if (kind === "disc" && (i - x) ** 2 + (j - y) ** 2 > r * r) continue;
        pixels.set(ink, (j * size + i) * 3);
      }
    }
  }
  return pixels;
}

function difference(a, b) {
  const out = Buffer.alloc(a.length);
  for (let i = 0; i < a.length; i += 3) {
    const same = a[i] === b[i] && a[i + 1] === b[i + 1] && a[i + 2] === b[i + 2];
    const blank = a[i] + a[i + 1] + a[i + 2] === 765;
    out.set(same ? (blank ? [255, 255, 255] : [205, 210, 215]) : [214, 51, 108], i);
  }
  return out;
}

const programOf = (shapes) =>
  shapes
    .map(({ kind, x, y, r, ink }) => `${kind} ${x} ${y} ${r} color ${ink.join(",")}`)
    .join("\n");

/** A mean with a normal-theory interval: the page must only show it, not believe it. */
function estimate(values) {
  const known = values.filter((value) => value !== null);
  const n = known.length;
  if (n === 0) return { mean: null, stderr: null, low: null, high: null, n: 0 };
  const mean = known.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { mean, stderr: null, low: null, high: null, n };
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const stderr = Math.sqrt(variance / n);
  return {
    mean,
    stderr,
    low: Math.max(0, mean - 1.96 * stderr),
    high: Math.min(1, mean + 1.96 * stderr),
    n,
  };
}

const METRICS = [
  { name: "overlap", title: "Overlap (IoU)" },
  { name: "exact", title: "Exact match" },
  { name: "pixel_error", title: "Pixel error", better: "lower" },
];

function group(by, value, samples) {
  const metrics = {};
  for (const { name } of METRICS) {
    metrics[name] = estimate(samples.map((sample) => sample.metrics[name] ?? null));
  }
  return { by, value, n: samples.length, metrics };
}

function tally(names) {
  const counts = {};
  for (const name of names) if (name) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function summarise(suite, model, samples, tasks) {
  const groups = [group("", "", samples)];
  const valuesOf = (sample, by) => [sample.tags[by]].flat();
  for (const by of ["tier", "family", "skill"]) {
    const values = [...new Set(samples.flatMap((sample) => valuesOf(sample, by)))];
    for (const value of values) {
      groups.push(
        group(
          by,
          value,
          samples.filter((sample) => valuesOf(sample, by).includes(value)),
        ),
      );
    }
  }
  return {
    suite,
    model,
    tasks: tasks + 2,
    samples: samples.length,
    missing: 2,
    not_scored: samples.filter((sample) => sample.success === null).length,
    primary: "overlap",
    metrics: METRICS,
    groups,
    verdicts: tally(samples.map((sample) => sample.verdict)),
    errors: tally(samples.map((sample) => sample.error)),
    bootstrap: { resamples: 10000, seed: 0, level: 0.95 },
  };
}

function judge(random, skill) {
  const p = random();
  if (p < 0.03)
    return {
      verdict: "request_failed",
      success: null,
      error: "http_503",
      message: "the endpoint answered 503 five times",
    };
  if (p < 0.08)
    return {
      verdict: "no_answer",
      success: false,
      error: "empty_program",
      message: "the reply holds no program",
    };
  if (p < 0.16)
    return {
      verdict: "invalid",
      success: false,
      error: "unknown_shape",
      message: 'line 3: "blob" is no shape; known are disc and box',
    };
  return p < 0.16 + skill * 0.6
    ? { verdict: "right", success: true }
    : { verdict: "wrong", success: false };
}

/** One run. `addImage` stores a PNG and returns its key, or null once its budget is spent. */
function makeRun({ name, model, skill, tasks, epochs, size, random, addImage }) {
  const samples = [];
  for (let task = 0; task < tasks; task++) {
    const tier = ["easy", "medium", "hard"][task % 3];
    const family = ["single", "overlap", "nested", "colour"][task % 4];
    const shapes = randomShapes(random, size);
    const target = paint(size, shapes);
    for (let epoch = 0; epoch < epochs; epoch++) {
      const outcome = judge(random, skill * (tier === "hard" ? 0.5 : tier === "medium" ? 0.8 : 1));
      const drawn = outcome.success !== null && !outcome.error;
      const guess = outcome.success
        ? shapes
        : shapes.map((shape) => ({
            ...shape,
            x: shape.x + Math.round((random() - 0.5) * size * 0.3),
          }));
      const overlap =
        outcome.success === null ? null : outcome.success ? 1 : drawn ? random() * 0.9 : 0;
      const pictures = [{ title: "target", image: addImage(size, target) }];
      if (drawn) {
        const render = paint(size, guess);
        pictures.push({ title: "render", image: addImage(size, render) });
        pictures.push({ title: "difference", image: addImage(size, difference(target, render)) });
      }
      const answer = outcome.error ? "" : programOf(guess);
      const reply =
        outcome.success === null
          ? ""
          : `I will draw the shapes one by one.\n\n\`\`\`\n${answer}\n\`\`\`\nDone.`;
      samples.push({
        id: `${tier}_${String(task).padStart(4, "0")}`,
        epoch,
        tags: { tier, family, skill: task % 2 ? ["lines", "fills"] : "lines" },
        ...outcome,
        metrics: {
          overlap,
          exact: outcome.success === null ? null : Number(outcome.success),
          pixel_error: overlap === null ? null : (1 - overlap) * 0.3,
        },
        reply,
        reply_bytes: Buffer.byteLength(reply),
        answer,
        rule: answer ? "last_fenced_block" : "none",
        reference: programOf(shapes),
        pictures: pictures.some((picture) => picture.image === null) ? [] : pictures,
      });
    }
  }
  const config = {
    suite: "sketch",
    model,
    temperature: 0,
    max_tokens: 4096,
    epochs,
    prompt: "default",
    mode: { canvas: size },
  };
  const summary = summarise("sketch", model, samples, tasks);
  return { name, suite: "sketch", model, config, summary, total_samples: samples.length, samples };
}

function addHostility(samples) {
  const put = (index, text) => {
    Object.assign(samples[index], {
      reply: text,
      reply_bytes: Buffer.byteLength(text),
      answer: text,
      message: text,
    });
  };
  put(0, HOSTILE.markup);
  put(1, HOSTILE.controls);
  put(2, HOSTILE.rightToLeft);
  put(3, HOSTILE.long);
  samples[0].rule = HOSTILE.markup;
  samples[0].tags = { ...samples[0].tags, note: HOSTILE.markup };
  samples[1].error = HOSTILE.markup;
  samples[3].reply_bytes += 50000;
}

function makeData(seed, pictureBudget, runs, hostile) {
  const random = makeRandom(seed);
  const images = {};
  let spent = 0;
  const addImage = (size, pixels) => {
    const png = encodePng(size, pixels);
    const key = createHash("sha256").update(png).digest("hex");
    if (!(key in images)) {
      if (spent >= pictureBudget) return null;
      images[key] = png.toString("base64");
      spent++;
    }
    return key;
  };
  const made = runs.map((run) => makeRun({ ...run, random, addImage }));
  if (hostile) {
    addHostility(made[0].samples);
    made[0].summary = summarise(
      "sketch",
      made[0].model,
      made[0].samples,
      made[0].summary.tasks - 2,
    );
    made[1].samples = made[1].samples.slice(0, -20);
  }
  return { generator: "papert 0.1.0 (fixture)", runs: made, images };
}

/** Two runs of 60 tasks, hostile text, one run capped. */
export function smallReport(seed = 1) {
  const shape = { tasks: 60, epochs: 1, size: 96 };
  return makeData(
    seed,
    Infinity,
    [
      { name: "20250101-sketch-alpha-3f2a", model: "example/alpha-large", skill: 1, ...shape },
      { name: "20250102-sketch-beta-77c0", model: "example/beta-mini", skill: 0.6, ...shape },
    ],
    true,
  );
}

/** Two runs of 2,500 samples each and 2,000 pictures. */
export function largeReport(seed = 2) {
  const shape = { tasks: 500, epochs: 5, size: 64 };
  return makeData(
    seed,
    2000,
    [
      { name: "large-alpha", model: "example/alpha-large", skill: 1, ...shape },
      { name: "large-beta", model: "example/beta-mini", skill: 0.6, ...shape },
    ],
    false,
  );
}

/** Puts the data into the template, as the program does. */
export function insertData(template, data) {
  if (template.split(TOKEN).length !== 2) throw new Error(`the template must hold ${TOKEN} once`);
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return template.replace(TOKEN, () => json);
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { buildTemplate } = await import("../build.mjs");
  const data = process.argv[3] === "large" ? largeReport() : smallReport();
  await writeFile(process.argv[2], insertData(await buildTemplate(), data));
}
