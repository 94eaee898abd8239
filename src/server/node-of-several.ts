/** This node as one of several, where its options say so. Nothing of it is loaded otherwise. */
import type { ShardStates } from "../api/operation.ts";
import { NODE_ATTRIBUTES } from "../api/stats/node-header.ts";
import type { NodeInfo } from "../api/stats/node-info.ts";
import type { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { systemClock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";
import type { ClusterNode } from "../nodes/cluster-node.ts";
import { IDENTITY_INDEX } from "../identity/records/identity-index.ts";
import type { Files } from "../store/files.ts";
import type { SearchThreads } from "../threads/search-threads.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { JoinedCluster } from "./join-cluster.ts";
import type { ShardStatesBoard } from "./shard-states.ts";

/** Undefined where it is alone. */
export async function nodeOfSeveral(
  { cluster: listening, threads, log }: EngineOptions,
  parts: {
    readonly info: NodeInfo;
    readonly joined: JoinedCluster | undefined;
    readonly files: Files;
    readonly searches: SearchThreads;
    readonly documents: () => Documents;
    readonly cluster: () => LocalClusterService;
  },
): Promise<ClusterNode | undefined> {
  if (!listening) return undefined;
  const { info, joined, ...rest } = parts;
  const { id, name, ephemeralId, host, ip, version, roles } = info;
  const { ClusterNode } = await import("../nodes/cluster-node.ts");
  const { listen, address, certificates, attributes = {} } = listening;
  return new ClusterNode({
    ...rest,
    self: {
      ...{ id, name, ephemeralId, host, ip, version, roles },
      attributes: { ...attributes, ...NODE_ATTRIBUTES },
      ...(joined ? { log: joined.log.writer } : {}),
    },
    ...(joined ? { leases: joined.leases } : {}),
    isCertain: () => joined?.isCertain() ?? true,
    callersIndex: IDENTITY_INDEX,
    listen,
    ...(address ? { address } : {}),
    certificates,
    scratchSlots: threads + 1,
    clock: systemClock,
    log,
  });
}

/** How far shards are: those of this node as it knows, all others as the state of the cluster says. */
export function shardStatesOf(several: ClusterNode, board: ShardStatesBoard): ShardStates {
  return { state: (uuid, shard) => several.stateElsewhere(uuid, shard) ?? board.state(uuid, shard) };
}
