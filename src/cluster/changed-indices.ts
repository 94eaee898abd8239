/** Adds, replaces and removes indices in a state. */
import { ownOf, put } from "../core/names.ts";
import type { Changed, ClusterEvent } from "./cluster-change.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import { indexNotFound } from "./index-expressions.ts";
import { tableChanged } from "./index-table.ts";

/** The index with this name; throws index_not_found_exception (404). */
export function presentIndex(state: ClusterState, name: string): IndexMetadata {
  const index = ownOf(state.indices, name);
  if (!index) throw indexNotFound(name);
  return index;
}

/** The state with these indices added or replaced. */
export function withIndices(state: ClusterState, changed: readonly IndexMetadata[]): ClusterState {
  if (changed.length === 0) return state;
  const indices = { ...state.indices };
  for (const index of changed) put(indices, index.name, index);
  tableChanged(
    state.indices,
    indices,
    changed.map(({ name }) => name),
  );
  return { ...state, indices };
}

/** The state without some indices. */
export function withoutIndices(state: ClusterState, names: readonly string[]): ClusterState {
  const indices = { ...state.indices };
  for (const name of names) delete indices[name];
  tableChanged(state.indices, indices, names);
  return { ...state, indices };
}

/** Replaces indices and makes an event for each, in the given order; `part` names what has changed. */
export function updatedIndices(state: ClusterState, changed: readonly IndexMetadata[], part: string): Changed {
  const events = changed.map(({ name }): ClusterEvent => ({ action: "updated", model: "index", name, part }));
  return { state: withIndices(state, changed), events };
}

/** Updates some indices; those that `update` returns as the same object are unchanged. */
export function updateIndices(
  state: ClusterState,
  names: readonly string[],
  update: (index: IndexMetadata) => IndexMetadata,
): IndexMetadata[] {
  const changed: IndexMetadata[] = [];
  for (const name of new Set(names)) {
    const before = presentIndex(state, name);
    const after = update(before);
    if (after !== before) changed.push(after);
  }
  return changed;
}
