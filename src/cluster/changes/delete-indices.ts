/** Deletes indices with all their data. */
import { presentIndex, withoutIndices } from "../changed-indices.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { type Changed, type ClusterChange, type ClusterEvent, unchanged } from "../cluster-change.ts";
import type { ClusterState, IndexMetadata } from "../cluster-state.ts";
import { DATA_STREAMS, dataStreamOf, storedDataStream, streamOf, takesWrites } from "../data-streams/data-stream.ts";
import { withCustom } from "./put-custom.ts";

/** The data stream of an index without it; throws 400 for the one that takes the writes. */
function withoutBacking(state: ClusterState, index: IndexMetadata, name: string): Changed {
  if (takesWrites(index))
    throw illegalArgument(`index [${index.name}] is the write index for data stream [${name}] and cannot be deleted`);
  const stream = dataStreamOf(state, name);
  if (!stream) return unchanged(state);
  const indices = stream.indices.filter((other) => other !== index.name);
  return withCustom(state, DATA_STREAMS, name, storedDataStream({ ...stream, indices }));
}

export function deleteIndices(names: readonly string[]): ClusterChange {
  return {
    task: `delete-index [${names.join(", ")}]`,
    apply(state) {
      if (names.length === 0) return unchanged(state);
      const gone = [...new Set(names)];
      const events = gone.map((name): ClusterEvent => ({ action: "deleted", model: "index", name }));
      let next = withoutIndices(state, gone);
      for (const name of gone) {
        const stream = streamOf(presentIndex(state, name));
        if (stream === undefined) continue;
        const changed = withoutBacking(next, presentIndex(state, name), stream);
        next = changed.state;
        if (!events.some((event) => event.model === DATA_STREAMS && event.name === stream))
          events.push(...changed.events);
      }
      return { state: next, events };
    },
  };
}
