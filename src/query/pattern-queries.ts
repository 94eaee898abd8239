/**
 * Documents with a term that a pattern matches: prefixes, wildcards, regular expressions, fuzzy words and terms
 * whatever their case (Elasticsearch's `MappedFieldType.prefixQuery`, `wildcardQuery` …).
 */
import { RequestError, illegalArgument } from "../compat/errors.ts";
import { valueText } from "../compat/value-text.ts";
import type { Json } from "../core/json.ts";
import type { MappedField } from "../mapping/field-type.ts";
import { type ByteAutomaton, acceptsBytes } from "../core/automata/byte-automaton.ts";
import { fuzzyWords } from "./automata/fuzzy-words.ts";
import { acceptsLiterally, literalWildcard, selectLiterally } from "./automata/literal-wildcard.ts";
import { regexpAutomaton } from "../compat/regexp/regexp-pattern.ts";
import { automatonOf } from "./automata/request-automata.ts";
import { requiredTexts } from "./automata/required-texts.ts";
import { beginsWith, prefixRange, selectTerms } from "./automata/select-terms.ts";
import {
  foldedTermAutomaton,
  prefixAutomaton,
  wildcardAutomaton,
  withChangedTexts,
  wildcardTexts,
} from "../compat/regexp/wildcard-pattern.ts";
import { type Expression, expressionKey } from "./expression.ts";
import { matchAll } from "./match-all/match-all-expression.ts";
import { matchNone } from "./match-none/match-none-expression.ts";
import { type TermPattern, matchingTerms } from "./multi-term/multi-term-expression.ts";
import type { Fuzziness } from "./fuzziness.ts";
import { isIndexConstant, matchesIndex } from "./index-constants.ts";
import type { SearcherView } from "./query.ts";
import { keyedFoldedTerm, keyedPrefix, refuseKeyedPattern } from "./keyed-queries.ts";
import { refuseWithoutIndex } from "./searchable-field.ts";
import { queryShardException } from "./query-shard-exception.ts";
import type { RewriteMethod } from "./rewrite-method.ts";
import { onRuntime, requireTexts } from "./runtime/runtime-queries.ts";

const encoder = new TextEncoder();

/** How a pattern is interpreted. */
export interface PatternOptions {
  readonly ignoreCase?: boolean | undefined;
  readonly rewrite?: RewriteMethod | undefined;
  /** The text is already analysed. */
  readonly analysed?: boolean | undefined;
}

const constantRewrite: RewriteMethod = { form: "constant" };

/** Documents with a term that begins with `text`. */
export function prefixOf(
  searcher: SearcherView,
  field: MappedField,
  text: string,
  options: PatternOptions,
): Expression {
  if (field.runtime) {
    requireTexts(field, "prefix");
    const told = `${field.path}:${text}*`;
    return onRuntime(
      searcher,
      field,
      "PrefixQuery",
      (column) => prefixOf(searcher, column, text, { ...options, rewrite: constantRewrite }),
      told,
    );
  }
  if (field.keyed) return keyedPrefix(searcher, field.keyed, text, options.ignoreCase ?? false);
  if (field.refusesPatterns) refusePattern(field, "prefix");
  if (isIndexConstant(field))
    return matchesIndex(searcher, field, `${text}*`, options.ignoreCase) ? matchAll() : matchNone("another index");
  requirePatternField(searcher, field, "prefix");
  refuseWithoutIndex(field);
  const prefix = options.analysed ? text : normalized(field, text);
  const rewrite = options.rewrite ?? constantRewrite;
  if (options.ignoreCase) {
    const description = `CaseInsensitivePrefixQuery{${field.path}:${prefix}}`;
    return automatonTerms(searcher, { field, type: "CaseInsensitivePrefixQuery", description, rewrite }, () =>
      prefixAutomaton(prefix, true),
    );
  }
  const bytes = encoder.encode(prefix);
  return matchingTerms({
    field,
    type: "PrefixQuery",
    description: `${field.path}:${prefix}*`,
    select: (terms) => prefixRange(terms, bytes),
    accepts: (candidate) => beginsWith(candidate, bytes),
    rewrite,
  });
}

/** Documents with a term that a wildcard pattern matches. */
export function wildcardOf(
  searcher: SearcherView,
  field: MappedField,
  pattern: string,
  options: PatternOptions,
): Expression {
  if (field.runtime) {
    requireTexts(field, "wildcard");
    const told = `${field.path}:${pattern}`;
    return onRuntime(
      searcher,
      field,
      "WildcardQuery",
      (column) => wildcardOf(searcher, column, pattern, { ...options, rewrite: constantRewrite }),
      told,
    );
  }
  if (field.keyed) refuseKeyedPattern("wildcard");
  if (field.refusesPatterns) refusePattern(field, "wildcard");
  if (isIndexConstant(field))
    return matchesIndex(searcher, field, pattern, options.ignoreCase) ? matchAll() : matchNone("another index");
  requirePatternField(searcher, field, "wildcard");
  refuseWithoutIndex(field);
  const text = options.analysed ? pattern : normalizedPattern(field, pattern);
  if (text === "") return matchNone("an empty pattern, which Lucene takes for one of nothing");
  const ignoreCase = options.ignoreCase ?? false;
  const name = ignoreCase ? "CaseInsensitiveWildcardQuery" : "WildcardQuery";
  const description = ignoreCase ? `${name}{${field.path}:${text}}` : `${field.path}:${text}`;
  const rewrite = options.rewrite ?? constantRewrite;
  const literal = ignoreCase ? undefined : literalWildcard(text);
  const required = wildcardTexts(text);
  if (!literal)
    return automatonTerms(searcher, { field, type: name, description, required, rewrite }, () =>
      wildcardAutomaton(text, ignoreCase),
    );
  return matchingTerms({
    field,
    type: name,
    description,
    select: (terms) => selectLiterally(terms, literal),
    accepts: (candidate) => acceptsLiterally(literal, candidate),
    required,
    rewrite,
  });
}

/** How a regular expression is interpreted. */
export interface RegexpOptions extends PatternOptions {
  /** Lucene's flags; see `regexp-flags.ts`. */
  readonly flags: number;
  readonly maxDeterminizedStates: number;
}

/** Documents with a term that a regular expression (Lucene's dialect) matches as a whole. */
export function regexpOf(
  searcher: SearcherView,
  field: MappedField,
  pattern: string,
  options: RegexpOptions,
): Expression {
  if (field.runtime) {
    requireTexts(field, "regexp");
    return onRuntime(searcher, field, "RegexpQuery", (column) =>
      regexpOf(searcher, column, pattern, { ...options, rewrite: constantRewrite }),
    );
  }
  if (field.keyed) refuseKeyedPattern("regexp");
  if (field.refusesPatterns) refusePattern(field, "regexp");
  if (field.capabilities.texts === undefined && !isTextLikeMetadata(field)) {
    throw queryShardException(
      searcher.index,
      `Can only use regexp queries on keyword and text fields - not on [${field.path}] which is of type [${field.type}]`,
    );
  }
  refuseWithoutIndex(field);
  const make = (): ByteAutomaton => regexpAutomaton(pattern, { ...options, checkpoint: searcher.planning?.checkpoint });
  if (field.constant !== undefined) {
    const automaton = make();
    return constantAccepted(field.constant, (bytes) => acceptsBytes(automaton, bytes));
  }
  const { flags, ignoreCase = false, maxDeterminizedStates, rewrite = constantRewrite } = options;
  const required = field.trigrams === undefined ? undefined : requiredTexts(pattern, flags);
  const told = {
    field,
    type: "RegexpQuery",
    description: `${field.path}:/${pattern}/`,
    options: `${flags}/${ignoreCase}/${maxDeterminizedStates}`,
    rewrite,
  };
  return automatonTerms(searcher, { ...told, required }, make);
}

/** How a fuzzy term is compared. */
export interface FuzzyOptions {
  readonly fuzziness: Fuzziness;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
  readonly rewrite?: RewriteMethod | undefined;
}

/** Documents with a term within some edits of `text` (Lucene's `FuzzyQuery`). */
export function fuzzyOf(searcher: SearcherView, field: MappedField, text: string, options: FuzzyOptions): Expression {
  if (field.runtime) {
    requireTexts(field, "fuzzy");
    return onRuntime(searcher, field, "FuzzyQuery", (column) =>
      fuzzyOf(searcher, column, text, { ...options, rewrite: constantRewrite }),
    );
  }
  if (field.keyed) refuseKeyedPattern("fuzzy");
  if (field.refusesPatterns) refusePattern(field, "fuzzy");
  if (field.capabilities.texts === undefined) {
    throw illegalArgument(
      `Can only use fuzzy queries on keyword and text fields - not on [${field.path}] which is of type [${field.type}]`,
    );
  }
  refuseWithoutIndex(field);
  const word = normalized(field, text);
  const edits = options.fuzziness.edits(text);
  if (options.prefixLength < 0) throw illegalArgument("prefixLength cannot be negative.");
  if (options.maxExpansions <= 0) throw illegalArgument("maxExpansions must be positive.");
  const { prefixLength, transpositions } = options;
  const { checkpoint, slot } = searcher.planning ?? {};
  const words = fuzzyWords(word, { edits, prefixLength, transpositions, checkpoint, slot });
  if (field.constant !== undefined) return constantAccepted(field.constant, words.accepts);
  return matchingTerms({
    field,
    type: "FuzzyQuery",
    description: `${field.path}:${word}~${edits}`,
    options: `${options.prefixLength}/${options.maxExpansions}/${options.transpositions}`,
    select: (terms) => words.weigh(terms).ordinals,
    weigh: words.weigh,
    accepts: words.accepts,
    rewrite: options.rewrite ?? { form: "top", size: options.maxExpansions, score: "blended" },
  });
}

/** Documents with exactly this term, whatever its case. */
export function foldedTermOf(searcher: SearcherView, field: MappedField, value: Json): Expression {
  if (field.runtime?.values && field.capabilities.texts === "whole") {
    return onRuntime(
      searcher,
      field,
      "TermQuery",
      (column) => foldedTermOf(searcher, column, value),
      `${field.path}:${valueText(value)}`,
    );
  }
  if (field.keyed) return keyedFoldedTerm(searcher, field.keyed, value);
  if (isIndexConstant(field)) {
    const pattern = field.constant === undefined ? valueText(value).toLowerCase() : valueText(value);
    return matchesIndex(searcher, field, pattern, field.constant !== undefined)
      ? matchAll()
      : matchNone("another index");
  }
  if (field.capabilities.texts === undefined) {
    throw queryShardException(
      searcher.index,
      `[${field.path}] field which is of type [${field.type}], does not support case insensitive term queries`,
    );
  }
  const text = normalized(field, valueText(value));
  const description = `CaseInsensitiveTermQuery{${field.path}:${text}}`;
  return automatonTerms(
    searcher,
    { field, type: "CaseInsensitiveTermQuery", description, rewrite: constantRewrite },
    () => foldedTermAutomaton(text),
  );
}

/** All documents or none, depending on whether the constant is accepted. */
function constantAccepted(constant: string | null, accepts: (bytes: Uint8Array) => boolean): Expression {
  return constant !== null && accepts(encoder.encode(constant)) ? matchAll() : matchNone("another constant");
}

/** The terms that an automaton accepts. Equal type, description and options must mean equal automata. */
function automatonTerms(
  { planning }: SearcherView,
  told: Omit<TermPattern, "select" | "accepts" | "weigh">,
  make: () => ByteAutomaton,
): Expression {
  const automaton = automatonOf(planning, expressionKey(told.type, told.description, told.options), make);
  return matchingTerms({
    ...told,
    select: (terms) => selectTerms(terms, automaton, planning?.checkpoint),
    accepts: (candidate) => acceptsBytes(automaton, candidate),
  });
}

function isTextLikeMetadata(field: MappedField): boolean {
  return field.path === "_routing" || field.path === "_ignored";
}

function refusePattern(field: MappedField, kind: "prefix" | "wildcard" | "regexp" | "fuzzy"): never {
  throw new RequestError(
    400,
    "unsupported_operation_exception",
    `[${kind}] queries are not supported on [${field.type}] fields.`,
  );
}

function requirePatternField(searcher: SearcherView, field: MappedField, kind: "prefix" | "wildcard"): void {
  if (field.capabilities.texts !== undefined || isTextLikeMetadata(field)) return;
  throw queryShardException(
    searcher.index,
    `Can only use ${kind} queries on keyword, text and wildcard fields - not on [${field.path}] which is of type [${field.type}]`,
  );
}

/** The text after the field's normalizer, so that patterns on keywords compare with what was indexed. */
function normalized(field: MappedField, text: string): string {
  if (field.capabilities.texts !== "whole" || !field.indexAnalyzer) return text;
  return field.indexAnalyzer
    .tokens(text)
    .map((token) => token.text)
    .join("");
}

/** As `normalized`, but keeps the wildcards of a pattern. */
function normalizedPattern(field: MappedField, pattern: string): string {
  if (field.capabilities.texts !== "whole" || !field.indexAnalyzer) return pattern;
  return withChangedTexts(pattern, (text) => normalized(field, text));
}
