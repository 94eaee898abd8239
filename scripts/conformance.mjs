// Runs the published YAML REST suites (../shared/conformance) against a server of our own, in memory, and compares with
// the list of known failures, test/conformance-known-failures.txt, which may only shrink. Where the suites are not
// there it says so and counts nothing.
//   node scripts/conformance.mjs [--write]
// --write takes out of the list what passes, and counts the tests of each group (test/conformance-counts.json), so that
// docs/compatibility.md is made without the suites
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { groupOf } from "./docs/conformance-section.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const suites = join(root, "..", "shared", "conformance");
if (!existsSync(join(suites, "run.mjs"))) {
  console.log("conformance: skipped, the published suites are not beside this project");
  process.exit(0);
}
const writes = process.argv.includes("--write");
// The runner needs the package yaml from a node_modules beside it; the suites' own folder may be read-only.
const copy = mkdtempSync(join(tmpdir(), "wardex-conformance-"));
cpSync(suites, copy, { recursive: true });
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
const server = `node ${join(root, "dist/server/main.js")} --data :memory: --security off --threads 1 --path-repo ${join(copy, "repositories")} --log-level silent --port {port}`;
const list = join(root, "test/conformance-known-failures.txt");
const report = join(copy, "report.json");
const { status } = spawnSync(
  process.execPath,
  [
    join(copy, "run.mjs"),
    "--spawn",
    server,
    "--base-port",
    "19750",
    "--jobs",
    "1",
    "--expect",
    list,
    "--report",
    report,
  ],
  { stdio: "inherit", cwd: copy },
);
if (writes && existsSync(report)) writeLists(JSON.parse(readFileSync(report, "utf8")).tests);
rmSync(copy, { recursive: true, force: true });
process.exit(status ?? 1);

function writeLists(tests) {
  const failed = new Set(tests.filter((test) => test.status === "failed").map(({ id }) => id));
  const known = readFileSync(list, "utf8").split("\n").filter(Boolean);
  // What fails newly is no known failure: it stays out of the list, and the run fails.
  writeFileSync(
    list,
    known
      .filter((id) => failed.has(id))
      .map((id) => `${id}\n`)
      .join(""),
  );
  const groups = {};
  for (const { id } of tests.filter((test) => test.status !== "skipped"))
    groups[groupOf(id)] = (groups[groupOf(id)] ?? 0) + 1;
  const counts = { groups, differs: differing(tests) };
  writeFileSync(join(root, "test/conformance-counts.json"), `${JSON.stringify(counts, null, 2)}\n`);
}

/** Tests of 7.10 that a real 8.19 fails, because it answers otherwise. */
function differing(tests) {
  const ids = new Set(tests.map(({ id }) => id));
  const lines = readFileSync(join(copy, "reference/elasticsearch-8.19-core.txt"), "utf8").split("\n");
  const marked = lines
    .map((line) => line.split("\t"))
    .filter(([id, why]) => ids.has(id) && why?.startsWith("[differs]"));
  return marked.map(([id]) => id).sort();
}
