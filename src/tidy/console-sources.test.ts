import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { importEdges, layerOf } from "./imports.ts";

const root = fileURLToPath(new URL("../../web", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.d\.ts$|\.test\.ts$/.test(name))
  .sort();

/** What each folder of the console may import besides itself; files that stand in none put them together. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  parts: ["core"],
  pages: ["core", "parts"],
  shell: ["core", "parts", "pages.ts"],
};

function problems(file: string, text?: string): string[] {
  const own = file.includes("/") ? layerOf(file) : undefined;
  return importEdges(root, file, text).flatMap(({ to, specifier }) => {
    if (to === undefined) return specifier.startsWith("node:") ? [`${file} imports ${specifier}`] : [];
    if (to.startsWith("..")) return [`${file} imports ${specifier}: the console knows the server by its interfaces`];
    const layer = layerOf(to);
    if (own === undefined || layer === own || MAY_IMPORT[own]?.includes(layer)) return [];
    return [`${file} imports ${to}, which stands above it`];
  });
}

describe("the sources of the console", () => {
  test("are there, each in a folder with a row", () => {
    expect(files.length).toBeGreaterThan(20);
    const folders = files.filter((file) => file.includes("/")).map(layerOf);
    expect([...new Set(folders)].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  });

  test("import nothing of the server, and nothing upward", () => {
    expect(files.flatMap((file) => problems(file))).toEqual([]);
    expect(problems("core/x.ts", 'import { a } from "../../src/core/json.ts";')).toHaveLength(1);
    expect(problems("core/x.ts", 'import { a } from "../parts/table.tsx";')).toHaveLength(1);
  });

  test("make no markup of texts, and name no other host", () => {
    const forbidden = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?:\/\/[a-z]/;
    const found = files.filter((file) => forbidden.test(readFileSync(join(root, file), "utf8")));
    expect(found).toEqual([]);
    expect(files.filter((file) => readFileSync(join(root, file), "utf8").includes("dangerouslySet"))).toEqual([]);
  });
});
