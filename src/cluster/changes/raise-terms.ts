/** Raises primary terms of shards, since writes of earlier terms may be lost. */
import { ownOf } from "../../core/names.ts";
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

/** Raises the terms of all shards whose primary is on a node, after it did not stop in order. */
export function raiseAllTerms(node: string): ClusterChange {
  return {
    task: "raise-terms",
    apply(state) {
      const isHere = ({ uuid }: IndexMetadata, shard: number): boolean =>
        !state.nodes || ownOf(state.routing ?? {}, uuid)?.[shard]?.primary.node === node;
      const concerned = Object.values(state.indices).filter((index) =>
        index.primaryTerms.some((_term, shard) => isHere(index, shard)),
      );
      const raised = concerned.map((index) => withTerms(index, (shard) => isHere(index, shard)));
      return updatedIndices(state, raised, PART);
    },
  };
}

function withTerms(index: IndexMetadata, isRaised: (shard: number) => boolean): IndexMetadata {
  return { ...index, primaryTerms: index.primaryTerms.map((term, shard) => (isRaised(shard) ? term + 1 : term)) };
}
