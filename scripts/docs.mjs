// npm run docs: writes the pages that are generated from the lists the code runs on (in dist/, which the command builds first).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compatibilityPage } from "./docs/compatibility-page.mjs";
import { identityPage } from "./docs/identity-page.mjs";
import { settingsPage } from "./docs/settings-page.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const load = (path) => import(join(root, "dist", path.replace(/\.ts$/, ".js")));

const pages = {
  "docs/compatibility.md": await compatibilityPage(load),
  "docs/identity-operations.md": await identityPage(load),
  "docs/settings.md": await settingsPage(load),
};
for (const [path, text] of Object.entries(pages)) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}
