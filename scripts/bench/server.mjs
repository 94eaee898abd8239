// A server of a tree for benchmarks, and what its process has used, measured from outside it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { spawnServer } from "../server-process.mjs";
import { Connection } from "./connection.mjs";

/** Starts the built server of a folder of sources; it answers when this returns. `data`: a folder, or `:memory:`. */
export async function startServer(tree, { data = ":memory:", clients, name = tree }) {
  // As people start it: with the code that V8 has compiled before.
  const server = spawnServer({ tree, flags: { data }, program: "start.js", name: `the server of ${name}` });
  const { child, url } = await server.listening;
  void server.gone.then((code) => {
    if (!server.isEnding) throw new Error(`the server of ${name} ended with ${code}:\n${server.log}`);
  });
  const { port } = new URL(url);
  const connections = Array.from({ length: clients }, () => new Connection(Number(port)));
  return { name, child, url, connections, end: () => ((server.isEnding = true), server.stop()) };
}

/** The process that was started, and those that it started: the one that serves may be among these. */
function processesOf({ child: { pid } }) {
  const all = [pid];
  for (const each of all) {
    const children = `/proc/${each}/task/${each}/children`;
    if (existsSync(children)) all.push(...readFileSync(children, "utf8").trim().split(" ").filter(Boolean).map(Number));
  }
  return all;
}

/** Processor time of all threads, in microseconds; NaN where the system is not Linux. */
export function cpuOf(server) {
  if (!existsSync("/proc/self/task")) return Number.NaN;
  let nanoseconds = 0;
  for (const pid of processesOf(server)) {
    const tasks = `/proc/${pid}/task`;
    for (const task of existsSync(tasks) ? readdirSync(tasks) : []) {
      try {
        nanoseconds += Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]);
      } catch {
        // It ended meanwhile.
      }
    }
  }
  return nanoseconds / 1000;
}

/** Resident memory in bytes; NaN where the system is not Linux. */
export function memoryOf(server) {
  if (!existsSync("/proc/self/status")) return Number.NaN;
  const kilobytes = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  return processesOf(server).reduce((sum, pid) => sum + kilobytes(pid) * 1024, 0);
}

/** Asks so many times over all connections; microseconds of processor time of one request, and requests a second. */
export async function asked(server, operation, { count, docs }) {
  const cpu = cpuOf(server);
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    server.connections.map(async (connection) => {
      while (next < count) await connection.ask(...operation.request(next++, docs));
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  return { cpu: (cpuOf(server) - cpu) / count, perSecond: count / seconds };
}

/** Makes the index and loads documents in bulk requests, one after the other. */
export async function load({ connections: [connection] }, mapping, batches) {
  const index = { settings: { "requests.cache.enable": false }, mappings: mapping };
  await connection.ask("PUT", "/bench", JSON.stringify(index));
  for (const lines of batches) {
    const answer = await connection.ask("POST", "/bench/_bulk", lines);
    if (!answer.includes('"errors":false')) throw new Error(answer.slice(0, 500));
  }
}
