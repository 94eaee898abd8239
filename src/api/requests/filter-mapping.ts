/** A mapping as far as a caller may see its fields (`MappingMetadata` with a field filter). */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type IndexAccess, showsAllFields, showsField } from "../../access/index-access.ts";

/**
 * The mapping with the fields that are shown, and what they stand in; itself where all are. Empty properties are not
 * shown.
 */
export function filterMapping(mapping: JsonObject, access: IndexAccess | undefined): JsonObject {
  if (isJsonObject(mapping["properties"]) && Object.keys(mapping["properties"]).length === 0) {
    const { properties: _empty, ...others } = mapping;
    return others;
  }
  if (access === undefined || showsAllFields(access)) return mapping;
  const { properties, runtime, ...rest } = mapping;
  const fields = isJsonObject(runtime) ? Object.entries(runtime).filter(([name]) => showsField(access, name)) : [];
  return {
    ...rest,
    ...(fields.length > 0 ? { runtime: Object.fromEntries(fields) } : {}),
    ...(isJsonObject(properties) ? { properties: shownProperties(properties, "", access) } : {}),
  };
}

function shownProperties(properties: JsonObject, prefix: string, access: IndexAccess): JsonObject {
  const shown: [string, Json][] = [];
  for (const [name, definition] of Object.entries(properties)) {
    if (!isJsonObject(definition)) continue;
    const part = shownDefinition(definition, prefix + name, access);
    if (part) shown.push([name, part]);
  }
  return Object.fromEntries(shown);
}

/** Undefined: neither the field nor anything below it is shown. */
function shownDefinition(definition: JsonObject, path: string, access: IndexAccess): JsonObject | undefined {
  const isShown = showsField(access, path);
  const { properties, fields, ...rest } = definition;
  if (isJsonObject(properties)) {
    const below = shownProperties(properties, `${path}.`, access);
    return isShown || Object.keys(below).length > 0 ? { ...definition, properties: below } : undefined;
  }
  if (!isJsonObject(fields)) return isShown ? definition : undefined;
  const below = shownProperties(fields, `${path}.`, access);
  if (Object.keys(below).length === 0) return isShown ? rest : undefined;
  // A hidden field with multi-fields that are shown looks like an object that holds these, as in Elasticsearch.
  return isShown ? { ...definition, fields: below } : { properties: below };
}
