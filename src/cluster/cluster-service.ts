/** Changes of the cluster state, one after another; the owner of index metadata. Runs on the main thread. */
import type { JsonObject } from "../core/json.ts";
import type { AliasMetadata, ClusterState, IndexMetadata } from "./cluster-state.ts";

/** How index expressions are resolved (`ignore_unavailable`, `allow_no_indices`, `expand_wildcards`). */
export interface IndexOptions {
  readonly ignoreUnavailable: boolean;
  readonly allowNoIndices: boolean;
  readonly expandOpen: boolean;
  readonly expandClosed: boolean;
  readonly expandHidden: boolean;
  /** Closed indices are an error (searches) or fine. */
  readonly forbidClosed: boolean;
  /** Aliases to several indices are fine (reads) or an error (writes). */
  readonly allowAliasesToMany: boolean;
  /** Aliases count as names (they do not for delete index). */
  readonly allowAliases: boolean;
  /** Whether a pattern stands for an index or alias of this name; absent: for each that it matches. */
  readonly mayExpandTo?: ((name: string) => boolean) | undefined;
}

/** An index that an expression names, with the aliases it was reached by (undefined: by its own name). */
export interface ResolvedIndex {
  readonly metadata: IndexMetadata;
  readonly aliases: readonly string[] | undefined;
}

/** What creating an index takes. */
export interface CreateIndexRequest {
  readonly name: string;
  /** As in the body: nested or flat. */
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  readonly system?: boolean;
}

/** Gives an index an alias, or takes it away (null). */
export interface AliasChange {
  readonly index: string;
  readonly alias: string;
  readonly metadata: AliasMetadata | null;
}

/**
 * A change of the state that is not done yet: it waits for earlier ones, is being made, or threads and shards do not
 * follow yet.
 */
export interface PendingChange {
  /** Ascending over the life of the process. */
  readonly insertOrder: number;
  /** What it is for: `create-index [logs], cause [api]`. */
  readonly source: string;
  /** Time since it was asked for. */
  readonly waitedMs: number;
  /** Not waiting for earlier changes any more. */
  readonly executing: boolean;
  /** What it waits for now, in words. */
  readonly waitsFor: string;
}

/**
 * The service. Every change is durable before its promise resolves, and applied to all threads. Errors are
 * RequestErrors.
 */
export interface ClusterService {
  readonly state: ClusterState;
  /** Changes that wait or run, in their order. */
  readonly pending: readonly PendingChange[];
  /**
   * Resolves `a,b*,-c` (undefined, empty, `_all` and `*`: all). Throws index_not_found_exception (404),
   * index_closed_exception, …
   */
  resolve(expression: string | undefined, options: IndexOptions): ResolvedIndex[];
  createIndex(request: CreateIndexRequest): Promise<IndexMetadata>;
  deleteIndices(names: readonly string[]): Promise<void>;
  /** Merges a mapping into those of the indices; conflicts are refused in Elasticsearch's words. */
  putMapping(names: readonly string[], mapping: JsonObject): Promise<void>;
  /** Updates settings (flat or nested; null resets); final or unknown ones are refused. */
  putSettings(names: readonly string[], settings: JsonObject, options: { preserveExisting: boolean }): Promise<void>;
  /** Applies alias actions atomically, after some indices went away: an alias may take the name of one of them. */
  updateAliases(changes: readonly AliasChange[], removedIndices?: readonly string[]): Promise<void>;
  /** The index a write to `name` goes to; creates it when allowed (action.auto_create_index). */
  writeIndex(name: string, options: { requireAlias: boolean }): Promise<IndexMetadata>;
  /** Puts or removes (null) a named thing of `customs`. */
  putCustom(kind: string, name: string, value: JsonObject | null): Promise<void>;
  /** Opens or closes indices; their shards follow. */
  setIndexState(names: readonly string[], next: "open" | "close"): Promise<void>;
  /** Raises the primary term of a shard: what was written in earlier terms may be gone. */
  raiseTerm(name: string, shard: number): Promise<void>;
  putClusterSettings(persistent: JsonObject, transient: JsonObject): Promise<void>;
  /**
   * Brings indices to the threads once more, after what their analysis has read was read again; those that are gone are
   * left out.
   */
  applyAgain(names: readonly string[]): Promise<void>;
}
