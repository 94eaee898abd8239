/** The interface of hit collectors of a shard: one strategy per file, chosen by `collector-for.ts`. */
import type { Run } from "../../query/execution/bulk.ts";
import type { Operator, OperatorContext } from "../../query/operator.ts";
import type { Plan } from "../../query/query.ts";
import type { SortKey, SortValue } from "../sort/sort-key.ts";
import type { GroupValues } from "./group-values.ts";
import type { ShardHit } from "./shard-hit.ts";

/** Which hits are requested. */
export interface CollectTask {
  /** Empty: sort by relevance. */
  readonly keys: readonly SortKey[];
  /** Hits sort after these values (`search_after`). */
  readonly after: readonly SortValue[] | undefined;
  /** Maximum number of hits kept. */
  readonly limit: number;
  /** Whether hits have scores even if no sort key needs them. */
  readonly trackScores: boolean;
  /** Only the best hit of each group is kept (`collapse`); absent: all. */
  readonly groups?: GroupValues | undefined;
}

/** A segment whose documents are collected. */
export interface CollectedSegment {
  /** Index of the segment in the searcher. */
  readonly number: number;
  /** Number of documents in the segments before this one. */
  readonly docBase: number;
  readonly context: OperatorContext;
  /** Whether documents come with scores, because the collector or another consumer needs them. */
  readonly scored: boolean;
}

/** A segment whose matches the collector finds by itself. */
export interface SegmentMatches extends CollectedSegment {
  readonly operator: Operator;
  /** The operator's plan. */
  readonly plan: Plan;
  /** Live documents; undefined: all. */
  readonly live: Uint32Array | undefined;
  /** Once more hits than this are known, matches may be skipped uncounted; Infinity: all are counted. */
  readonly totalHitsThreshold: number;
  /** Number of hits in the previous segments. */
  readonly hitsSoFar: number;
}

/** Number of counted matches, and whether there may be more. */
export interface SegmentHits {
  readonly hits: number;
  readonly more: boolean;
}

/**
 * Collects the hits of a shard, segment by segment. Either `collectSegment` finds the matches itself, or the caller
 * passes them: `beginSegment`, then `collect` for each window, then `endSegment`.
 */
export interface HitCollector {
  /** Whether documents must come with scores. */
  readonly needsScores: boolean;
  /** The hits kept so far, in order; valid after each `endSegment`. */
  readonly hits: readonly ShardHit[];
  /** Highest score of all documents that were collected with scores; NaN when unknown. */
  readonly maxScore: number;
  beginSegment(segment: CollectedSegment): void;
  /**
   * Takes `count` documents of a window, ascending. The arrays are reused by the caller; `scores` is meaningless unless
   * the segment is scored.
   */
  collect(docs: Uint32Array, scores: Float32Array, count: number): void;
  endSegment(): void;
  /**
   * Collects a segment whose documents nobody else consumes, skipping those that cannot get in; `endSegment` follows.
   * Undefined: the collector needs every match passed to it.
   */
  collectSegment(matches: SegmentMatches): Run<SegmentHits> | undefined;
}
