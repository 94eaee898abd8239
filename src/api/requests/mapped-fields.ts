/** The fields of mappings, counted for statistics. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";

/** What Elasticsearch takes a mapped field to cost on the heap. */
const ESTIMATED_FIELD_BYTES = 1024;

/** The types of all fields of a mapping, objects and multi-fields included. */
export function* fieldTypes(mapping: JsonObject): Generator<string> {
  const properties = mapping["properties"];
  if (!isJsonObject(properties)) return;
  for (const definition of Object.values(properties)) {
    if (!isJsonObject(definition)) continue;
    yield typeof definition["type"] === "string" ? definition["type"] : "object";
    yield* fieldTypes(definition);
    if (isJsonObject(definition["fields"])) yield* fieldTypes({ properties: definition["fields"] });
  }
}

/** The section `mappings` of node statistics. */
export function mappingStats(indices: readonly IndexMetadata[]): {
  total_count: number;
  total_estimated_overhead_in_bytes: number;
} {
  const count = indices.reduce((sum, { mapping }) => sum + [...fieldTypes(mapping)].length, 0);
  return { total_count: count, total_estimated_overhead_in_bytes: count * ESTIMATED_FIELD_BYTES };
}
