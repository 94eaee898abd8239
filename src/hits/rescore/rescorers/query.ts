/** Combines the score of a hit with that of another query (`QueryRescorer`). */
import { tokenName } from "../../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import type { RequestText } from "../../../compat/request-text.ts";
import { valueText } from "../../../compat/value-text.ts";
import { assert } from "../../../core/assert.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { type NameTable, nameTable, ownOf } from "../../../core/names.ts";
import type { Explanation, Plan } from "../../../query/query.ts";
import { explained, unmatched } from "../../../query/scoring/explanation.ts";
import type { SegmentReader } from "../../../segment/segment-reader.ts";
import type { ShardHit } from "../../collect/shard-hit.ts";
import type { Rescorer, RescorerKind, RescorerOptions } from "../rescorer.ts";

/** A `score_mode`. */
interface ScoreMode {
  /** The word in explanations. */
  readonly word: string;
  combine(primary: number, secondary: number): number;
}

const MODES: NameTable<ScoreMode> = nameTable<ScoreMode>({
  total: { word: "sum", combine: (primary, secondary) => primary + secondary },
  multiply: { word: "product", combine: (primary, secondary) => primary * secondary },
  avg: { word: "avg", combine: (primary, secondary) => Math.fround(primary + secondary) / 2 },
  max: { word: "max", combine: Math.max },
  min: { word: "min", combine: Math.min },
});

interface Combination {
  readonly queryWeight: number;
  readonly rescoreQueryWeight: number;
  readonly mode: ScoreMode;
}

export const query: RescorerKind = {
  name: "query",

  parse(request, body) {
    let rescoreQuery: Json | undefined;
    let queryWeight = 1;
    let rescoreQueryWeight = 1;
    let scoreMode = "total";
    for (const [key, value] of Object.entries(body)) {
      if (key === "rescore_query") rescoreQuery = checkKind(request, body, key, isJsonObject(value));
      else if (key === "query_weight") queryWeight = readWeight(request, body, key);
      else if (key === "rescore_query_weight") rescoreQueryWeight = readWeight(request, body, key);
      else if (key === "score_mode") scoreMode = readMode(request, body, key);
      else throw request.contentError(request.places.key(body, key), `[query] unknown field [${key}]`);
    }
    if (rescoreQuery === undefined) throw illegalArgument("rescore_query cannot be null");
    return { query: rescoreQuery, options: { queryWeight, rescoreQueryWeight, scoreMode } };
  },

  onShard: (options, plan) => new QueryRescorer(plan, combinationOf(options)),
};

function combinationOf({ queryWeight, rescoreQueryWeight, scoreMode = "" }: RescorerOptions): Combination {
  const mode = MODES[scoreMode];
  assert(mode, "a mode that was read is one of the modes");
  return { queryWeight: Number(queryWeight), rescoreQueryWeight: Number(rescoreQueryWeight), mode };
}

/** Throws RequestError 400 unless the value has a type that its key supports. */
function checkKind(request: RequestText, body: JsonObject, key: string, isTaken: boolean): Json {
  const value = ownOf(body, key) ?? null;
  if (isTaken) return value;
  throw request.contentError(
    request.places.value(body, key),
    `[query] ${key} doesn't support values of type: ${tokenName(value)}`,
  );
}

function readWeight(request: RequestText, body: JsonObject, key: string): number {
  const kind = tokenName(ownOf(body, key) ?? null);
  checkKind(request, body, key, kind === "VALUE_NUMBER" || kind === "VALUE_STRING");
  return failing(request, body, key, () => Math.fround(request.number(body, key, false)));
}

function readMode(request: RequestText, body: JsonObject, key: string): string {
  const name = ownOf(body, key);
  checkKind(request, body, key, typeof name === "string");
  return failing(request, body, key, () => {
    const mode = valueText(name).toLowerCase();
    if (MODES[mode]) return mode;
    throw illegalArgument(`illegal score_mode [${valueText(name)}]`);
  });
}

function failing<T>(request: RequestText, body: JsonObject, key: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw request.contentError(request.places.value(body, key), `[query] failed to parse field [${key}]`, error);
  }
}

class QueryRescorer implements Rescorer {
  readonly plan: Plan;
  readonly #combination: Combination;
  /** The hits that were rescored. */
  #rescored: ReadonlySet<string> = new Set();

  constructor(plan: Plan, combination: Combination) {
    this.plan = plan;
    this.#combination = combination;
  }

  rescore(hits: readonly ShardHit[], scores: Float64Array): ShardHit[] {
    this.#rescored = new Set(hits.slice(0, scores.length).map(placeOf));
    const rescored = hits.map((hit, place) => ({ ...hit, score: this.#combined(hit.score, scores[place] ?? NaN) }));
    // Hits beyond the window count as not matching the query.
    return rescored.sort(byScore);
  }

  explain(before: Explanation, reader: SegmentReader, hit: ShardHit): Explanation {
    const { queryWeight, rescoreQueryWeight, mode } = this.#combination;
    const primary = before.match
      ? weighted(before, queryWeight, "primaryWeight")
      : unmatched("First pass did not match", [before]);
    const found = this.#rescored.has(placeOf(hit)) ? this.plan.explain(reader, hit.doc) : undefined;
    if (!found?.match) return primary;
    const secondary = weighted(found, rescoreQueryWeight, "secondaryWeight");
    const value = mode.combine(Math.fround(primary.value), Math.fround(secondary.value));
    return explained(Math.fround(value), `${mode.word} of:`, [primary, secondary]);
  }

  /** `second`: NaN where the query does not match. All numbers are floats. */
  #combined(first: number, second: number): number {
    const { queryWeight, rescoreQueryWeight, mode } = this.#combination;
    const primary = Math.fround(first * queryWeight);
    if (Number.isNaN(second)) return primary;
    return Math.fround(mode.combine(primary, Math.fround(second * rescoreQueryWeight)));
  }
}

function weighted(score: Explanation, weight: number, name: string): Explanation {
  return explained(Math.fround(Math.fround(score.value) * weight), "product of:", [score, explained(weight, name)]);
}

function placeOf({ segment, doc }: ShardHit): string {
  return `${segment}/${doc}`;
}

/** Highest score first; of equal scores the earlier document. */
function byScore(left: ShardHit, right: ShardHit): number {
  return right.score - left.score || left.segment - right.segment || left.doc - right.doc;
}
