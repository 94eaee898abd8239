/** `function_score`: changes the scores of a query by functions. */
import { parsingException } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type FunctionScoreOptions, scoredByFunctions } from "../function-score/function-score-expression.ts";
import { weighted } from "../function-score/functions/weight.ts";
import { type FilteredBody, readEntry, readFunction } from "../function-score/read-functions.ts";
import { numberOf, textOf } from "../function-score/read-scalar.ts";
import { type BoostMode, readBoostMode, readScoreMode, type ScoreMode } from "../function-score/score-modes.ts";
import { matchAll } from "../match-all/match-all-expression.ts";
import { expressionOf, isKnownEmpty, kindQuery } from "../kind-query.ts";
import { negativeBoost } from "../query-head.ts";
import type { ParseContext, QueryKind } from "../query-kind.ts";
import type { Query } from "../query.ts";

/** The largest float32. */
const MOST = 3.4028234663852886e38;

export const functionScore: QueryKind = {
  name: "function_score",
  summary: "Changes the scores of a query by functions of the documents.",

  parse(body, context) {
    if (!isJsonObject(body))
      throw parsingException("[function_score] query malformed, no start_object after query name");
    const read = new FunctionScoreBody(context);
    for (const [key, value] of Object.entries(body)) read.take(key, value);
    const { query, functions, boost, name } = read;
    if (boost < 0) throw negativeBoost("function_score", printed(body));
    const options: FunctionScoreOptions = {
      // One function for all documents is not combined with others: its weight is none of a mean.
      scoreMode: functions.length === 1 && !functions[0]?.filter ? "multiply" : read.scoreMode,
      boostMode: read.boostMode,
      maxBoost: read.maxBoost,
      minScore: read.minScore,
    };
    return kindQuery(
      { kind: "function_score", boost, name },
      (searcher) =>
        scoredByFunctions(
          query ? expressionOf(query, searcher) : matchAll(),
          functions.map(({ run, filter }) => ({
            run: run.on(searcher),
            filter: filter && expressionOf(filter, searcher),
          })),
          options,
        ),
      query && ((searcher) => isKnownEmpty(query, searcher)),
    );
  },
};

/** How Elasticsearch prints the query in the error of a negative boost. */
function printed(body: JsonObject): JsonObject {
  return { query: { match_all: {} }, functions: [], ...body };
}

/** The body, read key by key: which of two keys comes first decides the error. */
class FunctionScoreBody {
  query: Query | undefined;
  functions: readonly FilteredBody[] = [];
  scoreMode: ScoreMode = "multiply";
  boostMode: BoostMode = "multiply";
  maxBoost = MOST;
  minScore: number | undefined;
  boost = 1;
  name: string | undefined;
  readonly #context: ParseContext;
  /** The function given directly, or `functions`. */
  #found: string | undefined;

  constructor(context: ParseContext) {
    this.#context = context;
  }

  take(key: string, value: Json): void {
    if (value === null) return;
    if (Array.isArray(value)) this.#takeList(key, value);
    else if (isJsonObject(value)) this.#takeObject(key, value);
    else this.#takeScalar(key, value);
  }

  #takeList(key: string, value: readonly Json[]): void {
    if (key !== "functions") throw unsupported(`array [${key}]`);
    if (this.#found !== undefined) throw both(`[${this.#found}]`, key);
    this.#found = "functions";
    this.functions = value.map((entry) => readEntry(entry, this.#context));
  }

  #takeObject(key: string, value: JsonObject): void {
    if (key === "query") this.query = this.#context.parseQuery(value);
    else this.#single(key, () => readFunction(key, value));
  }

  #takeScalar(key: string, value: Json): void {
    if (key === "score_mode") this.scoreMode = readScoreMode(textOf(value));
    else if (key === "boost_mode") this.boostMode = readBoostMode(textOf(value));
    else if (key === "max_boost") this.maxBoost = Math.fround(numberOf(value));
    else if (key === "min_score") this.minScore = Math.fround(numberOf(value));
    else if (key === "boost") this.boost = Math.fround(numberOf(value));
    else if (key === "_name") this.name = textOf(value);
    else if (key === "weight") this.#single(key, () => weighted(numberOf(value)));
    else throw unsupported(`field [${key}]`);
  }

  #single(key: string, read: () => FilteredBody["run"]): void {
    if (this.#found === "functions") throw both("[functions] array", key);
    if (this.#found !== undefined)
      throw parsingException(
        `failed to parse [function_score] query. already found function [${this.#found}], now encountering [${key}]. use [functions] array if you want to define several functions.`,
      );
    this.functions = [{ run: read(), filter: undefined }];
    this.#found = key;
  }
}

function unsupported(what: string): Error {
  return parsingException(`failed to parse [function_score] query. ${what} is not supported`);
}

function both(first: string, second: string): Error {
  return parsingException(
    `failed to parse [function_score] query. [you can either define [functions] array or a single function, not both. already found ${first}, now encountering [${second}].]`,
  );
}
