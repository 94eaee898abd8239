/** A node has become master; without effect for one that is not in the state. */
import { ownOf } from "../../core/names.ts";
import { type ClusterChange, unchanged } from "../cluster-change.ts";

export function electMaster(node: string): ClusterChange {
  return {
    task: `elected-as-master [${node}]`,
    apply(state) {
      if (state.master === node || !ownOf(state.nodes ?? {}, node)) return unchanged(state);
      return { state: { ...state, master: node }, events: [] };
    },
  };
}
