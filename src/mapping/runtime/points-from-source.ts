/**
 * The points of a runtime field: those at its path in the source, in any notation
 * (`GeoPointFieldScript.emitFromSource`).
 */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { type GeoPointValue, isCoordinatePair, parseGeoPoint } from "../geo/geo-point-value.ts";
import type { RuntimeValues } from "./runtime-values.ts";

/** Replaces a point that cannot be read. */
const NOWHERE: GeoPointValue = { lat: 0, lon: 0 };

/** The points at a path. */
export function pointsFromSource(path: string, key: string): RuntimeValues {
  const parts = path.split(".");
  return {
    key,
    of(document) {
      const points: GeoPointValue[] = [];
      addPoints(extracted(document.source, parts, 0) ?? null, points);
      return points;
    },
  };
}

function addPoints(value: Json, into: GeoPointValue[]): void {
  if (value === null) return;
  if (!Array.isArray(value) || isCoordinatePair(value)) into.push(pointOf(value));
  else for (const item of value) addPoints(item, into);
}

function pointOf(value: Json): GeoPointValue {
  try {
    return parseGeoPoint(value, true);
  } catch (error) {
    if (error instanceof RequestError) return NOWHERE;
    throw error;
  }
}

/** The value at a path; several values form a list (`XContentMapValues.extractValue`). */
function extracted(value: Json, parts: readonly string[], at: number): Json | undefined {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const found = extracted(item, parts, at) ?? null;
      if (found === null) return [];
      // A list at the end of the path stays a list, since it may be a point; lists before the end are flattened.
      return Array.isArray(found) && at < parts.length ? found : [found];
    });
  }
  if (at === parts.length) return value;
  if (!isJsonObject(value)) return undefined;
  const found: Json[] = [];
  let key = "";
  for (let end = at; end < parts.length; end++) {
    key = end === at ? parts[end]! : `${key}.${parts[end]!}`;
    const inner = Object.hasOwn(value, key) ? extracted(ownOf(value, key) ?? null, parts, end + 1) : undefined;
    if (inner !== undefined) found.push(inner);
  }
  return found.length > 1 ? found : found[0];
}
