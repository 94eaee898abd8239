// Runs our own YAML suites (test/yaml), which are in the form of the published ones, against a server: what a real one
// answers is so found out. `npm test` runs them against a server of our own.
//   node scripts/own-suites.mjs http://127.0.0.1:9200 [part of a file's name]
// Between tests the indices whose names begin with `own-` are removed.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { runTest, testsOf, wipe } from "./own-suites/run-file.mjs";

const [url, part = ""] = process.argv.slice(2);
if (!url) {
  console.error("say which server is to be asked: node scripts/own-suites.mjs http://127.0.0.1:9200");
  process.exit(2);
}
const folder = fileURLToPath(new URL("../test/yaml", import.meta.url));

async function send({ method, path, contentType, headers, body }) {
  const answer = await fetch(url + path, { method, headers: { "content-type": contentType, ...headers }, body });
  return { status: answer.status, text: await answer.text() };
}

let failures = 0;
let count = 0;
for (const name of readdirSync(folder, { recursive: true }).toSorted((a, b) => (a < b ? -1 : 1))) {
  if (!name.endsWith(".yml") || !name.includes(part)) continue;
  for (const one of testsOf(join(folder, name))) {
    count++;
    const failed = await runTest(one, send);
    await wipe(send);
    if (!failed) continue;
    failures++;
    console.log(`${relative(folder, join(folder, name))} :: ${one.title}\n  ${failed}`);
  }
}
console.log(`${count - failures} of ${count} tests pass`);
process.exit(failures > 0 ? 1 : 0);
