/** Opens or closes indices; their shards follow. */
import { updatedIndices, updateIndices } from "../changed-indices.ts";
import type { ClusterChange } from "../cluster-change.ts";
import { checkShardLimit } from "../shard-limit.ts";

export function setIndexState(names: readonly string[], next: "open" | "close"): ClusterChange {
  return {
    task: `${next}-indices [${names.join(", ")}]`,
    apply(state) {
      const changed = updateIndices(state, names, (index) =>
        index.state === next ? index : { ...index, state: next, settingsVersion: index.settingsVersion + 1 },
      );
      checkShardLimit(state, changed);
      return updatedIndices(state, changed, next);
    },
  };
}
