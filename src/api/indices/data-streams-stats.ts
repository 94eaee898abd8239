/** `indices.data_streams_stats`: how large data streams are, and how late their latest document. */
import { ownOf } from "../../core/names.ts";
import { humanBytes } from "../../compat/human-size.ts";
import type { Operation } from "../operation.ts";
import { maximumTimestamps } from "../requests/maximum-timestamps.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const dataStreamsStats: Operation = {
  name: "indices.data_streams_stats",
  actions: ["indices:monitor/data_stream/stats"],
  indexNames: ["name"],

  async handle(request, services) {
    const { human } = request.render;
    const { state } = services.cluster;
    const streams = chosenStreams(request, services, "monitor");
    const indices = streams.flatMap((stream) => stream.indices.flatMap((name) => ownOf(state.indices, name) ?? []));
    const shards = indices.length === 0 ? [] : await services.documents.stats(indices.map(({ uuid }) => uuid));
    const bytesOf = (names: readonly string[]): number =>
      shards.reduce((sum, shard) => sum + (names.includes(shard.index) ? shard.storeBytes : 0), 0);
    const latest = await maximumTimestamps(services, streams);
    const rows = streams.map(({ name, indices: backing }) => {
      const bytes = bytesOf(backing);
      return {
        data_stream: name,
        backing_indices: backing.length,
        ...(human ? { store_size: humanBytes(bytes) } : {}),
        store_size_bytes: bytes,
        maximum_timestamp: latest.get(name) ?? 0,
      };
    });
    const total = rows.reduce((sum, row) => sum + row.store_size_bytes, 0);
    const copies = indices.reduce((sum, index) => sum + index.numberOfShards * (1 + index.numberOfReplicas), 0);
    return {
      status: 200,
      body: {
        _shards: { total: copies, successful: shards.length, failed: 0 },
        data_stream_count: streams.length,
        backing_indices: indices.length,
        ...(human ? { total_store_size: humanBytes(total) } : {}),
        total_store_size_bytes: total,
        data_streams: rows,
      },
    };
  },
};
