/** Health of indices: green with all copies, yellow with all primaries, red otherwise. */
import type { IndexMetadata, ShardCopy } from "../../cluster/cluster-state.ts";
import { ownOf } from "../../core/names.ts";
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
  /** Copies without a node, the primary too. */
  readonly unassigned: number;
  /** Copies beside the primary that have a node. */
  readonly replicas: { readonly active: number; readonly initializing: number };
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
    judged(services, metadata, (shard) => ({
      known: services.shards.state(metadata.uuid, shard),
      stats: undefined,
    })),
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
    judged(services, metadata, (shard) => {
      const found = byShard.get(`${metadata.name}\n${shard}`);
      const counted = found && { ...found, caches: caches.of(metadata.uuid, shard) };
      return { known: found?.state ?? "UNASSIGNED", stats: counted };
    }),
  );
}

/** What is known of a primary. */
interface KnownPrimary {
  readonly known: ShardStats["state"];
  readonly stats: CountedShard | undefined;
}

function judged(
  { cluster: { state } }: Services,
  metadata: IndexMetadata,
  primaryOf: (shard: number) => KnownPrimary,
): IndexHealth {
  const routing = ownOf(state.routing ?? {}, metadata.uuid);
  const shards = Array.from({ length: metadata.numberOfShards }, (_, shard) =>
    shardHealth(metadata, shard, primaryOf(shard), routing?.[shard]?.replicas ?? []),
  );
  return { metadata, status: worst(shards.map(({ status }) => status)), shards };
}

function shardHealth(
  metadata: IndexMetadata,
  shard: number,
  { known, stats }: KnownPrimary,
  replicas: readonly ShardCopy[],
): ShardHealth {
  // A closed index keeps its shards, only nobody reads them.
  const state = metadata.state === "close" ? "STARTED" : known;
  const primaryActive = state === "STARTED";
  const count = (of: ShardCopy["state"]): number => replicas.filter((copy) => copy.state === of).length;
  const [active, starting] = [count("STARTED"), count("INITIALIZING")];
  const unassigned = metadata.numberOfReplicas - active - starting + (state === "UNASSIGNED" ? 1 : 0);
  const status = !primaryActive ? "red" : active < metadata.numberOfReplicas ? "yellow" : "green";
  const initializing = state === "INITIALIZING";
  return {
    shard,
    status,
    primaryActive,
    initializing,
    unassigned,
    replicas: { active, initializing: starting },
    stats,
  };
}

/** The worst of some; green when there are none. */
export function worst(statuses: readonly HealthStatus[]): HealthStatus {
  return HEALTH_ORDER[Math.max(0, ...statuses.map((status) => HEALTH_ORDER.indexOf(status)))] ?? "green";
}

/** Counts over shards as health answers show them. */
export function shardCounts(shards: readonly ShardHealth[]): {
  active: number;
  activePrimaries: number;
  initializing: number;
  unassigned: number;
  unassignedPrimaries: number;
} {
  const count = (test: (shard: ShardHealth) => boolean): number => shards.filter(test).length;
  const inReplicas = (part: "active" | "initializing"): number =>
    shards.reduce((total, { replicas }) => total + replicas[part], 0);
  const activePrimaries = count((shard) => shard.primaryActive);
  return {
    active: activePrimaries + inReplicas("active"),
    activePrimaries,
    initializing: count((shard) => shard.initializing) + inReplicas("initializing"),
    unassigned: shards.reduce((sum, shard) => sum + shard.unassigned, 0),
    unassignedPrimaries: count((shard) => !shard.primaryActive && !shard.initializing),
  };
}
