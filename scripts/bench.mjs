// `npm run bench`: what requests cost before a change and after it, anywhere within minutes. Builds another commit
// (--before, the parent of HEAD when absent) in a folder of its own, starts it and this tree side by side, loads the
// same documents into both, and asks them in turns: processor time of all threads of a request, and requests a second.
// Fails when the geometric mean of CPU falls below --least. `npm run bench -- PATH` runs the benchmarks beside the code
// instead. --docs, --requests, --rounds, --clients: its size.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { asked, load, startServer } from "./bench/server.mjs";
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
    least: { type: "string", default: "0" },
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
  build(root);
  build(before);
  sides.push(
    await startServer(before, { clients, name: "before" }),
    await startServer(root, { clients, name: "after" }),
  );
  for (const side of sides) {
    await load(side, mapping, documents(docs));
    await side.connections[0].ask("POST", "/bench/_forcemerge?max_num_segments=1");
    await side.connections[0].ask("POST", "/bench/_refresh");
  }
  await measure();
} finally {
  for (const side of sides) void side.end();
  if (existsSync(before)) git("worktree", "remove", "--force", before);
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  console.log("operation".padEnd(28), "CPU µs before", " after", " ratio", " requests/s before", " after", " ratio");
  const ratios = [];
  for (const operation of operations.filter(({ name }) => name.includes(values.only))) {
    const count = Math.ceil(requests / (operation.weight ?? 1));
    const best = sides.map(() => ({ cpu: Infinity, perSecond: 0 }));
    for (const side of sides) await asked(side, operation, { count, docs });
    for (let round = 0; round < rounds; round++) {
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const { cpu, perSecond } = await asked(sides[at], operation, { count, docs });
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
  const cpu = mean(ratios.map((ratio) => ratio.cpu));
  const perSecond = mean(ratios.map((ratio) => ratio.perSecond));
  console.log(`geometric means (above 1: better): CPU ${cpu}, requests a second ${perSecond}`);
  if (cpu < Number(values.least)) {
    console.error(`requests cost more than before: CPU ${cpu}, at least ${values.least} is asked for`);
    process.exitCode = 1;
  }
}
