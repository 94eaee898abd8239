// `node scripts/by-query.mjs http://127.0.0.1:9200 PID`: what work by query costs here and on another server on this
// machine: documents for each second of processor time of the whole process, with what it merges behind its answer,
// from /proc/PID/stat. --docs: how many; --rounds: each is done so often, the last one counts (the first ones warm a
// virtual machine); --only: a part of the name of a kind; --flags: of Node, for profiles. Without an address this
// server alone is measured. Indices `by-query-*` of the other one are deleted.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    docs: { type: "string", default: "200000" },
    rounds: { type: "string", default: "2" },
    only: { type: "string", default: "" },
    flags: { type: "string", default: "" },
  },
});
const [other, otherPid] = positionals;
const [docs, rounds] = [values.docs, values.rounds].map(Number);
const TICKS_PER_SECOND = 100;
const LOOK_MS = 1500;
/** Less processor time between two looks is a server that has nothing to do. */
const IDLE_SECONDS = 0.08;
const BULK = 5000;
const agent = new Agent({ keepAlive: true });

const reindex = (size) => ({ source: { index: "by-query-a", size }, dest: { index: "by-query-b" } });
const noReplicas = { settings: { number_of_shards: 1, number_of_replicas: 0 } };
const mapped = {
  ...noReplicas,
  mappings: {
    properties: {
      name: { type: "text" },
      tag: { type: "keyword" },
      votes: { type: "integer" },
      at: { type: "date" },
    },
  },
};
/** Each works on an index of its own, which is made before time is taken. */
const kinds = [
  {
    name: "reindex",
    before: (side) => ask(side, "PUT", "/by-query-b", mapped),
    run: (side) => ask(side, "POST", "/_reindex?refresh=true", reindex(1000)),
  },
  {
    name: "update_by_query",
    before: (side) => copied(side),
    run: (side) => ask(side, "POST", "/by-query-b/_update_by_query?refresh=true", {}),
  },
  {
    name: "delete_by_query",
    before: (side) => copied(side),
    run: (side) => ask(side, "POST", "/by-query-b/_delete_by_query?refresh=true", { query: { match_all: {} } }),
  },
];

async function copied(side) {
  await ask(side, "PUT", "/by-query-b", mapped);
  await ask(side, "POST", "/_reindex?refresh=true", reindex(5000));
}

const folder = mkdtempSync(join(tmpdir(), "by-query-"));
const tree = join(dirname(fileURLToPath(import.meta.url)), "..");
const flags = values.flags.split(" ").filter(Boolean);
const args = [...flags, join(tree, "dist/server/main.js"), "--data", folder, "--port", "0", "--security", "off"];
const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
const sides = [];
try {
  sides.push({ name: "here", url: await started(), pid: child.pid });
  if (other !== undefined) sides.push({ name: "there", url: other, pid: otherPid });
  for (const side of sides) await load(side);
  console.log(`${docs} documents, the last of ${rounds} rounds\n`);
  console.log("| kind | documents a CPU second here | there | ratio | seconds here | there |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
  for (const kind of kinds.filter(({ name }) => name.includes(values.only))) {
    let cells = [];
    for (let round = 0; round < rounds; round++) {
      cells = [];
      for (const side of sides) cells.push(await measured(side, kind));
    }
    const [here, there] = cells;
    const figures = [here.rate, there?.rate ?? 0].map((rate) => Math.round(rate));
    const ratio = (here.rate / (there?.rate ?? Number.NaN)).toFixed(2);
    console.log(
      `| ${[kind.name, ...figures, ratio, here.seconds.toFixed(1), there?.seconds.toFixed(1)].join(" | ")} |`,
    );
  }
} finally {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await ended;
  if (other !== undefined) for (const name of ["a", "b"]) await send(other, "DELETE", `/by-query-${name}`);
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

function started() {
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.on("data", (piece) => {
      text += piece.toString();
      const url = /on (http:\/\/\S+)/.exec(text)?.[1];
      if (url) resolve(url);
    });
  });
}

function send(url, method, path, body) {
  const type = path.includes("_bulk") ? "application/x-ndjson" : "application/json";
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, agent, headers: { "content-type": type } }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("end", () => resolve({ status: answer.statusCode, text: Buffer.concat(pieces).toString() }));
    });
    sent.on("error", reject);
    sent.end(text);
  });
}

async function ask({ url }, method, path, body) {
  const { status, text } = await send(url, method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

async function load(side) {
  for (const name of ["a", "b"]) await send(side.url, "DELETE", `/by-query-${name}`);
  await ask(side, "PUT", "/by-query-a", mapped);
  for (let from = 0; from < docs; from += BULK) {
    let lines = "";
    for (let id = from; id < Math.min(docs, from + BULK); id++)
      lines += `{"index":{"_id":"${id}"}}\n${JSON.stringify(documentOf(id))}\n`;
    const { errors } = await ask(side, "POST", "/by-query-a/_bulk", lines);
    if (errors) throw new Error("not all documents were taken");
  }
  await ask(side, "POST", "/by-query-a/_refresh");
  await idle(side);
}

function documentOf(id) {
  const name = `w${id % 997} w${(id * 7) % 1013} w${(id * 31) % 4001}`;
  return { name, tag: `t${id % 50}`, votes: (id * 13) % 1000, at: 1_600_000_000_000 + id * 1000 };
}

async function measured(side, kind) {
  await send(side.url, "DELETE", "/by-query-b");
  await kind.before(side);
  await idle(side);
  if (values.flags) console.log(`process ${side.pid} begins ${kind.name}`);
  const [cpu, begun] = [cpuSeconds(side), performance.now()];
  const answer = await kind.run(side);
  const seconds = (performance.now() - begun) / 1000;
  const done = (answer.created ?? 0) + (answer.updated ?? 0) + answer.deleted;
  if (done !== docs) throw new Error(`${kind.name} ${side.name}: ${JSON.stringify(answer).slice(0, 500)}`);
  await idle(side);
  return { rate: docs / (cpuSeconds(side) - cpu), seconds };
}

/** Waits until it has merged what it merges behind answers. */
async function idle(side) {
  for (;;) {
    const before = cpuSeconds(side);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (cpuSeconds(side) - before < IDLE_SECONDS) return;
  }
}

/** Processor time of all threads of a process (utime and stime of proc(5)). */
function cpuSeconds({ pid }) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) / TICKS_PER_SECOND;
}
