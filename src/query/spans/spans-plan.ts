/** The plan of spans (Lucene's `SpanWeight`). */
import { RequestError } from "../../compat/errors.ts";
import { javaFloat } from "../../core/float32.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import type { Span } from "./spans-expression.ts";
import { termText } from "../term/term-text.ts";
import { type SegmentSpan, SpanCounter, type WordSpan } from "./span-cursors.ts";
import { SpansOperator } from "./spans-operator.ts";
import type { Explanation, Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { computedOf, formulaOf, type Scorer, scorerOf } from "../scoring/similarity.ts";
import { computedList, matchesOf } from "../term/computed-scores.ts";
import { postingOf } from "../term/posting-of.ts";
import { explainWeight } from "../term/term-plan.ts";

/** Spans to be planned, without prefixes. */
export interface PlannedSpans {
  readonly field: MappedField;
  readonly span: Span;
  /** Lucene's name of the class. */
  readonly kind: string;
  readonly description: string;
}

/** For a field without positions, the operators throw 500 on segments that have its terms. */
export function planSpans(planned: PlannedSpans, searcher: SearcherView, options: PlanOptions): Plan {
  const { field, span, kind, description } = planned;
  const path = field.path;
  const scorer = options.scored ? spanScorer(planned, searcher, options.boost) : undefined;
  const spanOf = (segment: SegmentReader): WordSpan | undefined => {
    const found = spanIn(segment.terms(path), field, span);
    return found?.kind === "gap" ? undefined : found;
  };
  return {
    kind,
    description,
    children: [],
    operator(context) {
      const found = context.postings(path) === 0 ? undefined : spanOf(context.reader);
      if (!found) return undefined;
      const operator = new SpansOperator(context, { field: path, span: found, scoring: formulaOf(scorer) });
      const computed = computedOf(scorer);
      if (!computed) return operator;
      const docs = matchesOf(context, operator);
      const freqs = Float32Array.from(docs, (doc) => frequencyIn(context.reader, path, found, doc));
      return computedList(context, path, { docs, freqs }, computed);
    },
    explain(segment: SegmentReader, doc: number): Explanation {
      const found = spanOf(segment);
      const freq = found ? frequencyIn(segment, path, found, doc) : 0;
      if (freq === 0) return unmatched("no matching term");
      const told = explained(freq, `phraseFreq=${javaFloat(freq)}`);
      return explainWeight(description, doc, scorer, told, segment.norms(path)?.[doc] ?? 1);
    },
  };
}

/** The span with a segment's ordinals; undefined when the segment cannot have it. */
function spanIn(terms: TermsReader | undefined, field: MappedField, span: Span): SegmentSpan | undefined {
  if (!terms || span.kind === "prefix" || span.kind === "none") return undefined;
  if (span.kind === "gap") return span;
  if (span.kind === "term") {
    const ordinal = terms.find(span.bytes);
    if (ordinal < 0) return undefined;
    if (field.spec.terms !== "positions") throw withoutPositions(field, span.bytes);
    return { kind: "term", ordinal };
  }
  const parts: SegmentSpan[] = [];
  for (const part of span.parts) {
    const found = spanIn(terms, field, part);
    if (found) parts.push(found);
    else if (span.kind === "near") return undefined;
  }
  return parts.length === 0 ? undefined : { kind: span.kind, parts };
}

function withoutPositions(field: MappedField, bytes: Uint8Array): RequestError {
  const reason = `field "${field.path}" was indexed without position data; cannot run SpanTermQuery (term=${termText(bytes)})`;
  return new RequestError(500, "illegal_state_exception", reason);
}

/** Each span counts as one: spans contain no holes. */
function frequencyIn(segment: SegmentReader, path: string, span: SegmentSpan, doc: number): number {
  const counter = new SpanCounter(span);
  for (const term of counter.terms)
    term.positions = Int32Array.from(postingOf(segment, path, term.ordinal, doc)?.positions ?? []);
  return counter.count();
}

/** Each term that the shard has counts once, in byte order. */
function spanScorer(planned: PlannedSpans, searcher: SearcherView, boost: number): Scorer | undefined {
  const { field } = planned;
  const terms = new Map<string, Uint8Array>();
  addTerms(planned.span, terms);
  const sorted = [...terms.values()].sort((one, other) => Buffer.compare(one, other));
  const statistics = sorted
    .map((bytes) => searcher.termStatistics(field.path, bytes))
    .filter((term) => term.docFreq > 0);
  if (statistics.length === 0) return undefined;
  return scorerOf(field.similarity, boost, searcher.fieldStatistics(field.path), statistics);
}

function addTerms(span: Span, into: Map<string, Uint8Array>): void {
  if (span.kind === "term") into.set(termText(span.bytes), span.bytes);
  else if (span.kind === "or" || span.kind === "near") for (const part of span.parts) addTerms(part, into);
}
