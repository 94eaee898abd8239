/** Reads the body of `rank_eval`. */
import { illegalArgument, parsingException, RequestError } from "../../../compat/errors.ts";
import type { JsonPath } from "../../../compat/json/locate-json.ts";
import { parseJsonWithPlaces } from "../../../compat/json/parse-json.ts";
import { LocatedBody } from "../../../compat/located-body.ts";
import { type BodyShape, type Member, parseObject } from "../../../compat/object-parser.ts";
import { valueText } from "../../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { scriptOfRequest } from "../../../scripting/parse-script.ts";
import type { Script } from "../../../scripting/script.ts";
import { type Metric, notBuilt, parseMetric } from "./metrics.ts";

/** A search whose hits are rated. */
export interface RatedRequest {
  readonly id: string;
  /** The body of the search, or the template that makes it. */
  readonly asked: JsonObject | TemplateUse;
  /** What the evaluation says of the search, whatever its body does. */
  readonly shown: JsonObject;
  /** By `ratingKey`. */
  readonly ratings: ReadonlyMap<string, number>;
}

/** A template by its name in the request. */
export class TemplateUse {
  readonly name: string;
  readonly params: JsonObject;

  constructor(name: string, params: JsonObject) {
    this.name = name;
    this.params = params;
  }
}

export interface RankEvaluation {
  readonly requests: readonly RatedRequest[];
  /** Templates by their names. */
  readonly templates: ReadonlyMap<string, Script>;
  readonly metric: Metric;
}

const list: Member = { takes: (value) => Array.isArray(value), read: (value) => value };
const anyObject: Member = { takes: (value) => isJsonObject(value), read: (value) => value };

const BODY: BodyShape = {
  name: "rank_eval",
  members: { requests: list, metric: anyObject, templates: list, max_concurrent_searches: "int32" },
};

const REQUEST: BodyShape = {
  name: "request",
  members: {
    id: "text",
    ratings: list,
    request: anyObject,
    params: anyObject,
    summary_fields: "texts",
    template_id: "text",
  },
};

const TEMPLATE: BodyShape = { name: "script_with_id", members: { id: "text", template: anyObject } };

const RATING: BodyShape = { name: "rated_document", members: { _index: "text", _id: "text", rating: "int32" } };

/** Sections that say nothing about how hits are ranked. */
const REFUSED: readonly (readonly [keys: readonly string[], reason: string])[] = [
  [["suggest"], "Query in rated requests should not contain a suggest section."],
  [["aggs", "aggregations"], "Query in rated requests should not contain aggregations."],
  [["highlight"], "Query in rated requests should not contain a highlighter section."],
];

/** Names a document. */
export function ratingKey(index: string, id: string): string {
  return JSON.stringify({ _index: index, _id: id });
}

/** Throws RequestError 400. */
export function parseRankEval(text: string): RankEvaluation {
  const { value } = parseJsonWithPlaces(text);
  const body = new LocatedBody(text);
  const { requests, metric, templates, max_concurrent_searches: concurrent } = parseObject(BODY, value, text);
  if (!Array.isArray(requests)) throw illegalArgument("Required [requests]");
  if (!isJsonObject(metric ?? null)) throw illegalArgument("Required [metric]");
  const within = <Read>(path: JsonPath, field: string, read: () => Read): Read => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const failed = body.error(path, "last", `[rank_eval] failed to parse field [${field}]`);
      const roots = error.type === "illegal_argument_exception" ? {} : { rootCauses: [error] };
      throw new RequestError(400, failed.type, failed.message, { cause: error, ...roots });
    }
  };
  const readMetric = within(["metric"], "metric", () => metricOf(metric as JsonObject, text, body));
  const scripts = (Array.isArray(templates) ? templates : []).map((item, at) => {
    const path = ["templates", at];
    return within(path, "templates", () => templateOf(item, text, path));
  });
  const read = requests.map((item, at) => {
    const path = ["requests", at];
    return within(path, "requests", () => requestOf(item, text, path, readMetric.window));
  });
  if (read.length === 0) {
    const none = "Cannot evaluate ranking if no search requests with rated results are provided. Seen: []";
    throw notBuilt("rank_eval", none);
  }
  const without = read.find(({ asked }) => asked instanceof TemplateUse);
  if (without && scripts.length === 0)
    throw notBuilt(
      "rank_eval",
      `Cannot evaluate ranking if neither template nor evaluation request is provided. Seen for request id: ${without.id}`,
      "illegal_state_exception",
    );
  if (concurrent !== undefined && Number(concurrent) < 1)
    throw illegalArgument("maxConcurrentSearchRequests must be positive");
  return { requests: read, templates: new Map(scripts), metric: readMetric };
}

function templateOf(item: Json, text: string, path: JsonPath): readonly [string, Script] {
  const { id, template } = parseObject(TEMPLATE, item, text, path);
  for (const [name, value] of Object.entries({ id, template }))
    if (value === undefined) throw illegalArgument(`Required [${name}]`);
  const script = template as JsonObject;
  const isStored = ownOf(script, "id") !== undefined;
  return [valueText(id), scriptOfRequest(isStored ? script : { lang: "mustache", ...script })];
}

function metricOf(metric: JsonObject, text: string, body: LocatedBody): Metric {
  if (Object.keys(metric).length === 0)
    throw parsingException("Failed to parse object: expecting token of type [FIELD_NAME] but found [END_OBJECT]");
  return parseMetric(metric, text, ["metric"], (name) => {
    const { message } = body.error(["metric", name], "name", `unknown field [${name}]`);
    return new RequestError(400, "named_object_not_found_exception", message);
  });
}

function requestOf(item: Json, text: string, path: JsonPath, window: number | undefined): RatedRequest {
  const read = parseObject(REQUEST, item, text, path);
  const { id, ratings, request, params, template_id: template } = read;
  for (const [name, value] of [["ratings", ratings] as const, ["id", id] as const])
    if (value === undefined) throw illegalArgument(`Required [${name}]`);
  const given = isJsonObject(params ?? null) ? (params as JsonObject) : {};
  const hasParams = Object.keys(given).length > 0;
  if (request !== undefined && (template !== undefined || hasParams)) {
    const both = "Ambiguous rated request: Set both, verbatim test request and test request template parameters.";
    throw notBuilt("request", both);
  }
  if (request === undefined && !hasParams)
    throw notBuilt("request", "Need to set at least test request or test request template parameters.");
  if (hasParams && template === undefined)
    throw notBuilt("request", "If template parameters are supplied need to set id of template to apply them to too.");
  const asked = request === undefined ? new TemplateUse(valueText(template), given) : (request as JsonObject);
  if (!(asked instanceof TemplateUse)) refuseSections(asked, (reason) => notBuilt("request", reason));
  const fields = read["summary_fields"];
  const size = window === undefined ? {} : { size: window };
  return {
    id: valueText(id),
    asked,
    shown: { ...size, _source: Array.isArray(fields) && fields.length > 0 ? fields : false },
    ratings: ratingsOf(ratings as Json[], text, [...path, "ratings"], valueText(id)),
  };
}

/** Throws what `refusal` makes of a reason. */
export function refuseSections(search: JsonObject, refusal: (reason: string) => RequestError): void {
  for (const [keys, reason] of REFUSED) if (keys.some((key) => ownOf(search, key) !== undefined)) throw refusal(reason);
  for (const key of ["explain", "profile"])
    if (ownOf(search, key) === true) throw refusal(`Query in rated requests should not use ${key}.`);
}

function ratingsOf(items: readonly Json[], text: string, path: JsonPath, id: string): Map<string, number> {
  const ratings = new Map<string, number>();
  items.forEach((item, at) => {
    const { _index: index, _id: doc, rating } = parseObject(RATING, item, text, [...path, at]);
    for (const [name, value] of Object.entries({ _index: index, _id: doc, rating }))
      if (value === undefined) throw illegalArgument(`Required [${name}]`);
    const key = ratingKey(valueText(index), valueText(doc));
    if (ratings.has(key))
      throw notBuilt("request", `Found duplicate rated document key [${key}] in evaluation request [${id}]`);
    ratings.set(key, Number(rating));
  });
  return ratings;
}
