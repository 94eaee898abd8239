/**
 * Puts a node together: its data, what runs over it, and what answers. Built by hand, passed down; the command and the
 * library both open an engine, with or without a socket in front.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { useIcuArchiveOf } from "../analysis/icu/icu-data.ts";
import { tellTrail } from "../api/audit/told-changes.ts";
import type { Services } from "../api/operation.ts";
import type { RemoteReindex } from "../api/requests/by-query/remote/remote-source.ts";
import { readDocuments } from "../api/requests/document-reads.ts";
import { openEnrichTables } from "../api/requests/enrich/execute-policy.ts";
import { getsInPlace } from "../api/requests/gets-in-place.ts";
import { Transforms } from "../api/requests/transforms/transforms.ts";
import { SearchCounters } from "../api/stats/search-counters.ts";
import { raiseAllTerms } from "../cluster/changes/raise-terms.ts";
import { TASKS_INDEX } from "../cluster/system-indices.ts";
import { RequestError } from "../compat/errors.ts";
import { randomUuid, systemClock } from "../core/clock.ts";
import { ownOf } from "../core/names.ts";
import { after } from "../core/timers.ts";
import type { Documents } from "../documents/documents.ts";
import type { Pipeline } from "../http/pipeline.ts";
import { IDENTITY_INDEX } from "../identity/records/identity-index.ts";
import { RequestCounts } from "../http/request-counts.ts";
import type { Inference } from "../inference/inference.ts";
import { SearchContexts } from "../search/coordinate/search-contexts.ts";
import { SearcherLeases } from "../search/coordinate/searcher-leases.ts";
import type { ServingThreads } from "../serving/serving-threads.ts";
import { type DataFolder, memoryDataFolder, openDataFolder } from "../store/data-folder.ts";
import { EngineSynonymSets } from "../synonyms/engine-synonym-sets.ts";
import { documentsMethods } from "../threads/documents-methods.ts";
import { type EngineData, openEngineData } from "./engine-data.ts";
import { EngineEnd } from "./engine-end.ts";
import { openFront } from "./engine-front.ts";
import type { EngineOptions } from "./engine-options.ts";
import { openTasks } from "./engine-tasks.ts";
import { openWork } from "./engine-work.ts";
import type { Log } from "./log.ts";
import { answerOthers, othersOf, shardStatesOf } from "./node-of-several.ts";
import { openOtherIndices } from "./open-other-indices.ts";
import { closeStateStore } from "./open-state-store.ts";
import { OpeningIndices } from "./opening-indices.ts";
import { type FirstCredentials, openSecurity, type Security } from "./security.ts";
import { serverSecrets } from "./server-secrets.ts";
import { followState } from "./state-followers.ts";

const NO_REMOTE: RemoteReindex = { whitelist: [], caFile: undefined, verification: "full" };

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
  listening(port: number, isEncrypted: boolean): void;
  /** What changes of the cluster state, and the end once it has begun, still wait for, in words. */
  waitsFor(): string[];
  /** Stops after what was acknowledged is safe. */
  close(): Promise<void>;
}

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
  const { log, dataPath } = options;
  const data = await openEngineData(options, folder, startedMs);
  const { later, board, breakers, searches, analyses, info, documents, pipelines, several, store, cluster } = data;
  const opening = new OpeningIndices();
  const { respond, searches: search } = opening.searching(several?.searching() ?? searches);
  const leases = new SearcherLeases({ keeper: searches, clock: systemClock, newId: randomUuid, after });
  const synonyms = new EngineSynonymSets({
    cluster,
    documents,
    searches: search,
    onChange: (events, source) => later.told?.(events, source),
  });
  later.synonyms = synonyms;
  const secrets = serverSecrets(options.security, dataPath);
  const refused: Security["remoteGate"]["refused"] = (refusal) => security.remoteGate.refused(refusal);
  const followers = followState(options, { data, secrets, refused });
  await several?.open();
  await raiseTerms(data, log);
  await cluster.applySystem();
  await several?.started(options.security.enabled ? [IDENTITY_INDEX, TASKS_INDEX] : [TASKS_INDEX]);
  const work = await openTasks(data, search, log);
  const { tasks, taskStore, detached, asyncSearches, scheduler } = work;
  const others = openOtherIndices({ cluster, documents, store, opening, log });
  const security = await openSecurity(options.security, {
    cluster,
    documents,
    searches: search,
    dataPath,
    scheduler,
    workers: () => threadNames(options.threads, searches.running).map((name) => `${info.id}.${name}`),
    callersChanged: () => later.serving?.callersChanged(),
    elsewhere: several?.callers,
    log,
  });
  if (security.trail) later.told = tellTrail(security.trail);
  if (options.runsTasks ?? true) scheduler.start();
  // A node with few indices is whole when it answers; one with many does not keep everybody waiting.
  await Promise.race([others, sleep(OPENING_PATIENCE_MS, undefined, { ref: false })]);
  const ready = opening.waiting(countedDocuments(data));
  const get = getsInPlace({
    state: () => cluster.state,
    lookUp: (asked) => searches.lookUp(asked),
    ask: (requests) => ready.get(requests),
    counters: data.getCounters,
    clock: systemClock,
  });
  const { replication, endLifecycles, ...worked } = openWork(options, {
    data,
    work,
    security,
    followers,
    secrets,
    searches: search,
    ready,
  });
  const { scripts, remotes } = followers;
  const transforms = new Transforms(() => node, log);
  let inference: Promise<Inference> | undefined;
  const requestCounts = new RequestCounts();
  const node: Services = {
    ...worked,
    cluster,
    documents: ready,
    pipelines,
    get: (reads) => readDocuments({ documents: { ...ready, get }, searches: search }, reads),
    respond,
    searches: search,
    clearCaches: (uuid, caches) => searches.clearCaches(uuid, caches),
    cacheCounts: () => searches.cacheCounts(),
    readCounts: () => searches.readCounts(),
    analyses,
    synonyms,
    transforms,
    inference: () => (inference ??= openInference(options, { cluster, secrets })),
    remotes: () => remotes.open(),
    reloadSecrets: () => remotes.reloadCredentials(),
    replication: () => replication.open(),
    info,
    others: othersOf(data),
    shards: several ? shardStatesOf(several, board) : board,
    scripts,
    breakers,
    remoteReindex: options.remoteReindex ?? NO_REMOTE,
    leases,
    contexts: new SearchContexts(leases),
    asyncSearches,
    searchCounters: new SearchCounters(systemClock, leases),
    async requestCounts() {
      await later.serving?.gatherCounts();
      return requestCounts.all();
    },
    slowLog: log,
    connections: () => later.serving?.connections ?? { open: 0, total: 0 },
    tasks,
    detached,
    taskStore,
    authorizeIndices: security.authorizeIndices,
    identity: security.identity,
  };
  later.inference = () => node.inference();
  later.services = () => node;
  if (several) answerOthers(several, node);
  await openEnrichTables(node);
  // One node of several goes on with them.
  if (several?.isMaster !== false) {
    await transforms.open();
    replication.follow(cluster.state);
  }
  const isReady = (): boolean => opening.isEmpty;
  const { pipeline, serving } = openFront(options, { data, security, node, requestCounts, isReady });
  later.serving = serving;
  const end = new EngineEnd([
    { name: "transforms that are at a page", end: () => transforms.close() },
    { name: "followers of other clusters", end: () => replication.close() },
    { name: "connections to other clusters", end: () => remotes.close() },
    {
      name: "tasks that go on behind their answers",
      end: () => Promise.all([asyncSearches.close(), detached.close()]),
    },
    { name: "snapshots that are being made or restored", end: () => worked.snapshots.close() },
    { name: "lifecycles of snapshots", end: () => worked.lifecycles.close() },
    { name: "background work of the identity interface", end: () => security.close() },
    { name: "the other nodes of the cluster", end: () => several?.leave() },
    { name: "the flush of all shards", end: () => documents.close() },
    { name: "its place among the nodes", end: () => several?.depart() },
    { name: "work that runs by the clock", end: () => Promise.all([scheduler.close(), endLifecycles()]) },
    { name: "contexts of searches", end: () => leases.close() },
    { name: "connections to other nodes", end: () => several?.close() },
    { name: "the cluster state", end: () => cluster.close() },
    { name: "the search threads", end: () => searches.close() },
    { name: "what is kept of the cluster state", end: () => closeStateStore(store) },
    { name: "log and state elsewhere", end: () => data.joined?.close() },
    { name: "the data directory", end: () => folder.close() },
  ]);
  return {
    pipeline,
    serving,
    node,
    credentials: security.credentials,
    authorization: security.authorization,
    listening: (port, isEncrypted) => (later.socket = { port, isEncrypted }),
    waitsFor: () => [
      ...end.waitsFor,
      ...cluster.pending.map(({ source, waitsFor }) => `${source}, which waits for ${waitsFor}`),
    ],
    close: () => end.run(),
  };
}

/** What some saw before the node died may be gone: numbers of operations that are given once more get another term. */
async function raiseTerms({ documents, cluster, info, joined }: EngineData, log: Log): Promise<void> {
  // What an earlier life still stores elsewhere counts less than what this one does, by its term.
  if (joined) return void (await cluster.apply("server", raiseAllTerms(info.id)));
  if (await documents.wasClosedInOrder()) return;
  try {
    await cluster.apply("server", raiseAllTerms(info.id));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    log("error", `primary terms could not be raised after the node did not stop in order: ${error.message}`);
  }
}

/** The documents as requests see them: what is searched is told, and what other threads counted is counted. */
function countedDocuments({ documents, activity, getCounters, cluster, later }: EngineData): Documents {
  return {
    ...documentsMethods(documents),
    // The write side hears what is searched; nobody waits where nothing can have changed.
    markSearched: (uuids) => activity.searching(uuids),
    // What the serving threads counted is asked for together with what the shards count.
    stats: async (...asked) => {
      await later.serving?.gatherCounts();
      return getCounters.with(await documents.stats(...asked), (name) => ownOf(cluster.state.indices, name)?.uuid);
    },
  };
}

/** What asks models is loaded when the first is asked. */
async function openInference(
  { inferenceTestService = false, inferenceAllowPrivate = false }: EngineOptions,
  parts: Parameters<OpenInference>[0],
): Promise<Inference> {
  const module = await import("./open-inference.ts");
  return module.openInference(parts, { testing: inferenceTestService, allowPrivate: inferenceAllowPrivate });
}

type OpenInference = typeof import("./open-inference.ts").openInference;

/** What runs: with search threads, writing and merging have threads of their own. */
function threadNames(threads: number, running: number): string[] {
  if (threads === 0) return ["main"];
  return ["main", "indexing", "merge", ...Array.from({ length: running }, (_, at) => `search-${at + 1}`)];
}
