// `npm run growth`: what documents and requests cost as an index grows, from an empty one on: loading onto the disk,
// requests, starting again, memory and disk. Each run adds a line to bench/history.jsonl, of which the last one is shown
// in docs/performance.md. --sizes, --requests, --clients: its size; --note: what else ran.
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { performancePage, performancePictures } from "./bench/performance-page.mjs";
import { asked, cpuOf, load, memoryOf, startServer } from "./bench/server.mjs";
import { documents, mapping, operations } from "./bench/workload.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000,1000000" },
    requests: { type: "string", default: "1000" },
    clients: { type: "string", default: "8" },
    note: { type: "string", default: "" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const [requests, clients] = [values.requests, values.clients].map(Number);
/** Time in which a server that nobody asks comes to rest. */
const REST_MS = 3000;
/** What reads only: writes would make the index grow. */
const reading = operations.filter(({ request }) => !request(1, 1)[1].startsWith("/written"));

const history = join(root, "bench/history.jsonl");
const run = { at: new Date().toISOString(), commit: commitOf(), note: values.note, ...machineOf(), rows: [] };
for (const docs of [0, ...sizes]) {
  console.error(`${docs} documents …`);
  run.rows.push(await grown(docs));
}
appendFileSync(history, `${JSON.stringify(run)}\n`);
const runs = readFileSync(history, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
writeFileSync(join(root, "docs/performance.md"), performancePage(runs));
for (const [name, picture] of Object.entries(performancePictures(runs)))
  writeFileSync(join(root, "docs/pictures", name), picture);
console.log("docs/performance.md");

function commitOf() {
  return execFileSync("git", ["log", "-1", "--format=%h"], { cwd: root, encoding: "utf8" }).trim();
}

function machineOf() {
  return { cpus: cpus().length, model: cpus()[0]?.model, memory: totalmem(), node: process.version };
}

/** What an index of so many documents costs. Times in milliseconds, processor time in microseconds, sizes in bytes. */
async function grown(docs) {
  const data = mkdtempSync(join(tmpdir(), "wardex-growth-"));
  try {
    let server = await startServer(root, { data, clients });
    const row = { docs };
    if (docs > 0) {
      const cpu = cpuOf(server);
      const begun = performance.now();
      await load(server, mapping, documents(docs));
      row.load = { perSecond: (docs * 1000) / (performance.now() - begun), cpu: (cpuOf(server) - cpu) / docs };
      const [connection] = server.connections;
      await connection.ask("POST", "/bench/_forcemerge?max_num_segments=1");
      await connection.ask("POST", "/bench/_refresh");
      await connection.ask("POST", "/bench/_flush?force=true");
      row.operations = await measured(server, docs);
    }
    await server.end();
    row.disk = bytesUnder(data);
    const started = performance.now();
    server = await startServer(root, { data, clients });
    row.startMs = performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    row.memory = memoryOf(server);
    await server.end();
    return row;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Each operation is asked four times as often before it counts: V8 compiles what is hot. */
async function measured(server, docs) {
  const found = {};
  for (const operation of reading) {
    const count = Math.ceil(requests / (operation.weight ?? 1));
    await asked(server, operation, { count: 4 * count, docs });
    found[operation.name] = await asked(server, operation, { count, docs });
  }
  return found;
}

function bytesUnder(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? bytesUnder(path) : statSync(path).size;
  }
  return bytes;
}
