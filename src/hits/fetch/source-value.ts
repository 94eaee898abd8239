/** Values of a path in a parsed source, through objects, arrays and names with dots. */
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

/** All values at `path`, in order; arrays are kept whole, for `flatten` or the field to take apart. */
export function valuesAt(source: Json, path: string): Json[] {
  const found: Json[] = [];
  collect(source, path, found);
  return found;
}

function collect(value: Json, path: string, found: Json[]): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, path, found);
    return;
  }
  if (!isJsonObject(value)) return;
  if (Object.hasOwn(value, path)) found.push(ownOf(value, path) ?? null);
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const head = path.slice(0, dot);
    if (Object.hasOwn(value, head)) collect(ownOf(value, head) ?? null, path.slice(dot + 1), found);
  }
}

/** The scalars and objects of nested arrays, those at a lower depth first, as in Elasticsearch. */
export function flatten(values: readonly Json[]): Json[] {
  const rest = [...values];
  const found: Json[] = [];
  for (let at = 0; at < rest.length; at++) {
    const value = rest[at]!;
    if (Array.isArray(value)) for (const item of value) rest.push(item);
    else found.push(value);
  }
  return found;
}

/** Paths and values of all leaves, except below members for which `skips` is true; null counts only in an array. */
export function leaves(source: Json, skips: (path: string) => boolean, prefix = ""): [path: string, value: Json][] {
  if (Array.isArray(source)) return source.flatMap((element) => leaves(element, skips, prefix));
  if (!isJsonObject(source)) return prefix === "" ? [] : [[prefix, source]];
  return Object.entries(source).flatMap(([key, value]) => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    return value === null || skips(path) ? [] : leaves(value, skips, path);
  });
}
