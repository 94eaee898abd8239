// Runs the published YAML REST suites (../shared/conformance) against a server of our own, in memory, and compares with the list of known
// failures, test/conformance-known-failures.txt, which may only shrink. Where the suites are not there it says so and counts nothing.
//   node scripts/conformance.mjs [--write]      --write makes the list anew
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const suites = join(root, "..", "shared", "conformance");
if (!existsSync(join(suites, "run.mjs"))) {
  console.log("conformance: skipped, the published suites are not beside this project");
  process.exit(0);
}
// The runner needs the package yaml from a node_modules beside it; the suites' own folder may be read-only.
const copy = mkdtempSync(join(tmpdir(), "wardex-conformance-"));
cpSync(suites, copy, { recursive: true });
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
const server = `node ${join(root, "dist/server/main.js")} --data :memory: --security off --threads 1 --log-level silent --port {port}`;
const list = join(root, "test/conformance-known-failures.txt");
const mode = process.argv.includes("--write") ? ["--write-expect", list] : ["--expect", list];
const { status } = spawnSync(process.execPath, [join(copy, "run.mjs"), "--spawn", server, "--base-port", "19750", "--jobs", "1", ...mode], {
  stdio: "inherit",
  cwd: copy,
});
rmSync(copy, { recursive: true, force: true });
// Making the list anew means that tests fail; that is no failure of the making.
process.exit(process.argv.includes("--write") ? 0 : (status ?? 1));
