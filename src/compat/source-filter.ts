/** `_source` filtering: selects the parts of a document to return (`XContentMapValues.filter`). */
import type { Json, JsonObject } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import { put } from "../core/names.ts";
import { simpleMatchAny } from "./wildcard.ts";

/**
 * The parts of `source` that `includes` select (all when empty), without those that `excludes` select. Patterns are
 * full paths in which `*` matches any characters, dots included; a pattern that matches an object selects all of it.
 * Returns a new object.
 */
export function filterSource(source: JsonObject, includes: readonly string[], excludes: readonly string[]): JsonObject {
  if (includes.length === 0 && excludes.length === 0) return source;
  return filterObject(source, "", includes.length === 0, includes, excludes);
}

function filterObject(
  object: JsonObject,
  prefix: string,
  included: boolean,
  includes: readonly string[],
  excludes: readonly string[],
): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const path = prefix + key;
    if (excludes.length > 0 && isNamed(excludes, prefix, key)) continue;
    const whole = included || isNamed(includes, prefix, key);
    if (whole && excludes.length === 0) {
      put(kept, key, value);
      continue;
    }
    const part = filterValue(value, path, whole, includes, excludes);
    if (part !== undefined) put(kept, key, part);
  }
  return kept;
}

/** Whether a pattern matches the path of a key or one of its parents; a key with dots is below its own prefixes. */
function isNamed(patterns: readonly string[], prefix: string, key: string): boolean {
  for (let dot = key.indexOf("."); dot >= 0; dot = key.indexOf(".", dot + 1)) {
    if (simpleMatchAny(patterns, prefix + key.slice(0, dot))) return true;
  }
  return simpleMatchAny(patterns, prefix + key);
}

/** The selected part of the value; undefined when nothing is selected. */
function filterValue(
  value: Json,
  path: string,
  included: boolean,
  includes: readonly string[],
  excludes: readonly string[],
): Json | undefined {
  if (isJsonObject(value)) {
    const part = filterObject(value, `${path}.`, included, includes, excludes);
    return included || Object.keys(part).length > 0 ? part : undefined;
  }
  if (Array.isArray(value)) {
    const parts: Json[] = [];
    for (const item of value) {
      const part = filterValue(item, path, included, includes, excludes);
      // Unlike in objects, Elasticsearch drops empty parts from lists.
      if (part !== undefined && !isEmpty(part)) parts.push(part);
    }
    return included || parts.length > 0 ? parts : undefined;
  }
  return included ? value : undefined;
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
