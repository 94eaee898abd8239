import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { unguardedNames } from "./name-access.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const isTest = (file: string): boolean =>
  /\.(?:test|contract|bench|d)\.ts$|-(?:model|harness|fixture|corpus)\.ts$|testing|test-support/.test(file);

const folder = mkdtempSync(join(tmpdir(), "wardex-names-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is found in a file of its own. */
function foundIn(lines: readonly string[]): string[] {
  mkdirSync(join(folder, "src"), { recursive: true });
  copyFileSync(join(root, "src/core/names.ts"), join(folder, "src/names.ts"));
  writeFileSync(
    join(folder, "src/planted.ts"),
    ['import { type NameTable, ownOf, put } from "./names.ts";', ...lines].join("\n"),
  );
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: "es2022",
    module: "nodenext",
    noEmit: true,
    types: [],
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true } }),
  );
  const { found } = unguardedNames(join(folder, "tsconfig.json"), (file) => file.endsWith("/planted.ts"));
  return found.map((place) => place.replace(/^.*?:\d+: /, ""));
}

describe("names that callers choose", () => {
  test("no record of src is asked for what it inherits", { timeout: 120_000 }, () => {
    const source = join(root, "src/");
    const { found, looked } = unguardedNames(
      join(root, "tsconfig.json"),
      (file) => file.startsWith(source) && !isTest(file) && !file.endsWith("/core/names.ts"),
    );
    expect(looked).toBeGreaterThan(2000);
    expect(found).toEqual([]);
  });

  test("planted reads, writes, `in`, copies and destructuring are found", { timeout: 60_000 }, () => {
    expect(
      foundIn([
        "type Json = string | { [key: string]: Json };",
        "export function planted(record: Record<string, Json>, holder: { things?: Record<string, number[]> }, name: string): unknown {",
        "  const read = record[name];",
        "  const inner = holder.things?.[name];",
        "  record[`a.${name}`] = name;",
        "  if (holder.things) (holder.things[name] ??= []).push(1);",
        "  const has = name in record;",
        "  Object.assign(record, { a: 1 }, holder);",
        "  Object.assign({}, record);",
        "  const { [name]: taken } = record;",
        "  for (const other of Object.keys(record)) record[name + other];",
        "  return [read, inner, has, taken];",
        "}",
      ]),
    ).toEqual([
      "record[name]",
      "holder.things?.[name]",
      "record[`a.${name}`]",
      "holder.things[name]",
      "name in record",
      "Object.assign({}, record)",
      "[name]: taken",
      "record[name + other]",
    ]);
  });

  test("fixed names, own keys, tables, lists and the helpers are not", { timeout: 60_000 }, () => {
    expect(
      foundIn([
        "export function planted(record: Record<string, string>, table: NameTable<string>, list: string[], name: string, one: 'a' | 'b'): unknown {",
        "  for (const key of Object.keys(record)) if (record[key]) delete record[name];",
        "  for (const key in record) if (record[key]) break;",
        "  put(record, name, 'x');",
        "  const { [name]: _gone, ...rest } = record;",
        "  return [record['a'], record[one], table[name], list[0], ownOf(record, name), { ...rest, [name]: 'x' }];",
        "}",
      ]),
    ).toEqual([]);
  });
});
