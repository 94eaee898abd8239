/**
 * A kept response in the form that a caller asks for. Names of aggregations and suggestions are kept with their types
 * (`max#price`), which are taken off again; totals may have been kept as numbers.
 */
import { parseLossless } from "../compat/json/lossless-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { put } from "../core/names.ts";
import type { ResponseForm } from "./async-search-record.ts";

/** The text of a response in another form. */
export function responseIn(form: ResponseForm, response: string, kept: ResponseForm): string {
  const change: Change = {
    untyped: kept.typedKeys && !form.typedKeys,
    withRelations: kept.totalsAsNumbers && !form.totalsAsNumbers,
  };
  if (!change.untyped && !change.withRelations) return response;
  const parsed = parseLossless(response);
  return isJsonObject(parsed) ? writeJson(changed(parsed, change)) : response;
}

interface Change {
  readonly untyped: boolean;
  readonly withRelations: boolean;
}

function changed(response: JsonObject, change: Change): JsonObject {
  return members(response, (value, key) => {
    if (key === "hits") return hitsOf(value, change);
    if (key === "aggregations") return aggregationsOf(value, change);
    return key === "suggest" && change.untyped ? untyped(value, (options) => options) : value;
  });
}

/** `{total, hits: […]}`, with what the hits hold of further ones. */
function hitsOf(value: Json, change: Change): Json {
  if (!change.withRelations) return value;
  return members(value, (member, key) => {
    if (key === "total" && typeof member === "number")
      return member < 0 ? undefined : { value: member, relation: "eq" };
    if (key !== "hits" || !Array.isArray(member)) return member;
    return member.map((hit) =>
      members(hit, (part, name) =>
        name === "inner_hits" ? members(part, (inner) => members(inner, (hits) => hitsOf(hits, change))) : part,
      ),
    );
  });
}

/** Results by name. */
function aggregationsOf(value: Json, change: Change): Json {
  return untyped(value, (result) => resultOf(result, change), change.untyped);
}

/** A result or a bucket: members with a type before their names are results, others say something of it. */
function resultOf(value: Json, change: Change): Json {
  if (!isJsonObject(value)) return value;
  const shown: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const type = key.indexOf("#");
    if (type > 0) put(shown, change.untyped ? key.slice(type + 1) : key, resultOf(member, change));
    else if (key === "buckets") put(shown, key, bucketsOf(member, change));
    else put(shown, key, key === "hits" ? hitsOf(member, change) : member);
  }
  return shown;
}

/** A list, or buckets by names that callers choose. */
function bucketsOf(value: Json, change: Change): Json {
  if (Array.isArray(value)) return value.map((bucket) => resultOf(bucket, change));
  return members(value, (bucket) => resultOf(bucket, change));
}

/** Members by their names without types. */
function untyped(value: Json, of: (member: Json) => Json, isUntyped = true): Json {
  if (!isJsonObject(value)) return value;
  const shown: JsonObject = {};
  for (const [key, member] of Object.entries(value))
    put(shown, isUntyped ? key.slice(key.indexOf("#") + 1) : key, of(member));
  return shown;
}

/** The same members with other values; undefined leaves one out. Anything but an object stays as it is. */
function members(value: Json, of: (member: Json, key: string) => Json | undefined): JsonObject;
function members(value: Json, of: (member: Json, key: string) => Json | undefined): Json {
  if (!isJsonObject(value)) return value;
  const shown: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const other = of(member, key);
    if (other !== undefined) put(shown, key, other);
  }
  return shown;
}
