/**
 * The interface of an operation: one documented operation, one file (`cat.count` → `cat/count.ts`), one line in
 * `operations.ts` or `security-operations.ts`.
 */
import type { AsyncSearches } from "../async-search/async-searches.ts";
import type { MemoryBreakers } from "../breakers/memory-breakers.ts";
import type { IndexAnalyses } from "../cluster/index-analyses.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { DataStreamLifecycles } from "../cluster/data-streams/lifecycle.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import type { PortableError } from "../compat/errors.ts";
import type { Documents, GetResult } from "../documents/documents.ts";
import type { Downsampling } from "../downsampling/downsampling.ts";
import type { ParameterWarnings } from "../http/deprecated-parameters.ts";
import type { HttpRequest, HttpResponse } from "../http/exchange.ts";
import type { RequestCount } from "../http/request-counts.ts";
import type { Transforms } from "./requests/transforms/transforms.ts";
import type { IdentityAccess } from "../identity/security/identity-access.ts";
import type { IndexLifecycles } from "../lifecycles/index-lifecycles.ts";
import type { Inference } from "../inference/inference.ts";
import type { IngestPipelines } from "../ingest/ingest-pipelines.ts";
import type { RemoteClusters } from "../remote/remote-clusters.ts";
import type { Replication } from "../replication/replication.ts";
import type { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { SearchContexts } from "../search/coordinate/search-contexts.ts";
import type { SearcherLeases } from "../search/coordinate/searcher-leases.ts";
import type { CacheCountsByShard, ClearedCaches } from "../search/executor/cache-counts.ts";
import type { ShardReadCounts } from "../search/shard/read-counts.ts";
import type { SearchAction, SearchAnswer, SearchCaller, SearchService } from "../search/search-service.ts";
import type { SnapshotLifecycles } from "../snapshots/lifecycle/snapshot-lifecycles.ts";
import type { Snapshots } from "../snapshots/snapshots.ts";
import type { SynonymSets } from "../synonyms/synonym-sets.ts";
import type { DeclaredRights } from "../security/authorizer.ts";
import type { Principal } from "../security/principal.ts";
import type { RemoteReindex } from "./requests/by-query/remote/remote-source.ts";
import type { EachNode, PartRequest } from "./requests/each-node.ts";
import type { DocumentRead } from "./requests/document-reads.ts";
import type { NodeInfo } from "./stats/node-info.ts";
import type { SearchCounters } from "./stats/search-counters.ts";
import type { DetachedTasks } from "../tasks/detached-tasks.ts";
import type { TaskManager } from "../tasks/task-manager.ts";
import type { TaskStore } from "../tasks/task-store.ts";

/** A request to `/` whose operation is known, whose caller is verified and whose parameters are all known ones. */
export type OperationRequest = HttpRequest;

/** An answer: an object to be rendered, bytes that are rendered already, a cat table or plain text. */
export type OperationResponse = HttpResponse;

/** How far each shard is, known without asking it. */
export interface ShardStates {
  /** `INITIALIZING` until it can be searched, `UNASSIGNED` when it failed. */
  state(uuid: string, shard: number): "STARTED" | "INITIALIZING" | "UNASSIGNED";
}

/** How other nodes are asked for what they answer for themselves. */
export interface OtherNodes {
  ask(node: string, part: PartRequest, timeoutMs: number): Promise<OperationResponse>;
  /** Statistics of the shards of this node alone. */
  localStats: Documents["stats"];
}

/** What operations may use. Built once in `server`, passed down. */
export interface Services {
  readonly cluster: ClusterService;
  readonly documents: Omit<Documents, "get">;
  /** The pipelines that documents run through before they are written. */
  readonly pipelines: IngestPipelines;
  /** Reads documents by id, as far as their readers may see them. */
  get(reads: readonly DocumentRead[]): MaybeLater<(GetResult | PortableError)[]>;
  /** Answers a call of a client with the bytes of its response, made on a search thread. */
  respond(call: SearchAction, caller?: SearchCaller): MaybeLater<SearchAnswer>;
  /** Searches for the server itself, with plain data. */
  readonly searches: SearchService;
  /** States of shards that are held for searches of several steps. */
  readonly leases: SearcherLeases;
  /** Scrolls and points in time. */
  readonly contexts: SearchContexts;
  /** Searches that go on behind their answers. */
  readonly asyncSearches: AsyncSearches;
  /** Lets go of what the caches of searches keep for an index. */
  clearCaches(uuid: string, caches: ClearedCaches): void;
  /** What the caches of searches did until now. */
  cacheCounts(): Promise<CacheCountsByShard>;
  /** What searches have read of fields until now, by thread. */
  readCounts(): Promise<readonly ShardReadCounts[]>;
  /** Which rules each index analyses by. */
  readonly analyses: IndexAnalyses;
  readonly synonyms: SynonymSets;
  readonly snapshots: Snapshots;
  readonly lifecycles: SnapshotLifecycles;
  readonly indexLifecycles: Pick<IndexLifecycles, "begin">;
  readonly streamLifecycles: Pick<DataStreamLifecycles, "durationMs" | "betweenStartsMs" | "hasFailed">;
  readonly transforms: Transforms;
  /** Inference endpoints, loaded when they are first used. */
  inference(): Promise<Inference>;
  /** Other clusters, connected when there is one in the settings. */
  remotes(): Promise<RemoteClusters>;
  /** Downsampling of time series, loaded when it is first used. */
  downsampling(): Promise<Downsampling>;
  /** Cross-cluster replication, loaded when it is first used. */
  replication(): Promise<Replication>;
  readonly info: NodeInfo;
  /** The other nodes of the cluster; undefined: there are none, or this node answers for itself. */
  readonly others: OtherNodes | undefined;
  readonly shards: ShardStates;
  /** Makes programs of templates, which are small enough to run here. */
  readonly scripts: ScriptCompiler;
  /** What is under way: requests, and what the server does by itself. */
  readonly tasks: TaskManager;
  /** Begins what goes on behind its answer. */
  readonly detached: DetachedTasks;
  /** What became of that. */
  readonly taskStore: TaskStore;
  readonly breakers: MemoryBreakers;
  /** Which other servers documents may be copied from, and how these are verified. */
  /** Takes over the secrets that were put beside the server while it ran. Rejects where they cannot be read. */
  reloadSecrets(): Promise<void>;
  readonly remoteReindex: RemoteReindex;
  readonly searchCounters: SearchCounters;
  /** What came by which path, on all threads. */
  requestCounts(): Promise<readonly RequestCount[]>;
  /** Connections of clients: open ones, and all since the start. */
  connections(): { readonly open: number; readonly total: number };
  /** Where slow searches are told. */
  readonly slowLog: (level: "info" | "warn", message: string) => void;
  /** The identity records, for the operations of `_security`; undefined where security is off. */
  readonly identity: IdentityAccess | undefined;
  /**
   * Throws 403 unless the caller may do `action` (by Elasticsearch's name) on every index named. For the names that
   * stand in a body (mget, msearch, aliases); those of the path were checked before `handle`.
   */
  authorizeIndices(principal: Principal, action: string, names: readonly string[]): void;
}

/**
 * What an operation says of itself. It is read once, when the node starts: what the pipeline of requests, the rights,
 * the tasks, the breakers and the audit trail do with an operation stands here and nowhere else.
 */
export interface OperationTraits extends DeclaredRights {
  /**
   * Whether the audit trail hears of it. `told`: it changes the cluster state, sets of synonyms or identity records,
   * which tell it themselves; an answer waits until that is durable. `nothing`: as when absent, said by those that
   * neither read nor write documents, and take more than GET.
   */
  readonly audit?: "told" | "nothing";
  /** Whether its task stops when it is cancelled: it runs on a search thread, or asks its task between its steps. */
  readonly cancellable?: boolean;
  /** Whether it may answer before anybody could see it among the tasks; its task is listed only when it does not. */
  readonly answersAtOnce?: boolean;
  /** Whether it goes on when its client goes away, as what changes much does in Elasticsearch. */
  readonly outlivesClient?: boolean;
  /**
   * `never`: the breaker of bodies under way counts it and never refuses it, as it looks after a node that is full
   * (`canTripCircuitBreaker`).
   */
  readonly breaker?: "never";
  /** Warnings for parameters of its own, in place of those that hold everywhere; null: none. */
  readonly deprecated?: ParameterWarnings;
  /** Each node answers it for itself, put together like this; `asked`: the operation asks others where it must. */
  readonly eachNode?: EachNode | "asked";
}

/** A documented operation. Paths, methods and parameters stand in `spec/search-operations.json` under the same name. */
export interface Operation extends OperationTraits {
  handle(request: OperationRequest, services: Services): MaybeLater<OperationResponse>;
}
