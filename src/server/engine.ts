/**
 * Puts a node together: store, threads, cluster state, operations. Built by hand, passed down; the command and the
 * library both open an engine, with or without a socket in front.
 */
import { getsInPlace } from "../api/requests/gets-in-place.ts";
import { GetCounters } from "../api/stats/get-counters.ts";
import { SearchCounters } from "../api/stats/search-counters.ts";
import { NODE_ATTRIBUTES } from "../api/stats/node-header.ts";
import { openLifecycles } from "./lifecycles.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { tellTrail } from "../api/audit/told-changes.ts";
import { raiseAllTerms } from "../cluster/changes/raise-terms.ts";
import type { ChangeListener } from "../cluster/cluster-change.ts";
import { openEnrichTables } from "../api/requests/enrich/execute-policy.ts";
import { Transforms } from "../api/requests/transforms/transforms.ts";
import { principalOf } from "../api/requests/kept-principal.ts";
import { readDocuments } from "../api/requests/document-reads.ts";
import type { Services, ShardStates } from "../api/operation.ts";
import type { NodeInfo } from "../api/stats/node-info.ts";
import type { ClusterNode, NodeListening } from "../nodes/cluster-node.ts";
import type { Files } from "../store/files.ts";
import { operations } from "../api/operations.ts";
import { snapshotRequest } from "../api/requests/snapshot-request.ts";
import { handledOperation } from "../api/requests/handled-operation.ts";
import { AsyncSearches } from "../async-search/async-searches.ts";
import { MemoryBreakers } from "../breakers/memory-breakers.ts";
import type { ClusterState, ClusterStateStore, IndexMetadata } from "../cluster/cluster-state.ts";
import { PIPELINES } from "../cluster/changes/put-pipeline.ts";
import { settingsOfNew } from "../cluster/templates/settings-of-new.ts";
import { useIcuArchiveOf } from "../analysis/icu/icu-data.ts";
import { configFiles } from "../cluster/config-folder.ts";
import { FileClusterStateStore } from "../cluster/file-cluster-state-store.ts";
import { IndexAnalyses } from "../cluster/index-analyses.ts";
import { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { MemoryClusterStateStore } from "../cluster/memory-cluster-state-store.ts";
import { consoleDialect } from "../console/console-dialect.ts";
import { ConsoleFiles } from "../console/console-files.ts";
import { packageFile } from "../core/package-files.ts";
import { randomUuid, systemClock } from "../core/clock.ts";
import { RequestError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import type { Documents, DocumentsEvents } from "../documents/documents.ts";
import { ElasticsearchDialect } from "../http/elasticsearch-dialect.ts";
import { Pipeline } from "../http/pipeline.ts";
import { RequestCounts } from "../http/request-counts.ts";
import { SearchContexts } from "../search/coordinate/search-contexts.ts";
import { SearcherLeases } from "../search/coordinate/searcher-leases.ts";
import { LocalSearchThread, type SearchThreadOptions } from "../search/executor/local-search-thread.ts";
import type { Inference } from "../inference/inference.ts";
import type { IngestPipelines } from "../ingest/ingest-pipelines.ts";
import { collectGarbage } from "../segment/memory/memory-pool.ts";
import { refuseMember } from "../cluster/single-node.ts";
import type { ClusterPlace } from "../store/cluster-place.ts";
import type { JoinedCluster } from "./join-cluster.ts";
import { type DataFolder, memoryDataFolder, openDataFolder } from "../store/data-folder.ts";
import { DetachedTasks } from "../tasks/detached-tasks.ts";
import { extendSeriesTimes, RANGE_INTERVAL_MS } from "../cluster/data-streams/series-times.ts";
import { DataStreamLifecycles } from "../cluster/data-streams/lifecycle.ts";
import { rolloverMeasures } from "../documents/rollover-measures.ts";
import { ScriptCompiler } from "../scripting/script-compiler.ts";
import { Scheduler } from "../tasks/scheduler.ts";
import { TaskManager } from "../tasks/task-manager.ts";
import { SnapshotHistory } from "../snapshots/lifecycle/snapshot-history.ts";
import { SnapshotLifecycles } from "../snapshots/lifecycle/snapshot-lifecycles.ts";
import { Snapshots } from "../snapshots/snapshots.ts";
import { EngineSynonymSets } from "../synonyms/engine-synonym-sets.ts";
import { documentsMethods } from "../threads/documents-methods.ts";
import { DocumentsThread } from "../threads/documents-thread.ts";
import type { DocumentsSetup } from "../threads/documents-host.ts";
import type { RemoteReindex } from "../api/requests/by-query/remote/remote-source.ts";
import { ServingThreads } from "../serving/serving-threads.ts";
import { type LaneEvents, type SearchExecutor, SearchThreads } from "../threads/search-threads.ts";
import { localLane, nearLane, workerLane } from "../threads/search-executor.ts";
import { startWorker } from "../transport/start-worker.ts";
import { EngineAsyncSearchStore } from "./engine-async-search-store.ts";
import { EngineTaskStore } from "./engine-task-store.ts";
import type { Log } from "./log.ts";
import { nodeInfo } from "./node-measurement.ts";
import { SearchActivity } from "./search-activity.ts";
import { FollowedRemotes, type RemoteClusterOptions } from "./followed-remotes.ts";
import { FollowedScripts } from "./followed-scripts.ts";
import { FollowedSettings } from "./followed-settings.ts";
import { OpenReplication } from "./open-replication.ts";
import { OpeningIndices } from "./opening-indices.ts";
import { remoteCallDialect } from "./remote-call-dialect.ts";
import { ShardStatesBoard } from "./shard-states.ts";
import { RemoteCredentialsFile } from "./remote-credentials-file.ts";
import { serverSecrets } from "./server-secrets.ts";
import { type FirstCredentials, type SecurityOptions, openSecurity } from "./security.ts";

const NO_REMOTE: RemoteReindex = { whitelist: [], caFile: undefined, verification: "full" };

/** What an engine is opened with. */
export interface EngineOptions {
  /** Folder; undefined: memory. */
  readonly dataPath: string | undefined;
  /** Where log and cluster state are held; in the data folder when absent. */
  readonly place?: ClusterPlace | undefined;
  /** Folder of the files that analysis may read; undefined: none. */
  readonly configFolder: string | undefined;
  /** Whether there is an inference service for tests, which answers by itself; absent: there is none. */
  readonly inferenceTestService?: boolean | undefined;
  /** Whether inference endpoints may be at private, loopback and link-local addresses; not when absent. */
  readonly inferenceAllowPrivate?: boolean;
  /** Folders in which repositories of snapshots may be; none when absent. */
  readonly repositoryFolders?: readonly string[];
  /** S3-compatible stores that they may use; none when absent. */
  readonly s3Endpoints?: readonly string[];
  /** Which other servers `_reindex` may copy from; none when absent. */
  readonly remoteReindex?: RemoteReindex;
  /** How other clusters are reached; without keys and TLS when absent. */
  readonly remoteClusters?: RemoteClusterOptions;
  /** Search threads; 0: everything on the calling thread. */
  readonly threads: number;
  /** A thread that was started before, to be ready sooner; one is started when absent, unless `threads` is 0. */
  readonly indexingThread?: Worker;
  readonly memoryBytes: number;
  readonly clusterName: string;
  readonly nodeName: string;
  readonly host: string;
  /** Whether the web console is there; not when absent. */
  readonly ui?: boolean;
  readonly security: SecurityOptions;
  /** What makes it one node of several; absent: it is alone. */
  readonly cluster?: EngineCluster;
  /** Whether what runs by the clock runs; true when absent. */
  readonly runsTasks?: boolean;
  readonly log: Log;
  /** The process cannot go on (the indexing thread died). */
  readonly onFatal: (error: Error) => void;
}

/** How a node finds the others of its cluster: by the state that they share. */
export interface EngineCluster extends NodeListening {
  readonly store: ClusterStateStore;
}

/** A running engine. */
export interface Engine {
  readonly pipeline: Pipeline;
  /** Threads that answer requests beside main. */
  readonly serving: ServingThreads;
  readonly node: Services;
  /** What the first start made; to be printed once. */
  readonly credentials: FirstCredentials | undefined;
  /** For callers within the process: an `Authorization` header of the administrator. */
  readonly authorization: () => string | undefined;
  /** Told by the owner of the socket. */
  listening(port: number): void;
  /** What changes of the cluster state, and the end once it has begun, still wait for, in words. */
  waitsFor(): string[];
  /** Stops after what was acknowledged is safe. */
  close(): Promise<void>;
}

/** Changes of the cluster state that take long are looked for so often. */
const WATCH_MS = 5_000;
/** Timers of Node end at once beyond this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** How often lifecycles are looked at (`data_streams.lifecycle.poll_interval`). */
const LIFECYCLE_MS = 300_000;
/** How often policies of snapshots are looked at. */
const SNAPSHOT_LIFECYCLE_MS = 5_000;
/** How often expired async searches are looked for (`async_search.index_cleanup_interval`). */
const ASYNC_SEARCH_MS = 3_600_000;
/** Memories of segments kept for reuse, as a share of the cap. */
const KEEP_SHARE = 0.05;
const MAX_KEEP_BYTES = 128 * 1024 ** 2;
/** Segments in memory above which those that are not searched go, as a share of the cap. */
const SEGMENTS_SHARE = 0.5;
const PRESSURE_SHARE = 0.1;
const MAX_PRESSURE_BYTES = 512 * 1024 ** 2;
/** The query caches of all threads, as a share of the cap (`indices.queries.cache.size`). */
const QUERY_CACHE_SHARE = 0.1;
/** The columns of runtime fields that all threads keep, as a share of the cap. */
const RUNTIME_COLUMNS_SHARE = 0.05;
/** The request cache, as a share of the cap (`indices.requests.cache.size`). */
const REQUEST_CACHE_SHARE = 0.01;

/** So long the start waits for indices other than the server's own, in milliseconds. */
const OPENING_PATIENCE_MS = 100;

/**
 * Opens the data folder, starts the threads, opens all indices. Rejects with DataFolderRefused when another process
 * holds the folder.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const startedMs = systemClock.now();
  if (options.configFolder !== undefined) useIcuArchiveOf(options.configFolder);
  const folder =
    options.dataPath === undefined
      ? memoryDataFolder()
      : await openDataFolder(options.dataPath, { onLost: options.onFatal });
  try {
    return await openInFolder(options, folder, startedMs);
  } catch (error) {
    folder.close();
    throw error;
  }
}

async function openInFolder(options: EngineOptions, folder: DataFolder, startedMs: number): Promise<Engine> {
  const { log } = options;
  const joined = await joinedCluster(options, folder);
  let port = 0;
  const parts: Later & { told?: ChangeListener; serving?: ServingThreads } = {};
  const board = new ShardStatesBoard();
  const breakers = new MemoryBreakers(options.threads + 1);
  const searches = new SearchThreads({
    limit: Math.max(1, options.threads),
    start: (events) => startLane(options, { nodeId: folder.nodeId, breakers }, events),
    // Its scratch slot is the one behind those of the threads.
    ...(options.threads > 0
      ? {
          near: (events) =>
            nearLane(
              new LocalSearchThread(laneOptions(options, options.threads, { nodeId: folder.nodeId, breakers })),
              events,
            ),
        }
      : {}),
    requestCacheBytes: requestCacheBytes(options),
    released: (uuid, shard, generation) => {
      if (!several?.release(uuid, shard, generation)) documents.release(uuid, shard, generation);
    },
    damaged: (uuid, shard, file) => documents.damaged(uuid, shard, file),
  });
  const analyses = new IndexAnalyses({
    files: configFiles(options.configFolder),
    rulesOf: (set) => synonyms.sharedRules(set),
  });
  const info = nodeInfo({
    name: options.nodeName,
    id: folder.nodeId,
    host: options.host,
    httpPort: () => port,
    startedMs,
    dataPath: options.dataPath,
  });
  const { documents: written, pipelines } = await openWriteSide(
    { ...options, clusterLog: joined?.log },
    folder,
    eventsOf(parts, { searches, board, analyses }, log),
    () => {
      searches.collectGarbage();
      setImmediate(collectGarbage);
    },
  );
  const several = await nodeOfSeveral(options, {
    info,
    files: folder.files,
    searches,
    documents: () => written,
    cluster: () => openCluster(parts),
  });
  if (several) parts.several = several;
  const documents = several ? { ...documentsMethods(written), ...several.routed(written) } : written;
  const activity = new SearchActivity(documents, systemClock);
  const getCounters = new GetCounters();
  const store = options.cluster?.store ?? joined?.store ?? clusterStore(folder, options, log);
  const tell: ChangeListener = (events, source) => parts.told?.(events, source);
  const cluster = await LocalClusterService.open({
    store,
    clock: systemClock,
    clusterName: options.clusterName,
    isFlooded: () => folder.isFlooded(),
    analyses,
    onChange: tell,
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
  parts.cluster = cluster;
  let ending: string[] = [];
  const opening = new OpeningIndices();
  const { respond, searches: search } = opening.searching(several?.searching() ?? searches);
  const leases = new SearcherLeases({
    keeper: searches,
    clock: systemClock,
    newId: randomUuid,
    after(milliseconds, callback) {
      const timer = setTimeout(callback, Math.min(milliseconds, LONGEST_TIMER_MS)).unref();
      return () => clearTimeout(timer);
    },
  });
  const synonyms = new EngineSynonymSets({ cluster, documents, searches: search, onChange: tell });
  const settings = new FollowedSettings({ searches, breakers, memoryBytes: options.memoryBytes });
  const scripts = new ScriptCompiler();
  const storedScripts = new FollowedScripts({ searches, documents, compiler: scripts });
  settings.follow(cluster.state);
  storedScripts.follow(cluster.state);
  const secrets = serverSecrets(options.security, options.dataPath);
  const keptKeys = options.dataPath === undefined ? undefined : new RemoteCredentialsFile(options.dataPath, secrets);
  const remotes = new FollowedRemotes(options.remoteClusters ?? {}, {
    kept: () => keptKeys?.read() ?? {},
    refused: (refusal) => security.remoteGate.refused(refusal),
    log,
  });
  remotes.follow(cluster.state);
  const followPipelines = pipelineFollower(pipelines, log);
  followPipelines(cluster.state);
  store.watch((state) => {
    settings.follow(state);
    storedScripts.follow(state);
    followPipelines(state);
    parts.serving?.follow(state);
    remotes.follow(state);
  });
  await several?.open();
  await raiseTerms(documents, cluster, folder.nodeId, log);
  await cluster.applySystem();
  const taskStore = new EngineTaskStore({ cluster, documents, searches: search });
  const tasks = new TaskManager(folder.nodeId, systemClock, await taskStore.lastNumber(folder.nodeId));
  const detached = new DetachedTasks({ tasks, store: taskStore, clock: systemClock, log });
  const asyncSearches = new AsyncSearches({
    tasks,
    store: new EngineAsyncSearchStore({ cluster, documents, searches: search }),
    clock: systemClock,
    newId: randomUuid,
    log,
  });
  const scheduler = new Scheduler({ tasks, clock: systemClock, log });
  scheduler.add({
    name: "late_changes",
    description: "Tells of changes of the cluster state that take long.",
    everyMs: WATCH_MS,
    firstMs: WATCH_MS,
    run: () => Promise.resolve(cluster.tick()),
  });
  let downsampling: ReturnType<Services["downsampling"]> | undefined;
  const openDownsampling = (): ReturnType<Services["downsampling"]> =>
    (downsampling ??= import("../downsampling/downsampling.ts").then(
      ({ Downsampling }) => new Downsampling({ cluster, documents, searches: search }),
    ));
  const streamLifecycles = new DataStreamLifecycles({
    cluster,
    downsample: async (request) => (await openDownsampling()).run(request, { changes: "server" }),
    measures: (index) => rolloverMeasures(documents, index.uuid),
    clock: systemClock,
  });
  scheduler.add({
    name: "data_stream_lifecycles",
    description: "Rolls data streams over and removes their indices, as their lifecycles say.",
    everyMs: LIFECYCLE_MS,
    firstMs: LIFECYCLE_MS,
    run: (signal) => streamLifecycles.run(signal),
  });
  scheduler.add({
    name: "time_series_ranges",
    description: "Moves on the time that indices of time series take points of.",
    everyMs: RANGE_INTERVAL_MS,
    firstMs: RANGE_INTERVAL_MS,
    run: () => extendSeriesTimes(cluster, systemClock.now()),
  });
  scheduler.add({
    name: "async_searches",
    description: "Deletes what async searches came to that has expired.",
    everyMs: ASYNC_SEARCH_MS,
    firstMs: ASYNC_SEARCH_MS,
    run: (signal) => asyncSearches.expire(signal),
  });
  const others = openOthers({ cluster, documents, store, opening, log });
  const workers = (): string[] =>
    threadNames(options.threads, searches.running).map((name) => `${folder.nodeId}.${name}`);
  const security = await openSecurity(options.security, {
    cluster,
    documents,
    searches: search,
    dataPath: options.dataPath,
    scheduler,
    workers,
    callersChanged: () => parts.serving?.callersChanged(),
    log,
  });
  if (security.trail) parts.told = tellTrail(security.trail);
  if (options.runsTasks ?? true) scheduler.start();
  // A node with few indices is whole when it answers; one with many does not keep everybody waiting.
  await Promise.race([others, sleep(OPENING_PATIENCE_MS, undefined, { ref: false })]);
  const searchCounters = new SearchCounters(systemClock, leases);
  const ready = opening.waiting({
    ...withActivity(documents, activity),
    // What the serving threads counted is asked for together with what the shards count.
    stats: async (...asked) => {
      await parts.serving?.gatherCounts();
      return getCounters.with(await documents.stats(...asked), (name) => ownOf(cluster.state.indices, name)?.uuid);
    },
  });
  const get = getsInPlace({
    state: () => cluster.state,
    lookUp: (asked) => searches.lookUp(asked),
    ask: (requests) => ready.get(requests),
    counters: getCounters,
    clock: systemClock,
  });
  let inference: Promise<Inference> | undefined;
  const snapshots = new Snapshots({
    cluster,
    documents,
    clock: systemClock,
    places: { folders: options.repositoryFolders ?? [], endpoints: options.s3Endpoints ?? [] },
    secrets,
    version: info.version,
    onChange: tell,
    log,
  });
  const lifecycles = new SnapshotLifecycles({
    cluster,
    snapshots,
    begin: (source, wanted) => snapshots.create(source, snapshotRequest({ cluster, snapshots, shards: board }, wanted)),
    history: new SnapshotHistory({ cluster, documents, log }),
    tasks,
    clock: systemClock,
    log,
  });
  scheduler.add({
    name: "snapshot_lifecycles",
    description: "Makes and removes snapshots, as their policies say.",
    everyMs: SNAPSHOT_LIFECYCLE_MS,
    firstMs: SNAPSHOT_LIFECYCLE_MS,
    run: (signal) => lifecycles.tick(signal),
  });
  const indexLifecycles = openLifecycles({
    cluster,
    store,
    documents,
    snapshots,
    scheduler,
    attributes: { ...NODE_ATTRIBUTES, _name: info.name, _id: info.id, _host: info.host, _ip: info.ip },
    authorize: (maker, action, names) => maker && security.authorizeIndices(principalOf(maker), action, names),
    replication: () => replication.open(),
    downsample: async (request) => (await openDownsampling()).run(request, { changes: "server" }),
    log,
  });
  const transforms = new Transforms(() => node, log);
  parts.inference = () => node.inference();
  const requestCounts = new RequestCounts();
  const replication = new OpenReplication({
    cluster,
    documents: ready,
    remote: async (alias) => (await remotes.open()).get(alias),
    clock: systemClock,
    newId: randomUuid,
    random: Math.random,
    tasks,
    log,
  });
  store.watch((state) => replication.follow(state));
  const node: Services = {
    cluster,
    documents: ready,
    pipelines,
    get: (reads) => readDocuments({ documents: { ...ready, get }, searches: search }, reads),
    respond,
    searches: search,
    clearCaches: (uuid, caches) => searches.clearCaches(uuid, caches),
    cacheCounts: () => searches.cacheCounts(),
    analyses,
    synonyms,
    snapshots,
    lifecycles,
    indexLifecycles,
    streamLifecycles,
    transforms,
    inference: () =>
      (inference ??= import("./open-inference.ts").then(({ openInference }) =>
        openInference(
          { cluster, secrets },
          {
            testing: options.inferenceTestService ?? false,
            allowPrivate: options.inferenceAllowPrivate ?? false,
          },
        ),
      )),
    downsampling: openDownsampling,
    remotes: () => remotes.open(),
    reloadSecrets: () => remotes.reloadCredentials(),
    replication: () => replication.open(),
    info,
    shards: several ? shardStatesOf(several, board) : board,
    scripts,
    breakers,
    remoteReindex: options.remoteReindex ?? NO_REMOTE,
    leases,
    contexts: new SearchContexts(leases),
    asyncSearches,
    searchCounters,
    async requestCounts() {
      await parts.serving?.gatherCounts();
      return requestCounts.all();
    },
    slowLog: log,
    connections: () => parts.serving?.connections ?? { open: 0, total: 0 },
    tasks,
    detached,
    taskStore,
    authorizeIndices: security.authorizeIndices,
    identity: security.identity,
  };
  await openEnrichTables(node);
  await transforms.open();
  replication.follow(cluster.state);
  const root = new ElasticsearchDialect({
    operations: [...operations, ...security.operations].map((operation) => handledOperation(operation, node)),
    authorize: security.authorize,
    counts: requestCounts,
    log,
  });
  const page = options.security.enabled ? "index.html" : "unsecured.html";
  const console = options.ui === true ? [consoleDialect(new ConsoleFiles(packageFile("dist/ui")), page)] : [];
  const pipeline = new Pipeline({
    dialects: [remoteCallDialect(() => node, security.remoteGate, log), ...security.dialects, ...console, root],
    breakers,
    tasks,
    trail: security.trail,
  });
  const serving = new ServingThreads({
    // They answer what they know, which is what this node has.
    limit: several ? 0 : options.threads,
    pipeline,
    searches,
    searchCounters,
    getCounters,
    requestCounts,
    node: { id: info.id, name: info.name, host: info.host, ip: info.ip },
    authenticator: security.identity?.authenticator,
    state: () => cluster.state,
    searched: (uuids) => void activity.searching(uuids),
    isReady: () => opening.isEmpty,
    log,
  });
  parts.serving = serving;
  return {
    pipeline,
    serving,
    node,
    credentials: security.credentials,
    authorization: security.authorization,
    listening: (bound) => (port = bound),
    waitsFor: () => [
      ...ending,
      ...cluster.pending.map(({ source, waitsFor }) => `${source}, which waits for ${waitsFor}`),
    ],
    async close() {
      ending = ["transforms that are at a page"];
      await transforms.close();
      await replication.close();
      await remotes.close();
      ending = ["tasks that go on behind their answers"];
      await Promise.all([asyncSearches.close(), detached.close()]);
      ending = ["snapshots that are being made or restored"];
      await snapshots.close();
      await lifecycles.close();
      ending = ["background work of the identity interface"];
      await security.close();
      ending = ["the other nodes of the cluster"];
      await several?.leave();
      ending = ["the flush of all shards"];
      await documents.close();
      await scheduler.close();
      ending = ["the search threads"];
      leases.close();
      await several?.close();
      cluster.close();
      await searches.close();
      await closeStore(store);
      await joined?.close();
      folder.close();
      ending = [];
    },
  };
}

/** What some saw before the node died may be gone: numbers of operations that are given once more get another term. */
async function raiseTerms(documents: Documents, cluster: LocalClusterService, nodeId: string, log: Log): Promise<void> {
  if (await documents.wasClosedInOrder()) return;
  try {
    await cluster.apply("server", raiseAllTerms(nodeId));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    log("error", `primary terms could not be raised after the node did not stop in order: ${error.message}`);
  }
}

/** Opens what is not of the server itself, while requests to the rest are answered. Never rejects. */
async function openOthers(parts: {
  readonly cluster: LocalClusterService;
  readonly documents: Documents;
  readonly store: ClusterStateStore;
  readonly opening: OpeningIndices;
  readonly log: Log;
}): Promise<void> {
  const { cluster, documents, store, opening, log } = parts;
  const outcomes = cluster.applyOthers().map(async ({ index, opened }) => {
    const done = opened.catch((error: unknown) => {
      log("error", `index [${index.name}] could not be opened: ${String(error)}`);
      return false;
    });
    opening.add({ uuid: index.uuid, name: index.name, opened: done.then(() => undefined) });
    return (await done) !== false;
  });
  const areOpen = (await Promise.all(outcomes)).every(Boolean);
  // What the state does not know is a leftover, but not when the state itself is one.
  if (!areOpen || isOutdated(store)) return;
  await documents
    .retainOnly(Object.values(cluster.state.indices).map((index) => index.uuid))
    .catch((error: unknown) => log("warn", `leftovers of deleted indices could not be removed: ${String(error)}`));
}

/** Searches tell the write side what is searched, without waiting where nothing can have changed. */
function withActivity(documents: Documents, activity: SearchActivity): Documents {
  return { ...documentsMethods(documents), markSearched: (uuids) => activity.searching(uuids) };
}

/** What hears of the write side. */
interface Listeners {
  readonly searches: SearchThreads;
  readonly board: ShardStatesBoard;
  readonly analyses: IndexAnalyses;
}

/** What is there by the time that the write side tells something. */
interface Later {
  cluster?: LocalClusterService;
  several?: ClusterNode;
  inference?: () => Promise<Inference>;
}

function openCluster(parts: Later): LocalClusterService {
  if (!parts.cluster) throw new Error("the cluster state is not open yet");
  return parts.cluster;
}

/** This node as one of several; undefined where it is alone. Nothing of it is loaded then. */
async function nodeOfSeveral(
  { cluster: listening, threads, log }: EngineOptions,
  parts: {
    readonly info: NodeInfo;
    readonly files: Files;
    readonly searches: SearchThreads;
    readonly documents: () => Documents;
    readonly cluster: () => LocalClusterService;
  },
): Promise<ClusterNode | undefined> {
  if (!listening) return undefined;
  const { info, ...rest } = parts;
  const { id, name, ephemeralId, host, ip, version, roles } = info;
  const { ClusterNode } = await import("../nodes/cluster-node.ts");
  const { listen, address, certificates } = listening;
  return new ClusterNode({
    ...rest,
    self: { id, name, ephemeralId, host, ip, version, roles, attributes: NODE_ATTRIBUTES },
    listen,
    ...(address ? { address } : {}),
    certificates,
    scratchSlots: threads + 1,
    clock: systemClock,
    log,
  });
}

/** How far shards are: those of this node as it knows, all others as the state of the cluster says. */
function shardStatesOf(several: ClusterNode, board: ShardStatesBoard): ShardStates {
  return { state: (uuid, shard) => several.stateElsewhere(uuid, shard) ?? board.state(uuid, shard) };
}

function eventsOf(parts: Later, { searches, board, analyses }: Listeners, log: Log): DocumentsEvents {
  const cluster = (): LocalClusterService => openCluster(parts);
  const prepared = (index: IndexMetadata): IndexMetadata => {
    const whole = analyses.withResources(index);
    return parts.several?.placed(whole) ?? whole;
  };
  const inference = async (): Promise<Inference> => {
    const found = await parts.inference?.();
    if (!found) throw new Error("the server is not open yet");
    return found;
  };
  return {
    publish: (searcher) => {
      searches.publish(searcher);
      board.started(searcher.uuid, searcher.shard);
      return parts.several?.published(searcher) ?? Promise.resolve();
    },
    askNode: (node, method, args) =>
      parts.several?.askNode(node, method, args) ?? Promise.reject(new Error("there is no other node")),
    updateMapping: async (index, update, how) => prepared(await cluster().extendMapping(index, update, how)),
    ensureIndex: async (name, ensure) => prepared(await cluster().writeIndex(name, ensure)),
    settingsOfNew: (name) => Promise.resolve(settingsOfNew(cluster().state, name, systemClock.now())),
    infer: async (endpoint, inputs) => (await inference()).predict(endpoint, inputs),
    embed: async (endpoint, inputs, chunking) => (await inference()).embed(endpoint, inputs, chunking),
    shardFailed(index, shard, reason) {
      log("error", `shard [${index}][${shard}] failed: ${reason}`);
      const metadata = ownOf(cluster().state.indices, index);
      if (metadata) board.failed(metadata.uuid, shard);
    },
    log,
  };
}

/** What is held elsewhere, where the options say so. */
async function joinedCluster(options: EngineOptions, folder: DataFolder): Promise<JoinedCluster | undefined> {
  if (!options.place) return void refuseMember(folder.files, folder.path);
  const { joinCluster } = await import("./join-cluster.ts");
  return joinCluster(options.place, folder, options);
}

async function openWriteSide(
  options: EngineOptions & Pick<DocumentsSetup, "clusterLog">,
  folder: DataFolder,
  events: DocumentsEvents,
  collect: () => void,
): Promise<{ readonly documents: Documents; readonly pipelines: IngestPipelines }> {
  const setup: DocumentsSetup = {
    dataPath: options.dataPath,
    lease: folder.terms,
    scratchSlots: options.threads + 1,
    maximumBytesUnderWay: Math.min(MAX_PRESSURE_BYTES, Math.floor(options.memoryBytes * PRESSURE_SHARE)),
    segmentBytes: Math.floor(options.memoryBytes * SEGMENTS_SHARE),
    keepBytes: Math.min(MAX_KEEP_BYTES, Math.floor(options.memoryBytes * KEEP_SHARE)),
    configFolder: options.configFolder,
    clusterLog: options.clusterLog,
  };
  if (options.threads === 0) {
    const [{ openDocuments }, { inlineMerger }] = await Promise.all([
      import("../threads/documents-host.ts"),
      import("../documents/shard/merger.ts"),
    ]);
    return openDocuments(setup, events, inlineMerger, collect);
  }
  const worker = options.indexingThread ?? startWorker("threads/documents-worker.js");
  const thread = new DocumentsThread(worker, events, collect, options.onFatal);
  await thread.open(setup);
  return { documents: thread, pipelines: thread };
}

/** What all lanes have in common. */
interface SearchExecutorDependencies {
  readonly nodeId: string;
  readonly breakers: MemoryBreakers;
}

/** What a lane is made of; all lanes share what is kept for searches. */
function laneOptions(
  { memoryBytes, threads }: EngineOptions,
  slot: number,
  { nodeId, breakers }: SearchExecutorDependencies,
): SearchThreadOptions {
  const shareOf = (share: number): number => Math.floor((memoryBytes * share) / (threads + 1));
  return {
    slot,
    nodeId,
    breakers: breakers.buffer,
    queryCache: { bytes: shareOf(QUERY_CACHE_SHARE) },
    runtimeColumnBytes: shareOf(RUNTIME_COLUMNS_SHARE),
  };
}

/** Of the request cache of each thread that requests arrive at. */
function requestCacheBytes({ memoryBytes, threads }: EngineOptions): number {
  return Math.floor((memoryBytes * REQUEST_CACHE_SHARE) / (threads + 1));
}

/** Slots of scratch are given to lanes as they start. */
const usedSlots = new WeakMap<EngineOptions, Set<number>>();

function startLane(options: EngineOptions, parts: SearchExecutorDependencies, events: LaneEvents): SearchExecutor {
  let used = usedSlots.get(options);
  if (!used) usedSlots.set(options, (used = new Set()));
  const slots = used;
  let slot = 0;
  while (slots.has(slot)) slot++;
  slots.add(slot);
  const setup = laneOptions(options, slot, parts);
  if (options.threads === 0) return localLane(new LocalSearchThread(setup), events);
  const onGone = (error: Error): void => {
    options.log("error", `a search thread died: ${error.message}`);
    slots.delete(slot);
    parts.breakers.clear(slot);
    events.onGone(error);
  };
  return workerLane(setup, requestCacheBytes(options), { ...events, onGone });
}

function clusterStore(folder: DataFolder, options: EngineOptions, log: Log): ClusterStateStore {
  if (options.dataPath === undefined) return new MemoryClusterStateStore();
  const store = new FileClusterStateStore(folder.files, "cluster", (damage) =>
    log("error", `the cluster state is damaged: ${damage.message}`),
  );
  if (store.isOutdated)
    log(
      "error",
      "the newest cluster state cannot be read, using the version before; data of indices that it does not know is kept",
    );
  return store;
}

/** Tells where documents are parsed which pipelines there are, whenever they change. */
function pipelineFollower(pipelines: IngestPipelines, log: Log): (state: ClusterState) => void {
  let told: ClusterState["customs"][string] | undefined;
  return ({ customs }) => {
    const definitions = ownOf(customs, PIPELINES);
    if (definitions === told) return;
    told = definitions;
    pipelines
      .applyPipelines(definitions ?? {})
      .catch((error: unknown) => log("error", `pipelines could not be taken over: ${String(error)}`));
  };
}

/** What runs: with search threads, writing and merging have threads of their own. */
function threadNames(threads: number, running: number): string[] {
  if (threads === 0) return ["main"];
  return ["main", "indexing", "merge", ...Array.from({ length: running }, (_, at) => `search-${at + 1}`)];
}

async function closeStore(store: ClusterStateStore): Promise<void> {
  if (store instanceof FileClusterStateStore) await store.close();
}

function isOutdated(store: ClusterStateStore): boolean {
  return store instanceof FileClusterStateStore && store.isOutdated;
}
