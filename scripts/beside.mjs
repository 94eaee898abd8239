// `npm run beside -- http://127.0.0.1:9200`: what each kind of query and aggregation costs here and on another server,
// with the same documents, asked in turns after a warm-up. Processor time of a request is what `_nodes/stats/process` of
// each server says. Totals must agree; a kind that one of them does not have is named. --docs, --seconds, --warm (of each
// kind on each side), --only: its size. Deletes the index `kinds` on the other server.
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { documents, mapping, requests } from "./bench/kinds.mjs";
import { spawnServer } from "./server-process.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    docs: { type: "string", default: "100000" },
    seconds: { type: "string", default: "0.5" },
    warm: { type: "string", default: "0.5" },
    clients: { type: "string", default: "2" },
    only: { type: "string", default: "" },
  },
});
const [other] = positionals;
if (other === undefined) {
  console.error("which server? npm run beside -- http://127.0.0.1:9200");
  process.exit(2);
}
const [docs, seconds, warm, clients] = [values.docs, values.seconds, values.warm, values.clients].map(Number);
const chosen = requests.filter(({ name }) => name.includes(values.only));
const CPU_KNOWN_MS = 1100;
const agent = new Agent({ keepAlive: true });
const own = spawnServer();
try {
  const sides = [(await own.listening).url, other];
  for (const side of sides) await load(side);
  const there = [];
  for (const kind of chosen) if (await isThere(kind, sides)) there.push(kind);
  for (const kind of there) for (const side of sides) await asked(side, kind, warm);
  await measure(there, sides);
} finally {
  await own.stop();
  await ask(other, "DELETE", "/kinds");
  agent.destroy();
}

function ask(side, method, path, body = "") {
  const type = path.includes("_bulk") ? "application/x-ndjson" : "application/json";
  return new Promise((resolve, reject) => {
    const sent = request(side + path, { method, agent, headers: { "content-type": type } }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("end", () => resolve({ status: answer.statusCode, text: Buffer.concat(pieces).toString() }));
    });
    // The server may close a connection just when it is to be used again.
    sent.on("error", (error) => (sent.reusedSocket ? resolve(ask(side, method, path, body)) : reject(error)));
    sent.end(body);
  });
}

/** Fields of types that the server does not have are left out. */
async function load(side) {
  const properties = { ...mapping.properties };
  const settings = { number_of_shards: 1, number_of_replicas: 0, "requests.cache.enable": false };
  await ask(side, "DELETE", "/kinds");
  for (;;) {
    const { status, text } = await ask(side, "PUT", "/kinds", JSON.stringify({ settings, mappings: { properties } }));
    if (status === 200) break;
    const [, missing] = /on field \[(\w+)\]/.exec(text) ?? [];
    if (properties[missing] === undefined) throw new Error(text);
    delete properties[missing];
  }
  for (const lines of documents(docs, new Set(Object.keys(properties)))) {
    const { text } = await ask(side, "POST", "/kinds/_bulk", lines);
    if (!text.includes('"errors":false')) throw new Error(text.slice(0, 500));
  }
  await ask(side, "POST", "/kinds/_forcemerge?max_num_segments=1");
  await ask(side, "POST", "/kinds/_refresh");
}

async function isThere(kind, sides) {
  const body = JSON.stringify({ ...kind.body(1), track_total_hits: true });
  const answers = await Promise.all(sides.map((side) => ask(side, "POST", "/kinds/_search", body)));
  const missing = answers.findIndex(({ status }) => status !== 200);
  if (missing >= 0)
    console.log(`${kind.name}: ${missing === 0 ? "not here" : "not there"}: ${reason(answers[missing])}`);
  else {
    const [ours, theirs] = answers.map(({ text }) => JSON.parse(text).hits.total.value);
    if (ours !== theirs) console.log(`${kind.name}: finds ${ours} here and ${theirs} there`);
  }
  return missing < 0;
}

function reason({ text }) {
  return JSON.parse(text).error?.root_cause?.[0]?.reason ?? text.slice(0, 200);
}

/** Elasticsearch measures once a second. */
async function cpuMs(sides) {
  await new Promise((resolve) => setTimeout(resolve, CPU_KNOWN_MS));
  const answers = await Promise.all(sides.map((side) => ask(side, "GET", "/_nodes/stats/process")));
  return answers.map(({ text }) => Object.values(JSON.parse(text).nodes)[0].process.cpu.total_in_millis);
}

/** Asks for so many seconds: how often, and the milliseconds from the beginning of a request to its end. */
async function asked(side, { body }, seconds) {
  const begun = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - begun < seconds * 1000)
        await ask(side, "POST", "/kinds/_search?request_cache=false", JSON.stringify(body(count++)));
    }),
  );
  return { count, ms: ((performance.now() - begun) * clients) / count };
}

async function measure(kinds, sides) {
  console.log("| kind | CPU ms | there | ratio | ms | there | ratio |\n| --- | --- | --- | --- | --- | --- | --- |");
  const ratios = [];
  let before = await cpuMs(sides);
  for (const kind of kinds) {
    const measured = [];
    for (const side of sides) measured.push(await asked(side, kind, seconds));
    const after = await cpuMs(sides);
    const [cpu, cpuThere] = measured.map(({ count }, at) => (after[at] - before[at]) / count);
    before = after;
    const [{ ms }, { ms: msThere }] = measured;
    ratios.push({ cpu: cpuThere / cpu, ms: msThere / ms });
    const cells = [cpu, cpuThere, cpuThere / cpu, ms, msThere, msThere / ms].map((value) => value.toFixed(2));
    console.log(`| ${[kind.name, ...cells].join(" | ")} |`);
  }
  const mean = (of) => Math.exp(ratios.reduce((sum, each) => sum + Math.log(each[of]), 0) / ratios.length).toFixed(2);
  console.log(`\ngeometric means of ${kinds.length} (above 1: less here): CPU ${mean("cpu")}, time ${mean("ms")}`);
}
