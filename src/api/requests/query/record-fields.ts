/** Fields that queries over users, roles and API keys may name. */
import { illegalArgument } from "../../../compat/errors.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { isJsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { valueText } from "../../../compat/value-text.ts";

/** How the values of a field are compared: as they are, by words, as moments, by their text under a key. */
export type FieldKind = "keyword" | "text" | "date" | "boolean" | "flattened";

/** A field with its values in a record as answers show it. */
export interface RecordField {
  readonly kind: FieldKind;
  /** None when the record has no value. */
  values(record: JsonObject): readonly Json[];
}

/** The fields of one kind of record, by name; a flattened one holds all names below its own. */
export type RecordFields = Readonly<Record<string, RecordField>>;

/** A field of the record of the same name, or of another. */
export function field(kind: FieldKind, name: string): RecordField {
  return { kind, values: (record) => listed(ownOf(record, name)) };
}

/** A field by its name in a query; throws 400 for one that queries may not name. */
export function fieldNamed(fields: RecordFields, name: string): RecordField {
  const direct = ownOf(fields, name);
  if (direct) return direct;
  const dot = name.indexOf(".");
  const parent = dot > 0 ? ownOf(fields, name.slice(0, dot)) : undefined;
  if (parent?.kind !== "flattened") throw illegalArgument(`Field [${name}] is not allowed for querying or aggregation`);
  const path = name.slice(dot + 1).split(".");
  return {
    kind: "flattened",
    values: (record) => parent.values(record).flatMap((value) => leaves(below(value, path))),
  };
}

function below(value: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path) found = isJsonObject(found) ? ownOf(found, key) : undefined;
  return found;
}

/** Values of a flattened field are texts, whatever they were. */
function leaves(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isJsonObject(value) ? Object.values(value).flatMap(leaves) : [String(value)];
}

function listed(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The terms of a value, as queries compare them. */
export function termsOf({ kind }: RecordField, value: Json): string[] {
  if (isJsonObject(value)) return leaves(value);
  return kind === "text" ? words(valueText(value)) : [valueText(value)];
}

/** Words of a text in lower case. */
export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
