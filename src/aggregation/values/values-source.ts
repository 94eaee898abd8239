/** Where an aggregation takes its values from: a field with `missing`, `format` and `time_zone`, checked against the mapping. */
import { illegalArgument, RequestError } from "../../core/errors.ts";
import type { BodyReader } from "../../core/body-reader.ts";
import type { Json } from "../../core/json.ts";
import type { FieldFamily, MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";

/** What stands in every body that names a field. */
export interface ValuesSource {
  /** Undefined: the field is not mapped here. */
  readonly field: MappedField | undefined;
  readonly fieldName: string;
  /** Value that documents without the field are taken to have, in the unit of the column. */
  readonly missing: number | bigint | Uint8Array | undefined;
  readonly format: string | undefined;
  readonly timeZone: string | undefined;
}

/** Families with a column of numbers. */
export const NUMERIC_FAMILIES: readonly FieldFamily[] = ["integer", "double", "boolean", "date"];
/** Families with a column of ordinals. */
export const ORDINAL_FAMILIES: readonly FieldFamily[] = ["keyword", "ip"];

/**
 * Reads `field`, `missing`, `format` (and `time_zone` when asked for). Throws the original's errors for a missing field, a
 * script, a text field, a field without doc values, and a family that the aggregation does not take.
 */
export function readValuesSource(
  read: BodyReader,
  mapping: MappingView,
  families: readonly FieldFamily[],
  options: { timeZone?: boolean } = {},
): ValuesSource {
  const fieldName = read.string("field");
  refuseScript(read.json("script"));
  if (fieldName === undefined) throw illegalArgument("Required one of fields [field, script], but none were specified.");
  const missing = read.json("missing");
  const format = read.string("format");
  const timeZone = options.timeZone ? readTimeZone(read.json("time_zone")) : undefined;
  const field = mapping.field(fieldName);
  if (field) checkField(field, fieldName, read.what, mapping, families);
  return { field, fieldName, missing: missingValue(field, missing, format), format, timeZone };
}

function refuseScript(script: Json | undefined): void {
  if (script === undefined) return;
  throw new RequestError(400, "illegal_argument_exception", "scripts are not supported by this server yet");
}

function readTimeZone(zone: Json | undefined): string | undefined {
  if (zone === undefined || zone === null) return undefined;
  if (typeof zone === "number") {
    const sign = zone < 0 ? "-" : "+";
    return `${sign}${String(Math.abs(zone)).padStart(2, "0")}:00`;
  }
  if (typeof zone !== "string") throw illegalArgument(`[time_zone] must be a string or a number of hours`);
  return zone;
}

function checkField(field: MappedField, name: string, kind: string, mapping: MappingView, families: readonly FieldFamily[]): void {
  if (!field.aggregatable) {
    if (field.family === "text") {
      throw illegalArgument(
        `Fielddata is disabled on [${name}] in [${mapping.index}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${name}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
      );
    }
    if (field.family === "binary" || field.family === "object" || field.family === "metadata") {
      throw illegalArgument(`Field [${name}] of type [${field.type}] is not supported for aggregation [${kind}]`);
    }
    throw illegalArgument(
      `Can't load fielddata on [${name}] because fielddata is unsupported on fields of type [${field.type}]. Use doc values instead.`,
    );
  }
  if (!families.includes(field.family)) throw illegalArgument(`Field [${name}] of type [${field.type}] is not supported for aggregation [${kind}]`);
}

function missingValue(field: MappedField | undefined, missing: Json | undefined, format: string | undefined): number | bigint | Uint8Array | undefined {
  if (missing === undefined || missing === null) return undefined;
  if (field) return field.parseValue(missing, format);
  if (typeof missing === "number" || typeof missing === "bigint") return missing;
  return new TextEncoder().encode(String(missing));
}
