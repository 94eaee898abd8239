/** Columns for scripts out of values that stand in no segment: of a document that is indexed, of a runtime field. */
import { valueText } from "../compat/value-text.ts";
import type { ScriptColumn, ScriptColumns, ScriptValue } from "../scripting/script-document.ts";
import { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { MappedField } from "./field-type.ts";
import type { RuntimeValue } from "./runtime/runtime-values.ts";
import { pointsFromSource } from "./runtime/points-from-source.ts";
import { rawValues } from "./runtime/raw-values.ts";
import { scriptForm } from "./script-columns.ts";
import { ValueError } from "./value-error.ts";

/** The values of one document, by field, as they are read from its source. */
export function sourceColumns(fieldOf: (path: string) => MappedField | undefined, source: JsonObject): ScriptColumns {
  return (path) => {
    const field = fieldOf(path);
    if (!field || field.capabilities.object) return undefined;
    return columnOf(field, valuesIn(field, source));
  };
}

function valuesIn(field: MappedField, source: JsonObject): RuntimeValue[] {
  if (scriptForm(field) === "point") {
    const points = pointsFromSource(field.path, field.path);
    return [...points.of({ source } as Parameters<typeof points.of>[0])];
  }
  const values: RuntimeValue[] = [];
  rawValues(source, field.path, (value) => {
    const read = valueOf(field, value);
    if (read !== undefined) values.push(read);
  });
  return values;
}

/** Undefined for what is not indexed either. */
function valueOf(field: MappedField, value: Json): RuntimeValue | undefined {
  try {
    return field.parseValue(value);
  } catch (error) {
    if (error instanceof RequestError || error instanceof ValueError) return undefined;
    throw error;
  }
}

/** The values of one document as a column. */
export function columnOf(field: MappedField, values: readonly RuntimeValue[]): ScriptColumn {
  const form = scriptForm(field);
  const shown: ScriptValue[] = values.map((value) => {
    if (value instanceof Uint8Array) return valueText(field.format(value));
    return value;
  });
  if (form !== "point") shown.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return {
    form,
    count: () => shown.length,
    value: (_doc, index) => shown[index] ?? 0,
  };
}
