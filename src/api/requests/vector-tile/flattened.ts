/** Nested JSON as properties of a feature, by their paths. */
import { isJsonObject, type Json } from "../../../core/json.ts";
import type { PropertyValue } from "../../../vector-tile/tile-layer.ts";

/** The values in an object, with `a.b` and `a.0` for what is deeper; null says nothing. */
export function flattened(value: Json, path = ""): (readonly [string, PropertyValue])[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((member, at) => flattened(member, joined(path, String(at))));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, member]) => flattened(member, joined(path, key)));
  return typeof value === "object" ? [] : [[path, value]];
}

function joined(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
