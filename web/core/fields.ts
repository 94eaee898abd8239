/** Fields of an index, from its mapping or from what can be searched of it. */
import { isObject } from "./api.ts";

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly analyzer?: string;
  /** A field within another that is indexed once more. */
  readonly isMulti: boolean;
  readonly definition: Readonly<Record<string, unknown>>;
}

/** All fields of a mapping, in their order. */
export function fieldsOf(mapping: unknown): Field[] {
  const found: Field[] = [];
  collect(isObject(mapping) ? mapping["properties"] : undefined, "", false, found);
  return found;
}

function collect(properties: unknown, prefix: string, isMulti: boolean, found: Field[]): void {
  if (!isObject(properties)) return;
  for (const [name, definition] of Object.entries(properties)) {
    if (!isObject(definition)) continue;
    const { type, analyzer, properties: inner, fields } = definition;
    const path = prefix + name;
    const kind = typeof type === "string" ? type : "object";
    found.push({
      name: path,
      type: kind,
      isMulti,
      definition,
      ...(typeof analyzer === "string" ? { analyzer } : kind === "text" ? { analyzer: "standard" } : {}),
    });
    collect(inner, `${path}.`, false, found);
    collect(fields, `${path}.`, true, found);
  }
}

const NUMERIC = new Set("long integer short byte double float half_float scaled_float unsigned_long".split(" "));
const EXACT = new Set("keyword constant_keyword ip boolean version wildcard".split(" "));

export const isNumeric = (type: string | undefined): boolean => type !== undefined && NUMERIC.has(type);
export const isExact = (type: string | undefined): boolean => type !== undefined && EXACT.has(type);
export const isDate = (type: string | undefined): boolean => type === "date" || type === "date_nanos";
export const isText = (type: string | undefined): boolean =>
  type === "text" || type === "match_only_text" || type === "search_as_you_type";
