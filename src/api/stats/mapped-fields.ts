/** The fields of mappings, counted for statistics. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";

/** What Elasticsearch takes a mapped field to cost on the heap. */
const ESTIMATED_FIELD_BYTES = 1024;

/** A field, object or multi-field of a mapping. */
interface DefinedField {
  readonly path: string;
  readonly type: string;
  readonly definition: JsonObject;
}

/** All fields of a mapping, objects and multi-fields included. */
export function* mappedFields(mapping: JsonObject, prefix = ""): Generator<DefinedField> {
  const properties = mapping["properties"];
  if (!isJsonObject(properties)) return;
  for (const [name, definition] of Object.entries(properties)) {
    if (!isJsonObject(definition)) continue;
    const path = prefix + name;
    yield { path, type: typeof definition["type"] === "string" ? definition["type"] : "object", definition };
    yield* mappedFields(definition, `${path}.`);
    if (isJsonObject(definition["fields"])) yield* mappedFields({ properties: definition["fields"] }, `${path}.`);
  }
}

/** The section `mappings` of node statistics. */
export function mappingStats(indices: readonly IndexMetadata[]): {
  total_count: number;
  total_estimated_overhead_in_bytes: number;
} {
  const count = indices.reduce((sum, { mapping }) => sum + [...mappedFields(mapping)].length, 0);
  return { total_count: count, total_estimated_overhead_in_bytes: count * ESTIMATED_FIELD_BYTES };
}
