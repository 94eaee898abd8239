/** The difference between two cluster states, so that a small change is written as a small record. Plain data. */
import type { JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import type { ClusterNode, ClusterState, IndexMetadata, ShardRouting } from "./cluster-state.ts";

/** Names with their new values; null: removed. Pairs instead of keys, since a name may be any text. */
type Changed<Value> = readonly (readonly [string, Value | null])[];

export interface ClusterStateChange {
  readonly version: number;
  readonly indices: Changed<IndexMetadata>;
  /** Objects by kind; null: the kind is removed. */
  readonly customs: readonly (readonly [string, Changed<JsonObject> | null])[];
  /** As a whole if changed. */
  readonly persistentSettings?: ClusterState["persistentSettings"];
  readonly clusterName?: string;
  readonly clusterUuid?: string;
  readonly nodes?: Changed<ClusterNode>;
  readonly routing?: Changed<readonly ShardRouting[]>;
}

/** The change from one state to another; parts that are the same object are not compared further. */
export function changeBetween(before: ClusterState, after: ClusterState): ClusterStateChange {
  return {
    version: after.version,
    indices: changedNames(before.indices, after.indices),
    customs: changedNames(before.customs, after.customs).map(([kind, things]) => [
      kind,
      things && changedNames(ownOf(before.customs, kind) ?? {}, things),
    ]),
    ...(before.persistentSettings === after.persistentSettings ? {} : { persistentSettings: after.persistentSettings }),
    ...(before.clusterName === after.clusterName ? {} : { clusterName: after.clusterName }),
    ...(before.clusterUuid === after.clusterUuid ? {} : { clusterUuid: after.clusterUuid }),
    ...(before.nodes === after.nodes ? {} : { nodes: changedNames(before.nodes ?? {}, after.nodes ?? {}) }),
    ...(before.routing === after.routing ? {} : { routing: changedNames(before.routing ?? {}, after.routing ?? {}) }),
  };
}

/** The state after some changes, applied in order. */
export function withChanges(state: ClusterState, changes: readonly ClusterStateChange[]): ClusterState {
  const indices = new Map(Object.entries(state.indices));
  const customs = new Map(
    Object.entries(state.customs).map(([kind, things]) => [kind, new Map(Object.entries(things))]),
  );
  let next = state;
  for (const change of changes) {
    for (const [name, index] of change.indices) put(indices, name, index);
    for (const [kind, things] of change.customs) {
      if (things === null) customs.delete(kind);
      else {
        const known = customs.get(kind) ?? new Map<string, JsonObject>();
        for (const [name, thing] of things) put(known, name, thing);
        customs.set(kind, known);
      }
    }
    const {
      version,
      persistentSettings = next.persistentSettings,
      clusterName = next.clusterName,
      clusterUuid = next.clusterUuid,
    } = change;
    next = { ...next, version, persistentSettings, clusterName, clusterUuid };
    if (change.nodes) next = { ...next, nodes: withChanged(next.nodes, change.nodes) };
    if (change.routing) next = { ...next, routing: withChanged(next.routing, change.routing) };
  }
  return {
    ...next,
    indices: Object.fromEntries(indices),
    customs: Object.fromEntries([...customs].map(([kind, things]) => [kind, Object.fromEntries(things)])),
  };
}

function withChanged<Value>(
  before: Readonly<Record<string, Value>> = {},
  changes: Changed<Value>,
): Readonly<Record<string, Value>> {
  const values = new Map(Object.entries(before));
  for (const [name, value] of changes) put(values, name, value);
  return Object.fromEntries(values);
}

function put<Value>(values: Map<string, Value>, name: string, value: Value | null): void {
  if (value === null) values.delete(name);
  else values.set(name, value);
}

function changedNames<Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): Changed<Value> {
  if (before === after) return [];
  const changed: (readonly [string, Value | null])[] = [];
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) changed.push([name, null]);
  for (const name of Object.keys(after)) {
    const value = ownOf(after, name);
    if (value !== undefined && ownOf(before, name) !== value) changed.push([name, value]);
  }
  return changed;
}
