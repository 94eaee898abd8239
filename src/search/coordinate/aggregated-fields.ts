/**
 * The fields that aggregations are of, as a mapping of their own: whoever puts the results of several clusters together
 * reads the aggregations with it. Nothing else of an index is told.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import type { PreparedIndex } from "../shard/prepare-shards.ts";
import type { SearcherRegistry } from "../shard/searcher-registry.ts";

export function aggregatedFields(
  { target, mapping: granted }: Pick<PreparedIndex, "target" | "mapping">,
  aggregations: JsonObject,
  registry: SearcherRegistry,
): JsonObject {
  const { mapping } = registry.index(target.uuid, target.index).metadata;
  const wanted = new Set<string>();
  addTexts(aggregations, wanted);
  for (const name of [...wanted]) wanted.add(granted.resolve(name));
  const isWanted = (path: string): boolean => wanted.has(path) && granted.field(path) !== undefined;
  const properties = chosenProperties(ownOf(mapping, "properties"), "", isWanted, wanted);
  const runtime = Object.entries(objectOf(ownOf(mapping, "runtime")))
    .filter(([path]) => isWanted(path))
    .map(([path, field]): [string, JsonObject] => [path, without(objectOf(field), OF_DOCUMENTS)]);
  return {
    ...(properties ? { properties } : {}),
    ...(runtime.length > 0 ? { runtime: Object.fromEntries(runtime) } : {}),
  };
}

/** What says how values are made of documents, which nobody needs who has the values. */
const OF_DOCUMENTS: readonly string[] = [
  "script",
  "analyzer",
  "search_analyzer",
  "search_quote_analyzer",
  "normalizer",
  "similarity",
  "copy_to",
  "properties",
  "fields",
];

function without(field: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(field).filter(([name]) => !names.includes(name)));
}

/** All texts within: the names of fields are among them. */
function addTexts(json: Json, texts: Set<string>): void {
  if (typeof json === "string") texts.add(json);
  else if (Array.isArray(json)) for (const one of json) addTexts(one, texts);
  else if (isJsonObject(json)) for (const one of Object.values(json)) addTexts(one, texts);
}

/** Fields and objects around them; a path of nested documents is wanted by itself. */
function chosenProperties(
  properties: Json | undefined,
  prefix: string,
  isWanted: (path: string) => boolean,
  wanted: ReadonlySet<string>,
): JsonObject | undefined {
  const chosen: JsonObject = {};
  for (const [name, field] of Object.entries(objectOf(properties))) {
    if (!isJsonObject(field)) continue;
    const path = prefix + name;
    const within = chosenProperties(field["properties"], `${path}.`, isWanted, wanted);
    const fields = chosenProperties(field["fields"], `${path}.`, isWanted, wanted);
    const rest = without(field, OF_DOCUMENTS);
    const isObject = field["properties"] !== undefined || field["type"] === "nested" || field["type"] === "object";
    if (!within && !fields && !(isObject ? wanted.has(path) : isWanted(path))) continue;
    put(chosen, name, { ...rest, ...(within ? { properties: within } : {}), ...(fields ? { fields } : {}) });
  }
  return Object.keys(chosen).length > 0 ? chosen : undefined;
}

function objectOf(json: Json | undefined): JsonObject {
  return isJsonObject(json) ? json : {};
}
