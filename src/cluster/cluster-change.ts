/**
 * Changes of the cluster state are pure functions from a state to a new state with events. Several together are one
 * durable change, and any may be computed again from a newer state. Each has its own file (`changes/<name>.ts`).
 */
import type { IndexAnalysis } from "../analysis/analyzers-of.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";

/** What a change did to one object. */
export interface ClusterEvent {
  readonly action: "created" | "updated" | "deleted";
  /** The kind of object: `index`, `cluster_settings`, or a kind of `customs` (`index_template`). */
  readonly model: string;
  readonly name: string;
  /** The part that changed: `mapping`, `settings`, `aliases`, `open`, `close`; absent: the whole. */
  readonly part?: string;
}

/** Every index that differs from the previous state has an event; an unchanged state has none. */
export interface Changed {
  readonly state: ClusterState;
  readonly events: readonly ClusterEvent[];
}

/** Inputs of a change that are not in the state; the same each time it is computed. */
export interface ChangeInputs {
  readonly nowMs: number;
  /** For the index that the change creates. */
  readonly uuid: string;
  /** Whether disk space is so low that no indices may be created. */
  readonly isFlooded: boolean;
  /** The analysis of an index with these settings. Throws Elasticsearch's errors for invalid settings. */
  analysisOf(index: IndexMetadata): IndexAnalysis;
}

/** A requested change. */
export interface ClusterChange {
  /** Its text in `_cluster/pending_tasks`: `create-index [logs], cause [api]`. */
  readonly task: string;
  /** Throws RequestErrors for a refused change. */
  apply(state: ClusterState, inputs: ChangeInputs): Changed;
}

/** The origin of a change: a caller of the interface, who is named in the audit trail, or the server itself. */
export type ChangeSource = "server" | ChangeCaller;

/** Caller, operation and address. */
export interface ChangeCaller {
  readonly operation: string;
  readonly user: { readonly pk: number; readonly username: string; readonly email: string };
  readonly address: string | undefined;
}

/** Receives durable changes. */
export type ChangeListener = (events: readonly ClusterEvent[], source: ChangeSource) => void;

/** The result of a change without effect. */
export function unchanged(state: ClusterState): Changed {
  return { state, events: [] };
}
