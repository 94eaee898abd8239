/** Parts of the server that keep something in indices of their own, which go into snapshots by their names. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { TASKS_INDEX } from "../cluster/system-indices.ts";
import { illegalArgument } from "../compat/errors.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { nameTable } from "../core/names.ts";
import type { FeatureState } from "./repository/repository-root.ts";

/** Patterns of the indices of each feature. */
const FEATURES = nameTable<readonly string[]>({
  security: [".wardex-identity", ".wardex-events-*"],
  synonyms: [".wardex-synonyms"],
  tasks: [TASKS_INDEX],
});

/** Its indices that are there; undefined where there are none. */
function stateOf(state: ClusterState, feature: string): FeatureState | undefined {
  const patterns = FEATURES[feature] ?? [];
  const indices = Object.values(state.indices)
    .filter(({ system, name }) => system && patterns.some((pattern) => simpleMatch(pattern, name)))
    .map(({ name }) => name);
  return indices.length > 0 ? { feature, indices } : undefined;
}

/** The features that a snapshot is to hold: those asked for, or all of them with the global state. Throws 400. */
export function chosenFeatures(
  state: ClusterState,
  asked: readonly string[] | undefined,
  includeGlobalState: boolean,
): FeatureState[] {
  if (asked?.includes("none") === true) {
    if (asked.length === 1) return [];
    throw illegalArgument(
      `the feature_states value [none] indicates that no feature states should be snapshotted, but other feature states were requested: [${asked.join(", ")}]`,
    );
  }
  const every = asked === undefined || asked.length === 0;
  if (every && !includeGlobalState) return [];
  const names = every ? Object.keys(FEATURES) : Object.keys(FEATURES).filter((name) => asked.includes(name));
  return names.flatMap((name) => stateOf(state, name) ?? []);
}
