import { readFileSync, readdirSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { importEdges, layerOf, sourceFiles } from "./imports.ts";
import { mayImport } from "./layers.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = sourceFiles(root).filter((file) => !file.startsWith("kernel/assembly/"));
const isTest = (file: string): boolean => /\.(test|contract|bench)\.ts$|-model\.ts$|testing|test-support/.test(file);

/** What is wrong with the imports of a file. */
function layerProblems(file: string, text?: string): string[] {
  const layer = layerOf(file);
  const problems: string[] = [];
  for (const edge of importEdges(root, file, text)) {
    if (edge.to === undefined) continue;
    const target = layerOf(edge.to);
    if (target !== layer && !(mayImport[layer] ?? []).includes(target)) problems.push(`${file} imports ${edge.to}`);
  }
  return problems;
}

/** A list file, the folder whose files it names, and what of them counts. */
const lists = [
  { list: "query/kinds.ts", folders: ["query/kinds"] },
  { list: "aggregation/kinds.ts", folders: ["aggregation/metric", "aggregation/bucket"], only: /: AggregationKind = \{|numericMetricKind\(\{/ },
  { list: "mapping/field-types.ts", folders: ["mapping/field-types"], only: /: FieldType = / },
];

describe("layers", () => {
  test("looks at the whole tree", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(new Set(files.map(layerOf)).size).toBeGreaterThan(10);
  });

  test("every folder is in the picture", () => {
    expect([...new Set(files.map(layerOf))].filter((layer) => !(layer in mayImport))).toEqual([]);
  });

  test("no file imports upward", () => {
    expect(files.filter((file) => !isTest(file)).flatMap((file) => layerProblems(file))).toEqual([]);
  });

  test("a planted upward import is found, type-only ones and re-exports too", () => {
    expect(layerProblems("core/x.ts", 'import type { A } from "../search/a.ts";\n')).toHaveLength(1);
    expect(layerProblems("core/x.ts", 'export { a } from "../search/a.ts";\n')).toHaveLength(1);
    expect(layerProblems("core/x.ts", 'type A = import("../search/a.ts").A;\n')).toHaveLength(1);
  });
});

describe("lists", () => {
  for (const { list, folders, only } of lists) {
    test(`${list} names every file of its folders`, () => {
      const text = readFileSync(join(root, list), "utf8");
      const members = folders.flatMap((folder) =>
        readdirSync(join(root, folder))
          .filter((name) => name.endsWith(".ts") && !isTest(name))
          .map((name) => `${folder}/${name}`)
          .filter((file) => !only || only.test(readFileSync(join(root, file), "utf8"))),
      );
      expect(members.length).toBeGreaterThan(5);
      expect(members.filter((file) => !text.includes(basename(file)))).toEqual([]);
    });
  }

  test("a documented name is the name of its file", () => {
    const wrong: string[] = [];
    for (const file of files.filter((name) => /^(query\/kinds|aggregation\/(metric|bucket)|mapping\/field-types)\//.test(name) && !isTest(name))) {
      const name = /^ {2}name: "([a-z_0-9]+)",$/m.exec(readFileSync(join(root, file), "utf8"))?.[1];
      if (name !== undefined && basename(file, ".ts") !== name.replaceAll("_", "-")) wrong.push(`${file} is named ${name}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("text", () => {
  test("no machine paths, registry hosts or leftovers", () => {
    const banned = [/\/work\//, /registry\.npmjs/, /\bFIXME\b/, /\bXXX\b/, /@ts-ignore/];
    const found = files
      .filter((file) => !file.startsWith("tidy/"))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), "utf8");
        return banned.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${String(pattern)}`);
      });
    expect(found).toEqual([]);
  });

  test("the lock file keeps no addresses", () => {
    const lock = join(root, "..", "package-lock.json");
    if (existsSync(lock)) expect(readFileSync(lock, "utf8")).not.toMatch(/"resolved": "http/);
  });
});
