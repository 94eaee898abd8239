/** Changes of the cluster state, one after another; the owner of index metadata. Runs on the main thread. */
import type { Changed, ChangeSource, ClusterChange } from "./cluster-change.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";

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

/** The service. Errors are RequestErrors. */
export interface ClusterService {
  readonly state: ClusterState;
  /** Changes that wait or run, in their order. */
  readonly pending: readonly PendingChange[];
  /**
   * Resolves `a,b*,-c` (undefined, empty, `_all` and `*`: all). Throws index_not_found_exception (404),
   * index_closed_exception, …
   */
  resolve(expression: string | undefined, options: IndexOptions): ResolvedIndex[];
  /**
   * Makes changes, in their order, as one: all are durable, or none is. They are computed from the newest state, again
   * when that moved meanwhile. Resolves when threads and shards have followed, with what the changes came to.
   */
  apply(source: ChangeSource, ...changes: readonly ClusterChange[]): Promise<Changed>;
  /** What changes would come to now, or why they would be refused; nothing is changed. */
  preview(...changes: readonly ClusterChange[]): Promise<Changed>;
  /** The index a write to `name` goes to; creates it when allowed (action.auto_create_index). */
  writeIndex(name: string, options: { requireAlias: boolean }): Promise<IndexMetadata>;
  /**
   * Brings indices to the threads once more, after what their analysis has read was read again; those that are gone are
   * left out.
   */
  applyAgain(names: readonly string[]): Promise<void>;
}
