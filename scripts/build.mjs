// Builds dist/: the kernel with the AssemblyScript compiler, the rest with tsc. `--if-needed` skips when nothing changed.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unpackSource } from "./unpack.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
const newest = (folder) => Math.max(0, ...readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)).mtimeMs));
const ageOf = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);
const run = (module, ...args) => execFileSync(process.execPath, [join("node_modules", module), ...args], { stdio: "inherit" });

if (!existsSync("src")) process.exit(0); // an installed package carries dist/ already
const stamp = "dist/.built";
if (process.argv.includes("--if-needed") && ageOf(stamp) > newest("src")) process.exit(0);

const kernel = "dist/kernel/kernel.wasm";
mkdirSync("dist/kernel", { recursive: true });
if (ageOf(kernel) < Math.max(newest("src/kernel/assembly"), ageOf("scripts/build.mjs"), ageOf("scripts/unpack.mjs"))) {
  // Unrolled decoding functions are generated; both files are put in place when whole: test runs may build at the same time.
  const unpack = "dist/kernel/unpack.ts";
  writeFileSync(`${unpack}.${process.pid}`, unpackSource());
  renameSync(`${unpack}.${process.pid}`, unpack);
  const fresh = `${kernel}.${process.pid}`;
  run(
    "assemblyscript/bin/asc.js",
    "src/kernel/assembly/kernel.ts",
    "-o",
    fresh,
    "-O3",
    "--converge",
    "--noAssert",
    "--runtime",
    "stub",
    "--importMemory",
    "--sharedMemory",
    "--initialMemory",
    "1",
    "--maximumMemory",
    "65536",
    "--enable",
    "simd,threads,bulk-memory",
  );
  renameSync(fresh, kernel);
}
if (process.argv.includes("--kernel-only")) process.exit(0);
run("typescript/bin/tsc", "-p", "tsconfig.build.json");
chmodSync("dist/server/start.js", 0o755);
writeFileSync(stamp, "");
