/** Merging a partial document into a whole one (`XContentHelper.update`). */
import { JsonText } from "../../compat/json/json-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { writeJson } from "../../compat/json/write-json.ts";

/**
 * Merges `changes` into a copy of `source`: objects member by member, everything else replaced. `changed` tells whether
 * any value differs afterwards.
 */
export function mergeDocument(source: JsonObject, changes: JsonObject): { merged: JsonObject; changed: boolean } {
  const merged: JsonObject = { ...source };
  let changed = false;
  for (const [key, value] of Object.entries(changes)) {
    const old = ownOf(source, key);
    if (isJsonObject(old) && isJsonObject(value)) {
      const inner = mergeDocument(old, value);
      put(merged, key, inner.merged);
      changed ||= inner.changed;
    } else {
      put(merged, key, value);
      changed ||= old === undefined || !equalJson(old, value);
    }
  }
  return { merged, changed };
}

/**
 * Whether two values are the same JSON, numbers as they are shown again (`parseLossless`); the order of an object's
 * members does not matter.
 */
export function equalJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  // A double is another value than a whole number.
  if ((a as unknown) instanceof JsonText || (b as unknown) instanceof JsonText) return writeJson(a) === writeJson(b);
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => equalJson(item, b[at] ?? null));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalJson(ownOf(a, key) ?? null, ownOf(b, key) ?? null))
  );
}
