import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compatibilityPage } from "../scripts/docs/compatibility-page.mjs";
import { identityPage } from "../scripts/docs/identity-page.mjs";
import { painlessPage } from "../scripts/docs/painless-page.mjs";
import { referencePages } from "../scripts/docs/reference-pages.mjs";
import { settingsPage } from "../scripts/docs/settings-page.mjs";
import * as aggregations from "../src/aggregation/kinds.ts";
import * as pipelines from "../src/aggregation/pipelines.ts";
import * as analysis from "../src/analysis/components.ts";
import * as operations from "../src/testing/server/all-operations.ts";
import * as clusterSettings from "../src/cluster/cluster-setting-list.ts";
import * as indexSettings from "../src/cluster/index-setting-list.ts";
import * as settingChecks from "../src/cluster/index-settings.ts";
import * as identity from "../src/identity/resources.ts";
import * as fieldTypes from "../src/mapping/field-types.ts";
import * as queries from "../src/query/kinds.ts";
import * as painlessClasses from "../src/scripting/painless/classes/class-list.ts";
import { knownKeys } from "../src/search/request/parse-request.ts";
import * as settings from "../src/server/settings.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The modules of src that the pages are made from, by path. */
const modules: Readonly<Record<string, object>> = {
  "aggregation/kinds.ts": aggregations,
  "aggregation/pipelines.ts": pipelines,
  "analysis/components.ts": analysis,
  "testing/server/all-operations.ts": operations,
  "cluster/cluster-setting-list.ts": clusterSettings,
  "cluster/index-setting-list.ts": indexSettings,
  "cluster/index-settings.ts": settingChecks,
  "identity/resources.ts": identity,
  "mapping/field-types.ts": fieldTypes,
  "query/kinds.ts": queries,
  "scripting/painless/classes/class-list.ts": painlessClasses,
  "search/request/parse-request.ts": { knownKeys },
  "server/settings.ts": settings,
};
const load = (path: string): Promise<object> => {
  const module = modules[path];
  return module ? Promise.resolve(module) : Promise.reject(new Error(`add ${path} to the modules of this test`));
};

describe("generated pages", () => {
  test("docs/compatibility.md is what the lists say (npm run docs)", async () => {
    expect(read("docs/compatibility.md")).toBe(await compatibilityPage(load));
  });

  test("docs/identity-operations.md is what the declarations say (npm run docs)", async () => {
    expect(read("docs/identity-operations.md")).toBe(await identityPage(load));
  });

  test("docs/settings.md is what the list says (npm run docs)", async () => {
    expect(read("docs/settings.md")).toBe(await settingsPage(load));
    expect(read("docs/painless.md")).toBe(await painlessPage(load));
  });
});

describe("docs/reference", () => {
  test("has an example of each query and aggregation, as the lists and the examples say (npm run docs)", async () => {
    for (const [path, text] of Object.entries(await referencePages(load))) expect(read(path), path).toBe(text);
  });
});

describe("pages", () => {
  const pages = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "spec/README.md",
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
  ].filter((name) => name.endsWith(".md"));

  test("their links lead to files that are there, and to headings", () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, path = "", heading]) => {
        const target = path === "" ? page : join(dirname(page), path);
        if (!existsSync(join(root, target))) return [`${page}: ${path}`];
        return heading === undefined || headings(target).includes(heading) ? [] : [`${page}: ${path}#${heading}`];
      }),
    );
    expect(pages.length).toBeGreaterThan(10);
    expect(broken).toEqual([]);
  });

  test("the architecture has a heading for each folder of src", () => {
    const folders = readdirSync(join(root, "src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    const told = [...read("ARCHITECTURE.md").matchAll(/^## (.+?)(?: — .*)?$/gm)].flatMap(([, names = ""]) =>
      names.split(", "),
    );
    expect(folders.length).toBeGreaterThan(10);
    expect(folders.filter((folder) => !told.includes(folder))).toEqual([]);
  });

  test("the settings of the readme are settings, with their defaults", () => {
    const rows = [...read("README.md").matchAll(/^\| `--([a-z-]+)` \| `(WARDEX_[A-Z_]+)` \| (.*?) \|/gm)];
    expect(rows.length).toBeGreaterThan(5);
    for (const [, flag, environment] of rows)
      expect(
        settings.serverSettings.some((setting) => setting.flag === flag && setting.environment === environment),
        `--${flag}`,
      ).toBe(true);
  });
});

/** Headings as links name them. */
function headings(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}
