/** `indices.get_data_lifecycle_stats`: when lifecycles of data streams ran last, and which indices they manage. */
import { dataStreams } from "../../cluster/data-streams/data-stream.ts";
import type { Operation } from "../operation.ts";
import { humanized } from "../requests/humanize.ts";

export const getDataLifecycleStats: Operation = {
  name: "indices.get_data_lifecycle_stats",
  actions: ["cluster:monitor/data_stream/lifecycle/stats"],

  handle(request, { cluster, streamLifecycles }) {
    const { durationMs, betweenStartsMs } = streamLifecycles;
    const managed = dataStreams(cluster.state).filter(
      ({ lifecycle }) => lifecycle !== undefined && lifecycle["enabled"] !== false,
    );
    const body = {
      ...(durationMs === undefined ? {} : { last_run_duration_in_millis: durationMs }),
      ...(betweenStartsMs === undefined ? {} : { time_between_starts_in_millis: betweenStartsMs }),
      data_stream_count: managed.length,
      data_streams: managed.map(({ name, indices }) => ({
        name,
        backing_indices_in_total: indices.length,
        backing_indices_in_error: indices.filter((index) => streamLifecycles.hasFailed(index)).length,
      })),
    };
    return { status: 200, body: humanized(body, request.render.human) };
  },
};
