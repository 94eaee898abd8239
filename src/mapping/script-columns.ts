/** The columns of a segment as scripts read them: `doc['field']`. */
import { valueText } from "../compat/value-text.ts";
import type { ScriptColumn, ScriptColumns, ScriptPoint, ScriptValueForm } from "../scripting/script-document.ts";
import type { ColumnReader, FieldsReader } from "../segment/segment-reader.ts";
import { isGeoPoint } from "./field-capabilities.ts";
import { requireFieldData } from "./field-data.ts";
import type { MappedField } from "./field-type.ts";
import type { MappingView } from "./mapping-view.ts";

const LATITUDE_STEP = 180 / 0x1_0000_0000;
const LONGITUDE_STEP = 360 / 0x1_0000_0000;

/** Columns of fields that the mapping shows to the caller. */
export function scriptColumns(mapping: MappingView, reader: FieldsReader): ScriptColumns {
  return (path) => {
    const field = mapping.field(path);
    if (!field || field.capabilities.object) return undefined;
    if (!field.capabilities.vectors) requireFieldData(field, path, mapping.index);
    return scriptColumn(field, reader);
  };
}

/** What the values of a field are to scripts. */
export function scriptForm(field: MappedField): ScriptValueForm {
  const { capabilities } = field;
  if (capabilities.vectors) return "vector";
  if (isGeoPoint(field)) return "point";
  if (capabilities.dates) return capabilities.dates === "nanoseconds" ? "date_nanos" : "date";
  if (capabilities.valueFormat === "boolean") return "boolean";
  if (capabilities.sortColumn === "terms") return "text";
  return ["half_float", "float", "double"].includes(capabilities.sortColumn) ? "double" : "long";
}

function scriptColumn(field: MappedField, reader: FieldsReader): ScriptColumn {
  const form = scriptForm(field);
  const column = reader.fielddata(field.path);
  if (!column) return { form, count: () => 0, value: () => 0, first: () => Number.NaN };
  const { starts } = column;
  const presence = starts ? undefined : reader.presence(field.path);
  const has = (doc: number): boolean =>
    presence === undefined || (((presence[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1;
  const read = valueReader(field, reader, column);
  return {
    form,
    count: starts ? (doc) => (starts[doc + 1] ?? 0) - (starts[doc] ?? 0) : (doc) => (has(doc) ? 1 : 0),
    value: starts ? (doc, index) => read((starts[doc] ?? 0) + index) : (doc) => read(doc),
    first: firstNumber(column, has),
  };
}

/** The first value where it is a number that doubles hold. */
function firstNumber(column: ColumnReader, has: (doc: number) => boolean): ScriptColumn["first"] {
  if (column.type !== "i32" && column.type !== "f64") return undefined;
  const { starts } = column;
  const values = column.values as Int32Array | Float64Array;
  if (!starts) return (doc) => (has(doc) ? values[doc]! : Number.NaN);
  return (doc) => {
    const at = starts[doc] ?? 0;
    return at < (starts[doc + 1] ?? 0) ? values[at]! : Number.NaN;
  };
}

function valueReader(
  field: MappedField,
  reader: FieldsReader,
  column: ColumnReader,
): (at: number) => ReturnType<ScriptColumn["value"]> {
  const { values, values2 } = column;
  switch (column.type) {
    case "vector":
      return vectorReader(field, column);
    case "point":
      return (at): ScriptPoint => ({
        lat: Number(values[at] ?? 0) * LATITUDE_STEP,
        lon: (values2?.[at] ?? 0) * LONGITUDE_STEP,
      });
    case "u16":
    case "u32": {
      const terms = reader.terms(field.path);
      return (at) => (terms ? valueText(field.format(terms.bytes(Number(values[at] ?? 0)))) : "");
    }
    default: {
      const { valueOffset } = field;
      if (valueOffset !== undefined) return (at) => BigInt(values[at] ?? 0) + BigInt(valueOffset);
      return (at) => values[at] ?? 0;
    }
  }
}

function vectorReader(field: MappedField, { width = 0, values }: ColumnReader): (at: number) => ArrayLike<number> {
  return (at) => {
    const bytes = Uint8Array.from({ length: width }, (_, i) => Number(values[at * width + i]));
    const numbers = field.format(bytes);
    return Array.isArray(numbers) ? numbers.map(Number) : [];
  };
}
