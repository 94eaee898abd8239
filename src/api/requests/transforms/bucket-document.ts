/** The document that a bucket becomes (`AggregationResultUtils`). */
import { createHash } from "node:crypto";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { stringifyJson } from "../../../core/stringify-json.ts";
import { writeJson } from "../../../compat/json/write-json.ts";
import { illegalArgument } from "../../../compat/errors.ts";
import { ownOf, put } from "../../../core/names.ts";
import { type GroupBucket, groupsOf } from "./buckets.ts";
import type { TransformConfig } from "./transform-config.ts";

/** An id and the document. */
export interface MadeDocument {
  readonly id: string;
  readonly source: JsonObject;
}

/** `types`: what fields of the documents are mapped to, by name. */
export function documentOf(
  config: TransformConfig,
  { key, bucket }: GroupBucket,
  types: Readonly<Record<string, string>>,
): MadeDocument {
  const id = idOf(config, key);
  if (config.latest) return { id, source: latestOf(bucket) };
  const source: JsonObject = {};
  for (const { name, kind } of groupsOf(config)) {
    const value = ownOf(key, name) ?? null;
    if (value !== null) putAt(source, name, kind === "date_histogram" ? dateOf(value, config) : value);
  }
  for (const name of Object.keys(config.pivot?.aggregations ?? {})) {
    const result = ownOf(bucket, name);
    // What a pipeline found nothing to compute from is not there.
    if (!isJsonObject(result)) continue;
    const value = valueOf(result, ownOf(types, name), config);
    if (value !== undefined) putAt(source, name, value);
  }
  return { id, source };
}

/** The same for the same key, whenever it is computed: a document that is made again replaces itself. */
function idOf(config: TransformConfig, key: JsonObject): string {
  const values = groupsOf(config).map(({ name }) => ownOf(key, name) ?? null);
  return createHash("sha256").update(writeJson(values)).digest("base64url").slice(0, 32);
}

function latestOf(bucket: JsonObject): JsonObject {
  const { _latest: latest } = bucket;
  const hits = isJsonObject(latest) && isJsonObject(latest["hits"]) ? latest["hits"]["hits"] : undefined;
  const first = Array.isArray(hits) ? hits[0] : undefined;
  const source = isJsonObject(first) ? first["_source"] : undefined;
  return isJsonObject(source) ? source : {};
}

function dateOf(value: Json, { epochMillis }: TransformConfig): Json {
  return epochMillis || typeof value !== "number" ? value : new Date(value).toISOString();
}

/** What an aggregation found, as a field; undefined: nothing. */
function valueOf(result: JsonObject, type: string | undefined, config: TransformConfig): Json | undefined {
  if (Object.hasOwn(result, "value")) return single(result, type, config);
  if (Array.isArray(result["top"])) return topMetrics(result["top"]);
  if (isJsonObject(result["location"])) return result["location"];
  if (isJsonObject(result["bounds"])) return boundsShape(result["bounds"]);
  if (isJsonObject(result["geometry"])) return result["geometry"];
  if (isJsonObject(result["values"])) return percentiles(result["values"]);
  if (Array.isArray(result["buckets"])) return buckets(result["buckets"], config);
  if (isJsonObject(result["buckets"]))
    return Object.fromEntries(
      Object.entries(result["buckets"]).map(([name, bucket]) => [
        name,
        isJsonObject(bucket) ? (bucketValue(bucket, config) ?? null) : null,
      ]),
    );
  if (Object.hasOwn(result, "doc_count")) return bucketValue(result, config);
  const numbers = Object.entries(result).filter(([name, value]) => value !== null && !name.endsWith("_as_string"));
  return numbers.length === 0 ? undefined : Object.fromEntries(numbers);
}

function single(result: JsonObject, type: string | undefined, { epochMillis }: TransformConfig): Json | undefined {
  const { value = null } = result;
  if (value === null) return undefined;
  if (type?.startsWith("date") && typeof result["value_as_string"] === "string" && !epochMillis)
    return result["value_as_string"];
  return type !== undefined && WHOLE.has(type) ? Math.trunc(numberOf(value)) : value;
}

const WHOLE: ReadonlySet<string> = new Set(["long", "integer", "short", "byte", "unsigned_long"]);

/** Numbers keep their spelling while they are not reckoned with. */
function numberOf(value: Json): number {
  return typeof value === "number" ? value : Number(writeJson(value));
}

function topMetrics(top: readonly Json[]): Json | undefined {
  const [first] = top;
  return isJsonObject(first) && isJsonObject(first["metrics"]) ? first["metrics"] : undefined;
}

/** Names of percentiles have no dots as fields. */
function percentiles(values: JsonObject): JsonObject {
  const made: JsonObject = {};
  for (const [name, value] of Object.entries(values))
    if (!name.endsWith("_as_string")) put(made, name.replace(/\.0$/, "").replace(".", "_"), value);
  return made;
}

function buckets(list: readonly Json[], config: TransformConfig): JsonObject {
  const made: JsonObject = {};
  for (const bucket of list) {
    if (!isJsonObject(bucket)) continue;
    const { key, key_as_string: text } = bucket;
    const name = typeof text === "string" ? text : typeof key === "string" ? key : writeJson(key ?? null);
    put(made, name, bucketValue(bucket, config) ?? null);
  }
  return made;
}

/** The number of documents, or what is computed within. */
function bucketValue(bucket: JsonObject, config: TransformConfig): Json | undefined {
  const inner = Object.entries(bucket).filter(([, value]) => isJsonObject(value));
  if (inner.length === 0) return bucket["doc_count"];
  const made: JsonObject = {};
  for (const [name, result] of inner) {
    const value = isJsonObject(result) ? valueOf(result, undefined, config) : undefined;
    if (value !== undefined) put(made, name, value);
  }
  return made;
}

/** A point, a line or a rectangle. */
function boundsShape(bounds: JsonObject): Json {
  const corner = (name: string): [Json, Json] => {
    const at = ownOf(bounds, name);
    return isJsonObject(at) ? [at["lon"] ?? 0, at["lat"] ?? 0] : [0, 0];
  };
  const [left, top] = corner("top_left");
  const [right, bottom] = corner("bottom_right");
  const same = (one: Json, other: Json): boolean => stringifyJson(one) === stringifyJson(other);
  if (same(left, right) && same(top, bottom)) return { type: "point", coordinates: [left, bottom] };
  if (same(left, right) || same(top, bottom))
    return {
      type: "linestring",
      coordinates: [
        [left, top],
        [right, bottom],
      ],
    };
  const ring = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ];
  return { type: "polygon", coordinates: [ring] };
}

/** Dots in a name are objects. */
function putAt(source: JsonObject, name: string, value: Json): void {
  const names = name.split(".");
  let holder = source;
  for (const part of names.slice(0, -1)) {
    let next = ownOf(holder, part);
    if (next === undefined) put(holder, part, (next = {}));
    if (!isJsonObject(next)) throw illegalArgument(`mixed object types of nested and non-nested fields [${name}]`);
    holder = next;
  }
  put(holder, names.at(-1) ?? name, value);
}
