/** The parts of a document's source that a caller may see (`FieldSubsetReader.filter`). */
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { type IndexAccess, showsAllFields, showsField } from "./index-access.ts";

/** The source with only the visible fields; the source itself when all are visible. */
export function filterFields(source: JsonObject, access: IndexAccess | undefined): JsonObject {
  return access === undefined || showsAllFields(access) ? source : shownObject(source, "", access);
}

function shownObject(object: JsonObject, prefix: string, access: IndexAccess): JsonObject {
  const shown: [string, Json][] = [];
  for (const [key, value] of Object.entries(object)) {
    const part = shownValue(value, prefix + key, access);
    if (part !== undefined) shown.push([key, part]);
  }
  // fromEntries treats `__proto__` as an ordinary key.
  return Object.fromEntries(shown);
}

/** Undefined when nothing is visible. As in Elasticsearch, objects and lists that become empty are dropped. */
function shownValue(value: Json, path: string, access: IndexAccess): Json | undefined {
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      const part = shownValue(item, path, access);
      if (part !== undefined) items.push(part);
    }
    return items.length > 0 ? items : undefined;
  }
  if (!isJsonObject(value)) return showsField(access, path) ? value : undefined;
  const part = shownObject(value, `${path}.`, access);
  return Object.keys(part).length > 0 ? part : undefined;
}
