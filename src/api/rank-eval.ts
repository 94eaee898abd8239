/** `rank_eval`: how good the hits of searches are, by ratings of documents. */
import { errorResponse, RequestError } from "../compat/errors.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { put } from "../core/names.ts";
import { valueText } from "../compat/value-text.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { msearch as msearchKind } from "../search/actions/msearch.ts";
import type { SearchTarget } from "../search/search-service.ts";
import type { Operation, OperationRequest, Services } from "./operation.ts";
import type { Metric } from "./requests/rank-eval/metrics.ts";
import { parseRankEval, type RatedRequest, ratingKey } from "./requests/rank-eval/parse-rank-eval.ts";
import { ratedSearch } from "./requests/rank-eval/rated-search.ts";
import { bodyText, parseFailure } from "./requests/request-body.ts";
import { runSearch } from "./requests/run-search.ts";
import { indexOptions, SEARCHED_INDICES } from "./targets/index-options.ts";
import { searchTargets } from "./targets/search-targets.ts";

export const rankEval: Operation = {
  name: "rank_eval",
  actions: ["indices:data/read/rank_eval"],
  cancellable: true,

  async handle(request, services) {
    const text = await bodyText(request);
    if (text === "") throw parseFailure("request body or source parameter is required");
    const evaluation = parseRankEval(text);
    const { requests, metric } = evaluation;
    const searches = requests.map((rated) => ratedSearch(rated, evaluation, services));
    const answers = await answersOf(searches, request, services);
    const details: JsonObject = {};
    const failures: JsonObject = {};
    const scores: number[] = [];
    requests.forEach((rated, at) => {
      const answer = answers[at]!;
      if (answer["error"] !== undefined) return put(failures, rated.id, { error: answer["error"] });
      const { score, shown } = evaluated(rated, answer, metric);
      scores.push(score);
      put(details, rated.id, shown);
    });
    const score = scores.length === 0 ? "NaN" : scores.reduce((sum, one) => sum + one, 0) / scores.length;
    return { status: 200, body: { metric_score: score, details, failures } };
  },
};

/** The answer of each search, or its error. */
async function answersOf(
  searches: readonly JsonObject[],
  request: OperationRequest,
  services: Services,
): Promise<JsonObject[]> {
  const targets = targetsOf(request, services);
  if (targets instanceof RequestError) return searches.map(() => asJson(errorResponse(targets)));
  const { parameters, principal, startedMs, task } = request;
  const answer = await runSearch(
    {
      parameters,
      principal,
      startedMs,
      task,
      onGone: (listener) => request.onGone(listener),
      render: { filterPath: undefined, pretty: false, human: false, format: "json" },
    },
    services,
    {
      kind: msearchKind,
      targets: searches.map(() => targets),
      bodies: searches.map(stringifyJson),
      parameters: searches.map(() => parameters),
    },
  );
  const parsed = parseJson(new TextDecoder().decode(answer.bytes));
  const responses = isJsonObject(parsed) ? parsed["responses"] : undefined;
  return Array.isArray(responses) ? responses.filter(isJsonObject) : [];
}

/** Indices that are not there fail each search, and not the request. */
function targetsOf(request: OperationRequest, services: Services): readonly SearchTarget[] | RequestError {
  const { parameters, principal } = request;
  try {
    return searchTargets(services, principal, {
      expression: parameters["index"],
      options: indexOptions(parameters, SEARCHED_INDICES),
      routing: undefined,
      preference: undefined,
    });
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return error;
    throw error;
  }
}

function asJson(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function evaluated(
  { ratings }: RatedRequest,
  answer: JsonObject,
  metric: Metric,
): { score: number; shown: JsonObject } {
  const found = hitsOf(answer).map((hit) => {
    const place = { _index: valueText(hit["_index"]), _id: valueText(hit["_id"]) };
    return { hit, place, rating: ratings.get(ratingKey(place._index, place._id)) };
  });
  const { score, details } = metric.evaluate(
    found.map(({ rating }) => rating),
    [...ratings.values()],
  );
  return {
    score,
    shown: {
      metric_score: score,
      unrated_docs: found.flatMap(({ place, rating }) => (rating === undefined ? [place] : [])),
      hits: found.map(({ hit, rating = null }) => ({ hit, rating })),
      metric_details: { [metric.name]: details },
    },
  };
}

function hitsOf({ hits }: JsonObject): JsonObject[] {
  const list: Json = isJsonObject(hits ?? null) ? ((hits as JsonObject)["hits"] ?? []) : [];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
