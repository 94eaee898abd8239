/** The list of deciders, in the order in which they are shown. */
import type { ClusterNode } from "../cluster-state.ts";
import type { Decider, PlacedCopy, Placement, Verdict } from "./decider.ts";
import { awareness } from "./deciders/awareness.ts";
import { enable } from "./deciders/enable.ts";
import { filter } from "./deciders/filter.ts";
import { maxRetry } from "./deciders/max-retry.ts";
import { replicaAfterPrimaryActive } from "./deciders/replica-after-primary-active.ts";
import { sameShard } from "./deciders/same-shard.ts";
import { shardsLimit } from "./deciders/shards-limit.ts";

const deciders: readonly Decider[] = [
  maxRetry,
  replicaAfterPrimaryActive,
  enable,
  filter,
  sameShard,
  shardsLimit,
  awareness,
];

/** What all deciders say of a copy on a node. */
export function verdicts(
  copy: PlacedCopy,
  node: ClusterNode,
  placement: Placement,
): readonly (Verdict & { readonly decider: string })[] {
  return deciders.map((decider) => ({ decider: decider.name, ...decider.decide(copy, node, placement) }));
}

/** Whether none says no. */
export function mayBeOn(copy: PlacedCopy, node: ClusterNode, placement: Placement): boolean {
  return deciders.every((decider) => decider.decide(copy, node, placement).decision === "YES");
}
