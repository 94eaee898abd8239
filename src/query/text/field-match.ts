/**
 * Full-text matching of one field: the text is analysed and becomes terms, a phrase, or a prefix, depending on the
 * field type (Elasticsearch's `MatchQueryParser`, with Lucene's `QueryBuilder`).
 */
import type { Analyzer, Token } from "../../analysis/analyzer.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { booleanOf, type Occur } from "../boolean/boolean-expression.ts";
import { CommonTermsExpression } from "../common-terms/common-terms-expression.ts";
import { refuseExpensive, refuseUnindexed } from "../expensive-queries.ts";
import type { Expression } from "../expression.ts";
import { matchAll } from "../match-all/match-all-expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { phrase, type PhrasePosition } from "../phrase/phrase-expression.ts";
import { phrasePrefix } from "../phrase/phrase-prefix-expression.ts";
import { synonyms } from "../synonyms/synonyms-expression.ts";
import { term } from "../term/term-expression.ts";
import { termOf } from "../exact-queries.ts";
import { fuzzyOf, prefixOf } from "../pattern-queries.ts";
import type { Fuzziness } from "../fuzziness.ts";
import type { SearcherView } from "../query.ts";
import { refuseWithoutIndex } from "../searchable-field.ts";
import { queryShardException } from "../query-shard-exception.ts";
import type { RewriteMethod } from "../rewrite-method.ts";
import { graphPhrase } from "./graph-phrase.ts";
import { isGraph, TokenGraph } from "./token-graph.ts";

/** How the words of a text are combined. */
export type MatchForm = "boolean" | "bool_prefix" | "phrase" | "phrase_prefix";

/** The options of a full-text query on one field. */
export interface MatchOptions {
  /** The kind of query, for its error messages. */
  readonly kind: string;
  readonly operator: "and" | "or";
  /** Name of an analyzer of the index; undefined: the field's own. */
  readonly analyzer: string | undefined;
  readonly slop: number;
  readonly fuzziness: Fuzziness | undefined;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
  readonly fuzzyRewrite: RewriteMethod | undefined;
  /** Document frequency from which on a word only adds to the score; see `CommonTermsOptions.cutoff`. */
  readonly cutoffFrequency: number | undefined;
  readonly lenient: boolean;
  /** Whether multi-word synonyms are phrases (`auto_generate_synonyms_phrase_query`), or words that must all match. */
  readonly synonymPhrases: boolean;
  /** What a text without words matches; with `null` the caller decides. */
  readonly zeroTerms: "none" | "all" | "null";
}

/** What a form is called in refusals. */
const kindOf: Readonly<Record<MatchForm, string>> = {
  boolean: "match",
  bool_prefix: "match_bool_prefix",
  phrase: "match_phrase",
  phrase_prefix: "match_phrase_prefix",
};

export const defaultMatchOptions: MatchOptions = {
  kind: "match",
  operator: "or",
  analyzer: undefined,
  slop: 0,
  fuzziness: undefined,
  prefixLength: 0,
  maxExpansions: 50,
  transpositions: true,
  fuzzyRewrite: undefined,
  cutoffFrequency: undefined,
  lenient: false,
  synonymPhrases: true,
  zeroTerms: "none",
};

/** Matches a text on one field. Returns undefined only for `zeroTerms: "null"` when the text has no words. */
export function matchField(
  searcher: SearcherView,
  path: string,
  value: Json,
  form: MatchForm,
  options: MatchOptions,
): Expression | undefined {
  const field = searcher.mapping.field(path);
  const named = options.analyzer === undefined ? undefined : namedAnalyzer(searcher, options.analyzer, options.kind);
  if (!field || field.capabilities.object) return matchNone(`unmapped field [${path}]`);
  const match = new FieldMatch(searcher, field, options);
  return match.leniently(() => match.build(value, form, named));
}

/** An analyzer of the index; throws Elasticsearch's error when there is none. */
export function namedAnalyzer(searcher: SearcherView, name: string, kind: string, parameter = "analyzer"): Analyzer {
  const analyzer = searcher.mapping.analyzer(name);
  if (!analyzer) throw queryShardException(searcher.index, `[${kind}] ${parameter} [${name}] not found`);
  return analyzer;
}

/** Tokens at several positions as a phrase on a field, without slop. */
export function phraseOf(
  searcher: SearcherView,
  field: MappedField,
  tokens: readonly Token[],
  options: MatchOptions,
): Expression {
  return new FieldMatch(searcher, field, { ...options, slop: 0 }).phrase(tokens);
}

const encoder = new TextEncoder();

/** A match on one field. */
class FieldMatch {
  readonly #searcher: SearcherView;
  readonly #field: MappedField;
  readonly #options: MatchOptions;

  constructor(searcher: SearcherView, field: MappedField, options: MatchOptions) {
    this.#searcher = searcher;
    this.#field = field;
    this.#options = options;
  }

  /** Runs `build`; when the query is lenient, a value that does not fit the field matches nothing. */
  leniently<T>(build: () => T): T | Expression {
    try {
      return build();
    } catch (error) {
      if (!this.#options.lenient || !(error instanceof RequestError)) throw error;
      return matchNone(`failed [${this.#field.path}] query, caused by ${error.type}:[${error.message}]`);
    }
  }

  build(value: Json, form: MatchForm, named: Analyzer | undefined): Expression | undefined {
    const field = this.#field;
    const { matchQuery } = field.capabilities;
    if (!matchQuery) {
      throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support ${kindOf[form]} queries`);
    }
    if (form === "phrase_prefix" && field.capabilities.texts !== "words") {
      throw illegalArgument(
        `Can only use phrase prefix queries on text fields - not on [${field.path}] which is ${field.runtime ? "a runtime field " : ""}of type [${field.type}]`,
      );
    }
    const quoted = form === "phrase" || form === "phrase_prefix";
    // A phrase is the whole of a keyword, also where words of queries are taken one by one.
    const quoteAnalyzer =
      field.capabilities.texts === "whole" ? field.indexAnalyzer : (field.searchQuoteAnalyzer ?? field.searchAnalyzer);
    const analyzer = named ?? (quoted ? quoteAnalyzer : field.searchAnalyzer);
    const words = matchQuery === "words" && !field.keyed;
    refuseUnindexed(this.#searcher, field);
    // Fields without an analyzer take the whole value, as `term` does.
    // An analyzer that the request names makes words of any text.
    if ((!words && !named) || !analyzer || field.keyed) return this.#whole(value, form);
    const list = analyzer.analyze(valueText(value));
    if (list.tokens.length === 0) return this.#zeroTerms();
    // That there are no positions is told of several words in order.
    if (!quoted || list.tokens.length === 1) refuseWithoutIndex(field);
    return isGraph(list) ? this.#graph(new TokenGraph(list.tokens), form) : this.#tokens(list.tokens, form);
  }

  #tokens(tokens: readonly Token[], form: MatchForm): Expression {
    if (form === "phrase") return this.phrase(tokens);
    if (form === "phrase_prefix") {
      if (tokensByPosition(tokens).length > 1) requirePositions(this.#field);
      return phrasePrefix(this.#field, positionsOf(tokens), this.#options.slop, this.#options.maxExpansions);
    }
    return this.#boolean(tokens, form === "bool_prefix");
  }

  #whole(value: Json, form: MatchForm): Expression {
    const prefixable = this.#field.capabilities.texts !== undefined && !this.#field.runtime;
    if (form === "bool_prefix" && prefixable) {
      refuseExpensive(this.#searcher, this.#field, "prefix");
      return prefixOf(this.#searcher, this.#field, valueText(value), {});
    }
    if (this.#options.fuzziness && form !== "phrase") return this.#fuzzy(valueText(value), this.#options.fuzziness);
    return termOf(this.#searcher, this.#field, value);
  }

  /**
   * Paths of different lengths become phrases, or conjunctions of words, as alternatives; the rest is handled as
   * without a graph.
   */
  #graph(graph: TokenGraph, form: MatchForm): Expression {
    if (form === "phrase" || form === "phrase_prefix") {
      if (this.#options.slop === 0)
        return graphPhrase(this.#field, graph, form === "phrase" ? undefined : this.#options.maxExpansions);
      return booleanOf(graph.ways().map((way) => ({ occur: "should", expression: this.#tokens(way, form) })));
    }
    const occur = this.#options.operator === "and" ? "must" : "should";
    const clauses = graph.sections().map((section) => {
      const prefixed = form === "bool_prefix" && section.last;
      if (section.branches) return this.#ways(graph.ways(section.from, section.to), prefixed);
      // Synonyms are not matched as prefixes.
      return prefixed && section.tokens.length === 1
        ? this.#prefixes(section.tokens, occur)
        : this.#word(section.tokens);
    });
    return booleanOf(clauses.map((expression) => ({ occur, expression })));
  }

  #ways(ways: readonly (readonly Token[])[], prefixed: boolean): Expression {
    const queries = ways.map((way) => {
      if (prefixed) return phrasePrefix(this.#field, positionsOf(way), 0, this.#options.maxExpansions);
      const [only] = way;
      if (way.length === 1 && only) return this.#token(only.text);
      if (this.#options.synonymPhrases) return phraseOf(this.#searcher, this.#field, way, this.#options);
      return booleanOf(tokensByPosition(way).map((place) => ({ occur: "must", expression: this.#word(place) })));
    });
    return booleanOf(queries.map((expression) => ({ occur: "should", expression })));
  }

  #zeroTerms(): Expression | undefined {
    if (this.#options.zeroTerms === "null") return undefined;
    return this.#options.zeroTerms === "all" ? matchAll() : matchNone("Matching no documents because no terms present");
  }

  phrase(tokens: readonly Token[]): Expression {
    const positions = positionsOf(tokens);
    const [only] = positions;
    if (positions.length === 1 && only) {
      return only.terms.length === 1 ? this.#token(tokens[0]!.text) : synonyms(this.#field, only.terms);
    }
    const shingled = this.#options.slop === 0 ? shinglePhrase(this.#field, tokens) : undefined;
    if (shingled) return shingled;
    if (this.#field.capabilities.texts !== "words") {
      throw illegalArgument(
        `Can only use phrase queries on text fields - not on [${this.#field.path}] which is of type [${this.#field.type}]`,
      );
    }
    requirePositions(this.#field);
    return phrase(this.#field, positions, this.#options.slop);
  }

  #boolean(tokens: readonly Token[], lastIsPrefix: boolean): Expression {
    const positions = tokensByPosition(tokens);
    const occur = this.#options.operator === "and" ? "must" : "should";
    const cutoff = this.#options.cutoffFrequency;
    // The cutoff applies only to single words that are searched unchanged.
    if (
      cutoff !== undefined &&
      positions.length > 1 &&
      positions.length === tokens.length &&
      !lastIsPrefix &&
      !this.#options.fuzziness
    ) {
      const words = tokens.map(({ text }) => encoder.encode(text));
      return new CommonTermsExpression(this.#field, words, { cutoff, rare: occur, frequent: occur });
    }
    const clauses = positions.map((place, index) => {
      if (lastIsPrefix && index === positions.length - 1) return this.#prefixes(place, occur);
      return this.#word(place);
    });
    const [only] = clauses;
    if (clauses.length === 1 && only) return only;
    return booleanOf(clauses.map((expression) => ({ occur, expression })));
  }

  #word(place: readonly Token[]): Expression {
    const [token] = place;
    if (place.length === 1 && token) return this.#token(token.text);
    // Fuzzy words are not blended: each is matched separately.
    if (this.#options.fuzziness) {
      return booleanOf(place.map(({ text }) => ({ occur: "should", expression: this.#token(text) })));
    }
    return synonyms(
      this.#field,
      place.map(({ text }) => encoder.encode(text)),
    );
  }

  #prefixes(place: readonly Token[], occur: Occur): Expression {
    refuseExpensive(this.#searcher, this.#field, "prefix");
    const prefixes = place.map(({ text }) => prefixOf(this.#searcher, this.#field, text, { analysed: true }));
    const [only] = prefixes;
    if (prefixes.length === 1 && only) return only;
    return booleanOf(prefixes.map((expression) => ({ occur: occur === "must" ? "should" : occur, expression })));
  }

  #token(text: string): Expression {
    if (this.#options.fuzziness) return this.#fuzzy(text, this.#options.fuzziness);
    return this.#field.capabilities.texts === undefined
      ? termOf(this.#searcher, this.#field, text)
      : this.#termBytes(encoder.encode(text));
  }

  #termBytes(bytes: Uint8Array): Expression {
    return term(this.#field, bytes);
  }

  #fuzzy(text: string, fuzziness: Fuzziness): Expression {
    refuseExpensive(this.#searcher, this.#field, "fuzzy");
    return fuzzyOf(this.#searcher, this.#field, text, {
      fuzziness,
      prefixLength: this.#options.prefixLength,
      maxExpansions: this.#options.maxExpansions,
      transpositions: this.#options.transpositions,
      rewrite: this.#options.fuzzyRewrite,
    });
  }
}

function requirePositions({ path, spec }: MappedField): void {
  if (spec.terms !== "positions")
    throw illegalArgument(`field:[${path}] was indexed without position data; cannot run PhraseQuery`);
}

/** Tokens grouped by position, in order. */
export function tokensByPosition(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  let last = -1;
  for (const token of tokens) {
    const group = groups.at(-1);
    if (group && token.position === last) group.push(token);
    else groups.push([token]);
    last = token.position;
  }
  return groups;
}

/** A phrase as a sequence of shingles, for fields that index them: the longest ones that fit the phrase. */
function shinglePhrase(field: MappedField, tokens: readonly Token[]): Expression | undefined {
  const { shingles } = field;
  const neighbours = tokens.every((token, at) => at === 0 || token.position === tokens[at - 1]!.position + 1);
  if (!shingles || !neighbours) return undefined;
  const runs = shingles[Math.min(tokens.length, shingles.length + 1) - 2];
  const size = Math.min(tokens.length, shingles.length + 1);
  if (!runs) return undefined;
  const texts = tokens.slice(size - 1).map((_, at) => {
    const run = tokens.slice(at, at + size).map((token) => token.text);
    return encoder.encode(run.join(" "));
  });
  const [only] = texts;
  return texts.length === 1 && only
    ? term(runs, only)
    : phrase(
        runs,
        texts.map((text, position) => ({ position, terms: [text] })),
        0,
      );
}

/** The tokens as positions of a phrase. */
function positionsOf(tokens: readonly Token[]): PhrasePosition[] {
  return tokensByPosition(tokens).map((place) => ({
    position: place[0]?.position ?? 0,
    terms: place.map(({ text }) => encoder.encode(text)),
  }));
}
