/**
 * `cross_fields`: each word may be in any of the fields, as if they were one (Elasticsearch's
 * `CrossFieldsQueryBuilder`).
 */
import type { Analyzer, Token } from "../../analysis/analyzer.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { boosted, withoutBoost } from "../boost/boost-expression.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import { bestOf } from "../dis-max/dis-max-expression.ts";
import type { Expression } from "../expression.ts";
import { blendedTerms } from "../common-terms/blended-terms-expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import { termOf } from "../exact-queries.ts";
import type { SearcherView } from "../query.ts";
import { matchField, namedAnalyzer, phraseOf, tokensByPosition, type MatchOptions } from "./field-match.ts";
import type { FieldWeights } from "./field-weights.ts";
import { isGraph, TokenGraph } from "./token-graph.ts";

interface WeightedField {
  readonly field: MappedField;
  readonly weight: number;
}

/** How the words are matched. */
export interface CrossFieldsMatch {
  readonly tieBreaker: number;
  readonly minimumShouldMatch: string | undefined;
  readonly options: MatchOptions;
}

/** One query for each group of fields with the same analyzer. */
export function crossFields(
  searcher: SearcherView,
  fields: FieldWeights,
  value: Json,
  match: CrossFieldsMatch,
): Expression[] {
  const named =
    match.options.analyzer === undefined ? undefined : namedAnalyzer(searcher, match.options.analyzer, "multi_match");
  const groups = new Map<Analyzer | undefined, WeightedField[]>();
  for (const [path, weight] of fields) {
    const field = searcher.mapping.field(path);
    if (!field || field.capabilities.object) continue;
    const analysed = field.capabilities.texts !== undefined;
    const analyzer = analysed ? (named ?? field.searchAnalyzer) : undefined;
    groups.set(analyzer, [...(groups.get(analyzer) ?? []), { field, weight }]);
  }
  const queries: Expression[] = [];
  for (const [analyzer, members] of groups) {
    const query = groupQuery(searcher, analyzer, members, value, match);
    if (query) queries.push(withMinimum(query, match.minimumShouldMatch));
  }
  return queries;
}

function groupQuery(
  searcher: SearcherView,
  analyzer: Analyzer | undefined,
  members: readonly WeightedField[],
  value: Json,
  match: CrossFieldsMatch,
): Expression | undefined {
  const [only] = members;
  if (members.length === 1 && only) {
    const query = matchField(searcher, only.field.path, value, "boolean", match.options);
    return query && only.weight !== 1 ? boosted(query, only.weight) : query;
  }
  // Fields without an analyzer take the whole text as a term.
  if (!analyzer) return blended(searcher, members, [value], match);
  const list = analyzer.analyze(valueText(value));
  const group = { searcher, members, match };
  const clauses = isGraph(list)
    ? sectionsOf(group, new TokenGraph(list.tokens))
    : tokensByPosition(list.tokens).map((place) => wordsOf(group, place));
  const [single] = clauses;
  if (clauses.length < 2) return single;
  const occur = match.options.operator === "and" ? "must" : "should";
  return booleanOf(clauses.map((expression) => ({ occur, expression })));
}

/** Fields with the same analyzer. */
interface Group {
  readonly searcher: SearcherView;
  readonly members: readonly WeightedField[];
  readonly match: CrossFieldsMatch;
}

function sectionsOf(group: Group, graph: TokenGraph): Expression[] {
  return graph.sections().map((section) => {
    if (!section.branches) return wordsOf(group, section.tokens);
    const ways = graph.ways(section.from, section.to).map((way) => wayOf(group, way));
    return booleanOf(ways.map((expression) => ({ occur: "should", expression })));
  });
}

/** Several words in a row: a phrase in one of the fields, or words that must all be in any of the fields. */
function wayOf(group: Group, way: readonly Token[]): Expression {
  const { searcher, members, match } = group;
  if (way.length === 1) return wordsOf(group, way);
  if (!match.options.synonymPhrases)
    return booleanOf(tokensByPosition(way).map((place) => ({ occur: "must", expression: wordsOf(group, place) })));
  const phrases = members.map(({ field, weight }) => {
    const query = phraseOf(searcher, field, way, match.options);
    return weight === 1 ? query : boosted(query, weight);
  });
  return bestOf(phrases, match.tieBreaker);
}

/** Words at the same position. */
function wordsOf({ searcher, members, match }: Group, place: readonly Token[]): Expression {
  const words = place.map(({ text }) => text);
  return blended(searcher, members, words, match);
}

function blended(
  searcher: SearcherView,
  members: readonly WeightedField[],
  words: readonly Json[],
  match: CrossFieldsMatch,
): Expression {
  const terms: { field: MappedField; bytes: Uint8Array; boost: number }[] = [];
  const others: Expression[] = [];
  for (const { field, weight } of members) {
    for (const word of words) {
      const query = matchable(searcher, field, word, match.options.lenient);
      if (!query) continue;
      const { inner, boost } = withoutBoost(query);
      const bytes = inner.type === "TermQuery" ? field.term(word) : undefined;
      if (bytes) terms.push({ field, bytes, boost: Math.fround(boost * weight) });
      else others.push(weight === 1 ? query : boosted(query, weight));
    }
  }
  const queries =
    terms.length > 0 ? [...others, blendedTerms(terms, match.tieBreaker, match.options.cutoffFrequency)] : others;
  const [only] = queries;
  return queries.length === 1 && only ? only : bestOf(queries, 1);
}

function matchable(searcher: SearcherView, field: MappedField, word: Json, lenient: boolean): Expression | undefined {
  try {
    return termOf(searcher, field, word);
  } catch (error) {
    if (!lenient) throw error;
    return undefined;
  }
}
