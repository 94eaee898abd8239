// What takes long: many seeds, many kills, large numbers, everything that the small forms of `npm test` only touch.
// Steps run one after another; a failed one does not keep the others from running.
//   npm run deep                  all steps
//   npm run deep -- crash fuzz    only these
//   npm run deep -- --list        their names
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));

/** The test files that have a larger form. */
const withLargerForm = ["src", "test"].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith(".test.ts") && readFileSync(file, "utf8").includes("WARDEX_DEEP")),
);

const steps = [
  {
    name: "tests",
    arguments: [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--testTimeout",
      "1800000",
      "--maxWorkers",
      "1",
      ...withLargerForm,
    ],
  },
  { name: "fuzz", arguments: ["scripts/fuzz.mjs", "--requests", "200000"] },
  { name: "crash", arguments: ["scripts/crash.mjs", "--rounds", "200"] },
  { name: "linearizability", arguments: ["scripts/linearizability.mjs"], maySkip: true },
];

const asked = process.argv.slice(2);
if (asked.includes("--list")) {
  console.log(steps.map(({ name }) => name).join("\n"));
  process.exit(0);
}
const unknown = asked.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step is called ${unknown.join(", ")}; npm run deep -- --list tells their names`);
  process.exit(2);
}
const results = [];
for (const step of steps.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  console.log(`\n# ${step.name}`);
  const startedMs = performance.now();
  const output = step.maySkip ? "pipe" : "inherit";
  const options = {
    stdio: ["inherit", output, "inherit"],
    encoding: "utf8",
    env: { ...process.env, WARDEX_DEEP: "1" },
  };
  const { status, stdout } = spawnSync(process.execPath, step.arguments, options);
  if (stdout) process.stdout.write(stdout);
  // What was not run is no pass.
  const result = status !== 0 ? "failed" : /^skipped: /m.test(stdout ?? "") ? "skipped" : "passed";
  results.push({ step: step.name, result, seconds: Math.round((performance.now() - startedMs) / 1000) });
}
console.table(results);
process.exit(results.some(({ result }) => result === "failed") ? 1 : 0);
