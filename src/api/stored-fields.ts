/** Stored fields of a get: fields mapped with `store: true`, whose values are read from the source. */
import { illegalArgument } from "../core/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";

/** A stored field and the path of its values in the source (a multi-field's is that of its parent). */
export interface StoredField {
  readonly name: string;
  readonly path: string;
}

/** Those of `names` that are stored; others have nothing to show. Throws 400 for an object field. */
export function storedFieldNames(names: readonly string[] | undefined, mapping: JsonObject): StoredField[] {
  const stored: StoredField[] = [];
  for (const name of names ?? []) {
    if (name.startsWith("_")) continue;
    const found = findField(mapping, name);
    if (!found) continue;
    if (found.field["properties"] !== undefined || found.field["type"] === "object" || found.field["type"] === "nested") {
      throw illegalArgument(`field [${name}] isn't a leaf field`);
    }
    if (found.field["store"] === true || found.field["store"] === "true") stored.push({ name, path: found.path });
  }
  return stored;
}

/** All leaf values at a path of a document, whatever arrays are in between. */
export function valuesAt(source: Json, path: string): Json[] {
  if (Array.isArray(source)) return source.flatMap((item) => valuesAt(item, path));
  if (path === "") return source === null || isJsonObject(source) ? [] : [source];
  if (!isJsonObject(source)) return [];
  const values: Json[] = [];
  for (const [key, value] of Object.entries(source)) {
    if (path === key) values.push(...valuesAt(value, ""));
    else if (path.startsWith(`${key}.`)) values.push(...valuesAt(value, path.slice(key.length + 1)));
  }
  return values;
}

/** The definition of a field by its full name, and the path of its values in the source. */
export function findField(mapping: JsonObject, name: string): { field: JsonObject; path: string } | undefined {
  let level = mapping["properties"];
  let field: JsonObject | undefined;
  let path = "";
  for (const part of name.split(".")) {
    let next: Json | undefined = isJsonObject(level) ? level[part] : undefined;
    if (isJsonObject(next)) path = path === "" ? part : `${path}.${part}`;
    else next = isJsonObject(field?.["fields"]) ? field["fields"][part] : undefined;
    if (!isJsonObject(next)) return undefined;
    field = next;
    level = next["properties"];
  }
  return field && { field, path };
}
