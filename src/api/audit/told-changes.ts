/** What callers change in the cluster state and in the sets of synonyms, as events of the audit trail. */
import type { ChangeListener } from "../../cluster/cluster-change.ts";
import { systemClock } from "../../core/clock.ts";
import type { EventSink } from "../../identity/event-sink.ts";

/** Tells the trail; what the server changes by itself is not told. */
export function tellTrail(trail: EventSink): ChangeListener {
  return (events, source) => {
    if (source === "server") return;
    for (const { action, model, name, part } of events) {
      trail.record({
        action: `model_${action}`,
        app: `wardex.api.${source.operation}`,
        user: source.user,
        context: {
          model: { app: "wardex_cluster", model_name: model, pk: name, name },
          ...(part === undefined ? {} : { changed: part }),
        },
        clientIp: source.address,
        createdMs: systemClock.now(),
      });
    }
  };
}
