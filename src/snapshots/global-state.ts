/** What of the cluster state goes into snapshots beside indices: settings, templates, and the like. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { DATA_STREAMS } from "../cluster/data-streams/data-stream.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import { REPOSITORIES } from "./repositories.ts";
import type { GlobalState } from "./repository/repository-root.ts";

/** Kinds that are not in it: data streams go with their indices, repositories belong to the cluster. */
const NOT_KEPT: readonly string[] = [DATA_STREAMS, REPOSITORIES];
/** Kinds whose objects of other names stay when they are restored; others are replaced as a whole. */
const MERGED: readonly string[] = ["legacy_templates"];

export function globalState({ persistentSettings, customs }: ClusterState): GlobalState {
  return {
    persistentSettings: persistentSettings as JsonObject,
    customs: Object.fromEntries(Object.entries(customs).filter(([kind]) => !NOT_KEPT.includes(kind))),
  };
}

/** The same of some kinds alone; null: there are none. */
export function stateOfKinds({ customs }: ClusterState, kinds: readonly string[]): GlobalState | null {
  if (kinds.length === 0) return null;
  return {
    persistentSettings: {},
    customs: Object.fromEntries(kinds.map((kind) => [kind, ownOf(customs, kind) ?? {}])),
  };
}

/** The state with what a snapshot holds of some kinds, in place of what there is. */
export function withKinds(state: ClusterState, global: GlobalState, kinds: readonly string[]): ClusterState {
  const customs = { ...state.customs };
  for (const kind of kinds) put(customs, kind, ownOf(global.customs, kind) ?? {});
  return { ...state, customs };
}

/** The state with what a snapshot holds beside indices. */
export function withGlobalState(state: ClusterState, global: GlobalState): ClusterState {
  const customs = new Map(Object.entries(state.customs));
  for (const [kind, things] of Object.entries(global.customs)) {
    if (NOT_KEPT.includes(kind)) continue;
    customs.set(kind, MERGED.includes(kind) ? { ...customs.get(kind), ...things } : things);
  }
  return {
    ...state,
    persistentSettings: global.persistentSettings as ClusterState["persistentSettings"],
    customs: Object.fromEntries(customs),
  };
}
