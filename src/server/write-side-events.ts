/** What the write side tells and asks: of searchers that are new, of mappings that documents extend, of failures. */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { IndexAnalyses } from "../cluster/index-analyses.ts";
import type { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { settingsOfNew } from "../cluster/templates/settings-of-new.ts";
import { systemClock } from "../core/clock.ts";
import { ownOf } from "../core/names.ts";
import type { DocumentsEvents } from "../documents/documents.ts";
import type { Services } from "../api/operation.ts";
import type { Inference } from "../inference/inference.ts";
import type { ClusterNode } from "../nodes/cluster-node.ts";
import type { SearchThreads } from "../threads/search-threads.ts";
import type { Log } from "./log.ts";
import type { ShardStatesBoard } from "./shard-states.ts";

/** What hears of the write side. */
interface Listeners {
  readonly searches: SearchThreads;
  readonly board: ShardStatesBoard;
  readonly analyses: IndexAnalyses;
}

/** What is there by the time that the write side tells something. */
export interface LaterForWrites {
  cluster?: LocalClusterService;
  several?: ClusterNode;
  inference?: () => Promise<Inference>;
  services?: () => Services;
}

export function openCluster(later: LaterForWrites): LocalClusterService {
  if (!later.cluster) throw new Error("the cluster state is not open yet");
  return later.cluster;
}

export function writeSideEvents(
  later: LaterForWrites,
  { searches, board, analyses }: Listeners,
  log: Log,
): DocumentsEvents {
  const cluster = (): LocalClusterService => openCluster(later);
  const prepared = (index: IndexMetadata): IndexMetadata => {
    const whole = analyses.withResources(index);
    return later.several?.placed(whole) ?? whole;
  };
  const inference = async (): Promise<Inference> => {
    const found = await later.inference?.();
    if (!found) throw new Error("the server is not open yet");
    return found;
  };
  return {
    publish: (searcher) => {
      searches.publish(searcher);
      board.started(searcher.uuid, searcher.shard);
      return later.several?.published(searcher) ?? Promise.resolve();
    },
    askNode: (node, method, args) =>
      later.several?.askNode(node, method, args) ?? Promise.reject(new Error("there is no other node")),
    updateMapping: async (index, update, how) => prepared(await cluster().extendMapping(index, update, how)),
    ensureIndex: async (name, ensure) => prepared(await cluster().writeIndex(name, ensure)),
    settingsOfNew: (name) => Promise.resolve(settingsOfNew(cluster().state, name, systemClock.now())),
    infer: async (endpoint, inputs) => (await inference()).predict(endpoint, inputs),
    embed: async (endpoint, inputs, chunking) => (await inference()).embed(endpoint, inputs, chunking),
    lookUp: async (places, caller) => {
      const { lookUpPlaces } = await import("../api/requests/look-up-places.ts");
      if (!later.services) throw new Error("the server is not open yet");
      return lookUpPlaces(later.services(), places, caller);
    },
    shardFailed(index, shard, reason) {
      log("error", `shard [${index}][${shard}] failed: ${reason}`);
      const metadata = ownOf(cluster().state.indices, index);
      if (metadata) board.failed(metadata.uuid, shard);
    },
    log,
  };
}
