/**
 * Every way to read what documents left in an index, to be asked of two servers: what the one answers otherwise than
 * the other.
 */
import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type Json, type JsonObject } from "../src/core/json.ts";
import { typeAndReason } from "./random-mappings.ts";

/** A question: a path below the index, and a body. */
interface Read {
  readonly what: string;
  readonly path: string;
  readonly body?: JsonObject;
}

/** What one server answered otherwise than the other. */
export interface ReadDifference {
  readonly what: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Names and capabilities of fields, as `field_caps` tells them. */
export type Capabilities = Readonly<Record<string, JsonObject>>;

const PAGE = 100;
const OK = 200;
const DATE_FORMATS = ["epoch_millis", "yyyy-MM", "QQQ yyyy", "strict_date_time_no_millis", "nope"];
const NUMBER_FORMATS = ["0.00", "#,##0.###", "hex"];
const POINT_FORMATS = ["wkt", "geojson", "nope"];
const SOURCE_FILTERS: readonly Json[] = [
  ["a", "o.*", "n*"],
  { excludes: ["*.a", "b"] },
  { excludes: ["a", "o.b"] },
  { includes: ["*"], excludes: ["o.p"] },
  "o",
];
const CAPS_OPTIONS = [
  "filters=-parent",
  "filters=%2Bmetadata",
  "filters=-metadata,-nested",
  "filters=-multifield",
  "types=keyword,text,object,date,nested",
  "include_empty_fields=false",
  "include_unmapped=true",
];

function formatsOf(type: string): readonly string[] {
  if (type.startsWith("date")) return DATE_FORMATS;
  if (type === "geo_point") return POINT_FORMATS;
  return NUMBER_FORMATS;
}

function searchFor(what: string, body: JsonObject): Read {
  return { what, path: "_search", body: { _source: false, size: PAGE, ...body } };
}

/** What is asked of an index with these fields. */
export function readsOf(capabilities: Capabilities): readonly Read[] {
  const fields = Object.entries(capabilities).flatMap(([name, types]) =>
    Object.values(types).flatMap((type) =>
      isJsonObject(type) && type["metadata_field"] !== true
        ? [{ name, type: type["type"] as string, columns: type["aggregatable"] === true }]
        : [],
    ),
  );
  const reads: Read[] = CAPS_OPTIONS.map((option) => ({
    what: `field_caps ${option}`,
    path: `_field_caps?fields=*&${option}`,
  }));
  for (const filter of SOURCE_FILTERS) reads.push(searchFor(`_source ${JSON.stringify(filter)}`, { _source: filter }));
  reads.push(
    searchFor("unmapped fields", { fields: [{ field: "*", include_unmapped: true }] }),
    searchFor("ignored", {
      fields: ["_ignored"],
      sort: [{ _ignored: { order: "asc" } }, "_seq_no"],
      query: { exists: { field: "_ignored" } },
      aggs: { x: { terms: { field: "_ignored", size: PAGE } } },
    }),
    searchFor("highlight", {
      query: { multi_match: { query: "x y true 1 Hello quick", fields: ["*"], lenient: true } },
      highlight: { fields: { "*": {} } },
    }),
    { what: "get", path: "_doc/1?stored_fields=*" },
    { what: "get _source", path: "_source/2" },
    { what: "get a filtered _source", path: "_doc/3?_source_excludes=a,*.b" },
  );
  for (const { name, type, columns } of fields) {
    reads.push(searchFor(`aggregations of ${name}`, { aggs: { terms: { terms: { field: name, size: PAGE } } } }));
    reads.push(
      searchFor(`missing ${name}`, {
        aggs: { missing: { missing: { field: name } }, count: { value_count: { field: name } } },
      }),
    );
    // Columns of ranges are shown as the bytes that Elasticsearch happens to keep.
    const shown = !type.endsWith("_range");
    if (shown) reads.push(searchFor(`sort by ${name}`, { sort: [{ [name]: { order: "desc" } }, "_seq_no"] }));
    for (const format of formatsOf(type)) {
      reads.push(searchFor(`fields ${name} ${format}`, { fields: [{ field: name, format }] }));
      if (columns && shown)
        reads.push(searchFor(`docvalue_fields ${name} ${format}`, { docvalue_fields: [{ field: name, format }] }));
    }
  }
  return reads;
}

/**
 * The differences between what two servers answer to the same questions; where the other one trips over itself there is
 * nothing to compare.
 */
export async function readDifferences(ours: string, theirs: string, index: string): Promise<readonly ReadDifference[]> {
  const response = await fetch(`${theirs}/${index}/_field_caps?fields=*`);
  if (response.status !== OK) return []; // There is no such index.
  const { fields } = (await response.json()) as { fields: Capabilities };
  const found: ReadDifference[] = [];
  for (const { what, path, body } of readsOf(fields)) {
    const [mine, other] = await Promise.all([ours, theirs].map((url) => told(`${url}/${index}/${path}`, body)));
    const isOwnFault =
      isJsonObject(other) && (other["error"] as string | undefined)?.startsWith("null_pointer_exception") === true;
    if (!isOwnFault && !areEqual(mine, other)) found.push({ what, ours: mine, theirs: other });
  }
  return found;
}

async function told(url: string, body: JsonObject | undefined): Promise<unknown> {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = spelled(await response.text()) as JsonObject;
  if (answer["error"] !== undefined) return { error: reasonOf(answer["error"]) };
  // `_size` comes with a plugin that the other server has not.
  if (isJsonObject(answer["fields"])) delete answer["fields"]["_size"];
  const { took: _took, _shards: shards, hits, ...rest } = answer;
  if (isJsonObject(shards ?? null) && Array.isArray((shards as JsonObject)["failures"])) return { error: "failures" };
  if (!isJsonObject(hits ?? null)) return rest;
  const { hits: list } = hits as JsonObject;
  return { ...rest, hits: Array.isArray(list) ? list.map((hit) => withoutScore(hit)) : hits };
}

function withoutScore(hit: Json): Json {
  if (!isJsonObject(hit)) return hit;
  const { _score: _untold, ...rest } = hit;
  return rest;
}

/** Type and reason of the failure of a shard, or of the request. */
function reasonOf(error: Json): string {
  if (!isJsonObject(error)) return JSON.stringify(error);
  const failed = error["failed_shards"];
  const shard = Array.isArray(failed) ? failed[0] : undefined;
  const cause = isJsonObject(shard) ? shard["reason"] : error;
  if (!isJsonObject(cause)) return JSON.stringify(cause);
  return typeAndReason(cause) as string;
}

const TOKEN = /("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)/gs;

/** The value of a JSON text, its numbers as they are spelled, marked by `#`. */
export function spelled(text: string): unknown {
  return JSON.parse(
    text.replace(TOKEN, (_all, string: string | undefined, number: string | undefined) => string ?? `"#${number}"`),
  );
}

/** Equal but for digits that Java before 19 writes though they are not needed. */
function areEqual(left: unknown, right: unknown): boolean {
  if (typeof left === "string" && typeof right === "string")
    return left === right || withoutExcess(left) === withoutExcess(right);
  if (Array.isArray(left))
    return Array.isArray(right) && left.length === right.length && left.every((item, at) => areEqual(item, right[at]));
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null)
    return isDeepStrictEqual(left, right);
  const [mine, other] = [left, right] as Record<string, unknown>[];
  const names = Object.keys(mine!);
  return (
    names.length === Object.keys(other!).length &&
    names.every((name) => Object.hasOwn(other!, name) && areEqual(mine![name], other![name]))
  );
}

function withoutExcess(text: string): string {
  return text.replace(/\d+\.\d+(?:E-?\d+)?/g, (number) => `${number.includes("E")}${Number(number).toPrecision(6)}`);
}
