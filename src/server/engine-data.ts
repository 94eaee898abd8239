/**
 * The data of a node, and what keeps it: the write side, the search side, and the state that both follow. What comes
 * later, and is asked for by these, is named by `Later`.
 */
import { GetCounters } from "../api/stats/get-counters.ts";
import type { NodeInfo } from "../api/stats/node-info.ts";
import { MemoryBreakers } from "../breakers/memory-breakers.ts";
import type { ChangeListener } from "../cluster/cluster-change.ts";
import type { ClusterStateStore } from "../cluster/cluster-state.ts";
import { configFiles } from "../cluster/config-folder.ts";
import { IndexAnalyses } from "../cluster/index-analyses.ts";
import { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { refuseMember } from "../cluster/single-node.ts";
import { systemClock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";
import type { IngestPipelines } from "../ingest/ingest-pipelines.ts";
import type { ClusterNode } from "../nodes/cluster-node.ts";
import { collectGarbage } from "../segment/memory/memory-pool.ts";
import type { ServingThreads } from "../serving/serving-threads.ts";
import type { DataFolder } from "../store/data-folder.ts";
import type { EngineSynonymSets } from "../synonyms/engine-synonym-sets.ts";
import { documentsMethods } from "../threads/documents-methods.ts";
import type { SearchThreads } from "../threads/search-threads.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { JoinedCluster } from "./join-cluster.ts";
import { nodeInfo } from "./node-measurement.ts";
import { nodeOfSeveral } from "./node-of-several.ts";
import { openSearchThreads } from "./open-search-threads.ts";
import { openStateStore } from "./open-state-store.ts";
import { openWriteSide } from "./open-write-side.ts";
import { SearchActivity } from "./search-activity.ts";
import { serverSecretBox } from "./server-secrets.ts";
import { ShardStatesBoard } from "./shard-states.ts";
import { openCluster, type LaterForWrites, writeSideEvents } from "./write-side-events.ts";

/** What is there by the time that it is asked for. */
export interface Later extends LaterForWrites {
  /** Port 0: there is none. */
  socket: { readonly port: number; readonly isEncrypted: boolean };
  told?: ChangeListener;
  serving?: ServingThreads;
  synonyms?: EngineSynonymSets;
}

export interface EngineData {
  readonly later: Later;
  readonly board: ShardStatesBoard;
  readonly breakers: MemoryBreakers;
  readonly searches: SearchThreads;
  readonly analyses: IndexAnalyses;
  readonly info: NodeInfo;
  /** Of the whole cluster, where this node is one of several. */
  readonly documents: Documents;
  /** Of this node alone. */
  readonly written: Documents;
  readonly pipelines: IngestPipelines;
  readonly joined: JoinedCluster | undefined;
  readonly several: ClusterNode | undefined;
  readonly activity: SearchActivity;
  readonly getCounters: GetCounters;
  readonly store: ClusterStateStore;
  readonly cluster: LocalClusterService;
}

/** What is hashed with the secret key, to compare it with that of other nodes. */
const CLUSTER_KEY = "the key of the cluster";

export async function openEngineData(
  options: EngineOptions,
  folder: DataFolder,
  startedMs: number,
): Promise<EngineData> {
  const { log } = options;
  const { nodeId, files } = folder;
  const joined = await joinedCluster(options, folder);
  const later: Later = { socket: { port: 0, isEncrypted: false } };
  const board = new ShardStatesBoard();
  const breakers = new MemoryBreakers(options.threads + 1);
  const searches = openSearchThreads(
    options,
    { nodeId, breakers },
    {
      released: (uuid, shard, generation) => {
        if (!several?.release(uuid, shard, generation)) documents.release(uuid, shard, generation);
      },
      damaged: (uuid, shard, file) => documents.damaged(uuid, shard, file),
    },
  );
  const analyses = new IndexAnalyses({
    files: configFiles(options.configFolder),
    rulesOf: (set) => openSynonyms(later).sharedRules(set),
  });
  const { nodeName: name, host, dataPath } = options;
  const { roles, attributes } = options.cluster ?? {};
  const socket = (): Later["socket"] => later.socket;
  const info = nodeInfo({ name, id: nodeId, host, socket, startedMs, dataPath, roles, attributes });
  const { documents: written, pipelines } = await openWriteSide(
    { ...options, clusterLog: joined?.log ?? options.cluster?.log },
    folder,
    writeSideEvents(later, { searches, board, analyses }, log),
    () => {
      searches.collectGarbage();
      setImmediate(collectGarbage);
    },
  );
  const several = await nodeOfSeveral(options, {
    info,
    joined,
    files,
    searches,
    documents: () => written,
    cluster: () => openCluster(later),
  });
  if (several) later.several = several;
  const documents = several ? { ...documentsMethods(written), ...several.routed(written) } : written;
  const activity = new SearchActivity(documents, systemClock);
  const getCounters = new GetCounters();
  const store = options.cluster?.store ?? joined?.store ?? openStateStore(folder, options);
  const cluster = await LocalClusterService.open({
    store,
    clock: systemClock,
    clusterName: options.clusterName,
    isFlooded: () => folder.isFlooded(),
    analyses,
    onChange: (events, source) => later.told?.(events, source),
    isShared: several !== undefined,
    onState: (state) => several?.follow(state),
    async prepareIndex(metadata) {
      const prepared = await analyses.open(metadata);
      return several ? several.placed(prepared) : prepared;
    },
    applyIndex(metadata) {
      const failure = analyses.failure(metadata.uuid);
      if (failure) log("error", `the analyzers of [${metadata.name}] cannot be made: ${failure.reason}`);
      board.analyzes(metadata.uuid, !failure);
      searches.applyIndex(metadata);
      return documents.applyIndex(metadata);
    },
    removeIndex(uuid) {
      searches.removeIndex(uuid);
      activity.forget(uuid);
      getCounters.forget(uuid);
      analyses.forget(uuid);
      board.forget(uuid);
      several?.forget(uuid);
      return documents.removeIndex(uuid);
    },
    log,
  });
  later.cluster = cluster;
  return {
    later,
    board,
    breakers,
    searches,
    analyses,
    info,
    documents,
    written,
    pipelines,
    joined,
    several,
    activity,
    getCounters,
    store,
    cluster,
  };
}

function openSynonyms({ synonyms }: Later): EngineSynonymSets {
  if (!synonyms) throw new Error("the synonym sets are not open yet");
  return synonyms;
}

/** What is held elsewhere, where the options say so. */
async function joinedCluster(options: EngineOptions, folder: DataFolder): Promise<JoinedCluster | undefined> {
  if (!options.place) return void refuseMember(folder.files, folder.path);
  const { joinCluster } = await import("./join-cluster.ts");
  const keyDigest = options.cluster && serverSecretBox(options.security, options.dataPath).digest(CLUSTER_KEY);
  return joinCluster(options.place, folder, { ...options, keyDigest });
}
