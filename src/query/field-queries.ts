/**
 * What a value, range or pattern means on a field, by its type (Elasticsearch's `MappedFieldType.termQuery`,
 * `rangeQuery` …). Everything that searches a field goes through here: query kinds, full text, query strings.
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { ipNetwork } from "../compat/ip-network.ts";
import { valueText } from "../compat/value-text.ts";
import type { Json } from "../core/json.ts";
import type { MappedField, RangeBounds } from "../mapping/field-type.ts";
import { acceptsBytes, type ByteAutomaton } from "../core/automata/byte-automaton.ts";
import { fuzzyWords } from "./automata/fuzzy-words.ts";
import { acceptsLiterally, literalWildcard, selectLiterally } from "./automata/literal-wildcard.ts";
import { regexpAutomaton } from "../compat/regexp/regexp-pattern.ts";
import { automatonOf } from "./automata/request-automata.ts";
import { requiredTexts } from "./automata/required-texts.ts";
import { beginsWith, prefixRange, selectTerms, selectWhere } from "./automata/select-terms.ts";
import {
  foldedTermAutomaton,
  prefixAutomaton,
  wildcardAutomaton,
  wildcardParts,
  wildcardTexts,
} from "../compat/regexp/wildcard-pattern.ts";
import { refuseUnindexed } from "./expensive-queries.ts";
import { booleanOf } from "./boolean/boolean-expression.ts";
import { constantScore } from "./constant-score/constant-score-expression.ts";
import { type Expression, expressionKey } from "./expression.ts";
import { feature } from "./feature/feature-expression.ts";
import { fieldExists } from "./field-exists/field-exists-expression.ts";
import { ids } from "./ids/ids-expression.ts";
import { matchAll } from "./match-all/match-all-expression.ts";
import { matchNone } from "./match-none/match-none-expression.ts";
import { matchingTerms, type TermPattern } from "./multi-term/multi-term-expression.ts";
import { inRange } from "./range/range-expression.ts";
import { term } from "./term/term-expression.ts";
import { anyTerm } from "./terms/terms-expression.ts";
import type { Fuzziness } from "./fuzziness.ts";
import { isIndexConstant, matchesIndex } from "./index-constants.ts";
import type { SearcherView } from "./query.ts";
import {
  keyedFoldedTerm,
  keyedPrefix,
  keyedRange,
  keyedTerm,
  keyedTerms,
  refuseKeyedPattern,
} from "./keyed-queries.ts";
import { queryShardException } from "./query-shard-exception.ts";
import type { RewriteMethod } from "./rewrite-method.ts";
import {
  onRuntime,
  requireTexts,
  runtimeExists,
  runtimeRange,
  runtimeTerm,
  runtimeTerms,
} from "./runtime/runtime-queries.ts";

const encoder = new TextEncoder();

/** The field of a path, or undefined when a query on it matches nothing (unmapped, an object). */
export function searchableField(searcher: SearcherView, path: string): MappedField | undefined {
  const field = searcher.mapping.field(path);
  return field && !field.capabilities.object ? field : undefined;
}

/** What a query on a field that is not there becomes. */
export function unmapped(path: string): Expression {
  return matchNone(`unmapped field [${path}]`);
}

/** Documents with exactly this value. */
export function termOf(searcher: SearcherView, field: MappedField, value: Json): Expression {
  if (field.runtime) return runtimeTerm(searcher, field, value);
  if (field.keyed) return keyedTerm(field, field.keyed, value);
  if (isIndexConstant(field))
    return matchesIndex(searcher, field, valueText(value)) ? matchAll() : matchNone("another index");
  if (field.path === "_id") return ids([valueText(value)]);
  refuseUnsearchable(searcher, field);
  const { exactQuery } = field.capabilities;
  if (exactQuery === "address") return addressOf(searcher, field, value);
  if (exactQuery === "feature") return feature(field, valueText(value));
  if (field.relates) return inRelation(field, { gte: value, lte: value, nowMs: searcher.nowMs });
  const bytes = field.term(value);
  return bytes ? term(field, bytes) : exactRange(searcher, field, value);
}

/** An address, or all those of a network. */
function addressOf(searcher: SearcherView, field: MappedField, value: Json): Expression {
  const network = typeof value === "string" ? ipNetwork(value) : undefined;
  if (!network) return exactRange(searcher, field, value);
  return inRange(field, { unit: "term", from: network.from, to: network.to, includeFrom: true, includeTo: true });
}

/** Values that are read between two looks at whether the request was cancelled. */
const VALUES_PER_CHECKPOINT = 4_096;
/** What one of many values holds besides its bytes, roughly. */
const VALUE_BYTES = 128;

/** Documents with any of the values, all scored alike. */
export function termsOf(searcher: SearcherView, field: MappedField, values: readonly Json[]): Expression {
  if (field.runtime) return runtimeTerms(searcher, field, values);
  if (field.keyed) return keyedTerms(field, field.keyed, values);
  if (isIndexConstant(field)) {
    return values.some((value) => matchesIndex(searcher, field, valueText(value)))
      ? matchAll()
      : matchNone("another index");
  }
  if (field.path === "_id") return ids(values.map(String));
  refuseUnsearchable(searcher, field);
  const terms: Uint8Array[] = [];
  const ranges: Expression[] = [];
  let heldBytes = 0;
  for (const [place, value] of values.entries()) {
    if (place % VALUES_PER_CHECKPOINT === VALUES_PER_CHECKPOINT - 1) searcher.planning?.checkpoint();
    const bytes = isNetwork(field, value) ? undefined : field.term(value);
    heldBytes += VALUE_BYTES + (bytes?.length ?? 0);
    if (bytes) terms.push(bytes);
    else ranges.push(termOf(searcher, field, value));
  }
  searcher.planning?.reserve(heldBytes);
  const any = terms.length > 0 ? anyTerm(field, terms) : undefined;
  if (ranges.length === 0) return any ?? matchNone("no terms");
  const all = any ? [any, ...ranges] : ranges;
  return all.length === 1 ? (all[0] as Expression) : anyOf(all);
}

/** Any of several expressions, without scores of their own. */
function anyOf(expressions: readonly Expression[]): Expression {
  return constantScore(booleanOf(expressions.map((expression) => ({ occur: "should", expression }))));
}

function isNetwork(field: MappedField, value: Json): boolean {
  return field.capabilities.exactQuery === "address" && typeof value === "string" && value.includes("/");
}

function exactRange(searcher: SearcherView, field: MappedField, value: Json): Expression {
  return inRange(field, field.range({ gte: value, lte: value, nowMs: searcher.nowMs }));
}

/** Documents with a value between bounds. */
export function rangeOf(searcher: SearcherView, field: MappedField, bounds: RangeBounds): Expression {
  if (field.runtime) return runtimeRange(searcher, field, bounds);
  if (field.keyed) return keyedRange(field, field.keyed, bounds);
  if (field.constant !== undefined)
    return constantInRange(field.constant, bounds) ? matchAll() : matchNone("the constant is beside the range");
  if (!field.capabilities.rangeQuery)
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support range queries`);
  refuseUnsearchable(searcher, field);
  return field.relates ? inRelation(field, bounds) : inRange(field, field.range(bounds));
}

function constantInRange(constant: string | null, { gte, gt, lte, lt }: RangeBounds): boolean {
  if (constant === null) return false;
  const compare = (bound: Json): number => Buffer.compare(Buffer.from(constant), Buffer.from(valueText(bound)));
  const lower = gte ?? gt ?? null;
  const upper = lte ?? lt ?? null;
  if (lower !== null && compare(lower) < (lower === gte ? 0 : 1)) return false;
  return upper === null || compare(upper) <= (upper === lte ? 0 : -1);
}

/** Documents with a range that stands in the relation asked for to the one given. */
function inRelation(field: MappedField, bounds: RangeBounds): Expression {
  const { relation = "intersects" } = bounds;
  const test = field.relates?.(bounds, relation);
  if (!test) return matchNone(`${field.path} has no ranges`);
  const description = `${field.path}:${relation}${JSON.stringify([bounds.gte ?? bounds.gt, bounds.lte ?? bounds.lt], (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`;
  return matchingTerms({
    field,
    type: "BinaryRangeFieldRangeQuery",
    description,
    options: JSON.stringify([
      bounds.gte !== undefined,
      bounds.lte !== undefined,
      bounds.format,
      bounds.timeZone,
      bounds.nowMs,
    ]),
    select: (terms) => selectWhere(terms, test),
    accepts: (bytes) => test(bytes, 0),
    rewrite: constantRewrite,
  });
}

/** Documents that have the field. */
export function existsOf(searcher: SearcherView, field: MappedField): Expression {
  if (field.runtime) return runtimeExists(searcher, field);
  if (field.keyed) return keyedPrefix(searcher, field.keyed, "", false);
  if (field.constant === null) return matchNone("the constant is not known");
  if (isIndexConstant(field) || onEveryDocument.has(field.path)) return matchAll();
  if (field.path === "_doc_count")
    throw queryShardException(
      searcher.index,
      "Field [_doc_count] of type [_doc_count] does not support exists queries",
    );
  if (field.path === "_field_names") {
    throw new RequestError(400, "unsupported_operation_exception", "Cannot run exists query on _field_names");
  }
  if (field.path === "_nested_path") {
    throw new RequestError(
      400,
      "unsupported_operation_exception",
      "Cannot run exists() query against the nested field path",
    );
  }
  if (field.path === "_data_stream_timestamp")
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support exists queries`);
  if (field.path === "_ignored_source") return matchNone("values that are kept aside have no terms");
  refuseClosed(searcher, field);
  if (field.withoutExists !== undefined) throw illegalArgument(field.withoutExists);
  return fieldExists(field);
}

/** What every document has: the reader knows it without a column. */
const onEveryDocument: ReadonlySet<string> = new Set(["_id", "_seq_no", "_version"]);

/** How a pattern is taken. */
export interface PatternOptions {
  readonly ignoreCase?: boolean | undefined;
  readonly rewrite?: RewriteMethod | undefined;
  /** The text went through an analyzer already. */
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
  const text = options.analysed ? pattern : normalizedPattern(field, pattern);
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

/** What a regular expression is read with. */
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

/** What a fuzzy term is compared with. */
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
  const word = normalized(field, text);
  const edits = options.fuzziness.edits(text);
  if (options.prefixLength < 0) throw illegalArgument("prefixLength cannot be negative.");
  if (options.maxExpansions <= 0) throw illegalArgument("maxExpansions must be positive.");
  const { prefixLength, transpositions } = options;
  const words = fuzzyWords(word, { edits, prefixLength, transpositions, checkpoint: searcher.planning?.checkpoint });
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

/** All documents or none, as the constant is accepted. */
function constantAccepted(constant: string | null, accepts: (bytes: Uint8Array) => boolean): Expression {
  return constant !== null && accepts(encoder.encode(constant)) ? matchAll() : matchNone("another constant");
}

/** The terms that an automaton accepts, which is the same for the same type, description and options. */
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

function refuseClosed(searcher: SearcherView, field: MappedField): void {
  if (field.path === "_source" || field.path === "_version") {
    throw queryShardException(searcher.index, `The ${field.path} field is not searchable`);
  }
  if (field.path === "_doc_count")
    throw queryShardException(searcher.index, `Field [_doc_count] of type [_doc_count] is not searchable`);
  if (field.path === "_ignored_source")
    throw illegalArgument(`Cannot search on field [_ignored_source] since it is not indexed.`);
  if (field.path === "_data_stream_timestamp")
    throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support term queries`);
}

function refuseUnsearchable(searcher: SearcherView, field: MappedField): void {
  refuseClosed(searcher, field);
  const { exactQuery, columnQuery } = field.capabilities;
  if (exactQuery === "geometry") {
    throw illegalArgument(
      `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${field.path}]`,
    );
  }
  if (exactQuery === "bytes") throw illegalArgument("Binary fields do not support searching");
  // Others are searched in their columns.
  if (!field.searchable && !columnQuery)
    throw illegalArgument(`Cannot search on field [${field.path}] since it is not indexed.`);
  refuseUnindexed(searcher, field);
}

/** The text after the field's normalizer, so that patterns on keywords see what was indexed. */
function normalized(field: MappedField, text: string): string {
  if (field.capabilities.texts !== "whole" || !field.indexAnalyzer) return text;
  return field.indexAnalyzer
    .tokens(text)
    .map((token) => token.text)
    .join("");
}

/** As `normalized`, leaving the wildcards of a pattern alone. */
function normalizedPattern(field: MappedField, pattern: string): string {
  if (field.capabilities.texts !== "whole" || !field.indexAnalyzer) return pattern;
  let text = "";
  let literal = "";
  const flush = (): void => {
    if (literal !== "") text += normalized(field, literal).replace(/[\\*?]/g, "\\$&");
    literal = "";
  };
  for (const part of wildcardParts(pattern)) {
    if (part.type === "literal") {
      literal += part.character;
      continue;
    }
    flush();
    text += part.type === "any" ? "?" : "*";
  }
  flush();
  return text;
}
