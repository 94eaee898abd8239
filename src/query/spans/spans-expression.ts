/**
 * Adjacent words, where several in a row may be alternatives to others (Lucene's `SpanNearQuery`, `SpanOrQuery` and
 * `SpanTermQuery`).
 */
import type { MappedField } from "../../mapping/field-type.ts";
import { allOf, anyOfTerms, type Candidates, inexact, someOf } from "../percolation/candidates.ts";
import { planSpans } from "./spans-plan.ts";
import type { SearcherView } from "../query.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { expansions } from "../phrase/phrase-prefix-expression.ts";
import { termText } from "../term/term-text.ts";

export type Span =
  | { readonly kind: "term"; readonly bytes: Uint8Array }
  /** The first `limit` terms that begin with the bytes. */
  | { readonly kind: "prefix"; readonly bytes: Uint8Array; readonly limit: number }
  /** This many arbitrary positions. */
  | { readonly kind: "gap"; readonly width: number }
  /** No span: a prefix that no term has. */
  | { readonly kind: "none"; readonly reason: string }
  /** Any of the parts. */
  | { readonly kind: "or"; readonly parts: readonly Span[] }
  /** Adjacent parts in order. Not all are gaps. */
  | { readonly kind: "near"; readonly parts: readonly Span[] };

/** At most this many combinations of alternatives are highlighted. */
const MOST_HIGHLIGHTED_WAYS = 1_024;

const types = {
  term: "SpanTermQuery",
  prefix: "SpanMultiTermQueryWrapper",
  gap: "SpanGapQuery",
  none: "SpanMatchNoDocsQuery",
  or: "SpanOrQuery",
  near: "SpanNearQuery",
} as const;

/** Documents with a span that `span` describes. */
export function spans(field: MappedField, span: Span): Expression {
  const type = types[span.kind];
  const description = spanText(field, span);
  const self: Expression = {
    type,
    description,
    key: expressionKey("spans", field.path, spanKey(span)),
    candidates: () => inexact(spanCandidates(field, span)),
    rewrite: (searcher) => (hasPrefix(span) ? spans(field, expanded(field, span, searcher)) : self),
    plan: (searcher, options) =>
      hasPrefix(span)
        ? self.rewrite(searcher).plan(searcher, options)
        : planSpans({ field, span, kind: type, description }, searcher, options),
    highlightTerms(searcher, add, boost) {
      for (const words of waysOf(expanded(field, span, searcher))) add({ field: field.path, words, slop: 0, boost });
    },
  };
  return self;
}

function hasPrefix(span: Span): boolean {
  return span.kind === "prefix" || ("parts" in span && span.parts.some(hasPrefix));
}

/** Expands each prefix to the terms of the shard (Elasticsearch's `SpanBooleanQueryRewriteWithMaxClause`). */
function expanded(field: MappedField, span: Span, searcher: SearcherView): Span {
  if (span.kind === "prefix") {
    const found = span.limit === 0 ? [] : expansions(field, [span.bytes], span.limit, searcher);
    const [first, ...others] = found.map((bytes): Span => ({ kind: "term", bytes }));
    if (!first) return { kind: "none", reason: `no expansion found for ${field.path}:${termText(span.bytes)}*` };
    return others.length === 0 ? first : { kind: "or", parts: [first, ...others] };
  }
  return "parts" in span ? { kind: span.kind, parts: span.parts.map((part) => expanded(field, part, searcher)) } : span;
}

/** As in Elasticsearch, a gap has no field. */
function spanText(field: MappedField, span: Span): string {
  if (span.kind === "term") return `${field.path}:${termText(span.bytes)}`;
  if (span.kind === "prefix") return `SpanMultiTermQueryWrapper(${field.path}:${termText(span.bytes)}*)`;
  if (span.kind === "gap") return `SpanGap(:${span.width})`;
  if (span.kind === "none") return `SpanMatchNoDocsQuery("${span.reason}")`;
  const parts = span.parts.map((part) => spanText(field, part)).join(", ");
  return span.kind === "or" ? `spanOr([${parts}])` : `spanNear([${parts}], 0, true)`;
}

function spanKey(span: Span): string {
  if (span.kind === "gap") return expressionKey(span.kind, span.width);
  if (span.kind === "none") return expressionKey(span.kind);
  if (span.kind === "term") return expressionKey(span.kind, termText(span.bytes));
  if (span.kind === "prefix") return expressionKey(span.kind, termText(span.bytes), span.limit);
  return expressionKey(span.kind, ...span.parts.map(spanKey));
}

function spanCandidates(field: MappedField, span: Span): Candidates | undefined {
  if (span.kind === "term") return anyOfTerms(field.path, [span.bytes]);
  if (!("parts" in span)) return undefined;
  const parts = span.parts.filter((part) => part.kind !== "gap").map((part) => spanCandidates(field, part));
  return span.kind === "or" ? someOf(parts, 1) : allOf(parts);
}

/** The words of each combination of alternatives. */
function waysOf(span: Span): string[][] {
  if (span.kind === "term") return [[termText(span.bytes)]];
  if (span.kind === "or") return span.parts.flatMap(waysOf).slice(0, MOST_HIGHLIGHTED_WAYS);
  if (span.kind !== "near") return span.kind === "gap" ? [[]] : [];
  let ways: string[][] = [[]];
  for (const part of span.parts) {
    const following = waysOf(part);
    ways = ways.flatMap((way) => following.map((words) => [...way, ...words])).slice(0, MOST_HIGHLIGHTED_WAYS);
  }
  return ways;
}
