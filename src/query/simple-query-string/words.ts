/**
 * The single words of `simple_query_string` on the fields of an index (Elasticsearch's `SimpleQueryStringQueryParser`).
 */
import { RequestError } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { boosted } from "../boost/boost-expression.ts";
import { bestOf } from "../dis-max/dis-max-expression.ts";
import { refuseExpensive } from "../expensive-queries.ts";
import type { Expression } from "../expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { fuzzyOf, prefixOf } from "../pattern-queries.ts";
import { searchableField } from "../searchable-field.ts";
import type { SearcherView } from "../query.ts";
import { analysedPrefix } from "../query-string/analysed-patterns.ts";
import { defaultMatchOptions } from "../text/field-match.ts";
import { type FieldWeights, resolveFields } from "../text/field-weights.ts";
import { matchFields } from "../text/multi-field-match.ts";
import { normalizePiece } from "../text/normalize.ts";
import type { SimpleWords } from "./parser.ts";

/** How words are searched. */
export interface SimpleSettings {
  readonly fields: FieldWeights;
  readonly operator: "and" | "or";
  readonly analyzer: string | undefined;
  readonly lenient: boolean;
  readonly analyzeWildcard: boolean;
  readonly quoteFieldSuffix: string | undefined;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
  /** Whether multi-word synonyms are phrases. */
  readonly synonymPhrases: boolean;
}

/** Words searched on all fields of the settings. */
export function simpleWords(searcher: SearcherView, settings: SimpleSettings): SimpleWords {
  const { operator, analyzer, lenient, fields, synonymPhrases } = settings;
  const options = {
    ...defaultMatchOptions,
    kind: "simple_query_string",
    operator,
    analyzer,
    lenient,
    synonymPhrases,
    zeroTerms: "null" as const,
  };
  const common = { tieBreaker: undefined, minimumShouldMatch: undefined };
  return {
    word: (text) => matchFields(searcher, fields, text, { ...common, type: "most_fields", options }),
    phrase(text, slop) {
      const quoted =
        settings.quoteFieldSuffix === undefined ? fields : resolveFields(searcher, fields, settings.quoteFieldSuffix);
      return matchFields(searcher, quoted, text, { ...common, type: "phrase", options: { ...options, slop } });
    },
    prefix: (text) => everyField(searcher, settings, (field) => prefixIn(searcher, field, text, settings)),
    fuzzy: (text, edits) =>
      everyField(searcher, settings, (field) => {
        refuseExpensive(searcher, field, "fuzzy");
        return fuzzyOf(searcher, field, normalizePiece(field, text), {
          ...settings,
          fuzziness: { edits: () => edits },
        });
      }),
  };
}

function prefixIn(
  searcher: SearcherView,
  field: MappedField,
  text: string,
  settings: SimpleSettings,
): Expression | undefined {
  // What is analysed is looked for among terms, never in doc values.
  if (settings.analyzeWildcard && !field.searchable) return matchNone(`no terms in field [${field.path}]`);
  if (settings.analyzeWildcard)
    return analysedPrefix(searcher, field, text, { operator: settings.operator, rewrite: undefined });
  refuseExpensive(searcher, field, "prefix", text);
  return prefixOf(searcher, field, normalizePiece(field, text), {});
}

function everyField(
  searcher: SearcherView,
  { fields, lenient }: SimpleSettings,
  build: (field: MappedField) => Expression | undefined,
): Expression | undefined {
  const queries: Expression[] = [];
  for (const [path, weight] of fields) {
    const field = searchableField(searcher, path);
    const query = field && leniently(field, lenient, () => build(field));
    if (query) queries.push(weight === 1 ? query : boosted(query, weight));
  }
  return queries.length > 1 ? bestOf(queries, 1) : queries[0];
}

function leniently<T>(field: MappedField, lenient: boolean, build: () => T): T | Expression {
  try {
    return build();
  } catch (error) {
    if (!lenient || !(error instanceof RequestError)) throw error;
    return matchNone(`failed [${field.path}] query, caused by ${error.type}:[${error.message}]`);
  }
}
