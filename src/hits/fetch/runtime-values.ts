/** Renders the values of runtime fields of one document. */
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { decodeLatitude, decodeLongitude, encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { RuntimePoint, RuntimeValue } from "../../mapping/runtime/runtime-values.ts";

/** As in `fields`: ascending, with duplicates; points unchanged. Throws RequestError 400 for an unknown format. */
export function fieldValues(field: MappedField, values: readonly RuntimeValue[], format: string | undefined): Json[] {
  if (field.capabilities.geometry) return values.map((value) => pointOf(value as RuntimePoint, format));
  return columnValues(field, values, format);
}

/** As in `docvalue_fields`: points as a column stores them. */
export function docvalueValues(
  field: MappedField,
  values: readonly RuntimeValue[],
  format: string | undefined,
): Json[] {
  return field.capabilities.geometry
    ? encodedPoints(values as readonly RuntimePoint[])
    : columnValues(field, values, format);
}

function columnValues(field: MappedField, values: readonly RuntimeValue[], format: string | undefined): Json[] {
  if (format !== undefined && !field.capabilities.docvalueFormat) {
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support custom formats`);
  }
  return [...(values as readonly (number | bigint | Uint8Array)[])].sort(compareValues).map((value) => {
    // JSON has no such numbers.
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    return field.format(value, format);
  });
}

/** Terms by their bytes, numbers by their value; NaN last. */
function compareValues(left: number | bigint | Uint8Array, right: number | bigint | Uint8Array): number {
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : 1;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function pointOf({ lat, lon }: RuntimePoint, format: string | undefined): Json {
  if (format === "wkt") return `POINT (${javaDouble(lon)} ${javaDouble(lat)})`;
  if (format !== undefined && format !== "geojson") throw illegalArgument(`Unrecognized geometry format [${format}].`);
  return { type: "Point", coordinates: [lon, lat] };
}

/** Rounded to the column's encoding, in the order of their texts. */
function encodedPoints(points: readonly RuntimePoint[]): Json[] {
  return points
    .map(
      ({ lat, lon }) =>
        `${degrees(decodeLatitude(encodeLatitude(lat)))}, ${degrees(decodeLongitude(encodeLongitude(lon)))}`,
    )
    .sort();
}

function degrees(value: number): string {
  return float64Text(value).text;
}
