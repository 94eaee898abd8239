/**
 * The functions of a `function_score` (Elasticsearch's `ScoreFunction`). One kind of function is one file of
 * `functions/` and one line of `read-functions.ts`.
 */
import type { JsonObject } from "../../core/json.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Explanation, SearcherView } from "../query.ts";

/** A documented kind of function. */
export interface ScoreFunctionKind {
  readonly name: string;
  /** Reads the body under the name. Throws RequestError 400 for what it does not know. */
  read(body: JsonObject): FunctionBody;
}

/** A function as the request has it. */
export interface FunctionBody {
  /** Looks up its field. Throws RequestError when the field does not fit. */
  on(searcher: SearcherView): ScoreFunction;
}

/** A function on an index. */
export interface ScoreFunction {
  /** Elasticsearch's class name. */
  readonly type: string;
  /** Identifies it: equal keys mean equal values. */
  readonly key: string;
  /** Whether it reads the score of the query. */
  readonly needsScores: boolean;
  /** The share it has in an average. */
  readonly weight: number;
  open(segment: SegmentReader): SegmentFunction;
}

/** A function on one segment. */
export interface SegmentFunction {
  /** In double. `score` is that of the query, a float32. Documents ascend, except in explanations. */
  value(doc: number, score: number): number;
  /** The same for ascending documents at once; absent where the function reads scores or is seldom used. */
  readonly values?: (docs: Uint32Array, count: number, into: Float64Array) => void;
  explain(doc: number, score: Explanation): Explanation;
}
