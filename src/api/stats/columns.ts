/** The columns of cat tables, from `spec/cat-columns.json`, filled by name. */
import { onFirstUse } from "../../core/on-first-use.ts";
import { readFileSync } from "node:fs";
import { packageFile } from "../../core/package-files.ts";
import { assert } from "../../core/assert.ts";
import { ownOf } from "../../core/names.ts";
import type { CatColumn, CatTable, CatValue } from "../../http/cat-table.ts";

interface DocumentedColumn {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly default: boolean;
  readonly description: string;
  readonly kind: string;
}

const documented = onFirstUse((): Readonly<Record<string, readonly DocumentedColumn[]>> =>
  JSON.parse(readFileSync(packageFile("spec/cat-columns.json"), "utf8")),
);

/** Kinds that stand at the right. */
const RIGHT = new Set(["count", "bytes", "percent", "float", "duration"]);
/** A row by column name. */
export type CatRow = Readonly<Record<string, CatValue>>;

/**
 * The table of an operation. Columns that no row can fill (`provided` names those that can) are left out; rows give
 * null for what they do not know. `left` names numbers that Elasticsearch leaves at the left: those of some columns, or
 * all.
 */
export function catTable(
  operation: string,
  provided: Iterable<string>,
  rows: readonly CatRow[],
  left: readonly string[] | "all" = [],
): CatTable {
  const known = new Set(provided);
  const columns = (ownOf(documented(), operation) ?? []).filter((column) => known.has(column.name));
  assert(columns.length > 0, `${operation} has no documented columns`);
  return {
    columns: columns.map((column) => shownColumn(column, left === "all" || left.includes(column.name))),
    rows: cellsOf(columns, rows),
  };
}

/** A table of indices has 130 columns, of which its rows mostly fill ten. */
function cellsOf(columns: readonly DocumentedColumn[], rows: readonly CatRow[]): CatValue[][] {
  const places = new Map(columns.map(({ name }, at) => [name, at]));
  return rows.map((row) => {
    const cells = Array.from({ length: columns.length }, (): CatValue => null);
    for (const [name, value] of Object.entries(row)) {
      const at = places.get(name);
      if (at !== undefined) cells[at] = value;
    }
    return cells;
  });
}

/** All columns that an operation is documented with. */
export function columnNames(operation: string): string[] {
  return (ownOf(documented(), operation) ?? []).map(({ name }) => name);
}

function shownColumn(column: DocumentedColumn, isLeft: boolean): CatColumn {
  return {
    name: column.name,
    aliases: column.aliases,
    help: column.description,
    shown: column.default,
    right: RIGHT.has(column.kind) && !isLeft,
  };
}
