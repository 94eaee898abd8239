/**
 * Merges mappings before they are parsed: those of the component templates, of the index template and of the request,
 * later ones win (`MapperService.mergeMappings`), or those of legacy templates, which fill in what the request leaves
 * out (`XContentHelper.mergeDefaults`).
 */
import { isDeepStrictEqual } from "node:util";
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put, putAll } from "../../core/names.ts";

/** Types of fields whose definitions are merged instead of replaced; absent stands for `object`. */
const OBJECT_TYPES: readonly (Json | undefined)[] = [undefined, "object", "nested"];

/** The mapping of an index, of mappings in ascending order of precedence. */
export function mergedMappings(mappings: readonly JsonObject[]): JsonObject {
  return mappings.reduce((merged, next) => (isEmpty(merged) ? next : mergedObjects(merged, next, undefined)), {});
}

/** The mapping with what `defaults` has beside it; what both have stays as it is in `mapping`. */
export function withDefaults(mapping: JsonObject, defaults: JsonObject): JsonObject {
  const merged: JsonObject = {};
  putAll(merged, mapping);
  for (const [key, value] of Object.entries(defaults)) {
    const own = ownOf(merged, key);
    if (own === undefined) put(merged, key, value);
    else if (isJsonObject(own) && isJsonObject(value)) put(merged, key, withDefaults(own, value));
    else if (Array.isArray(own) && Array.isArray(value)) put(merged, key, joined(own, value, withDefaults));
  }
  return merged;
}

/** `parent` is the key of the object in its own parent. */
function mergedObjects(before: JsonObject, after: JsonObject, parent: string | undefined): JsonObject {
  const merged: JsonObject = {};
  putAll(merged, before);
  for (const [key, value] of Object.entries(after)) {
    const old = ownOf(merged, key);
    put(merged, key, old === undefined ? value : mergedValue(old, value, { key, parent }));
  }
  return merged;
}

function mergedValue(old: Json, value: Json, place: { key: string; parent: string | undefined }): Json {
  if (isJsonObject(old) && isJsonObject(value)) {
    return place.parent === "properties" ? mergedField(old, value) : mergedObjects(old, value, place.key);
  }
  if (Array.isArray(old) && Array.isArray(value))
    return joined(old, value, (one, other) => mergedObjects(one, other, undefined));
  if (place.parent === "_routing" && place.key === "required" && old !== value)
    throw new RequestError(400, "mapper_parsing_exception", "contradicting `_routing.required` settings");
  return value;
}

/** Two definitions of a field: those of objects keep each other's fields, all else is replaced. */
function mergedField(old: JsonObject, value: JsonObject): JsonObject {
  const areObjects = [old, value].every((field) => !isEmpty(field) && OBJECT_TYPES.includes(ownOf(field, "type")));
  if (!areObjects || !("properties" in old)) return value;
  const kept: JsonObject = {};
  for (const key of ["properties", "subobjects"]) {
    const member = ownOf(old, key);
    if (member !== undefined) put(kept, key, member);
  }
  return mergedObjects(kept, value, undefined);
}

/**
 * Lists of objects with one member each (dynamic templates) are joined by the names of these members; of all others,
 * the values of `over` come first.
 */
function joined(
  base: readonly Json[],
  over: readonly Json[],
  merge: (one: JsonObject, other: JsonObject) => JsonObject,
): Json[] {
  if (!base.every(isNamed) || !over.every(isNamed))
    return [...over, ...base.filter((value) => !over.some((other) => isDeepStrictEqual(other, value)))];
  const byName = new Map(base.map((item) => [nameOf(item), item]));
  for (const item of over) {
    const known = byName.get(nameOf(item));
    byName.set(nameOf(item), known === undefined ? item : merge(known, item));
  }
  return [...byName.values()];
}

function isNamed(value: Json): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length === 1;
}

function nameOf(item: JsonObject): string {
  return Object.keys(item)[0] ?? "";
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}
