/**
 * What main knows of each shard by itself: open, on its way, failed. Health is answered from here, at once, however
 * busy the indexing thread is.
 */
import type { ShardStates } from "../api/operation.ts";

/** See the file comment. */
export class ShardStatesBoard implements ShardStates {
  readonly #states = new Map<string, Map<number, "STARTED" | "UNASSIGNED">>();
  /** Indices whose analyzers cannot be made. */
  readonly #unusable = new Set<string>();

  state(uuid: string, shard: number): "STARTED" | "INITIALIZING" | "UNASSIGNED" {
    if (this.#unusable.has(uuid)) return "UNASSIGNED";
    return this.#states.get(uuid)?.get(shard) ?? "INITIALIZING";
  }

  /** A shard has published what can be searched. */
  started(uuid: string, shard: number): void {
    this.#shards(uuid).set(shard, "STARTED");
  }

  failed(uuid: string, shard: number): void {
    this.#shards(uuid).set(shard, "UNASSIGNED");
  }

  /** Whether the analyzers of an index can be made. Elasticsearch does not open its shards without them. */
  analyzes(uuid: string, can: boolean): void {
    if (can) this.#unusable.delete(uuid);
    else this.#unusable.add(uuid);
  }

  forget(uuid: string): void {
    this.#unusable.delete(uuid);
    this.#states.delete(uuid);
  }

  #shards(uuid: string): Map<number, "STARTED" | "UNASSIGNED"> {
    let shards = this.#states.get(uuid);
    if (!shards) this.#states.set(uuid, (shards = new Map()));
    return shards;
  }
}
