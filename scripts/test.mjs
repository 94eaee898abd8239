// The tests: builds what is tested, then runs types, the unit tests beside the code and the end-to-end tests in test/.
// Arguments go to vitest: `npm test -- exists` runs what has "exists" in its path. Without a path the long ones are left
// to `npm run long`.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
const run = (label, module, ...args) => {
  console.log(`\n# ${label}`);
  const { status } = spawnSync(process.execPath, [module, ...args], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};
run("build", "scripts/build.mjs", "--if-needed");
run("format", "node_modules/oxfmt/bin/oxfmt", "--check", "src", "test", "scripts", "web");
run("lint", "node_modules/oxlint/bin/oxlint", "--type-aware", "src", "test", "scripts", "web");
run("types", "node_modules/typescript/bin/tsc", "--noEmit");
run("types of the tests", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "test/tsconfig.json");
run("types of the console", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "web/tsconfig.json");
const asked = process.argv.slice(2);
const quick = asked.every((argument) => argument.startsWith("-"))
  ? ["--project", "shared", "--project", "replacing"]
  : [];
run("tests", "node_modules/vitest/vitest.mjs", "run", ...quick, ...asked);
