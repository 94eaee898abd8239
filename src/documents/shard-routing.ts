/** Which shard of an index a document stands in: Elasticsearch's placement (`IndexRouting`, `Murmur3HashFunction`). */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { routingShards } from "../cluster/routing-shards.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { isTimeSeries } from "../mapping/time-series/index-mode.ts";
import { routingHashOf } from "../mapping/time-series/routing-hash.ts";
import { SERIES_ID_BYTES } from "../mapping/time-series/series-id.ts";
import { routingHash } from "../core/murmur3.ts";
import { isJsonObject } from "../core/json.ts";

/** Places the documents of one index. */
export interface ShardRouting {
  readonly shards: number;
  /** Whether the mapping demands a routing with each operation. */
  readonly required: boolean;
  /** Shard of a document. Throws for a time series where there is a routing, or the id is none of a point. */
  shardOf(id: string, routing: string | undefined): number;
  /** Of an index of time series: the shard of a document that is to be written, by its source. */
  readonly shardOfSource?: (source: Uint8Array, routing: string | undefined) => number;
}

/** Reads number_of_routing_shards, routing_partition_size and `_routing.required` of an index. */
export function shardRouting(metadata: IndexMetadata): ShardRouting {
  const shards = metadata.numberOfShards;
  const slots = routingShards(metadata);
  const partition = Number(metadata.settings["index.routing_partition_size"] ?? 1);
  const factor = slots / shards;
  const routing = metadata.mapping["_routing"];
  if (isTimeSeries(metadata.settings))
    return seriesRouting(metadata, (hash) => Math.floor(floorMod(hash, slots) / factor));
  return {
    shards,
    required: isJsonObject(routing) && (routing["required"] === true || routing["required"] === "true"),
    shardOf(id, value) {
      let hash = routingHash(value ?? id);
      if (partition > 1) hash = (hash + floorMod(routingHash(id), partition)) | 0;
      return Math.floor(floorMod(hash, slots) / factor);
    },
  };
}

/** Points of time series stand where their dimensions say, which their ids begin with. */
function seriesRouting(metadata: IndexMetadata, shardOfHash: (hash: number) => number): ShardRouting {
  const { name, settings, numberOfShards } = metadata;
  const paths = settings["index.routing_path"];
  const routingPath = typeof paths === "string" ? paths.split(",") : (paths ?? []);
  const withoutRouting = (routing: string | undefined): void => {
    if (routing !== undefined) throw notInSeries(name, "specifying routing");
  };
  return {
    shards: numberOfShards,
    required: false,
    shardOf(id, routing) {
      withoutRouting(routing);
      const bytes = /^[\w-]*$/.test(id) ? Buffer.from(id, "base64url") : Buffer.alloc(0);
      if (bytes.length !== SERIES_ID_BYTES)
        throw new RequestError(
          404,
          "resource_not_found_exception",
          `invalid id [${id}] for index [${name}] in time_series mode`,
        );
      return shardOfHash(bytes.readInt32LE(0));
    },
    shardOfSource(source, routing) {
      withoutRouting(routing);
      return shardOfHash(routingHashOf(source, routingPath));
    },
  };
}

/** 400 for what cannot be done to an index of time series. */
export function notInSeries(index: string, what: string): RequestError {
  return illegalArgument(`${what} is not supported because the destination index [${index}] is in time_series mode`);
}

function floorMod(value: number, divisor: number): number {
  const rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}
