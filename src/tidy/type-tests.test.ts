import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { fieldTypeTests } from "./type-tests.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "wardex-fields-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is found in a function with a field. */
function foundIn(lines: readonly string[]): string[] {
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(
    join(folder, "src/planted.ts"),
    [
      "interface MappedField { readonly path: string; readonly type: string }",
      "interface Column { readonly type: string }",
      "declare const names: ReadonlySet<string>;",
      "declare const table: Record<string, string>;",
      "export function planted(field: MappedField, other: MappedField | undefined, column: Column): unknown {",
      ...lines,
      "}",
    ].join("\n"),
  );
  const compilerOptions = { strict: true, target: "es2022", module: "nodenext", noEmit: true, types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const { found } = fieldTypeTests(join(folder, "tsconfig.json"), (file) => file.endsWith("/planted.ts"));
  return found.map((place) => place.replace(/^.*?:\d+: /, ""));
}

describe("types of fields", () => {
  test("decide nothing outside the mapping: what a field can is one of its capabilities", { timeout: 120_000 }, () => {
    const source = join(root, "src/");
    const { found, looked } = fieldTypeTests(
      join(root, "tsconfig.json"),
      (file) => file.startsWith(source) && !file.startsWith(join(source, "mapping/")) && !file.endsWith(".test.ts"),
    );
    expect(looked).toBeGreaterThan(15);
    expect(found).toEqual([]);
  });

  test("planted ones are found; what only shows a type is not", { timeout: 60_000 }, () => {
    expect(
      foundIn([
        "  if (field.type === 'keyword' || other?.type !== 'text') return names.has(field.type);",
        "  switch (field.type) { default: break; }",
        "  const { type } = field;",
        "  return [table[field.type], field.type.endsWith('_range'), (other?.type ?? '') === 'ip', type];",
      ]),
    ).toEqual([
      "field.type === 'keyword'",
      "other?.type !== 'text'",
      "names.has(field.type)",
      "switch (field.type) { default: break; }",
      "type",
      "table[field.type]",
      "field.type.endsWith",
      "other?.type ?? ''",
    ]);
    expect(foundIn(["  return [`of type [${field.type}]`, { type: field.type }, column.type === 'f64'];"])).toEqual([]);
  });
});
