/** What the columns of a file seem to be, from its first rows. */

export type ColumnType = "keyword" | "text" | "long" | "double" | "boolean" | "date" | "geo_point" | "ip" | "skip";
export const COLUMN_TYPES: readonly ColumnType[] = [
  "keyword",
  "text",
  "long",
  "double",
  "boolean",
  "date",
  "geo_point",
  "ip",
  "skip",
];

const LONG = /^-?\d{1,18}$/;
const DOUBLE = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const PLACE = /^-?\d{1,2}(\.\d+)?,\s*-?\d{1,3}(\.\d+)?$/;
const ADDRESS = /^(\d{1,3}\.){3}\d{1,3}$/;
const LONG_TEXT = 40;

/** The formats in which dates are taken. */
export const DATE_FORMAT = "strict_date_optional_time||yyyy-MM-dd HH:mm:ss||yyyy-MM-dd HH:mm||epoch_millis";

/** A number that begins with 0 is a name of something. */
const isName = (text: string): boolean => /^-?0\d/.test(text);

export function guessType(values: readonly string[]): ColumnType {
  const given = values.filter((value) => value !== "");
  if (given.length === 0) return "keyword";
  const all = (pattern: RegExp): boolean => given.every((value) => pattern.test(value));
  if (!given.some(isName)) {
    if (all(LONG)) return "long";
    if (all(DOUBLE)) return "double";
  }
  if (all(/^(true|false)$/i)) return "boolean";
  if (all(DATE)) return "date";
  if (all(PLACE)) return "geo_point";
  if (all(ADDRESS)) return "ip";
  const length = given.reduce((sum, value) => sum + value.length, 0) / given.length;
  const different = new Set(given).size / given.length;
  const words = given.filter((value) => /\s/.test(value)).length / given.length;
  return length > LONG_TEXT || (words > 0.2 && different > 0.5) ? "text" : "keyword";
}

/** The value of a cell as its column says; an empty one is none. */
export function valueOf(cell: string, type: ColumnType): unknown {
  if (cell === "" || type === "skip") return undefined;
  if (
    (type === "long" && LONG.test(cell) && Number.isSafeInteger(Number(cell))) ||
    (type === "double" && DOUBLE.test(cell))
  )
    return Number(cell);
  if (type === "boolean" && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === "true";
  return cell;
}

/** The mapping of a field of that type. */
export function mappingOf(type: ColumnType): object {
  if (type === "text") return { type: "text", fields: { keyword: { type: "keyword", ignore_above: 256 } } };
  return type === "date" ? { type: "date", format: DATE_FORMAT } : { type };
}
