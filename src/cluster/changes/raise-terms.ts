/** Raises primary terms of shards: what was written in earlier terms may be gone. */
import { presentIndex, updatedIndices } from "../changed-indices.ts";
import type { ClusterChange } from "../cluster-change.ts";
import type { IndexMetadata } from "../cluster-state.ts";

const PART = "allocation";

/** The term of one shard. */
export function raiseTerm(name: string, shard: number): ClusterChange {
  return {
    task: `raise-term [${name}][${shard}]`,
    apply: (state) => updatedIndices(state, [withTerms(presentIndex(state, name), (number) => number === shard)], PART),
  };
}

/** The terms of all shards: the node did not stop in order. */
export function raiseAllTerms(): ClusterChange {
  return {
    task: "raise-terms",
    apply(state) {
      const raised = Object.values(state.indices).map((index) => withTerms(index, () => true));
      return updatedIndices(state, raised, PART);
    },
  };
}

function withTerms(index: IndexMetadata, isRaised: (shard: number) => boolean): IndexMetadata {
  return { ...index, primaryTerms: index.primaryTerms.map((term, shard) => (isRaised(shard) ? term + 1 : term)) };
}
