/** Names with dots stand for objects within each other. */
import type { Json, JsonObject } from "../core/json.ts";

/** Objects that are made of names: they have no place in the source. */
const made = new WeakSet<JsonObject>();

/** `value` below names that came with dots. */
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
