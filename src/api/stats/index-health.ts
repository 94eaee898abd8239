/**
 * Health of indices: green with all copies, yellow with all primaries, red otherwise. There is one copy of each shard:
 * the primary.
 */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { ShardStats } from "../../documents/documents.ts";
import type { CacheCounts } from "../../search/executor/cache-counts.ts";
import type { Services } from "../operation.ts";

export type HealthStatus = "green" | "yellow" | "red";

/** From best to worst. */
export const HEALTH_ORDER: readonly HealthStatus[] = ["green", "yellow", "red"];

/** One shard: its primary and the copies that are wanted beside it. */
export interface ShardHealth {
  readonly shard: number;
  readonly status: HealthStatus;
  readonly primaryActive: boolean;
  readonly initializing: boolean;
  readonly unassigned: number;
  readonly stats: CountedShard | undefined;
}

/** What the write side knows of a shard, and what the caches of searches did on it. */
export interface CountedShard extends ShardStats {
  readonly caches: CacheCounts;
}

/** One index with its shards in order. */
export interface IndexHealth {
  readonly metadata: IndexMetadata;
  readonly status: HealthStatus;
  readonly shards: readonly ShardHealth[];
}

/** Judges the shards of some indices, at once. */
export function indexHealth(services: Services, indices: readonly IndexMetadata[]): IndexHealth[] {
  return indices.map((metadata) =>
    judged(metadata, (shard) => shardHealth(metadata, shard, services.shards.state(metadata.uuid, shard), undefined)),
  );
}

/** Asks for the statistics of some indices' shards and judges them, which takes its turn behind the writes. */
export async function indexHealthWithStats(
  services: Services,
  indices: readonly IndexMetadata[],
): Promise<IndexHealth[]> {
  if (indices.length === 0) return [];
  const [stats, caches] = await Promise.all([
    services.documents.stats(indices.map(({ uuid }) => uuid)),
    services.cacheCounts(),
  ]);
  const byShard = new Map(stats.map((shard) => [`${shard.index}\n${shard.shard}`, shard]));
  return indices.map((metadata) =>
    judged(metadata, (shard) => {
      const found = byShard.get(`${metadata.name}\n${shard}`);
      const counted = found && { ...found, caches: caches.of(metadata.uuid, shard) };
      return shardHealth(metadata, shard, found?.state ?? "UNASSIGNED", counted);
    }),
  );
}

function judged(metadata: IndexMetadata, health: (shard: number) => ShardHealth): IndexHealth {
  const shards = Array.from({ length: metadata.numberOfShards }, (_, shard) => health(shard));
  return { metadata, status: worst(shards.map(({ status }) => status)), shards };
}

function shardHealth(
  metadata: IndexMetadata,
  shard: number,
  known: ShardStats["state"],
  stats: CountedShard | undefined,
): ShardHealth {
  // A closed index keeps its shards, only nobody reads them.
  const state = metadata.state === "close" ? "STARTED" : known;
  const primaryActive = state === "STARTED";
  const unassigned = metadata.numberOfReplicas + (state === "UNASSIGNED" ? 1 : 0);
  const status = !primaryActive ? "red" : metadata.numberOfReplicas > 0 ? "yellow" : "green";
  return { shard, status, primaryActive, initializing: state === "INITIALIZING", unassigned, stats };
}

/** The worst of some; green when there are none. */
export function worst(statuses: readonly HealthStatus[]): HealthStatus {
  return HEALTH_ORDER[Math.max(0, ...statuses.map((status) => HEALTH_ORDER.indexOf(status)))] ?? "green";
}

/** Counts over shards as health answers show them. */
export function shardCounts(shards: readonly ShardHealth[]): {
  active: number;
  initializing: number;
  unassigned: number;
  unassignedPrimaries: number;
} {
  const count = (test: (shard: ShardHealth) => boolean): number => shards.filter(test).length;
  return {
    active: count((shard) => shard.primaryActive),
    initializing: count((shard) => shard.initializing),
    unassigned: shards.reduce((sum, shard) => sum + shard.unassigned, 0),
    unassignedPrimaries: count((shard) => !shard.primaryActive && !shard.initializing),
  };
}
