/** Dotted names represent nested JSON objects. */
import type { Json, JsonObject } from "../core/json.ts";

/** Objects made from dotted names, which have no location in the source. */
const made = new WeakSet<JsonObject>();

/** Wraps `value` in objects for the parts of a dotted name. */
export function nest(names: readonly string[], value: Json): Json {
  return names.reduceRight<Json>((inner, name) => {
    const object = { [name]: inner };
    made.add(object);
    return object;
  }, value);
}

/** Whether an object was made by `nest`. */
export function isNest(object: JsonObject): boolean {
  return made.has(object);
}
