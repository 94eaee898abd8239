/** Deletes indices with all their data. */
import { presentIndex, withoutIndices } from "../changed-indices.ts";
import { type ClusterChange, type ClusterEvent, unchanged } from "../cluster-change.ts";

export function deleteIndices(names: readonly string[]): ClusterChange {
  return {
    task: `delete-index [${names.join(", ")}]`,
    apply(state) {
      if (names.length === 0) return unchanged(state);
      const gone = [...new Set(names)];
      for (const name of gone) presentIndex(state, name);
      const events = gone.map((name): ClusterEvent => ({ action: "deleted", model: "index", name }));
      return { state: withoutIndices(state, gone), events };
    },
  };
}
