/** Removes data streams with all their indices. */
import { ownOf } from "../../core/names.ts";
import { withoutIndices } from "../changed-indices.ts";
import { type ClusterChange, type ClusterEvent, unchanged } from "../cluster-change.ts";
import { DATA_STREAMS, dataStreamMissing, dataStreamOf } from "../data-streams/data-stream.ts";
import { withCustom } from "./put-custom.ts";

export function deleteDataStreams(names: readonly string[]): ClusterChange {
  return {
    task: `remove-data-stream [${names.join(",")}]`,
    apply(state) {
      if (names.length === 0) return unchanged(state);
      let next = state;
      const events: ClusterEvent[] = [];
      for (const name of new Set(names)) {
        const stream = dataStreamOf(next, name);
        if (!stream) throw dataStreamMissing(name);
        const gone = stream.indices.filter((index) => ownOf(next.indices, index));
        const changed = withCustom(withoutIndices(next, gone), DATA_STREAMS, name, null);
        next = changed.state;
        events.push(...gone.map((index): ClusterEvent => ({ action: "deleted", model: "index", name: index })));
        events.push(...changed.events);
      }
      return { state: next, events };
    },
  };
}
