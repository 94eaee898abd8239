/** Puts an index in the place that another one has in a data stream. */
import { presentIndex, updatedIndices } from "../changed-indices.ts";
import { type ClusterChange, unchanged } from "../cluster-change.ts";
import { DATA_STREAMS, dataStreamOf, storedDataStream } from "../data-streams/data-stream.ts";
import { withCustom } from "./put-custom.ts";

/** The index that loses its place stays, without the aliases of the stream. */
export function replaceBackingIndex(streamName: string, before: string, after: string): ClusterChange {
  return {
    task: `replace-backing-index [${before}], [${after}]`,
    apply(state) {
      const stream = dataStreamOf(state, streamName);
      if (!stream?.indices.includes(before)) return unchanged(state);
      const [old, next] = [presentIndex(state, before), presentIndex(state, after)];
      const indices = stream.indices.map((name) => (name === before ? after : name));
      const changed = updatedIndices(
        state,
        [
          { ...old, aliases: {}, aliasesVersion: old.aliasesVersion + 1 },
          { ...next, aliases: old.aliases, aliasesVersion: next.aliasesVersion + 1 },
        ],
        "aliases",
      );
      const grown = storedDataStream({ ...stream, indices, generation: stream.generation + 1 });
      const stored = withCustom(changed.state, DATA_STREAMS, streamName, grown);
      return { state: stored.state, events: [...changed.events, ...stored.events] };
    },
  };
}
