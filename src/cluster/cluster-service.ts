/** Changes the cluster state, one change after another; owns the index metadata. Runs on the main thread. */
import type { Changed, ChangeSource, ClusterChange } from "./cluster-change.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import type { WriteDemands } from "./write-index.ts";

/** How index expressions are resolved (`ignore_unavailable`, `allow_no_indices`, `expand_wildcards`). */
export interface IndexOptions {
  readonly ignoreUnavailable: boolean;
  readonly allowNoIndices: boolean;
  readonly expandOpen: boolean;
  readonly expandClosed: boolean;
  readonly expandHidden: boolean;
  /** Whether closed indices are an error (as for searches). */
  readonly forbidClosed: boolean;
  /** Whether an alias of several indices is allowed (reads) or an error (writes). */
  readonly allowAliasesToMany: boolean;
  /** Whether aliases are accepted as names (not for delete index). */
  readonly allowAliases: boolean;
  /** Whether data streams are unknown (as for what opens, closes or removes an index). */
  readonly forbidDataStreams?: boolean;
  /** Whether a pattern may expand to an index or alias of this name; absent: to any that it matches. */
  readonly mayExpandTo?: ((name: string) => boolean) | undefined;
}

/** An index that an expression names, with the aliases through which it was found (undefined: by its own name). */
export interface ResolvedIndex {
  readonly metadata: IndexMetadata;
  readonly aliases: readonly string[] | undefined;
}

/**
 * An unfinished change of the state: it waits for earlier ones, is being made, or threads and shards have not applied
 * it yet.
 */
export interface PendingChange {
  /** Ascending during the life of the process. */
  readonly insertOrder: number;
  /** Its purpose: `create-index [logs], cause [api]`. */
  readonly source: string;
  /** Time since it was requested. */
  readonly waitedMs: number;
  /** No longer waiting for earlier changes. */
  readonly executing: boolean;
  /** Text that says what it waits for. */
  readonly waitsFor: string;
}

/** The service. Errors are RequestErrors. */
export interface ClusterService {
  readonly state: ClusterState;
  /** Unfinished changes, in order. */
  readonly pending: readonly PendingChange[];
  /**
   * Resolves `a,b*,-c` (undefined, empty, `_all` and `*` mean all). Throws index_not_found_exception (404),
   * index_closed_exception, …
   */
  resolve(expression: string | undefined, options: IndexOptions): ResolvedIndex[];
  /**
   * Makes changes, in order, as one: either all are durable, or none is. They are computed from the newest state, again
   * if it changed meanwhile. Resolves with the result when threads and shards have applied it.
   */
  apply(source: ChangeSource, ...changes: readonly ClusterChange[]): Promise<Changed>;
  /** The same service, whose changes fail with 503 when the state cannot be written for so long. */
  within(timeoutMs: number): ClusterService;
  /** The result that changes would have now, or their error, without making them. */
  preview(...changes: readonly ClusterChange[]): Promise<Changed>;
  /** The index a write to `name` goes to; creates it when allowed (action.auto_create_index). */
  writeIndex(name: string, demands: WriteDemands): Promise<IndexMetadata>;
  /**
   * Sends indices to the threads again, after the resources of their analysis were read again; deleted indices are
   * skipped.
   */
  applyAgain(names: readonly string[]): Promise<void>;
}
