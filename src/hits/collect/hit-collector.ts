/** The interface of what keeps hits of a shard: one way of keeping them, one file, chosen by `collector-for.ts`. */
import type { Run } from "../../query/execution/bulk.ts";
import type { Operator, OperatorContext } from "../../query/operator.ts";
import type { Plan } from "../../query/query.ts";
import type { SortKey, SortValue } from "../sort/sort-key.ts";
import type { ShardHit } from "./shard-hit.ts";

/** Which hits are wanted. */
export interface CollectTask {
  /** Empty: by relevance. */
  readonly keys: readonly SortKey[];
  /** Hits lie behind this (`search_after`). */
  readonly after: readonly SortValue[] | undefined;
  /** Most hits that are kept. */
  readonly limit: number;
  /** Whether hits have scores though nothing sorts by them. */
  readonly trackScores: boolean;
}

/** A segment whose documents are collected. */
export interface CollectedSegment {
  /** Number of the segment in the searcher. */
  readonly number: number;
  /** Documents in the segments before this one. */
  readonly docBase: number;
  readonly context: OperatorContext;
  /** Whether documents come with scores, because the collector or somebody else asked for them. */
  readonly scored: boolean;
}

/** The matches of a segment that a collector is to find by itself. */
export interface SegmentMatches extends CollectedSegment {
  readonly operator: Operator;
  /** That of the operator. */
  readonly plan: Plan;
  /** Live documents; undefined: all. */
  readonly live: Uint32Array | undefined;
  /** Matches may be passed over uncounted once more hits than this are known; Infinity: all are counted. */
  readonly totalHitsThreshold: number;
  /** Hits of the segments before. */
  readonly hitsSoFar: number;
}

/** Matches that were counted, and whether there may be more. */
export interface SegmentHits {
  readonly hits: number;
  readonly more: boolean;
}

/**
 * Keeps hits of a shard, segment by segment. Either `collectSegment` finds the matches of a segment, or they are
 * brought: `beginSegment`, then `collect` for each window, then `endSegment`.
 */
export interface HitCollector {
  /** Whether documents must come with scores. */
  readonly needsScores: boolean;
  /** The hits kept so far, in their order, after each `endSegment`. */
  readonly hits: readonly ShardHit[];
  /** Highest score of all documents that were collected with scores; NaN: not known. */
  readonly maxScore: number;
  beginSegment(segment: CollectedSegment): void;
  /**
   * Takes `count` documents of a window, ascending. The arrays are used again; `scores` has no meaning unless the
   * segment is scored.
   */
  collect(docs: Uint32Array, scores: Float32Array, count: number): void;
  endSegment(): void;
  /**
   * Collects a segment where nobody else looks at its documents, passing over those that cannot get in; `endSegment`
   * follows. Undefined: the collector wants to be brought all of them.
   */
  collectSegment(matches: SegmentMatches): Run<SegmentHits> | undefined;
}
