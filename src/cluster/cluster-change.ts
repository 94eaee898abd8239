/**
 * Changes of the cluster state are pure: a state in, a state and what became of it out. Several together are one
 * durable change, and any may be computed again, from a newer state. Each stands in a file of its own
 * (`changes/<name>.ts`).
 */
import type { IndexAnalysis } from "../analysis/analyzers-of.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";

/** What a change did to one thing. */
export interface ClusterEvent {
  readonly action: "created" | "updated" | "deleted";
  /** What was changed: `index`, `cluster_settings`, or the kind of a named thing (`index_template`). */
  readonly model: string;
  readonly name: string;
  /** What of it: `mapping`, `settings`, `aliases`, `open`, `close`; absent: the whole. */
  readonly part?: string;
}

/** Every index that differs from the state before stands in an event; a state that is the same has none. */
export interface Changed {
  readonly state: ClusterState;
  readonly events: readonly ClusterEvent[];
}

/** What a change may need that no state holds: the same each time that it is computed. */
export interface ChangeInputs {
  readonly nowMs: number;
  /** For the index that the change makes. */
  readonly uuid: string;
  /** Whether the disk has so little room that no indices are made. */
  readonly isFlooded: boolean;
  /** How an index with these settings analyses. Throws Elasticsearch's errors for what cannot be made. */
  analysisOf(index: IndexMetadata): IndexAnalysis;
}

/** A change that is asked for. */
export interface ClusterChange {
  /** As `_cluster/pending_tasks` shows it: `create-index [logs], cause [api]`. */
  readonly task: string;
  /** Throws RequestErrors for what is refused. */
  apply(state: ClusterState, inputs: ChangeInputs): Changed;
}

/** For whom the state is changed: a caller of the interface, of whom the audit trail is told, or the server itself. */
export type ChangeSource = "server" | ChangeCaller;

/** Who asks, by which operation, and from where. */
export interface ChangeCaller {
  readonly operation: string;
  readonly user: { readonly pk: number; readonly username: string; readonly email: string };
  readonly address: string | undefined;
}

/** Hears of what became durable. */
export type ChangeListener = (events: readonly ClusterEvent[], source: ChangeSource) => void;

/** A change that makes nothing different. */
export function unchanged(state: ClusterState): Changed {
  return { state, events: [] };
}
