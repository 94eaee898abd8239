/** Spans: places of a text in a field, and how they are put together (Lucene's `SpanQuery`). */
import { RequestError } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { MAX_CLAUSE_COUNT } from "../limits.ts";
import { expandedTerms, type TermExpansion } from "../multi-term/term-expansion.ts";
import { allOf, anyOfTerms, type Candidates, someOf } from "../percolation/candidates.ts";
import { expansions } from "../phrase/phrase-prefix-expression.ts";
import { expressionKey } from "../expression.ts";
import type { SearcherView } from "../query.ts";
import { termText } from "../term/term-text.ts";

export type Span =
  | { readonly kind: "term"; readonly field: MappedField; readonly bytes: Uint8Array }
  /** The first `limit` terms that begin with the bytes. */
  | { readonly kind: "prefix"; readonly field: MappedField; readonly bytes: Uint8Array; readonly limit: number }
  /** Any of the terms of a pattern, or the `size` best of them. */
  | { readonly kind: "multi"; readonly expansion: TermExpansion; readonly size: number }
  /** This many arbitrary positions. */
  | { readonly kind: "gap"; readonly path: string; readonly width: number }
  /** No span. */
  | { readonly kind: "none"; readonly path: string; readonly reason: string }
  /** Any of the parts. */
  | { readonly kind: "or"; readonly parts: readonly Span[] }
  /** The parts near each other, with at most `slop` positions between them. Not all are gaps. */
  | { readonly kind: "near"; readonly parts: readonly Span[]; readonly slop: number; readonly inOrder: boolean }
  /** Without those that overlap, or are that near to, a span of `exclude`. */
  | {
      readonly kind: "not";
      readonly include: Span;
      readonly exclude: Span;
      readonly before: number;
      readonly after: number;
    }
  /** Those that end at `end` or before. */
  | { readonly kind: "first"; readonly inner: Span; readonly end: number }
  /** Those of `big` that contain one of `little`. */
  | { readonly kind: "containing"; readonly big: Span; readonly little: Span }
  /** Those of `little` that lie within one of `big`. */
  | { readonly kind: "within"; readonly big: Span; readonly little: Span }
  /** Counted as spans of another field. */
  | { readonly kind: "mask"; readonly inner: Span; readonly path: string; readonly field: MappedField | undefined };

/** At most this many combinations of alternatives are highlighted. */
const MOST_HIGHLIGHTED_WAYS = 1_024;

/** Lucene's names of the classes. */
export const spanTypes = {
  term: "SpanTermQuery",
  prefix: "SpanMultiTermQueryWrapper",
  multi: "SpanMultiTermQueryWrapper",
  gap: "SpanGapQuery",
  none: "SpanMatchNoDocsQuery",
  or: "SpanOrQuery",
  near: "SpanNearQuery",
  not: "SpanNotQuery",
  first: "SpanFirstQuery",
  containing: "SpanContainingQuery",
  within: "SpanWithinQuery",
  mask: "FieldMaskingSpanQuery",
} as const satisfies Record<Span["kind"], string>;

/** The spans that a span is made of. */
function partsOf(span: Span): readonly Span[] {
  if (span.kind === "or" || span.kind === "near") return span.parts;
  if (span.kind === "not") return [span.include, span.exclude];
  if (span.kind === "containing" || span.kind === "within") return [span.big, span.little];
  return span.kind === "first" || span.kind === "mask" ? [span.inner] : [];
}

/** The path of the field that a span is in. */
export function pathOf(span: Span): string {
  if ("path" in span) return span.path;
  if (span.kind === "multi") return span.expansion.field.path;
  return "field" in span ? span.field.path : pathOf(partsOf(span)[0]!);
}

/** The field by which a span is scored; undefined when it is not mapped. */
export function scoredField(span: Span): MappedField | undefined {
  // Masked spans by themselves are scored as what they are.
  if (span.kind === "mask") return scoredField(span.inner);
  return fieldIn(span);
}

function fieldIn(span: Span): MappedField | undefined {
  if (span.kind === "multi") return span.expansion.field;
  if ("field" in span) return span.field;
  for (const part of partsOf(span)) {
    const field = fieldIn(part);
    if (field) return field;
  }
  return undefined;
}

/** Lucene's text form. A gap has no field, as in Elasticsearch. */
export function spanText(span: Span): string {
  switch (span.kind) {
    case "term":
      return `${span.field.path}:${termText(span.bytes)}`;
    case "prefix":
      return `SpanMultiTermQueryWrapper(${span.field.path}:${termText(span.bytes)}*)`;
    case "multi":
      return `SpanMultiTermQueryWrapper(${span.expansion.description})`;
    case "gap":
      return `SpanGap(:${span.width})`;
    case "none":
      return `SpanMatchNoDocsQuery("${span.reason}")`;
    case "or":
      return `spanOr([${span.parts.map(spanText).join(", ")}])`;
    case "near":
      return `spanNear([${span.parts.map(spanText).join(", ")}], ${span.slop}, ${span.inOrder})`;
    case "not":
      return `spanNot(${spanText(span.include)}, ${spanText(span.exclude)}, ${span.before}, ${span.after})`;
    case "first":
      return `spanFirst(${spanText(span.inner)}, ${span.end})`;
    case "containing":
      return `SpanContaining(${spanText(span.big)}, ${spanText(span.little)})`;
    case "within":
      return `SpanWithin(${spanText(span.big)}, ${spanText(span.little)})`;
    case "mask":
      return `mask(${spanText(span.inner)}) as ${span.path}`;
  }
}

/** Identifies a span. */
export function spanKey(span: Span): string {
  const inner = partsOf(span).map(spanKey);
  if (span.kind === "term") return expressionKey(span.kind, span.field.path, termText(span.bytes));
  if (span.kind === "prefix") return expressionKey(span.kind, span.field.path, termText(span.bytes), span.limit);
  if (span.kind === "multi")
    return expressionKey(span.kind, span.expansion.field.path, span.expansion.description, span.size);
  if (span.kind === "gap") return expressionKey(span.kind, span.width);
  if (span.kind === "near") return expressionKey(span.kind, span.slop, span.inOrder, ...inner);
  if (span.kind === "not") return expressionKey(span.kind, span.before, span.after, ...inner);
  if (span.kind === "first") return expressionKey(span.kind, span.end, ...inner);
  return expressionKey(span.kind, span.kind === "mask" ? span.path : undefined, ...inner);
}

/** Whether a span has terms that depend on the shard. */
export function hasPattern(span: Span): boolean {
  return span.kind === "prefix" || span.kind === "multi" || partsOf(span).some(hasPattern);
}

/**
 * Expands each pattern to the terms of the shard (Elasticsearch's `SpanBooleanQueryRewriteWithMaxClause`). Throws
 * RequestError for too many.
 */
export function expandedSpan(span: Span, searcher: SearcherView): Span {
  const again = (part: Span): Span => expandedSpan(part, searcher);
  switch (span.kind) {
    case "prefix": {
      const found = span.limit === 0 ? [] : expansions(span.field, [span.bytes], span.limit, searcher);
      return anyTerm(span.field, found, `${span.field.path}:${termText(span.bytes)}*`);
    }
    case "multi": {
      const { expansion, size } = span;
      const found = expandedTerms(expansion, searcher, size, () => tooMany(expansion.description));
      return anyTerm(
        expansion.field,
        found.map(({ bytes }) => bytes),
        expansion.description,
      );
    }
    case "or":
    case "near":
      return { ...span, parts: span.parts.map(again) };
    case "not":
      return { ...span, include: again(span.include), exclude: again(span.exclude) };
    case "containing":
    case "within":
      return { ...span, big: again(span.big), little: again(span.little) };
    case "first":
    case "mask":
      return { ...span, inner: again(span.inner) };
    default:
      return span;
  }
}

function anyTerm(field: MappedField, terms: readonly Uint8Array[], pattern: string): Span {
  const [first, ...others] = terms.map((bytes): Span => ({ kind: "term", field, bytes }));
  if (!first) return { kind: "none", path: field.path, reason: `no expansion found for ${pattern}` };
  return others.length === 0 ? first : { kind: "or", parts: [first, ...others] };
}

function tooMany(pattern: string): RequestError {
  const limit = `exceeds maxClauseCount [ Boolean maxClauseCount is set to ${MAX_CLAUSE_COUNT}]`;
  return new RequestError(500, "runtime_exception", `[${pattern} ] ${limit}`);
}

/** What a document must have for a span. */
export function spanCandidates(span: Span): Candidates | undefined {
  switch (span.kind) {
    case "term":
      return anyOfTerms(span.field.path, [span.bytes]);
    case "or":
      return someOf(span.parts.map(spanCandidates), 1);
    case "near":
      return allOf(span.parts.filter((part) => part.kind !== "gap").map(spanCandidates));
    case "not":
      return spanCandidates(span.include);
    case "containing":
    case "within":
      return allOf([spanCandidates(span.big), spanCandidates(span.little)]);
    case "first":
    case "mask":
      return spanCandidates(span.inner);
    default:
      return undefined;
  }
}

/** Words to highlight together. */
export interface SpanWords {
  readonly path: string;
  readonly words: readonly string[];
  readonly slop: number;
}

/** The words of each combination of alternatives of a span without patterns. */
export function wordsOf(span: Span): SpanWords[] {
  switch (span.kind) {
    case "term":
      return [{ path: span.field.path, words: [termText(span.bytes)], slop: 0 }];
    case "or":
      return span.parts.flatMap(wordsOf).slice(0, MOST_HIGHLIGHTED_WAYS);
    case "near":
      return waysThrough(span.parts, span.slop);
    case "not":
      return wordsOf(span.include);
    case "containing":
    case "within":
      return [...wordsOf(span.big), ...wordsOf(span.little)];
    case "first":
    case "mask":
      return wordsOf(span.inner);
    default:
      return [];
  }
}

function waysThrough(parts: readonly Span[], slop: number): SpanWords[] {
  let ways: SpanWords[] = [];
  for (const part of parts) {
    if (part.kind === "gap") continue;
    const following = wordsOf(part);
    ways =
      ways.length === 0
        ? following.map((one) => ({ ...one, slop: one.slop + slop }))
        : ways
            .flatMap((way) => following.map((one) => ({ ...way, words: [...way.words, ...one.words] })))
            .slice(0, MOST_HIGHLIGHTED_WAYS);
    if (ways.length === 0) return [];
  }
  return ways;
}

/** Terms with their fields. */
export interface SpanTerm {
  readonly field: MappedField;
  readonly bytes: Uint8Array;
}

/** Adds the terms that the score of a span is made of, by their text. */
export function addTerms(span: Span, into: Map<string, SpanTerm>): void {
  if (span.kind === "term") into.set(`${span.field.path}\0${termText(span.bytes)}`, span);
  // What is excluded does not score.
  else if (span.kind === "not") addTerms(span.include, into);
  else for (const part of partsOf(span)) addTerms(part, into);
}
