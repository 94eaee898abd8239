/** Which shard of an index a document stands in: Elasticsearch's placement (`IndexRouting`, `Murmur3HashFunction`). */
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { routingShards } from "../cluster/routing-shards.ts";
import { routingHash } from "../core/murmur3.ts";
import { isJsonObject } from "../core/json.ts";

/** Places the documents of one index. */
export interface ShardRouting {
  readonly shards: number;
  /** Whether the mapping demands a routing with each operation. */
  readonly required: boolean;
  /** Shard of a document. */
  shardOf(id: string, routing: string | undefined): number;
}

/** Reads number_of_routing_shards, routing_partition_size and `_routing.required` of an index. */
export function shardRouting(metadata: IndexMetadata): ShardRouting {
  const shards = metadata.numberOfShards;
  const slots = routingShards(metadata);
  const partition = Number(metadata.settings["index.routing_partition_size"] ?? 1);
  const factor = slots / shards;
  const routing = metadata.mapping["_routing"];
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

function floorMod(value: number, divisor: number): number {
  const rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}
