// Kills the server at random moments under load, starts it again on the same data and looks for every acknowledged
// write: its exact source, version and sequence number, for gets and for searches; no half-write, and no write that was
// never sent. No start is a full rebuild: the log is replayed from the last acknowledged flush on, and no file is made
// again.
//   node scripts/crash.mjs --rounds 20 [--seed 1] [--data folder]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { spawnServer } from "./server-process.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, seed: { type: "string" }, data: { type: "string" } },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const folder = values.data ?? mkdtempSync(join(tmpdir(), "wardex-crash-"));

const SHARDS = 2;
const WRITERS = ["a", "b", "c"];
const IDS_OF_A_WRITER = 400;
/** A request that is not answered within this time hangs. */
const ANSWER_MS = 20_000;

let state = seed >>> 0 || 1;
const random = () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
};
const below = (limit) => Math.floor(random() * limit);
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What is known of each id: the last acknowledged state, and the states that were sent but never answered. */
const known = new Map();
/** Indices that were acknowledged. */
const indices = new Set();
let nextValue = 0;
/** Highest sequence number of each shard that was acknowledged, and that an acknowledged flush sealed. */
const highest = new Map();
let flushed = new Map();
/** A write that was refused or answered in another way than it should be. */
let fault;

function start() {
  return spawnServer({ flags: { data: folder, threads: "1", "log-level": "debug" } });
}

async function kill(server) {
  server.child.kill("SIGKILL");
  await server.gone;
}

async function call(url, method, path, body, type = "application/json") {
  const init = { method, headers: { "content-type": type }, signal: AbortSignal.timeout(ANSWER_MS) };
  if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url + path, init);
  const text = await response.text();
  return { status: response.status, text, body: text.startsWith("{") ? JSON.parse(text) : text };
}

async function mustCall(...request) {
  const answer = await call(...request);
  if (answer.status !== 200)
    throw new Error(`${request[1]} ${request[2]} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer;
}

/** A source as no serializer of the server would write it: it must come back byte by byte. */
function newSource() {
  const value = nextValue++;
  const text = "x".repeat(below(random() < 0.05 ? 20_000 : 300));
  return {
    value,
    bytes: `{ "value":${value}, "text" : "${text}"${random() < 0.02 ? `, "field_${below(30)}":1.0` : ""} }`,
  };
}

/** Sends bulks of random index and delete actions on ids of its own until the server is gone. */
async function writer(url, name, stopped) {
  while (!stopped() && !fault) {
    const actions = newActions(name);
    for (const { id, source } of actions) {
      const entry = known.get(id) ?? { acknowledged: undefined, sent: [] };
      entry.sent.push(source);
      known.set(id, entry);
    }
    const lines = actions
      .map(({ id, source }) =>
        source ? `{"index":{"_id":"${id}"}}\n${source.bytes}\n` : `{"delete":{"_id":"${id}"}}\n`,
      )
      .join("");
    let answer;
    try {
      answer = await call(
        url,
        "POST",
        `/crash/_bulk${random() < 0.1 ? "?refresh=true" : ""}`,
        lines,
        "application/x-ndjson",
      );
    } catch (error) {
      if (error.name === "TimeoutError") fault = error;
      return; // killed: what was sent may or may not be there
    }
    acknowledge(actions, answer);
    if (random() < 0.04) await maintain(url).catch(() => undefined);
  }
}

function newActions(name) {
  const actions = new Map(); // one state an id and request keeps the expectation simple
  for (let n = 1 + below(60); n > 0; n--) {
    const id = `${name}-${below(IDS_OF_A_WRITER)}`;
    actions.set(id, { id, source: random() < 0.15 ? undefined : newSource() });
  }
  return [...actions.values()];
}

function acknowledge(actions, answer) {
  if (answer.status !== 200)
    return void (fault = new Error(`bulk answered ${answer.status}: ${answer.text.slice(0, 500)}`));
  answer.body.items.forEach((item, place) => {
    const result = item.index ?? item.delete;
    const { id, source } = actions[place];
    if (result.status >= 300 && result.status !== 404)
      return void (fault = new Error(`write refused: ${JSON.stringify(result)}`));
    known.set(id, { acknowledged: { source, version: result._version, seqNo: result._seq_no }, sent: [] });
  });
}

/** Flushes, merges or makes an index, and notes what was acknowledged. */
async function maintain(url) {
  const choice = random();
  if (choice < 0.2) {
    const name = `other-${below(1000)}`;
    const { status } = await call(url, "PUT", `/${name}/_doc/1`, { made: name });
    if (status === 201 || status === 200) indices.add(name);
  } else if (choice < 0.3) {
    await call(url, "POST", "/crash/_forcemerge?max_num_segments=1");
  } else {
    const before = await sequenceNumbers(url);
    const { status } = await call(url, "POST", "/crash/_flush");
    if (status === 200)
      flushed = new Map([...before].map(([shard, seqNo]) => [shard, Math.max(seqNo, flushed.get(shard) ?? -1)]));
  }
}

async function sequenceNumbers(url) {
  const { body } = await mustCall(url, "GET", "/crash/_stats?level=shards");
  return new Map(Object.entries(body.indices.crash.shards).map(([shard, [copy]]) => [shard, copy.seq_no.max_seq_no]));
}

/**
 * Everything that was acknowledged is there: for gets, for searches, byte by byte for some. Answers what was replayed.
 */
async function verify(server) {
  const { url } = server;
  const ids = [...known.keys()];
  for (let from = 0; from < ids.length; from += 1000) {
    const page = ids.slice(from, from + 1000);
    const { body } = await mustCall(url, "POST", "/crash/_mget", { ids: page });
    body.docs.forEach((doc, place) => check(page[place], doc));
  }
  for (let n = 0; n < 10 && ids.length > 0; n++) await checkBytes(url, ids[below(ids.length)]);
  await mustCall(url, "POST", "/crash/_refresh");
  await checkSearch(url);
  for (const name of indices) {
    const { body } = await mustCall(url, "GET", `/${name}/_doc/1`);
    if (body._source.made !== name) throw new Error(`${name}: found ${JSON.stringify(body)}`);
  }
  return checkReplay(server);
}

/** Compares with what was acknowledged or, where the last request was not answered, with what it may have done. */
function check(id, doc) {
  if (doc.error) throw new Error(`${id}: ${JSON.stringify(doc.error)}`);
  const entry = known.get(id);
  const found = doc.found ? JSON.stringify(doc._source) : undefined;
  const isFound = (source) => (source === undefined ? undefined : JSON.stringify(JSON.parse(source.bytes))) === found;
  const last = entry.acknowledged;
  const asAcknowledged =
    isFound(last?.source) && (found === undefined || (doc._version === last.version && doc._seq_no === last.seqNo));
  if (asAcknowledged && entry.sent.length === 0) return;
  const sent = entry.sent.find(isFound);
  if (!asAcknowledged && !entry.sent.some(isFound)) {
    const shown = last
      ? `version ${last.version} seq_no ${last.seqNo} ${last.source?.bytes.slice(0, 80) ?? "(deleted)"}`
      : "nothing";
    throw new Error(
      `${id}: acknowledged ${shown}, found version ${doc._version} seq_no ${doc._seq_no} ${found?.slice(0, 80) ?? "(nothing)"}`,
    );
  }
  known.set(id, {
    acknowledged: { source: asAcknowledged ? last?.source : sent, version: doc._version, seqNo: doc._seq_no },
    sent: [],
  });
}

async function checkBytes(url, id) {
  const { source } = known.get(id).acknowledged;
  const { status, text } = await call(url, "GET", `/crash/_source/${id}`);
  if (source ? text !== source.bytes : status !== 404)
    throw new Error(`${id}: the source is ${status} ${text.slice(0, 80)}, not ${source?.bytes.slice(0, 80)}`);
}

async function checkSearch(url) {
  const { body } = await mustCall(url, "POST", "/crash/_search", {
    size: 10_000,
    _source: false,
    docvalue_fields: ["value"],
    version: true,
    seq_no_primary_term: true,
    sort: ["_doc"],
  });
  const line = (id, value, version, seqNo) => `${id} value ${value} version ${version} seq_no ${seqNo}`;
  const found = body.hits.hits.map((hit) => line(hit._id, hit.fields.value[0], hit._version, hit._seq_no)).sort();
  const expected = [...known]
    .flatMap(([id, { acknowledged: last }]) =>
      last.source ? [line(id, last.source.value, last.version, last.seqNo)] : [],
    )
    .sort();
  const wrong = expected.findIndex((text, at) => text !== found[at]);
  if (wrong >= 0 || found.length !== expected.length)
    throw new Error(
      `a search found ${found.length} documents, ${expected.length} are there; at ${wrong}: ${found[wrong]} instead of ${expected[wrong]}`,
    );
}

/** What was sealed is not replayed, and nothing had to be made again. */
async function checkReplay(server) {
  const now = await sequenceNumbers(server.url);
  let replayed = 0;
  for (const [, shard, operations] of server.log.matchAll(/\[crash\]\[(\d+)\] replayed (\d+) operations/g)) {
    replayed += Number(operations);
    const most = (now.get(shard) ?? -1) - (flushed.get(shard) ?? -1);
    if (Number(operations) > most)
      throw new Error(`shard ${shard} replayed ${operations} operations, though all but ${most} were flushed`);
  }
  const trouble = server.log.split("\n").filter((line) => /"level":(40|50|60)/.test(line));
  if (trouble.length > 0) throw new Error(`the server complains:\n${trouble.join("\n")}`);
  for (const [shard, seqNo] of now) {
    if (seqNo < (highest.get(shard) ?? -1))
      throw new Error(`shard ${shard} went back from sequence number ${highest.get(shard)} to ${seqNo}`);
    highest.set(shard, seqNo);
  }
  return replayed;
}

/** Starts the server; sometimes kills it on the way up, and starts it again. */
async function restart() {
  while (random() < 0.15) {
    const server = start();
    server.listening.catch(() => undefined);
    await sleep(below(700));
    await kill(server);
  }
  return start().listening;
}

async function round(server, number) {
  let stop = false;
  const writers = WRITERS.map((name) => writer(server.url, name, () => stop));
  await sleep(100 + below(900));
  // Sometimes the kill meets a quiet server.
  stop = random() < 0.2;
  if (stop) await Promise.all(writers);
  await kill(server);
  stop = true;
  await Promise.all(writers);
  if (fault) throw fault;
  const next = await restart();
  running = next;
  const replayed = await verify(next);
  console.log(
    `round ${number}: ${known.size} ids as acknowledged, ready in ${next.readyMs} ms, ${replayed} operations replayed`,
  );
  return next;
}

console.log(`crash test: ${rounds} rounds, seed ${seed}, data in ${folder}`);
const startedMs = performance.now();
let running;
try {
  running = await start().listening;
  const properties = { value: { type: "long" }, text: { type: "text" } };
  await mustCall(running.url, "PUT", "/crash", { settings: { number_of_shards: SHARDS }, mappings: { properties } });
  for (let number = 1; number <= rounds; number++) running = await round(running, number);
  running.child.kill("SIGTERM");
  const code = await running.gone;
  if (code !== 0) throw new Error(`SIGTERM: the server ended with ${code}`);
  if (!values.data) rmSync(folder, { recursive: true });
  console.log(
    `${rounds} rounds passed in ${Math.round((performance.now() - startedMs) / 1000)} s, ${nextValue} documents sent, ${known.size} ids, ${indices.size} indices, seed ${seed}`,
  );
} catch (error) {
  console.error(`seed ${seed}, data kept in ${folder}`);
  console.error(
    running?.log
      .split("\n")
      .filter((line) => !/"level":20/.test(line))
      .slice(-20)
      .join("\n"),
  );
  console.error(error);
  process.exit(1);
}
