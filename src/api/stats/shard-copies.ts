/** The copies of shards, and the nodes that have them, as routing tables show them. */
import { delayedUntil } from "../../cluster/allocation/allocate.ts";
import { systemClock } from "../../core/clock.ts";
import { copyId } from "../../cluster/allocation/copy-id.ts";
import type { ClusterState, IndexMetadata, ShardCopy } from "../../cluster/cluster-state.ts";
import { INDEX_VERSION } from "../../cluster/index-version.ts";
import { ownOf } from "../../core/names.ts";
import type { IndexHealth } from "./index-health.ts";
import type { Services } from "../operation.ts";
import { primaryNode, type ShownNode } from "./shown-nodes.ts";

/** Of the oldest indices that 8.19 reads. */
const LEAST_INDEX_VERSION = 7_000_099;

/** A node as the state of the cluster lists it. */
export function describedNode(node: ShownNode): object {
  return {
    name: node.name,
    ephemeral_id: node.ephemeralId,
    transport_address: node.transportAddress,
    external_id: node.name,
    attributes: node.attributes,
    roles: node.roles,
    version: node.version,
    min_index_version: LEAST_INDEX_VERSION,
    max_index_version: Number(INDEX_VERSION),
  };
}

/** Names the primary of a shard. */
export function allocationId(metadata: IndexMetadata, shard: number): string {
  return copyId(metadata.uuid, shard, undefined);
}

/** The copies beside a primary; of a node that is alone, those that are wanted and have no node. */
export function replicasOf(
  { cluster }: { readonly cluster: { readonly state: ClusterState } },
  metadata: IndexMetadata,
  shard: number,
): readonly ShardCopy[] {
  const { state } = cluster;
  const known = ownOf(state.routing ?? {}, metadata.uuid)?.[shard]?.replicas;
  const nowhere = { reason: "INDEX_CREATED", atMs: metadata.creationDateMs } as const;
  return (
    known ?? Array.from({ length: metadata.numberOfReplicas }, () => ({ state: "UNASSIGNED", unassigned: nowhere }))
  );
}

/** The primary as routing tables show it. */
export function primaryCopy(services: Services, index: IndexHealth, shard: number): ShownCopy {
  const health = index.shards[shard];
  const state = health?.primaryActive ? "STARTED" : (health?.stats?.state ?? "UNASSIGNED");
  return {
    state,
    primary: true,
    node: primaryNode(services, index.metadata.uuid, shard)?.id ?? null,
    relocating_node: null,
    shard,
    index: index.metadata.name,
    allocation_id: { id: allocationId(index.metadata, shard) },
    relocation_failure_info: { failed_attempts: 0 },
  };
}

/** A copy as routing tables show it. */
export type ShownCopy = Readonly<Record<string, unknown>> & { readonly node: string | null };

/** The copies beside the primary. */
export function replicaCopies(services: Services, { metadata }: IndexHealth, shard: number): ShownCopy[] {
  return replicasOf(services, metadata, shard).map((copy) => {
    const head = { primary: false, relocating_node: null, shard, index: metadata.name };
    const failures = { relocation_failure_info: { failed_attempts: 0 } };
    if (copy.node !== undefined && copy.state !== "UNASSIGNED") {
      const id = copyId(metadata.uuid, shard, copy.node);
      return { state: copy.state, node: copy.node, ...head, allocation_id: { id }, ...failures };
    }
    const { reason = "INDEX_CREATED", atMs = metadata.creationDateMs } = copy.unassigned ?? {};
    const info = { reason, at: new Date(atMs).toISOString(), delayed: isDelayed(metadata, copy) };
    return {
      state: "UNASSIGNED",
      node: null,
      ...head,
      recovery_source: { type: "PEER" },
      unassigned_info: { ...info, allocation_status: "no_attempt" },
      ...failures,
    };
  });
}

function isDelayed(metadata: IndexMetadata, copy: ShardCopy): boolean {
  return (delayedUntil(metadata, copy) ?? 0) > systemClock.now();
}
