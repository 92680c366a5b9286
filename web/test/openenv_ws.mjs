// The npm package `ws` against OpenEnv's route of a real `papert serve --reward`: sessions side by side, refinement with the
// own drawing, garbage answered by typed errors.
//
//     node openenv_ws.mjs PAPERT [SESSIONS]
//
// Exit code 77: ws is not installed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import readline from "node:readline";

let WebSocket;
try {
  ({ WebSocket } = await import("ws"));
} catch {
  console.log("skipped: ws is not installed (npm ci --prefix web)");
  process.exit(77);
}

const [papert, count = "20"] = process.argv.slice(2);

function start() {
  const server = spawn(papert, ["serve", "--reward", "--port", "0", "--json", "--jobs", "2"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = readline.createInterface({ input: server.stdout });
  return new Promise((resolve) => lines.once("line", (line) => resolve({ server, ...JSON.parse(line) })));
}

/** A session as OpenEnv's client has it: one message at a time, each with one answer. */
class Session {
  constructor(address) {
    this.socket = new WebSocket(address, { maxPayload: 100 << 20 });
    this.waiting = [];
    this.socket.on("message", (data) => this.waiting.shift()?.(JSON.parse(data.toString())));
    this.opened = new Promise((resolve, reject) => {
      this.socket.once("open", resolve);
      this.socket.once("error", reject);
    });
  }
  send(text) {
    this.slowest ??= 0;
    const began = performance.now();
    return new Promise((resolve) => {
      this.waiting.push((answer) => {
        this.slowest = Math.max(this.slowest, performance.now() - began);
        resolve(answer);
      });
      this.socket.send(text);
    });
  }
  say(type, data) {
    return this.send(JSON.stringify(data === undefined ? { type } : { type, data }));
  }
}

async function episode(address, number) {
  const session = new Session(address);
  await session.opened;
  const begun = await session.say("reset", { seed: 7 + (number % 5), episode_id: `e${number}` });
  assert.equal(begun.type, "observation");
  assert.equal(begun.data.reward, null);
  assert.equal(begun.data.done, false);
  const first = await session.say("step", { reply: "circle(cx=256, cy=256, radius=9, stroke=3)" });
  assert.deepEqual([first.data.reward, first.data.done], [0, false]);
  assert.ok(first.data.observation.message.includes("not right"));
  assert.equal(Buffer.from(first.data.observation.drawing.data, "base64").subarray(1, 4).toString(), "PNG");
  const codes = [];
  for (const garbage of ["{", "[]", "\u0000", '{"type":"fly"}', "[".repeat(10000), '{"type":"step","data":{"tool":1}}']) {
    const answer = await session.send(garbage);
    assert.equal(answer.type, "error");
    codes.push(answer.data.code);
  }
  assert.deepEqual(codes, [
    "INVALID_JSON", "UNKNOWN_TYPE", "INVALID_JSON", "UNKNOWN_TYPE", "INVALID_JSON", "VALIDATION_ERROR",
  ]);
  const last = await session.say("step", { reply: "nothing" });
  assert.equal(last.data.done, true);
  assert.equal((await session.say("step", { reply: "more" })).data.code, "SESSION_ERROR");
  const state = await session.say("state");
  assert.deepEqual([state.data.episode_id, state.data.step_count], [`e${number}`, 2]);
  const closed = new Promise((resolve) => session.socket.once("close", resolve));
  session.socket.send('{"type":"close"}');
  await closed;
  return session.slowest;
}

async function refused(address, options) {
  const socket = new WebSocket(address, options);
  return new Promise((resolve) => {
    socket.once("unexpected-response", (_, response) => resolve(response.statusCode));
    socket.once("open", () => resolve(101));
    socket.once("error", () => {});
  });
}

/** A message beyond the limit ends the connection, and no other. */
async function tooLarge(address) {
  const session = new Session(address);
  await session.opened;
  const closed = new Promise((resolve) => session.socket.once("close", (code) => resolve(code)));
  session.socket.on("error", () => {});
  session.socket.send("x".repeat(5 << 20), () => {});
  return closed;
}

const { server, url, token } = await start();
try {
  const address = `${url.replace("http", "ws")}/t/${token}/openenv/shapecode/ws?max_turns=2`;
  assert.equal(await refused(address, { origin: "http://evil.example" }), 403);
  assert.equal(await refused(address.replace(token, "x".repeat(token.length))), 401);
  assert.ok([1006, 1009].includes(await tooLarge(address)));
  const slowest = await Promise.all(Array.from({ length: Number(count) }, (_, number) => episode(address, number)));
  console.log(`${count} sessions at once by ws, all answered; slowest answer ${Math.round(Math.max(...slowest))} ms`);
} finally {
  server.kill("SIGTERM");
}
const code = await new Promise((resolve) => server.once("exit", resolve));
assert.equal(code, 0);
