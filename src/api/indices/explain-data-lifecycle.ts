/** `indices.explain_data_lifecycle`: how far indices of data streams are in their lifecycle. */
import { dataStreamOf, streamOf } from "../../cluster/data-streams/data-stream.ts";
import { rolledOverMs } from "../../cluster/data-streams/lifecycle.ts";
import type { ClusterState, IndexMetadata } from "../../cluster/cluster-state.ts";
import { humanTime } from "../../compat/human-size.ts";
import { systemClock } from "../../core/clock.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { shownLifecycle } from "../requests/render-lifecycle.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { EVERY_INDEX } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const explainDataLifecycle: Operation = {
  name: "indices.explain_data_lifecycle",
  actions: ["indices:admin/data_stream/lifecycle/explain"],

  handle({ parameters, principal }, services) {
    checkTimeouts(parameters);
    const defaults = booleanParameter(parameters, "include_defaults", false);
    const resolved = visibleIndices(services, principal, parameters["index"], EVERY_INDEX, "view_index_metadata");
    const { state } = services.cluster;
    const indices = resolved.map(({ metadata }) => [metadata.name, explained(state, metadata, defaults)]);
    return Promise.resolve({ status: 200, body: { indices: Object.fromEntries(indices) } });
  },
};

function explained(state: ClusterState, index: IndexMetadata, defaults: boolean): object {
  const name = streamOf(index);
  const stream = name === undefined ? undefined : dataStreamOf(state, name);
  const lifecycle = stream?.lifecycle;
  if (!stream || !lifecycle || lifecycle["enabled"] === false)
    return { index: index.name, managed_by_lifecycle: false };
  const nowMs = systemClock.now();
  const rolledMs = rolledOverMs(state, stream, index.name);
  return {
    index: index.name,
    managed_by_lifecycle: true,
    index_creation_date_millis: index.creationDateMs,
    time_since_index_creation: humanTime(nowMs - index.creationDateMs),
    ...(rolledMs === undefined
      ? {}
      : {
          rollover_date_millis: rolledMs,
          time_since_rollover: humanTime(nowMs - rolledMs),
          generation_time: humanTime(nowMs - rolledMs),
        }),
    lifecycle: shownLifecycle(lifecycle, defaults),
  };
}
