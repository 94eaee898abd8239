import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { importEdges, isTestFile, layerOf, sourceFiles } from "./imports.ts";
import { mayImport } from "./layers.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = sourceFiles(root).filter((file) => !file.startsWith("kernel/assembly/"));

/** What node or a bundle starts with, and what waits for its user: `function_score` scores by the two operators. */
const ENTRIES: ReadonlySet<string> = new Set([
  "server/start.ts",
  "server/main.ts",
  "server/wardex.ts",
  "threads/documents-worker.ts",
  "threads/merge-worker.ts",
  "serving/search-worker.ts",
  "loading/load-entry.ts",
  "query/boost/boost-operator.ts",
  "query/execution/minimum-score.ts",
]);

function allowed(layer: string): readonly string[] {
  return (mayImport[layer] ?? "").split(" ").filter((name) => name !== "");
}

/** What is wrong with the imports of a file, and how that is mended. */
function layerProblems(file: string, text?: string): string[] {
  const layer = layerOf(file);
  const may = allowed(layer);
  if (may.includes("*")) return [];
  return importEdges(root, file, text).flatMap(({ to }) => {
    if (to === undefined || layerOf(to) === layer || may.includes(layerOf(to))) return [];
    const mend =
      layerOf(to) === "testing"
        ? "what tests use is not part of the product"
        : `${layer} may import ${may.join(", ") || "nothing"}. Pass what it needs as an argument, or move it down`;
    return [`${file} imports ${to}: ${mend} (tidy/layers.ts)`];
  });
}

/** `layer` → the layers that its files import, tests left aside. */
function usedLayers(): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    if (isTestFile(file)) continue;
    const known = used.get(layerOf(file)) ?? new Set();
    used.set(layerOf(file), known);
    for (const { to } of importEdges(root, file)) if (to !== undefined) known.add(layerOf(to));
  }
  return used;
}

/** Files of the product that no other file of it imports. */
function deadFiles(edges: (file: string) => readonly { readonly to: string | undefined }[]): string[] {
  const imported = new Set<string | undefined>();
  for (const file of files) if (!isTestFile(file)) for (const { to } of edges(file)) if (to !== file) imported.add(to);
  return files.filter((file) => !isTestFile(file) && !imported.has(file) && !ENTRIES.has(file));
}

describe("layers", () => {
  test("looks at the whole tree", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(new Set(files.map(layerOf)).size).toBeGreaterThan(10);
  });

  test("every folder is in the picture", () => {
    expect([...new Set(files.map(layerOf))].filter((layer) => !(layer in mayImport))).toEqual([]);
  });

  test("no file imports upward", () => {
    expect(files.filter((file) => !isTestFile(file)).flatMap((file) => layerProblems(file))).toEqual([]);
  });

  test("no permission is unused", () => {
    const used = usedLayers();
    const unused = Object.keys(mayImport).flatMap((layer) =>
      allowed(layer)
        .filter((name) => name !== "*" && !used.get(layer)?.has(name))
        .map((name) => `tidy/layers.ts: ${layer} does not import ${name}, take it out`),
    );
    expect(unused).toEqual([]);
  });

  test("a planted upward import is found, type-only ones and re-exports too, with what is allowed instead", () => {
    expect(layerProblems("core/x.ts", 'export { a } from "../search/a.ts";\n')).toHaveLength(1);
    expect(layerProblems("core/x.ts", 'type A = import("../search/a.ts").A;\n')).toHaveLength(1);
    const [planted] = layerProblems("compat/x.ts", 'import type { A } from "../search/a.ts";\n');
    expect(planted).toBe(
      "compat/x.ts imports search/a.ts: compat may import core. " +
        "Pass what it needs as an argument, or move it down (tidy/layers.ts)",
    );
    const [support] = layerProblems("search/x.ts", 'import { a } from "../testing/search/a.ts";\n');
    expect(support).toMatch(/what tests use is not part of the product/);
  });
});

describe("files", () => {
  test("each is used by the product, not only by tests", () => {
    expect(
      deadFiles((file) => importEdges(root, file)),
      "delete them, or move them to testing/",
    ).toEqual([]);
  });

  test("one that only tests import is found", () => {
    const without = (file: string) => importEdges(root, file).filter(({ to }) => to !== "core/murmur3.ts");
    expect(deadFiles(without)).toEqual(["core/murmur3.ts"]);
  });
});
