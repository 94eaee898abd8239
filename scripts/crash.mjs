// Kills the server at random moments under load, starts it again on the same data and looks for every acknowledged write:
// its exact source, version and sequence number, no half-write, and no write that was never sent.
//   node scripts/crash.mjs --rounds 20 [--seed 1] [--data folder]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({ options: { rounds: { type: "string", default: "20" }, seed: { type: "string" }, data: { type: "string" } } });
const rounds = Number(values.rounds);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const folder = values.data ?? mkdtempSync(join(tmpdir(), "wardex-crash-"));
console.log(`crash test: ${rounds} rounds, seed ${seed}, data in ${folder}`);

let state = seed >>> 0 || 1;
const random = () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
};
const below = (limit) => Math.floor(random() * limit);

/** What is known of each id: the last acknowledged state, and the states that were sent but never answered. */
const known = new Map();
let nextValue = 0;

function start() {
  const child = spawn(process.execPath, [join(root, "dist/server/main.js"), "--data", folder, "--port", "0", "--security", "off", "--threads", "1", "--log-level", "error"], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (piece) => {
      text += piece;
      const url = /http:\/\/\S+:\d+/.exec(text)?.[0];
      if (url) resolve({ child, url, readyMs: Number(/ready in (\d+) ms/.exec(text)?.[1]) });
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code} before it listened:\n${text}`)));
  });
}

async function call(url, method, path, body, type = "application/json") {
  const response = await fetch(url + path, { method, headers: { "content-type": type }, ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }) });
  return { status: response.status, body: await response.json() };
}

/** Sends bulks of random index and delete actions on ids of its own until the server is gone. */
async function writer(url, name, stopped) {
  for (let turn = 0; !stopped(); turn++) {
    const actions = [];
    const used = new Set();
    for (let n = 1 + below(60); n > 0; n--) {
      const id = `${name}-${below(400)}`;
      if (used.has(id)) continue; // one state an id and request keeps the expectation simple
      used.add(id);
      if (random() < 0.15) actions.push({ id, source: undefined });
      else actions.push({ id, source: JSON.stringify({ value: nextValue++, text: "x".repeat(below(random() < 0.05 ? 20_000 : 300)) }) });
    }
    for (const { id, source } of actions) {
      const entry = known.get(id) ?? { acknowledged: undefined, sent: [] };
      entry.sent.push(source);
      known.set(id, entry);
    }
    const lines = actions.map(({ id, source }) => (source === undefined ? `{"delete":{"_id":"${id}"}}\n` : `{"index":{"_id":"${id}"}}\n${source}\n`)).join("");
    const refresh = random() < 0.1 ? "?refresh=true" : "";
    let answer;
    try {
      answer = await call(url, "POST", `/crash/_bulk${refresh}`, lines, "application/x-ndjson");
      if (random() < 0.03) await call(url, "POST", "/crash/_flush");
    } catch {
      return; // killed: what was sent may or may not be there
    }
    answer.body.items.forEach((item, place) => {
      const result = item.index ?? item.delete;
      const { id, source } = actions[place];
      const entry = known.get(id);
      if (result.status >= 300 && result.status !== 404) throw new Error(`write refused: ${JSON.stringify(result)}`);
      entry.acknowledged = { source, version: result._version, seqNo: result._seq_no };
      entry.sent = [];
    });
  }
}

async function verify(url) {
  const ids = [...known.keys()];
  let checked = 0;
  for (let from = 0; from < ids.length; from += 1000) {
    const page = ids.slice(from, from + 1000);
    const { status, body } = await call(url, "POST", "/crash/_mget", { ids: page });
    if (status !== 200) throw new Error(`mget answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
    body.docs.forEach((doc, place) => check(page[place], doc) && checked++);
  }
  await call(url, "POST", "/crash/_refresh");
  const { body } = await call(url, "POST", "/crash/_count");
  const living = [...known.values()].filter((entry) => entry.acknowledged?.source !== undefined).length;
  if (body.count !== living) throw new Error(`_count says ${body.count}, ${living} documents are expected`);
  return checked;
}

/** Compares with what was acknowledged or, where the last request was not answered, with what it may have done. */
function check(id, doc) {
  const entry = known.get(id);
  const found = doc.found ? JSON.stringify(doc._source) : undefined;
  const last = entry.acknowledged;
  if (entry.sent.length === 0) {
    if (found !== last.source) throw new Error(`${id}: acknowledged ${last.source?.slice(0, 80)}, found ${found?.slice(0, 80)}`);
    if (found !== undefined && (doc._version !== last.version || doc._seq_no !== last.seqNo)) {
      throw new Error(`${id}: acknowledged version ${last.version} seq_no ${last.seqNo}, found ${doc._version} ${doc._seq_no}`);
    }
    return true;
  }
  if (found !== last?.source && !entry.sent.includes(found)) throw new Error(`${id}: found what was never sent: ${found?.slice(0, 80)}`);
  entry.sent = [];
  entry.acknowledged = { source: found, version: doc._version, seqNo: doc._seq_no };
  return true;
}

let server = await start();
await call(server.url, "PUT", "/crash", { mappings: { properties: { value: { type: "long" }, text: { type: "text" } } } });
for (let round = 1; round <= rounds; round++) {
  let stop = false;
  const gone = new Promise((resolve) => server.child.once("exit", resolve));
  const writers = ["a", "b", "c"].map((name) => writer(server.url, name, () => stop));
  await new Promise((resolve) => setTimeout(resolve, 100 + below(900)));
  stop = random() < 0.2; // sometimes the kill meets a quiet server
  server.child.kill("SIGKILL");
  await gone;
  stop = true;
  await Promise.all(writers);
  server = await start();
  const checked = await verify(server.url);
  const { body } = await call(server.url, "GET", "/crash/_stats");
  const replayed = body._all?.primaries?.translog?.operations;
  console.log(`round ${round}: ${checked} documents as acknowledged, ready in ${server.readyMs} ms, ${replayed} operations in the log`);
}
const gone = new Promise((resolve) => server.child.once("exit", resolve));
server.child.kill("SIGTERM");
const code = await gone;
if (code !== 0) throw new Error(`SIGTERM: the server ended with ${code}`);
if (!values.data) rmSync(folder, { recursive: true });
console.log(`${rounds} rounds passed, ${known.size} ids, seed ${seed}`);
