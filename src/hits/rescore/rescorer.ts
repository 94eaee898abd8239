/** The interface of a rescorer: one documented name, one file, one line in `rescorers.ts`. */
import type { RequestText } from "../../compat/request-text.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Explanation, Plan } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { ShardHit } from "../collect/shard-hit.ts";

/** A documented rescorer. */
export interface RescorerKind {
  readonly name: string;
  /** Reads its body. Throws RequestError 400. */
  parse(request: RequestText, body: JsonObject): ParsedRescorer;
}

/** A rescorer as a request asks for it, before any index is looked at. */
export interface ParsedRescorer {
  /** The query that it scores with; parsed once for each index. */
  readonly query: Json;
  /** The rescorer of one shard, for which the query is planned. */
  onShard(plan: Plan): Rescorer;
}

/** One entry of `rescore`. */
export interface RescoreOption extends ParsedRescorer {
  /** So many of the best hits of a shard are scored again. */
  readonly windowSize: number;
}

/** Scores the best hits of a shard again, between the query phase and the merge of the shards. */
export interface Rescorer {
  readonly plan: Plan;
  /**
   * Hits in their new order. The first ones, `scores.length` of them, have new scores of the plan; NaN where it does
   * not match.
   */
  rescore(hits: readonly ShardHit[], scores: Float64Array): ShardHit[];
  /** How the score of a hit came about, from what explains the score before. */
  explain(before: Explanation, reader: SegmentReader, hit: ShardHit): Explanation;
}
