/** As many replicas as there are nodes for, of indices that want it so (`index.auto_expand_replicas`). */
import { put } from "../../core/names.ts";
import type { ClusterState, IndexMetadata } from "../cluster-state.ts";
import { parseAutoExpand } from "../setting-values.ts";

/** The state with them; the same object where nothing changes. */
export function expanded(state: ClusterState): ClusterState {
  const nodes = Object.values(state.nodes ?? {}).filter(({ roles }) => roles.some((role) => role.startsWith("data")));
  const changed = Object.entries(state.indices).flatMap(([name, index]): [string, IndexMetadata][] => {
    const wanted = wantedOf(index, nodes.length);
    return wanted === undefined || wanted === index.numberOfReplicas ? [] : [[name, withReplicas(index, wanted)]];
  });
  if (changed.length === 0) return state;
  const indices = { ...state.indices };
  for (const [name, index] of changed) put(indices, name, index);
  return { ...state, indices };
}

function wantedOf({ settings }: IndexMetadata, nodes: number): number | undefined {
  const text = settings["index.auto_expand_replicas"];
  const range = typeof text === "string" ? parseAutoExpand(text) : undefined;
  return range && Math.max(range.minimum, Math.min(range.maximum, nodes - 1));
}

function withReplicas(index: IndexMetadata, numberOfReplicas: number): IndexMetadata {
  const settings = { ...index.settings, "index.number_of_replicas": String(numberOfReplicas) };
  return { ...index, numberOfReplicas, settings, settingsVersion: index.settingsVersion + 1 };
}
