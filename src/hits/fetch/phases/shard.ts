/** Where the hit was found: `_shard` and `_node`, rendered with explanations. */
import type { FetchPhase } from "../fetch-phase.ts";

export const shard: FetchPhase = {
  name: "shard",
  prepare({ explain }, { view, nodeId }) {
    if (!explain) return undefined;
    const place = `[${view.index}][${view.shard}]`;
    return (hit) => {
      hit._shard = place;
      hit._node = nodeId;
    };
  },
};
