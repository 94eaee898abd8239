/** Gives data streams a lifecycle, or takes it from them (null). */
import type { JsonObject } from "../../core/json.ts";
import type { ClusterChange, ClusterEvent } from "../cluster-change.ts";
import { DATA_STREAMS, dataStreamMissing, dataStreamOf, storedDataStream } from "../data-streams/data-stream.ts";
import { withCustom } from "./put-custom.ts";

export function putDataLifecycle(names: readonly string[], lifecycle: JsonObject | null): ClusterChange {
  return {
    task: `${lifecycle ? "set" : "remove"}-lifecycle [${names.join(",")}]`,
    apply(state) {
      let next = state;
      const events: ClusterEvent[] = [];
      for (const name of new Set(names)) {
        const stream = dataStreamOf(next, name);
        if (!stream) throw dataStreamMissing(name);
        const stored = storedDataStream({ ...stream, lifecycle: lifecycle ?? undefined });
        const changed = withCustom(next, DATA_STREAMS, name, stored);
        next = changed.state;
        events.push(...changed.events);
      }
      return { state: next, events };
    },
  };
}
