// Builds dist/: the kernel with the AssemblyScript compiler, the rest as one bundle for each entry, with what they
// share in dist/chunks (some hundred modules that are loaded one by one cost a second at each start, in each thread;
// chunks.mjs), the types with tsc, and the web console (build-console.mjs). `--if-needed` skips when nothing changed, `--console`
// builds the console alone.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildConsole } from "./build-console.mjs";
import { writeChunks } from "./chunks.mjs";
import { latinOnly } from "./latin-only.mjs";
import { unpackSource } from "./unpack.mjs";

/** Entries of threads. */
const workers = ["threads/documents-worker", "threads/merge-worker", "serving/search-worker"];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
const newest = (folder) =>
  Math.max(0, ...readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)).mtimeMs));
const ageOf = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);
const run = (module, ...args) =>
  execFileSync(process.execPath, [join("node_modules", module), ...args], { stdio: "inherit" });

if (!existsSync("src")) process.exit(0); // an installed package carries dist/ already
const stamp = "dist/.built";
if (process.argv.includes("--if-needed") && ageOf(stamp) > Math.max(newest("src"), newest("web"))) process.exit(0);

const kernel = "dist/kernel/kernel.wasm";
mkdirSync("dist/kernel", { recursive: true });
if (ageOf(kernel) < Math.max(newest("src/kernel/assembly"), ageOf("scripts/build.mjs"), ageOf("scripts/unpack.mjs"))) {
  // Unrolled decoding functions are generated; both files are put in place when whole: test runs may build at the same
  // time.
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
const { build } = await import("esbuild");
if (process.argv.includes("--console")) {
  console.log(await buildConsole(build));
  process.exit(0);
}
// What an earlier build left must not be loaded; the kernel stays.
for (const name of existsSync("dist") ? readdirSync("dist") : [])
  if (name !== "kernel") rmSync(join("dist", name), { recursive: true, force: true });
const { dependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const options = {
  outdir: "dist",
  outbase: "src",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  sourcesContent: false,
  // Names stay, for stacks; what is read without being run costs each thread its time and its memory.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
};
const files = (names) => names.map((name) => `src/${name}.ts`);
const entries = ["server/main", "server/wardex", ...workers];
const { outputFiles } = await build({
  ...options,
  entryPoints: files(entries),
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  outExtension: { ".js": ".cjs" },
  write: false,
  // Two packages have a few small modules, and no other form: by themselves they would cost 20 ms of each start.
  external: [...Object.keys(dependencies), ...Object.keys(peerDependencies)].flatMap((name) => [name, `${name}/*`]),
  plugins: [latinOnly],
});
await writeChunks(outputFiles, entries);
await build({
  ...options,
  entryPoints: files(["server/start", "loading/load-entry"]),
  plugins: [
    {
      name: "entries",
      setup: ({ onResolve }) => onResolve({ filter: /main\.ts$/ }, () => ({ path: "./main.js", external: true })),
    },
  ],
});
run("typescript/bin/tsc", "-p", "tsconfig.build.json");
// A work tree whose packages are older than the console goes without it; the package test refuses such a package.
if (existsSync("node_modules/preact")) await buildConsole(build);
else console.warn("the console is not built: npm install");
chmodSync("dist/server/start.js", 0o755);
writeFileSync(stamp, "");
