/** The copies of shards, and the node that has them, as routing tables show them. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { IndexHealth } from "./index-health.ts";
import { NODE_ATTRIBUTES } from "./node-header.ts";
import type { NodeInfo } from "./node-info.ts";
import type { Services } from "../operation.ts";

/** The node as the state of the cluster lists it. */
export function describedNode(info: NodeInfo): object {
  const { name, version, roles } = info;
  const address = `${info.ip}:${info.httpPort}`;
  return {
    name,
    ephemeral_id: info.ephemeralId,
    transport_address: address,
    external_id: name,
    attributes: NODE_ATTRIBUTES,
    roles,
    version,
  };
}

/** There is one copy of a shard for as long as the index lives, so its name is made of both. */
export function allocationId(metadata: IndexMetadata, shard: number): string {
  return `${metadata.uuid}-${shard}`;
}

/** The primary as routing tables show it. */
export function startedCopy(services: Services, index: IndexHealth, shard: number): object {
  const health = index.shards[shard];
  const state = health?.primaryActive ? "STARTED" : (health?.stats?.state ?? "UNASSIGNED");
  return {
    state,
    primary: true,
    node: services.info.id,
    relocating_node: null,
    shard,
    index: index.metadata.name,
    allocation_id: { id: allocationId(index.metadata, shard) },
    relocation_failure_info: { failed_attempts: 0 },
  };
}

/** The copies that are wanted beside the primary. */
export function unassignedCopies(index: IndexHealth, shard: number): object[] {
  const at = new Date(index.metadata.creationDateMs).toISOString();
  return Array.from({ length: index.metadata.numberOfReplicas }, () => ({
    state: "UNASSIGNED",
    primary: false,
    node: null,
    relocating_node: null,
    shard,
    index: index.metadata.name,
    recovery_source: { type: "PEER" },
    unassigned_info: { reason: "INDEX_CREATED", at, delayed: false, allocation_status: "no_attempt" },
    relocation_failure_info: { failed_attempts: 0 },
  }));
}
