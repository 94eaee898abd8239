/** Merges a document's mapping update into the mapping of its index. */
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { updatedIndices } from "../changed-indices.ts";
import { type ClusterChange, unchanged } from "../cluster-change.ts";
import type { ClusterState, IndexMetadata } from "../cluster-state.ts";
import { indexClosed, indexNotFound } from "../index-expressions.ts";
import { withMapping } from "./put-mapping.ts";

/**
 * Throws when the index is gone, even if another one has its name, and when it is closed, unless its shards are being
 * opened (`closed`).
 */
export function extendMapping(
  index: Pick<IndexMetadata, "name" | "uuid">,
  mapping: JsonObject,
  options: { readonly closed: boolean },
): ClusterChange {
  return {
    task: `put-mapping [${index.name}]`,
    apply(state, inputs) {
      const before = sameIndex(state, index);
      if (before.state === "close" && !options.closed) throw indexClosed(before);
      const after = withMapping(before, mapping, inputs);
      return after === before ? unchanged(state) : updatedIndices(state, [after], "mapping");
    },
  };
}

/** The current version of the index; throws index_not_found_exception when it is gone. */
export function sameIndex(state: ClusterState, { name, uuid }: Pick<IndexMetadata, "name" | "uuid">): IndexMetadata {
  const index = ownOf(state.indices, name);
  if (index?.uuid !== uuid) throw indexNotFound(name);
  return index;
}
