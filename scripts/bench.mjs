// `npm run bench`: what requests cost before a change and after it, anywhere within minutes. Builds another commit
// (--before, the parent of HEAD when absent) in a folder of its own, starts it and this tree side by side, loads the
// same documents into both, and asks them in turns: processor time of all threads of a request, and requests a second.
// `npm run bench -- PATH` runs the benchmarks beside the code instead. --docs, --requests, --rounds, --clients: its
// size.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Connection } from "./bench/connection.mjs";
import { documents, mapping, operations } from "./bench/workload.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: "string", default: "HEAD~1" },
    docs: { type: "string", default: "10000" },
    requests: { type: "string", default: "2000" },
    rounds: { type: "string", default: "3" },
    clients: { type: "string", default: "8" },
    only: { type: "string", default: "" },
  },
});
if (positionals.length > 0) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  execFileSync(process.execPath, [vitest, "bench", "--run", ...positionals], { stdio: "inherit", cwd: root });
  process.exit(0);
}
const [docs, requests, rounds, clients] = [values.docs, values.requests, values.rounds, values.clients].map(Number);
const folder = mkdtempSync(join(tmpdir(), "wardex-bench-"));
const before = join(folder, "before");
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const build = (tree) => execFileSync(process.execPath, ["scripts/build.mjs", "--if-needed"], { cwd: tree });
const sides = [];
try {
  console.error(`building ${git("log", "-1", "--format=%h %s", values.before)} and this tree …`);
  git("worktree", "add", "--detach", "-q", before, values.before);
  symlinkSync(join(root, "node_modules"), join(before, "node_modules"));
  for (const tree of [before, root]) build(tree);
  for (const [name, tree] of [
    ["before", before],
    ["after", root],
  ])
    sides.push(await start(name, tree));
  for (const side of sides) await load(side);
  await measure();
} finally {
  for (const { child } of sides) child.kill();
  if (existsSync(before)) git("worktree", "remove", "--force", before);
  rmSync(folder, { recursive: true, force: true });
}

function start(name, tree) {
  const args = [join(tree, "dist/server/start.js"), "--data", ":memory:", "--port", "0", "--security", "off"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", (code) => reject(new Error(`the server of ${name} ended with ${code}`)));
    child.stdout.on("data", (piece) => {
      text += piece.toString();
      const port = /on http:\/\/[^ ]*:(\d+)/.exec(text)?.[1];
      if (port)
        resolve({ name, child, connections: Array.from({ length: clients }, () => new Connection(Number(port))) });
    });
  });
}

async function load({ connections: [connection] }) {
  await connection.ask(
    "PUT",
    "/bench",
    JSON.stringify({ settings: { "requests.cache.enable": false }, mappings: mapping }),
  );
  for (const lines of documents(docs)) {
    const answer = await connection.ask("POST", "/bench/_bulk", lines);
    if (!answer.includes('"errors":false')) throw new Error(answer.slice(0, 500));
  }
  await connection.ask("POST", "/bench/_forcemerge?max_num_segments=1");
  await connection.ask("POST", "/bench/_refresh");
}

/**
 * Processor time of all threads of a process, in microseconds; the main thread's alone where the system is not Linux.
 */
function cpuOf({ child: { pid } }) {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return Number.NaN;
  let nanoseconds = 0;
  for (const task of readdirSync(tasks)) {
    try {
      nanoseconds += Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // It ended meanwhile.
    }
  }
  return nanoseconds / 1000;
}

/** Asks so many times over all connections; microseconds of processor time of one request, and requests a second. */
async function asked(side, operation, count) {
  const cpu = cpuOf(side);
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    side.connections.map(async (connection) => {
      while (next < count) await connection.ask(...operation.request(next++, docs));
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  return { cpu: (cpuOf(side) - cpu) / count, perSecond: count / seconds };
}

async function measure() {
  console.log("operation".padEnd(28), "CPU µs before", " after", " ratio", " requests/s before", " after", " ratio");
  const ratios = [];
  for (const operation of operations.filter(({ name }) => name.includes(values.only))) {
    const count = Math.ceil(requests / (operation.weight ?? 1));
    const best = sides.map(() => ({ cpu: Infinity, perSecond: 0 }));
    for (const side of sides) await asked(side, operation, count);
    for (let round = 0; round < rounds; round++) {
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const { cpu, perSecond } = await asked(sides[at], operation, count);
        best[at] = { cpu: Math.min(best[at].cpu, cpu), perSecond: Math.max(best[at].perSecond, perSecond) };
      }
    }
    const [was, is] = best;
    ratios.push({ cpu: was.cpu / is.cpu, perSecond: is.perSecond / was.perSecond });
    const ratio = ratios.at(-1);
    const cells = [was.cpu.toFixed(1).padStart(13), is.cpu.toFixed(1).padStart(6), ratio.cpu.toFixed(2).padStart(6)];
    const speeds = [
      was.perSecond.toFixed(0).padStart(18),
      is.perSecond.toFixed(0).padStart(6),
      ratio.perSecond.toFixed(2).padStart(6),
    ];
    console.log(operation.name.padEnd(28), ...cells, ...speeds);
  }
  const mean = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length).toFixed(2);
  console.log(
    `geometric means (above 1: better): CPU ${mean(ratios.map(({ cpu }) => cpu))}, requests a second ${mean(ratios.map(({ perSecond }) => perSecond))}`,
  );
}
