/** A rule that says whether a copy of a shard may be on a node. */
import type { ClusterNode, ClusterState, IndexMetadata } from "../cluster-state.ts";
import type { PlacedCopies } from "./placed-copies.ts";

/** A copy that looks for a node. */
export interface PlacedCopy {
  readonly index: IndexMetadata;
  readonly shard: number;
  readonly primary: boolean;
  /** No data of it is anywhere: it is made with its index. */
  readonly isNew: boolean;
}

/** What deciders look at. */
export interface Placement {
  readonly state: ClusterState;
  readonly placed: PlacedCopies;
}

/** What a decider says, in Elasticsearch's words. */
export interface Verdict {
  readonly decision: "YES" | "NO";
  readonly explanation: string;
}

/** One file of `deciders/` each. */
export interface Decider {
  /** As `_cluster/allocation/explain` calls it. */
  readonly name: string;
  decide(copy: PlacedCopy, node: ClusterNode, placement: Placement): Verdict;
}

export function yes(explanation: string): Verdict {
  return { decision: "YES", explanation };
}

export function no(explanation: string): Verdict {
  return { decision: "NO", explanation };
}
