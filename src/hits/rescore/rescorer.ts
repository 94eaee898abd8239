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
  /** Returns the rescorer of one shard, given the planned query. */
  onShard(options: RescorerOptions, plan: Plan): Rescorer;
}

/** The settings in the body of a rescorer other than its query, as its kind reads them. */
export type RescorerOptions = Readonly<Record<string, number | string>>;

/** A rescorer as requested, independent of any index. */
export interface ParsedRescorer {
  /** The query that it scores with; parsed per index. */
  readonly query: Json;
  readonly options: RescorerOptions;
}

/** One entry of `rescore`. Plain data, so that it can be sent to another thread. */
export interface RescoreSpec extends ParsedRescorer {
  /** Name of the rescorer kind. */
  readonly kind: string;
  /** Number of best hits per shard that are rescored. */
  readonly windowSize: number;
}

/** Rescores the best hits of a shard, between the query phase and the merge of the shards. */
export interface Rescorer {
  readonly plan: Plan;
  /**
   * Returns the hits in their new order. The first `scores.length` of them have new scores of the plan; NaN where it
   * does not match.
   */
  rescore(hits: readonly ShardHit[], scores: Float64Array): ShardHit[];
  /** Explains the score of a hit, given the explanation of the previous score. */
  explain(before: Explanation, reader: SegmentReader, hit: ShardHit): Explanation;
}
