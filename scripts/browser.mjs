// npm run browser: the console in a real Chromium, against a server of its own. `-- indices` runs the journeys whose
// name has it; `--measure` takes its measures instead; `--pictures` writes those of docs/console.md again; `--shots
// <folder>` keeps a picture of every view.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { measure } from "../test/browser/measure.mjs";
import { runJourneys } from "../test/browser/run.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    measure: { type: "boolean", default: false },
    pictures: { type: "boolean", default: false },
    shots: { type: "string" },
  },
});

/** A Chromium of the machine: `WARDEX_BROWSER`, else by its usual names. */
function findBrowser() {
  const own = process.env["WARDEX_BROWSER"];
  if (own) return own;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  for (const name of ["chromium", "chromium-browser", "google-chrome"])
    for (const folder of folders) if (existsSync(join(folder, name))) return join(folder, name);
  return undefined;
}

const executable = findBrowser();
if (executable === undefined) {
  console.log("skipped: no browser (apt-get install chromium, or name one by WARDEX_BROWSER)");
  process.exit(0);
}
if (values.measure) process.exit(await measure({ executable }));
process.exit(await runJourneys({ executable, wanted: positionals, pictures: values.pictures, shots: values.shots }));
