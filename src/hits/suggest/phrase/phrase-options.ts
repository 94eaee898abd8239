/** The object of a phrase suggestion (`PhraseSuggestionBuilder.fromXContent`). */
import { tokenName } from "../../../compat/body-reader.ts";
import { illegalArgument, type RequestError } from "../../../compat/errors.ts";
import type { JsonPath } from "../../../compat/json/locate-json.ts";
import type { RequestText } from "../../../compat/request-text.ts";
import { valueText } from "../../../compat/value-text.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { scriptOfRequest } from "../../../scripting/parse-script.ts";
import type { Script } from "../../../scripting/script.ts";
import { COMMON_OPTIONS, type CommonOptions, type OptionReader } from "../suggestion-body.ts";
import { type DirectGenerator, readGenerator } from "./direct-generator.ts";
import type { SmoothingModel } from "./word-scorer.ts";

/** Which suggestions are to match documents, by a query that a template makes. */
export interface CollateOptions {
  readonly script: Script;
  readonly params: JsonObject;
  /** Whether those that match nothing are shown as such, and not left out (`prune`). */
  readonly shows: boolean;
}

/** Options as documented. */
export interface PhraseOptions {
  /** Undefined: that of the analyzer's shingles, or one. */
  gramSize?: number;
  maxErrors: number;
  /** Undefined: that of the analyzer's shingles, or a space. */
  separator?: string;
  realWordErrorLikelihood: number;
  confidence: number;
  /** Phrases of this many words or more are not corrected. */
  tokenLimit: number;
  requireUnigram: boolean;
  generators: DirectGenerator[];
  smoothing?: SmoothingModel | undefined;
  collate?: CollateOptions | undefined;
  highlight?: { readonly before: string; readonly after: string } | undefined;
}

const READERS: Readonly<Record<string, OptionReader<CommonOptions & PhraseOptions>>> = {
  ...COMMON_OPTIONS,
  real_word_error_likelihood: (target, request, body, key) =>
    void (target.realWordErrorLikelihood = above(float(request, body, key), 0, `${key} must be > 0.0`)),
  confidence: (target, request, body, key) =>
    void (target.confidence = least(float(request, body, key), 0, "confidence must be >= 0.0")),
  separator: (target, _request, body, key) => void (target.separator = valueText(ownOf(body, key))),
  max_errors: (target, request, body, key) =>
    void (target.maxErrors = above(float(request, body, key), 0, "max_error must be > 0.0")),
  gram_size: (target, request, body, key) =>
    void (target.gramSize = least(request.number(body, key, true), 1, "gramSize must be >= 1")),
  token_limit: (target, request, body, key) =>
    void (target.tokenLimit = least(request.number(body, key, true), 1, "token_limit must be >= 1")),
  force_unigrams: (target, request, body, key) => void (target.requireUnigram = request.boolean(body, key)),
};

/** Throws RequestError 400. */
export function readPhrase(request: RequestText, body: JsonObject, path: JsonPath): CommonOptions & PhraseOptions {
  const read: CommonOptions & PhraseOptions = {
    maxErrors: 0.5,
    realWordErrorLikelihood: Math.fround(0.95),
    confidence: 1,
    tokenLimit: 10,
    requireUnigram: true,
    generators: [],
  };
  for (const [key, value] of Object.entries(body)) {
    if (Array.isArray(value) && key === "direct_generator") {
      read.generators = value.map((item, at) => readGenerator(item, request.text, [...path, key, at]));
    } else if (isJsonObject(value) && key === "smoothing") read.smoothing = smoothingOf(request, value);
    else if (isJsonObject(value) && key === "highlight") read.highlight = highlightOf(request, value);
    else if (isJsonObject(value) && key === "collate") read.collate = collateOf(request, value) ?? read.collate;
    else if (value !== null && typeof value === "object")
      throw refused(request, body, key, `suggester[phrase]  doesn't support array field [${key}]`);
    else {
      const reader = value === null ? undefined : ownOf(READERS, key);
      if (!reader) throw refused(request, body, key, `suggester[phrase] doesn't support field [${key}]`);
      reader(read, request, body, key);
    }
  }
  return read;
}

function refused(request: RequestText, body: JsonObject, key: string, reason: string): RequestError {
  return request.at(request.places.value(body, key), reason);
}

const DEFAULT_DISCOUNT = 0.4;
const DEFAULT_ALPHA = 0.5;

function smoothingOf(request: RequestText, body: JsonObject): SmoothingModel | undefined {
  let model: SmoothingModel | undefined;
  for (const [name, value] of Object.entries(body)) {
    if (!isJsonObject(value)) throw unknownToken(request, body, "smoothing", name);
    const number = (key: string, fallback: number): number => {
      const given = ownOf(value, key);
      return given === undefined || typeof given === "object" ? fallback : request.number(value, key, false);
    };
    if (name === "laplace") model = { kind: name, alpha: number("alpha", DEFAULT_ALPHA) };
    else if (name === "stupid_backoff") model = { kind: name, discount: number("discount", DEFAULT_DISCOUNT) };
    else if (name === "linear") model = linear(request, value, number);
    else throw illegalArgument(`suggester[phrase] doesn't support object field [${name}]`);
  }
  return model;
}

function unknownToken(request: RequestText, body: JsonObject, parser: string, key: string): RequestError {
  return refused(
    request,
    body,
    key,
    `[${parser}] unknown token [${tokenName(ownOf(body, key) ?? null)}] after [${key}]`,
  );
}

function linear(
  request: RequestText,
  body: JsonObject,
  number: (key: string, fallback: number) => number,
): SmoothingModel {
  const known = ["trigram_lambda", "bigram_lambda", "unigram_lambda"];
  for (const [key, value] of Object.entries(body)) {
    if (value === null || typeof value === "object") throw unknownToken(request, body, "linear", key);
    if (!known.includes(key))
      throw illegalArgument(`suggester[phrase][smoothing][linear] doesn't support field [${key}]`);
    if (number(key, 0) < 0) throw illegalArgument(`${key} must be positive`);
  }
  const [trigram = 0, bigram = 0, unigram = 0] = known.map((key) => number(key, 0));
  if (Math.abs(trigram + bigram + unigram - 1) > 0.001) throw illegalArgument("linear smoothing lambdas must sum to 1");
  return { kind: "linear", trigram, bigram, unigram };
}

function highlightOf(request: RequestText, body: JsonObject): PhraseOptions["highlight"] {
  const tags: { pre_tag?: string; post_tag?: string } = {};
  for (const [key, value] of Object.entries(body)) {
    if (value === null || typeof value === "object") continue;
    if (key !== "pre_tag" && key !== "post_tag")
      throw refused(request, body, key, `suggester[phrase][highlight] doesn't support field [${key}]`);
    tags[key] = valueText(value);
  }
  const { pre_tag: before, post_tag: after } = tags;
  if ((before === undefined) !== (after === undefined))
    throw illegalArgument("Pre and post tag must both be null or both not be null.");
  return before === undefined || after === undefined ? undefined : { before, after };
}

/** Undefined: without a query nothing is looked for. */
function collateOf(request: RequestText, body: JsonObject): CollateOptions | undefined {
  for (const [key, value] of Object.entries(body)) {
    if (!["query", "params", "prune"].includes(key))
      throw refused(request, body, key, `suggester[phrase][collate] doesn't support field [${key}]`);
    if (key === "prune" && typeof value !== "boolean")
      throw refused(request, body, key, "suggester[phrase][collate] prune must be either 'true' or 'false'");
  }
  const { query, params, prune } = body;
  if (query === undefined) return undefined;
  const isInline = isJsonObject(query) && ownOf(query, "id") === undefined;
  const script = scriptOfRequest(
    typeof query === "string" ? { source: query, lang: "mustache" } : isInline ? { lang: "mustache", ...query } : query,
  );
  return { script, params: isJsonObject(params ?? null) ? (params as JsonObject) : {}, shows: prune === true };
}

function float(request: RequestText, body: JsonObject, key: string): number {
  return Math.fround(request.number(body, key, false));
}

function above(value: number, bound: number, reason: string): number {
  if (value <= bound) throw illegalArgument(reason);
  return value;
}

function least(value: number, bound: number, reason: string): number {
  if (value < bound) throw illegalArgument(reason);
  return value;
}
