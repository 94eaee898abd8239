/** Whether the shards of an index are there, as operations that open one answer it (`shards_acknowledged`). */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { Services } from "../operation.ts";

/** `wanted`: how many copies of each shard were asked for. One is all there can be; none that failed. */
export function shardsAcknowledged(
  services: Services,
  { uuid, numberOfShards, numberOfReplicas }: IndexMetadata,
  wanted: number | "all",
): boolean {
  const needed = wanted === "all" ? 1 + numberOfReplicas : wanted;
  if (needed !== 1) return needed === 0;
  return Array.from({ length: numberOfShards }, (_, shard) => services.shards.state(uuid, shard)).every(
    (state) => state !== "UNASSIGNED",
  );
}
