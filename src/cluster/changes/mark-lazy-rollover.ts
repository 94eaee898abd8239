/** Has the next write to a data stream roll it over. */
import { ownOf } from "../../core/names.ts";
import { updatedIndices, updateIndices } from "../changed-indices.ts";
import type { ClusterChange } from "../cluster-change.ts";
import { dataStreamMissing, dataStreamOf } from "../data-streams/data-stream.ts";

export function markLazyRollover(name: string): ClusterChange {
  return {
    task: `lazy-rollover [${name}]`,
    apply(state) {
      const newest = dataStreamOf(state, name)?.indices.at(-1);
      if (newest === undefined) throw dataStreamMissing(name);
      const changed = updateIndices(state, [newest], (index) => {
        const own = ownOf(index.aliases, name);
        if (own?.rolls_over === true) return index;
        const aliases = { ...index.aliases, [name]: { ...own, rolls_over: true } };
        return { ...index, aliases, aliasesVersion: index.aliasesVersion + 1 };
      });
      return updatedIndices(state, changed, "aliases");
    },
  };
}
