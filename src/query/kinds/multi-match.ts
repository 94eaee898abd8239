/** `multi_match`: documents with the words of a text in any of several fields. */
import { BodyReader } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { kindQuery } from "../kind-query.ts";
import { negativeBoost, readHead } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";
import {
  defaultFields,
  type FieldWeights,
  isAllFields,
  readFieldWeights,
  resolveFields,
} from "../text/field-weights.ts";
import {
  matchOptions,
  type MatchParameters,
  readCutoffFrequency,
  readMatchParameters,
  readZeroTerms,
} from "../text/match-parameters.ts";
import { matchFields, parseMultiMatchType, type MultiMatchType } from "../text/multi-field-match.ts";

export const multiMatch: QueryKind = {
  name: "multi_match",
  summary: "Matches documents with the words of an analysed text in several fields.",

  parse(body, context) {
    const read = new BodyReader("multi_match", body);
    const head = readHead("multi_match", read, body);
    const fields = readFields(read, body);
    const type = parseMultiMatchType(read.string("type") ?? "best_fields");
    const parameters = readMatchParameters(read, "multi_match");
    const cutoffFrequency = readCutoffFrequency(read, "multi_match", context);
    const slop = read.integer("slop") ?? 0;
    const tieBreaker = read.number("tie_breaker");
    const minimumShouldMatch = read.string("minimum_should_match");
    const lenient = read.boolean("lenient");
    const zeroTerms = readZeroTerms(read) ?? "none";
    const synonymPhrases = read.boolean("auto_generate_synonyms_phrase_query") ?? true;
    const value: Json | undefined = read.string("query") === undefined ? undefined : read.json("query");
    read.end();
    if (value === undefined) throw parsingException("No text specified for multi_match query");
    checkType(type, parameters, read.has("slop") && slop !== 0);
    if (type === "bool_prefix" && cutoffFrequency !== undefined)
      throw parsingException("[cutoff_frequency] not allowed for type [bool_prefix]");
    return kindQuery(head, (searcher) => {
      const asked = fields.size > 0 ? fields : defaultFields(searcher);
      const resolved = resolveFields(searcher, asked);
      if (resolved.size === 0) return matchNone("no fields match");
      const options = matchOptions(parameters, {
        slop,
        zeroTerms,
        cutoffFrequency,
        synonymPhrases,
        lenient: lenient ?? isAllFields(asked),
      });
      return (
        matchFields(searcher, resolved, value, { type, tieBreaker, minimumShouldMatch, options }) ??
        matchNone("no terms")
      );
    });
  },
};

function readFields(read: BodyReader, body: Json): FieldWeights {
  const value = read.json("fields");
  if (value === undefined) return new Map();
  if (value === null || (typeof value === "object" && !Array.isArray(value))) {
    throw parsingException("[multi_match] query does not support [fields]");
  }
  const weights = readFieldWeights(value);
  for (const weight of weights.values()) if (weight < 0) throw negativeBoost("multi_match", body);
  return weights;
}

function checkType(type: MultiMatchType, parameters: MatchParameters, hasSlop: boolean): void {
  const exact = type === "cross_fields" || type === "phrase" || type === "phrase_prefix";
  if (parameters.options.fuzziness && exact) throw parsingException(`Fuzziness not allowed for type [${type}]`);
  if (type === "bool_prefix" && hasSlop) throw parsingException("[slop] not allowed for type [bool_prefix]");
}
