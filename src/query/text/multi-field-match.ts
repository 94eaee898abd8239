/** A text matched on several fields (Elasticsearch's `MultiMatchQueryParser`). */
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { boosted } from "../boost/boost-expression.ts";
import { bestOf } from "../dis-max/dis-max-expression.ts";
import type { Expression } from "../expression.ts";
import { matchAll } from "../match-all/match-all-expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import type { SearcherView } from "../query.ts";
import { crossFields } from "./cross-fields.ts";
import { matchField, type MatchForm, type MatchOptions } from "./field-match.ts";
import type { FieldWeights } from "./field-weights.ts";

/** How the scores of the fields are combined. */
export type MultiMatchType =
  | "best_fields"
  | "most_fields"
  | "cross_fields"
  | "phrase"
  | "phrase_prefix"
  | "bool_prefix";

const forms: Readonly<Record<MultiMatchType, { readonly form: MatchForm; readonly tieBreaker: number }>> = {
  best_fields: { form: "boolean", tieBreaker: 0 },
  most_fields: { form: "boolean", tieBreaker: 1 },
  cross_fields: { form: "boolean", tieBreaker: 0 },
  phrase: { form: "phrase", tieBreaker: 0 },
  phrase_prefix: { form: "phrase_prefix", tieBreaker: 0 },
  bool_prefix: { form: "bool_prefix", tieBreaker: 1 },
};

/** The type with this name; throws 400 `parse_exception` for an unknown one. */
export function parseMultiMatchType(name: string): MultiMatchType {
  const lower = name.toLowerCase();
  if (Object.hasOwn(forms, lower)) return lower as MultiMatchType;
  throw new RequestError(400, "parse_exception", `failed to parse [multi_match] query type [${name}]. unknown type.`);
}

/** How the fields are matched. */
export interface MultiMatch {
  readonly type: MultiMatchType;
  /** Share of the scores of fields other than the best; undefined: the type's default. */
  readonly tieBreaker: number | undefined;
  readonly minimumShouldMatch: string | undefined;
  readonly options: MatchOptions;
}

/** The share of the scores of fields other than the best. */
export function tieBreakerOf(match: Pick<MultiMatch, "type" | "tieBreaker">): number {
  return match.tieBreaker ?? forms[match.type].tieBreaker;
}

/**
 * `fields` must be resolved. Returns undefined only for `zeroTerms: "null"` when the text has no words in any field.
 */
export function matchFields(
  searcher: SearcherView,
  fields: FieldWeights,
  value: Json,
  match: MultiMatch,
): Expression | undefined {
  const tieBreaker = tieBreakerOf(match);
  const queries =
    match.type === "cross_fields"
      ? crossFields(searcher, fields, value, { ...match, tieBreaker })
      : fieldByField(searcher, fields, value, match);
  const [only] = queries;
  if (!only) return withoutQueries(match.options.zeroTerms);
  return queries.length === 1 ? only : bestOf(queries, tieBreaker);
}

function withoutQueries(zeroTerms: MatchOptions["zeroTerms"]): Expression | undefined {
  if (zeroTerms === "null") return undefined;
  return zeroTerms === "all" ? matchAll() : matchNone("Matching no documents because no terms present");
}

function fieldByField(searcher: SearcherView, fields: FieldWeights, value: Json, match: MultiMatch): Expression[] {
  const queries: Expression[] = [];
  for (const [path, weight] of fields) {
    const query = matchField(searcher, path, value, forms[match.type].form, match.options);
    if (!query) continue;
    const limited = withMinimum(query, match.minimumShouldMatch);
    queries.push(weight === 1 ? limited : boosted(limited, weight));
  }
  return queries;
}
