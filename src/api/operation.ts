/**
 * The interface of an operation: one documented operation, one file (`cat.count` → `cat/count.ts`), one line in
 * `operations.ts`.
 */
import type { MemoryBreakers } from "../breakers/memory-breakers.ts";
import type { IndexAnalyses } from "../cluster/index-analyses.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import type { PortableError } from "../compat/errors.ts";
import type { Documents, GetResult } from "../documents/documents.ts";
import type { HttpRequest, HttpResponse } from "../http/exchange.ts";
import type { IdentityAccess } from "../identity/security/identity-access.ts";
import type { CacheCountsByShard, ClearedCaches } from "../search/executor/cache-counts.ts";
import type { SearchAnswer, SearchAction } from "../search/search-service.ts";
import type { SynonymSets } from "../synonyms/synonym-sets.ts";
import type { Principal } from "../security/principal.ts";
import type { DocumentRead } from "./requests/document-reads.ts";
import type { NodeInfo } from "./stats/node-info.ts";
import type { TaskManager } from "../tasks/task-manager.ts";
import type { Task } from "../tasks/task.ts";

/** A request to `/` whose operation is known, whose caller is verified and whose parameters are all known ones. */
export interface OperationRequest extends HttpRequest {
  /** What it is among the tasks. */
  readonly task: Task;
}

/** An answer: an object to be rendered, bytes that are rendered already, a cat table or plain text. */
export type OperationResponse = HttpResponse;

/** How far each shard is, known without asking it. */
export interface ShardStates {
  /** `INITIALIZING` until it can be searched, `UNASSIGNED` when it failed. */
  state(uuid: string, shard: number): "STARTED" | "INITIALIZING" | "UNASSIGNED";
}

/** What operations may use. Built once in `server`, passed down. */
export interface Services {
  readonly cluster: ClusterService;
  readonly documents: Omit<Documents, "get">;
  /** Reads documents by id, as far as their readers may see them. */
  get(reads: readonly DocumentRead[]): Promise<(GetResult | PortableError)[]>;
  /** Sends a call to a search thread; it is cancelled when the listener that `onGone` gets is called. */
  search(call: SearchAction, onGone?: (listener: () => void) => void): Promise<SearchAnswer>;
  /** Lets go of what the caches of searches keep for an index. */
  clearCaches(uuid: string, caches: ClearedCaches): void;
  /** What the caches of searches did until now. */
  cacheCounts(): Promise<CacheCountsByShard>;
  /** Which rules each index analyses by. */
  readonly analyses: IndexAnalyses;
  readonly synonyms: SynonymSets;
  readonly info: NodeInfo;
  readonly shards: ShardStates;
  /** What is under way: requests, and what the server does by itself. */
  readonly tasks: TaskManager;
  readonly breakers: MemoryBreakers;
  /** The identity records, for the operations of `_security`; undefined where security is off. */
  readonly identity: IdentityAccess | undefined;
  /**
   * Throws 403 unless the caller has `privilege` on every index named. For the names that stand in a body (mget,
   * msearch, aliases); those of the path were checked before `handle`.
   */
  authorizeIndices(principal: Principal, operation: string, privilege: string, names: readonly string[]): void;
}

/** A documented operation. Paths, methods and parameters stand in `spec/search-operations.json` under the same name. */
export interface Operation {
  /** Documented name: `search`, `indices.create`, `cat.count`. */
  readonly name: string;
  /** What the caller needs: one cluster privilege, or an index privilege on every index that the request names. */
  readonly privilege: { readonly cluster: string } | { readonly index: string } | "authenticated";
  handle(request: OperationRequest, services: Services): Promise<OperationResponse>;
}
