// npm run docs: writes the pages that are generated from the lists the code runs on.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compatibilityPage } from "./docs/compatibility-page.mjs";
import { identityPage } from "./docs/identity-page.mjs";
import { painlessPage } from "./docs/painless-page.mjs";
import { referencePages } from "./docs/reference-pages.mjs";
import { settingsPage } from "./docs/settings-page.mjs";
import { loadSource } from "./load-source.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const pages = {
  "docs/compatibility.md": await compatibilityPage(loadSource),
  "docs/identity-operations.md": await identityPage(loadSource),
  "docs/painless.md": await painlessPage(loadSource),
  "docs/settings.md": await settingsPage(loadSource),
  ...(await referencePages(loadSource)),
};
for (const [path, text] of Object.entries(pages)) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}
