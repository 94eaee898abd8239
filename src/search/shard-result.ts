/** What the shards of a search answer, as plain data: it may come from this thread, another one, or elsewhere. */
import type { ChildPartials } from "../aggregation/aggregation-kind.ts";
import type { ProfiledAggregation } from "../aggregation/tree/profiled-collectors.ts";
import type { Measured } from "../core/measured.ts";
import type { PortableError } from "../compat/errors.ts";
import type { ShardHit } from "../hits/collect/shard-hit.ts";
import type { SuggestedEntry } from "../hits/suggest/suggester.ts";

/** One state of one shard. */
export interface ShardReference {
  readonly index: string;
  readonly uuid: string;
  readonly shard: number;
  /** The node that it is on, and the cluster, where that is another one. */
  readonly elsewhere?: { readonly node: string; readonly cluster: string };
  /** The state that was searched; undefined: the shard was not there. */
  readonly generation: number | undefined;
}

/** What matches on one shard. */
export interface ShardMatches {
  readonly hits: readonly ShardHit[];
  /** Matching documents as far as they were counted. */
  readonly total: number;
  /** Whether there may be more than `total`. */
  readonly more: boolean;
  /** NaN when unknown. */
  readonly maxScore: number;
  /** Partial results in the order of the aggregations. */
  readonly aggregations: ChildPartials;
  readonly terminatedEarly: boolean;
  readonly timedOut: boolean;
}

/** What one shard found, or why it found nothing. */
export type ShardResult =
  | {
      readonly shard: ShardReference;
      readonly matches: ShardMatches;
      /** The entries of each suggestion of the request, in their order. */
      readonly suggestions: readonly (readonly SuggestedEntry[])[];
      readonly profile: ShardProfile | undefined;
    }
  | { readonly shard: ShardReference; readonly error: PortableError };

/** Where the time of a search went on a shard; times in nanoseconds. */
export interface ShardProfile {
  /** That of the request is the last. */
  readonly queries: readonly ProfiledNode[];
  readonly rewriteNanos: number;
  /** Vectors that were compared; undefined: the query compares none. */
  readonly vectorOperations: number | undefined;
  /** What kept the hits. */
  readonly hits: { readonly name: string; readonly reason: string; readonly nanos: number };
  /** The aggregations that were collected, and how long they took documents. */
  readonly aggregations: readonly ProfiledAggregation[];
  readonly aggregationNanos: number;
  /** What the statistics of all shards took on this one; undefined: none were asked for. */
  readonly statistics: ProfiledStatistics | undefined;
}

export interface ProfiledStatistics {
  readonly createWeightNanos: number;
  readonly terms: Measured;
  readonly fields: Measured;
}

/** A node of a profiled query. */
export interface ProfiledNode {
  readonly type: string;
  readonly description: string;
  readonly nanos: number;
  readonly breakdown: Readonly<Record<string, number>>;
  readonly children: readonly ProfiledNode[];
}

/** A hit of a request, before anything of it is fetched. */
export interface HitReference {
  readonly shard: ShardReference;
  readonly hit: ShardHit;
}
