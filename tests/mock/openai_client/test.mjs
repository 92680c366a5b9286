// The official OpenAI client asks the mock: it must parse the answers, see refusals and cut-offs,
// raise its own error classes, and get through faults by its own retries.
//
//   node test.mjs PAPERT

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import test, { after, before } from "node:test";
import OpenAI from "openai";

const papert = process.argv[2];
const prompt = "Write the program that draws this picture.";
const tasks = [];
let folder;

/** All files below a folder with this ending, in order. */
async function filesBelow(root, ending) {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => name.endsWith(ending)).sort().map((name) => path.join(root, name));
}

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "papert-mock-"));
  const data = path.join(folder, "data");
  const words = ["mint", "shapecode", "--seed", "3", "--count", "4", "--tier", "easy", "--out", data];
  const minted = spawnSync(papert, words, { encoding: "utf8" });
  assert.equal(minted.status, 0, minted.stderr);
  await writeFile(path.join(folder, "prompt.txt"), `${prompt}\n`);
  for (const png of await filesBelow(data, ".png")) {
    tasks.push("data:image/png;base64," + (await readFile(png)).toString("base64"));
  }
  assert.equal(tasks.length, 4);
});

after(() => rm(folder, { recursive: true, force: true }));

/** Starts a mock, gives its client to `work`, stops it; the mock must end with exit code 0. */
async function withMock(flags, options, work) {
  const words = ["mock", "--suite", "shapecode", "--data", "data", "--prompt", "prompt.txt"];
  const mock = spawn(papert, [...words, "--port", "0", "--retry-after", "0", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: folder,
  });
  const ended = new Promise((resolve) => mock.on("exit", (code, signal) => resolve(code ?? signal)));
  try {
    const lines = createInterface({ input: mock.stdout });
    const line = await Promise.race([new Promise((resolve) => lines.once("line", resolve)), ended]);
    const match = /^listening on (http:\/\/127\.0\.0\.1:\d+\/v1)$/.exec(line);
    assert.ok(match, `unexpected: ${line}`);
    await work(new OpenAI({ apiKey: "any", baseURL: match[1], maxRetries: 0, ...options }), match[1]);
  } finally {
    mock.kill("SIGTERM");
  }
  assert.equal(await ended, 0);
}

function request(task, extra = {}) {
  return {
    model: "some-model",
    messages: [
      { role: "system", content: "You answer with a program." },
      {
        role: "user",
        content: [
          { type: "text", text: prompt },
          { type: "image_url", image_url: { url: tasks[task] } },
        ],
      },
    ],
    ...extra,
  };
}

test("a chat completion with an image", () =>
  withMock([], {}, async (client) => {
    const reply = await client.chat.completions.create(request(0));
    assert.equal(reply.object, "chat.completion");
    assert.equal(reply.model, "some-model");
    assert.match(reply.choices[0].message.content, /(circle|square)\(/);
    assert.equal(reply.choices[0].finish_reason, "stop");
    assert.equal(reply.usage.total_tokens, reply.usage.prompt_tokens + reply.usage.completion_tokens);
    const two = await client.chat.completions.create(request(1, { n: 2, temperature: 0.5 }));
    assert.equal(two.choices.length, 2);
    assert.notEqual(two.choices[0].message.content, reply.choices[0].message.content);
    const models = await client.models.list();
    assert.deepEqual(models.data.map((model) => model.id), ["mock"]);
  }));

test("a stream holds what the reply holds", () =>
  withMock([], {}, async (client) => {
    const whole = await client.chat.completions.create(request(0));
    const options = { stream: true, stream_options: { include_usage: true } };
    let text = "";
    let usage;
    let pieces = 0;
    for await (const chunk of await client.chat.completions.create(request(0, options))) {
      text += chunk.choices[0]?.delta.content ?? "";
      usage = chunk.usage ?? usage;
      ++pieces;
    }
    assert.ok(pieces > 3);
    assert.equal(text, whole.choices[0].message.content);
    assert.deepEqual(usage, whole.usage);
    const runner = client.chat.completions.stream(request(0));
    assert.equal((await runner.finalChatCompletion()).choices[0].finish_reason, "stop");
  }));

test("refusals and cut-offs", async () => {
  await withMock(["--faults", "refusal:1"], {}, async (client) => {
    const { message } = (await client.chat.completions.create(request(0))).choices[0];
    assert.equal(message.content, null);
    assert.match(message.refusal, /can't/);
  });
  await withMock(["--faults", "cutoff:1"], {}, async (client) => {
    const reply = await client.chat.completions.create(request(0));
    assert.equal(reply.choices[0].finish_reason, "length");
  });
});

test("errors have the client's own classes", async () => {
  await withMock(["--key", "right"], {}, async (client) => {
    await assert.rejects(client.chat.completions.create(request(0)), (error) => {
      assert.ok(error instanceof OpenAI.AuthenticationError);
      assert.equal(error.code, "invalid_api_key");
      return true;
    });
  });
  await withMock(["--model", "known"], {}, async (client) => {
    await assert.rejects(client.chat.completions.create(request(0)), OpenAI.NotFoundError);
  });
  await withMock(["--faults", "429:1"], {}, async (client) => {
    await assert.rejects(client.chat.completions.create(request(0)), (error) => {
      assert.ok(error instanceof OpenAI.RateLimitError);
      assert.equal(error.headers.get("retry-after"), "0");
      return true;
    });
  });
  await withMock(["--faults", "500:1"], {}, async (client) => {
    await assert.rejects(client.chat.completions.create(request(0)), OpenAI.InternalServerError);
  });
  await withMock([], {}, async (client) => {
    const other = request(0);
    other.messages[1].content[0].text += "?";
    await assert.rejects(client.chat.completions.create(other), (error) => {
      assert.ok(error instanceof OpenAI.BadRequestError);
      assert.equal(error.code, "unknown_prompt");
      return true;
    });
  });
});

test("the client's retries get through transport faults", () =>
  withMock(["--faults", "429:0.4,503:0.3,hangup:0.3"], { maxRetries: 2 }, async (client, url) => {
    for (let task = 0; task < tasks.length; ++task) {
      const reply = await client.chat.completions.create(request(task));
      assert.equal(reply.choices[0].finish_reason, "stop");
    }
    const stats = await (await fetch(new URL("/mock/stats", url))).json();
    assert.equal(stats.answers, tasks.length);
    assert.equal(stats.requests, 2 * tasks.length);
    assert.equal(stats.duplicate_answers, 0);
  }));
