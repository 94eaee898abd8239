/** This node as one of several, where its options say so. Nothing of it is loaded otherwise. */
import type { OtherNodes, Services, ShardStates } from "../api/operation.ts";
import { operations } from "../api/operations.ts";
import { answerPart } from "../api/requests/answer-part.ts";
import type { PartRequest } from "../api/requests/each-node.ts";
import type { EngineData } from "./engine-data.ts";
import type { NodeInfo } from "../api/stats/node-info.ts";
import type { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { logsOf, SINGLE, writersOf } from "../cluster/lives.ts";
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
  { cluster: listening, threads, log: tell }: EngineOptions,
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
  const log = joined?.log ?? listening.log;
  const { id, name, ephemeralId, host, ip, version, roles, attributes } = info;
  const [{ ClusterNode }, { sealLogs }] = await Promise.all([
    import("../nodes/cluster-node.ts"),
    import("../store/seal-logs.ts"),
  ]);
  const { listen, address, certificates } = listening;
  return new ClusterNode({
    ...rest,
    self: {
      ...{ id, name, ephemeralId, host, ip, version, roles, attributes },
      ...(log ? { log: log.writer } : {}),
      ...(log?.place.files ? { logs: logsOf(log.node, [...log.earlier, log.writer]) } : {}),
    },
    ...(joined ? { leases: joined.leases } : {}),
    wasAlone: joined === undefined || joined.log.node === SINGLE,
    caughtUp: (stateVersion) => parts.cluster().caughtUp(stateVersion),
    isCertain: () => joined?.isCertain() ?? true,
    callersIndex: IDENTITY_INDEX,
    ...(log ? { seal: (logs) => sealLogs(log.place, { node: logs.node, writers: writersOf(logs) }, log.writer) } : {}),
    listen,
    ...(address ? { address } : {}),
    certificates,
    scratchSlots: threads + 1,
    clock: systemClock,
    log: tell,
  });
}

/** How operations ask the other nodes; undefined where there are none. */
export function othersOf({ several, written }: EngineData): OtherNodes | undefined {
  if (!several) return undefined;
  return {
    ask: (node, part, timeoutMs) => several.askPart(node, part, timeoutMs),
    localStats: (uuids) => written.stats(uuids),
  };
}

/** Answers what the other nodes ask for. */
export function answerOthers(several: ClusterNode, services: Services): void {
  several.answering((part, signal) =>
    answerPart(operations, services, part as PartRequest, (listener) =>
      signal.addEventListener("abort", listener, { once: true }),
    ),
  );
}

/** How far shards are: those of this node as it knows, all others as the state of the cluster says. */
export function shardStatesOf(several: ClusterNode, board: ShardStatesBoard): ShardStates {
  return { state: (uuid, shard) => several.stateElsewhere(uuid, shard) ?? board.state(uuid, shard) };
}
