/** Merges a mapping into those of indices; conflicts are refused with Elasticsearch's messages. */
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../core/json.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { updatedIndices, updateIndices } from "../changed-indices.ts";
import type { ChangeInputs, ClusterChange } from "../cluster-change.ts";
import type { IndexMetadata } from "../cluster-state.ts";

export function putMapping(names: readonly string[], mapping: JsonObject): ClusterChange {
  return {
    task: `put-mapping [${names.join(", ")}]`,
    apply(state, inputs) {
      const changed = updateIndices(state, names, (index) => withMapping(index, mapping, inputs));
      return updatedIndices(state, changed, "mapping");
    },
  };
}

/** The index with a mapping merged into its own; the same object if that changes nothing. */
export function withMapping(index: IndexMetadata, mapping: JsonObject, inputs: ChangeInputs): IndexMetadata {
  const merged = mergeMappings(index.mapping, mapping, index.settings, inputs.analysisOf(index), "update");
  if (isDeepStrictEqual(merged, index.mapping)) return index;
  return { ...index, mapping: merged, mappingVersion: index.mappingVersion + 1 };
}
