/** The metrics of `rank_eval`: how good a list of hits is by the ratings of documents. */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import type { JsonPath } from "../../../compat/json/locate-json.ts";
import { type BodyShape, type Member, parseObject } from "../../../compat/object-parser.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";

/** What one request comes to. */
export interface Evaluation {
  readonly score: number;
  readonly details: JsonObject;
}

/** A metric with its options. */
export interface Metric {
  readonly name: string;
  /** How many hits are looked at; undefined: as many as the request shows. */
  readonly window: number | undefined;
  /** `found`: the rating of each hit, undefined where it has none; `rated`: all ratings of the request. */
  readonly evaluate: (found: readonly (number | undefined)[], rated: readonly number[]) => Evaluation;
}

interface MetricKind {
  readonly parser: string;
  readonly members: Readonly<Record<string, Member>>;
  readonly make: (options: JsonObject) => Omit<Metric, "name">;
}

const DEFAULT_WINDOW = 10;

const WINDOW = { k: "int32" } as const;
const RELEVANT = { ...WINDOW, relevant_rating_threshold: "int32" } as const;

const KINDS: Readonly<Record<string, MetricKind>> = {
  precision: {
    parser: "precision",
    members: { ...RELEVANT, ignore_unlabeled: "boolean" },
    make(options) {
      const { window, threshold } = relevantOf("precision", options);
      return { window, evaluate: (found) => precision(found, threshold, options["ignore_unlabeled"] === true) };
    },
  },
  recall: {
    parser: "recall",
    members: RELEVANT,
    make(options) {
      const { window, threshold } = relevantOf("recall", options);
      return { window, evaluate: (found, rated) => recall(found, rated, threshold) };
    },
  },
  mean_reciprocal_rank: {
    parser: "reciprocal_rank",
    members: RELEVANT,
    make(options) {
      const { window, threshold } = relevantOf("reciprocal_rank", options);
      return { window, evaluate: (found) => reciprocalRank(found, threshold) };
    },
  },
  dcg: {
    parser: "dcg",
    members: { ...WINDOW, normalize: "boolean", unknown_doc_rating: "int32" },
    make(options) {
      const { k = DEFAULT_WINDOW, normalize = false, unknown_doc_rating: unknown } = options;
      return {
        window: Number(k),
        evaluate: (found, rated) =>
          discountedGain(found, rated, { unknown: numberOf(unknown), normalize: normalize === true }),
      };
    },
  },
  expected_reciprocal_rank: {
    parser: "expected_reciprocal_rank",
    members: { ...WINDOW, maximum_relevance: "int32", unknown_doc_rating: "int32" },
    make(options) {
      const { k = DEFAULT_WINDOW, maximum_relevance: most, unknown_doc_rating: unknown } = options;
      if (most === undefined) throw illegalArgument("Required [maximum_relevance]");
      const limits = { most: Number(most), unknown: numberOf(unknown) };
      return { window: Number(k), evaluate: (found) => expectedReciprocalRank(found, limits) };
    },
  },
};

/** Reads a metric, which stands at `path` of the body. Throws RequestError 400. */
export function parseMetric(
  value: JsonObject,
  body: string,
  path: JsonPath,
  unknown: (name: string) => RequestError,
): Metric {
  const [[name, given] = ["", null]] = Object.entries<Json>(value);
  const kind = ownOf(KINDS, name);
  if (!kind) throw unknown(name);
  const shape: BodyShape = { name: kind.parser, members: kind.members };
  const options = parseObject(shape, isJsonObject(given) ? given : null, body, [...path, name]);
  return { name, ...kind.make(options) };
}

function relevantOf(parser: string, options: JsonObject): { window: number; threshold: number } {
  const { k = DEFAULT_WINDOW, relevant_rating_threshold: threshold = 1 } = options;
  if (Number(threshold) < 0) {
    const what = parser === "reciprocal_rank" ? "reciprocal rank" : parser;
    throw notBuilt(parser, `Relevant rating threshold for ${what} must be positive integer.`);
  }
  if (Number(k) <= 0) throw notBuilt(parser, "Window size k must be positive.");
  return { window: Number(k), threshold: Number(threshold) };
}

/** 400: the options were read, but do not go together. */
export function notBuilt(parser: string, reason: string, type = "illegal_argument_exception"): RequestError {
  const message = `Failed to build [${parser}] after last required field arrived`;
  return new RequestError(400, "x_content_parse_exception", message, { cause: new RequestError(400, type, reason) });
}

function numberOf(value: Json | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function precision(found: readonly (number | undefined)[], threshold: number, ignoreUnrated: boolean): Evaluation {
  const relevant = found.filter((rating) => rating !== undefined && rating >= threshold).length;
  const counted = ignoreUnrated ? found.filter((rating) => rating !== undefined).length : found.length;
  return {
    score: counted === 0 ? 0 : relevant / counted,
    details: { relevant_docs_retrieved: relevant, docs_retrieved: counted },
  };
}

function recall(found: readonly (number | undefined)[], rated: readonly number[], threshold: number): Evaluation {
  const relevant = rated.filter((rating) => rating >= threshold).length;
  const retrieved = found.filter((rating) => rating !== undefined && rating >= threshold).length;
  return {
    score: relevant === 0 ? 0 : retrieved / relevant,
    details: { relevant_docs_retrieved: retrieved, relevant_docs: relevant },
  };
}

function reciprocalRank(found: readonly (number | undefined)[], threshold: number): Evaluation {
  const first = found.findIndex((rating) => rating !== undefined && rating >= threshold);
  return { score: first < 0 ? 0 : 1 / (first + 1), details: { first_relevant: first < 0 ? -1 : first + 1 } };
}

function discountedGain(
  found: readonly (number | undefined)[],
  rated: readonly number[],
  { unknown, normalize }: { readonly unknown: number | undefined; readonly normalize: boolean },
): Evaluation {
  const dcg = gainOf(found.map((rating) => rating ?? unknown));
  const unrated = found.filter((rating) => rating === undefined).length;
  if (!normalize) return { score: dcg, details: { dcg, unrated_docs: unrated } };
  const ideal = gainOf(rated.toSorted((one, other) => other - one).slice(0, found.length));
  const normalized = ideal > 0 ? dcg / ideal : 0;
  return {
    score: normalized,
    details: { dcg, ideal_dcg: ideal, normalized_dcg: normalized, unrated_docs: unrated },
  };
}

function gainOf(ratings: readonly (number | undefined)[]): number {
  return ratings.reduce<number>(
    (sum, rating, at) => (rating === undefined ? sum : sum + (2 ** rating - 1) / (Math.log(at + 2) / Math.log(2))),
    0,
  );
}

function expectedReciprocalRank(
  found: readonly (number | undefined)[],
  { most, unknown }: { readonly most: number; readonly unknown: number | undefined },
): Evaluation {
  let left = 1;
  let score = 0;
  found.forEach((rating, at) => {
    const grade = rating ?? unknown;
    if (grade === undefined) return;
    const stops = (2 ** grade - 1) / 2 ** most;
    score += (left * stops) / (at + 1);
    left *= 1 - stops;
  });
  return { score, details: { unrated_docs: found.filter((rating) => rating === undefined).length } };
}
