/** Raises primary terms of shards, since writes of earlier terms may be lost. */
import { presentIndex, updatedIndices } from "../changed-indices.ts";
import type { ClusterChange } from "../cluster-change.ts";
import type { IndexMetadata } from "../cluster-state.ts";

const PART = "allocation";

/** Raises the term of one shard. */
export function raiseTerm(name: string, shard: number): ClusterChange {
  return {
    task: `raise-term [${name}][${shard}]`,
    apply: (state) => updatedIndices(state, [withTerms(presentIndex(state, name), (number) => number === shard)], PART),
  };
}

/** Raises the terms of all shards, after an unclean stop of the node. */
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
