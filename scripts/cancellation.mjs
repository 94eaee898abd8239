// How soon large aggregations end when they are cancelled, and what `_cluster/health` costs meanwhile: three levels with
// 10,000 buckets over a million documents. Each round begins a search, cancels it (as a task, or by closing its
// connection) after a random part of the time that it takes, and waits for its end.
//   node scripts/cancellation.mjs [--docs 1000000] [--rounds 40] [--threads 2]
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Random } from "./random.mjs";
import { spawnServer } from "./server-process.mjs";

const { values } = parseArgs({
  options: {
    docs: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "40" },
    threads: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const [docs, rounds, seed] = [values.docs, values.rounds, values.seed].map(Number);
const BATCH = 10_000;
const HEALTH_EVERY_MS = 10;

const properties = {
  host: { type: "keyword" },
  status: { type: "keyword" },
  at: { type: "date" },
  taken: { type: "double" },
};
const mapping = { settings: { number_of_shards: 1 }, mappings: { properties } };
const aggs = {
  host: {
    terms: { field: "host", size: 100 },
    aggs: {
      at: {
        histogram: { field: "at", interval: 864_000_000 },
        aggs: {
          status: { terms: { field: "status", size: 10 }, aggs: { taken: { percentiles: { field: "taken" } } } },
        },
      },
    },
  },
};
const search = JSON.stringify({ size: 0, aggs });

const flags = { data: ":memory:", security: "off", "log-level": "error" };
const server = spawnServer({ flags: values.threads === undefined ? flags : { ...flags, threads: values.threads } });
const { url } = await server.listening;
const agent = new Agent({ keepAlive: true });

/** Answers once the answer is there, with what ends the request before that. */
function ask(method, path, body) {
  const type = path.includes("_bulk") ? "application/x-ndjson" : "application/json";
  const asked = request(`${url}${path}`, { method, agent, headers: { "content-type": type } });
  const answer = new Promise((resolve, reject) => {
    asked.once("error", reject);
    asked.once("response", (response) => {
      const pieces = [];
      response.on("data", (piece) => pieces.push(piece));
      response.once("end", () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: response.statusCode, body: text === "" ? undefined : JSON.parse(text) });
      });
    });
  });
  asked.end(body);
  return { answer, close: () => asked.destroy() };
}

async function load() {
  const random = new Random(seed);
  await ask("PUT", "/requests", JSON.stringify(mapping)).answer;
  for (let from = 0; from < docs; from += BATCH) {
    let lines = "";
    for (let i = from; i < Math.min(docs, from + BATCH); i++) {
      const at = 1_700_000_000_000 + random.below(8_640_000) * 1000;
      lines += `{"index":{}}\n{"host":"h${random.below(100)}","status":"s${random.below(10)}","at":${at},"taken":${random.below(100_000) / 100}}\n`;
    }
    await ask("POST", "/requests/_bulk", lines).answer;
  }
  await ask("POST", "/requests/_refresh").answer;
}

/** Times of health, asked again and again until `stop`. */
function watchHealth() {
  const times = [];
  let isOver = false;
  const watched = (async () => {
    while (!isOver) {
      const begun = performance.now();
      await ask("GET", "/_cluster/health").answer;
      times.push(performance.now() - begun);
      await sleep(HEALTH_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watched;
      return times;
    },
  };
}

async function searchTasks() {
  const { body } = await ask("GET", "/_tasks?actions=indices:data/read/search").answer;
  return Object.values(body.nodes ?? {}).flatMap(({ tasks }) => Object.keys(tasks));
}

/** From the cancellation to the end of the search and of its task, in milliseconds; undefined: it was over before. */
async function round(random, wholeMs, byTask) {
  const asked = ask("POST", "/requests/_search?request_cache=false", search);
  let isOver = false;
  const ended = asked.answer.catch(() => undefined).finally(() => (isOver = true));
  await sleep(wholeMs * 0.95 * (random.below(1000) / 1000));
  if (isOver) return undefined;
  const begun = performance.now();
  if (byTask) {
    const cancelled = ask("POST", "/_tasks/_cancel?actions=indices:data/read/search").answer;
    const answer = await ended;
    const taken = performance.now() - begun;
    await cancelled;
    return answer.status === 200 ? undefined : taken;
  }
  asked.close();
  while ((await searchTasks()).length > 0) await sleep(1);
  await ended;
  return performance.now() - begun;
}

function shown(title, times) {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (part) => (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN).toFixed(1);
  console.log(`${title.padEnd(34)} p50 ${at(0.5)}  p99 ${at(0.99)}  most ${at(1)} ms  (${sorted.length})`);
}

await load();
const whole = [];
let buckets = 0;
for (let at = 0; at < 4; at++) {
  const begun = performance.now();
  const { body } = await ask("POST", "/requests/_search?request_cache=false", search).answer;
  whole.push(performance.now() - begun);
  buckets = body.aggregations.host.buckets.flatMap((host) =>
    host.at.buckets.flatMap((one) => one.status.buckets),
  ).length;
}
const wholeMs = Math.min(...whole);
console.log(
  `${docs} documents, ${buckets} buckets of the third level, ${wholeMs.toFixed(0)} ms as a whole, seed ${seed}`,
);

const idle = watchHealth();
await sleep(2000);
shown("health, with nothing else", await idle.stop());

const busy = watchHealth();
for (let at = 0; at < 4; at++) await ask("POST", "/requests/_search?request_cache=false", search).answer;
shown("health, beside searches", await busy.stop());

const random = new Random(seed, 1);
const watch = watchHealth();
for (const byTask of [true, false]) {
  const times = [];
  for (let at = 0; at < rounds; at++) {
    const taken = await round(random, wholeMs, byTask);
    if (taken !== undefined) times.push(taken);
  }
  shown(byTask ? "to the end of a cancelled task" : "to the end of a closed connection", times);
}
shown("health, beside cancelled searches", await watch.stop());
agent.destroy();
await server.stop();
