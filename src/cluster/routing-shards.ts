/** How many hash slots the documents of an index are placed by: what it can be split into. */
import type { IndexMetadata } from "./cluster-state.ts";

// An index can be split by two until it has about this many shards
// (`MetadataCreateIndexService.calculateNumRoutingShards`).
const MAXIMUM_SPLITS_LOG2 = 10;

/** Number of hash slots when the index sets none. */
export function defaultRoutingShards(shards: number): number {
  const log2 = 32 - Math.clz32(shards - 1);
  return shards * 2 ** Math.max(1, MAXIMUM_SPLITS_LOG2 - log2);
}

/** Number of hash slots of an index: its own, or those of the index that it was made from. */
export function routingShards({ numberOfShards, numberOfRoutingShards, settings }: IndexMetadata): number {
  const slots = numberOfRoutingShards ?? settings["index.number_of_routing_shards"];
  return slots === undefined ? defaultRoutingShards(numberOfShards) : Number(slots);
}
