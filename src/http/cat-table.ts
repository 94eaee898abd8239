/** Cat tables: columns, cells, and their rendering as aligned text (RestTable) or as a list of objects. */
import { humanBytes, humanTime } from "../compat/human-size.ts";
import { illegalArgument } from "../compat/errors.ts";
import { type NameTable, nameTable, put } from "../core/names.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { booleanParameter } from "./parameters.ts";

/** A cat table's rows. */
export interface CatTable {
  readonly columns: readonly CatColumn[];
  readonly rows: readonly (readonly CatValue[])[];
}

/** A column as `?help` shows it. */
export interface CatColumn {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly help: string;
  readonly right?: boolean;
  /** Shown without `h`. */
  readonly shown: boolean;
}

/** A cell: text, a number, a size in bytes, a time in milliseconds, or nothing. */
export type CatValue = string | number | bigint | boolean | null | { readonly bytes: number } | { readonly ms: number };

type Parameters = Readonly<Record<string, string>>;

/** A column of the answer: where its values are, and the name it was asked for by. */
interface ShownColumn {
  readonly index: number;
  readonly title: string;
  readonly right: boolean;
}

const BYTE_DIVISORS: NameTable<number> = nameTable({
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
  t: 1024 ** 4,
  tb: 1024 ** 4,
  p: 1024 ** 5,
  pb: 1024 ** 5,
});
const TIME_DIVISORS_MS: NameTable<number> = nameTable({
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
});

/** The table as text, by `help`, `v`, `h`, `s`, `bytes`, `time`. */
export function catText(table: CatTable, parameters: Parameters): string {
  if (booleanParameter(parameters, "help", false)) return helpText(table.columns);
  const shown = shownColumns(table.columns, parameters["h"]);
  const lines = sortedRows(table, parameters["s"]).map((row) =>
    shown.map(({ index }) => cellText(row[index] ?? null, parameters)),
  );
  if (booleanParameter(parameters, "v", false)) lines.unshift(shown.map(({ title }) => title));
  const widths = shown.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, codePoints(line[column] ?? "")), 0),
  );
  return lines.map((line) => alignedLine(line, shown, widths)).join("");
}

/** The table as a list of objects with text values, by `h`, `s`, `bytes`, `time`. */
export function catObjects(table: CatTable, parameters: Parameters): Record<string, string | null>[] {
  const shown = shownColumns(table.columns, parameters["h"]);
  return sortedRows(table, parameters["s"]).map((row) => {
    const object: Record<string, string | null> = {};
    for (const { index, title } of shown) {
      const value = row[index] ?? null;
      put(object, title, value === null ? null : cellText(value, parameters));
    }
    return object;
  });
}

function helpText(columns: readonly CatColumn[]): string {
  const cells = columns.map(({ name, aliases, help }) => [name, aliases.join(","), help]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...cells.map((line) => codePoints(line[column] ?? ""))));
  return cells
    .map(
      (line) =>
        `${line.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - codePoints(cell))).join(" | ")}\n`,
    )
    .join("");
}

/**
 * Columns by name, alias or pattern, in the order they were asked for; unknown names give nothing, as in Elasticsearch.
 */
function shownColumns(columns: readonly CatColumn[], wanted: string | undefined): ShownColumn[] {
  const toShown = (column: CatColumn, index: number, title: string): ShownColumn => ({
    index,
    title,
    right: column.right === true,
  });
  if (wanted === undefined)
    return columns.flatMap((column, index) => (column.shown ? [toShown(column, index, column.name)] : []));
  const result: ShownColumn[] = [];
  const seen = new Set<string>();
  for (const name of wanted.split(",").map((part) => part.trim())) {
    columns.forEach((column, index) => {
      const exact = column.name === name || column.aliases.includes(name);
      const matches =
        exact || (name.includes("*") && [column.name, ...column.aliases].some((known) => simpleMatch(name, known)));
      const title = exact ? name : column.name;
      if (!matches || seen.has(title)) return;
      seen.add(title);
      result.push(toShown(column, index, title));
    });
  }
  return result;
}

function sortedRows(table: CatTable, order: string | undefined): readonly (readonly CatValue[])[] {
  if (!order) return table.rows;
  const keys = order.split(",").map((part) => {
    const key = part.trim();
    const descending = key.endsWith(":desc");
    const name = key.replace(/:(?:asc|desc)$/, "");
    const index = table.columns.findIndex((column) => column.name === name || column.aliases.includes(name));
    if (index < 0) throw illegalArgument(`Unable to sort by unknown sort key \`${name}\``);
    return { index, sign: descending ? -1 : 1 };
  });
  return [...table.rows].sort((a, b) => {
    for (const { index, sign } of keys) {
      const difference = compareCells(a[index] ?? null, b[index] ?? null);
      if (difference !== 0) return difference * sign;
    }
    return 0;
  });
}

function compareCells(a: CatValue, b: CatValue): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  const x = comparable(a);
  const y = comparable(b);
  if (typeof x === typeof y) return x < y ? -1 : x > y ? 1 : 0;
  return String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0;
}

function comparable(value: Exclude<CatValue, null>): string | number {
  if (typeof value === "object") return "bytes" in value ? value.bytes : value.ms;
  return typeof value === "bigint" || typeof value === "boolean" ? Number(value) : value;
}

function cellText(value: CatValue, parameters: Parameters): string {
  if (value === null) return "";
  if (typeof value !== "object") return String(value);
  if ("bytes" in value) {
    const divisor = BYTE_DIVISORS[parameters["bytes"] ?? ""];
    return divisor === undefined ? humanBytes(value.bytes) : String(Math.trunc(value.bytes / divisor));
  }
  const divisor = TIME_DIVISORS_MS[parameters["time"] ?? ""];
  return divisor === undefined ? humanTime(value.ms) : String(Math.trunc(value.ms / divisor));
}

function alignedLine(line: readonly string[], shown: readonly ShownColumn[], widths: readonly number[]): string {
  let text = "";
  line.forEach((cell, column) => {
    const last = column === line.length - 1;
    const padding = " ".repeat((widths[column] ?? 0) - codePoints(cell));
    if (shown[column]?.right) text += padding + cell;
    else text += last ? cell : cell + padding;
    if (!last) text += " ";
  });
  return `${text}\n`;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
