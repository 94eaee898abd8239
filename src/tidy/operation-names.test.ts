import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { operations } from "../testing/server/all-operations.ts";
import { operationRoutes } from "../http/operation-routes.ts";
import { isTestFile, sourceFiles } from "./imports.ts";
import { operationNames } from "./operation-names.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const names = new Set(operationRoutes.map(({ op }) => op));

/** `cat.count` → `api/cat/count.ts`: the file of an operation says its name. */
function isOwn(file: string, name: string): boolean {
  return file === `api/${name.replaceAll(".", "/").replaceAll("_", "-")}.ts`;
}

describe("names of operations", () => {
  test("stand in their own files only: what is special about an operation is a trait of `api/operation.ts`", () => {
    expect(operations.length).toBeGreaterThan(100);
    const files = sourceFiles(root).filter((file) => !isTestFile(file) && !file.startsWith("tidy/"));
    const found = new Map<string, string[]>();
    for (const file of files) {
      const others = operationNames(readFileSync(join(root, file), "utf8"), names).filter((name) => !isOwn(file, name));
      if (others.length > 0) found.set(file, others);
    }
    expect(Object.fromEntries(found)).toEqual({});
  });

  test("planted names, keys and lists are found; comments, words and other names are not", () => {
    const planted = `
      // "cat.count" is a name
      const CANCELLABLE = new Set(["search", "msearch", "count"]);
      const messages = { "indices.get_alias": "get-aliases" };
      if (operation === 'cluster.health') count(\`tasks.list\`);
      const words = ["count", "size"];
      read("index.number_of_replicas", "search", ["get"]);`;
    expect(operationNames(planted, names)).toEqual([
      "indices.get_alias",
      "cluster.health",
      "tasks.list",
      "[search, msearch, count]",
    ]);
  });
});
