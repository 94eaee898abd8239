/** The `meta` of fields, from a mapping as get_mapping shows it. */
import { isJsonObject, type JsonObject } from "../../core/json.ts";

/** `meta` by full path, of the fields that have one. */
export function fieldMeta(mapping: JsonObject): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  addBelow(mapping.properties, "", found);
  return found;
}

function addBelow(definitions: unknown, prefix: string, found: Map<string, JsonObject>): void {
  if (!isJsonObject(definitions)) return;
  for (const [name, definition] of Object.entries(definitions)) {
    if (!isJsonObject(definition)) continue;
    const path = prefix + name;
    if (isJsonObject(definition.meta)) found.set(path, definition.meta);
    addBelow(definition.properties, `${path}.`, found);
    addBelow(definition.fields, `${path}.`, found);
  }
}
