/** The plan of spans (Lucene's `SpanWeight`). */
import { RequestError } from "../../compat/errors.ts";
import { javaFloat } from "../../core/float32.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { termText } from "../term/term-text.ts";
import { type SegmentSpan, SpanCounter } from "./span-counter.ts";
import { addTerms, scoredField, type Span, type SpanTerm, spanText } from "./span.ts";
import { SpansOperator, wordsOperator } from "./spans-operator.ts";
import type { Explanation, Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { computedOf, formulaOf, type Scorer, scorerOf } from "../scoring/similarity.ts";
import { computedList, matchesOf } from "../term/computed-scores.ts";
import { postingOf, hasField } from "../term/posting-of.ts";
import { explainWeight } from "../term/term-plan.ts";

/** Spans to be planned, without patterns. */
export interface PlannedSpans {
  readonly span: Span;
  /** Lucene's name of the class. */
  readonly kind: string;
  readonly description: string;
}

/** For a field without positions, the operators throw 500 on segments that have its terms. */
export function planSpans(
  { span, kind, description }: PlannedSpans,
  searcher: SearcherView,
  options: PlanOptions,
): Plan {
  const field = scoredField(span);
  const path = field?.path ?? "";
  const scorer = options.scored && field ? spanScorer(field, span, searcher, options.boost) : undefined;
  // A masked span by itself is weighed as what is masked.
  const weighed = span.kind === "mask" ? spanText(span.inner) : description;
  return {
    kind,
    description,
    children: [],
    operator(context) {
      const found = spanIn(context.reader, span);
      const words = found && wordsOperator(context, found);
      if (!found || !words) return undefined;
      const operator = new SpansOperator(context, { field: path, span: found, scoring: formulaOf(scorer) }, words);
      const computed = computedOf(scorer);
      if (!computed) return operator;
      const docs = matchesOf(context, operator);
      const freqs = Float32Array.from(docs, (doc) => frequencyIn(context.reader, found, doc));
      return computedList(context, path, { docs, freqs }, computed);
    },
    explain(segment: SegmentReader, doc: number): Explanation {
      const found = spanIn(segment, span);
      const freq = found ? frequencyIn(segment, found, doc) : 0;
      if (freq === 0) return unmatched("no matching term");
      const told = explained(freq, `phraseFreq=${javaFloat(freq)}`);
      const norm = hasField(segment, path, doc) ? (segment.norms(path)?.[doc] ?? 1) : 1;
      return explainWeight(weighed, doc, scorer, told, norm);
    },
  };
}

/** The span with a segment's ordinals; undefined when the segment cannot have it. */
function spanIn(segment: SegmentReader, span: Span): SegmentSpan | undefined {
  switch (span.kind) {
    case "prefix":
    case "multi":
    case "none":
      return undefined;
    case "gap":
      return { kind: "gap", width: span.width };
    case "term":
      return termIn(segment, span.field, span.bytes);
    case "or": {
      const parts = span.parts.map((part) => spanIn(segment, part)).filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : { kind: "or", parts };
    }
    case "near": {
      const parts = span.parts.map((part) => spanIn(segment, part));
      if (!parts.every((part) => part !== undefined)) return undefined;
      return { kind: "near", parts, slop: span.slop, inOrder: span.inOrder };
    }
    case "not": {
      const include = spanIn(segment, span.include);
      const exclude = spanIn(segment, span.exclude);
      return include && exclude ? { kind: "not", include, exclude, before: span.before, after: span.after } : include;
    }
    case "first": {
      const inner = spanIn(segment, span.inner);
      return inner && { kind: "first", inner, end: span.end };
    }
    case "containing":
    case "within": {
      const big = spanIn(segment, span.big);
      const little = spanIn(segment, span.little);
      return big && little && { kind: span.kind, big, little };
    }
    case "mask":
      return spanIn(segment, span.inner);
  }
}

function termIn(segment: SegmentReader, field: MappedField, bytes: Uint8Array): SegmentSpan | undefined {
  const ordinal = segment.terms(field.path)?.find(bytes) ?? -1;
  if (ordinal < 0) return undefined;
  if (field.spec.terms !== "positions") throw withoutPositions(field, bytes);
  return { kind: "term", path: field.path, ordinal };
}

function withoutPositions(field: MappedField, bytes: Uint8Array): RequestError {
  const reason = `field "${field.path}" was indexed without position data; cannot run SpanTermQuery (term=${termText(bytes)})`;
  return new RequestError(500, "illegal_state_exception", reason);
}

function frequencyIn(segment: SegmentReader, span: SegmentSpan, doc: number): number {
  const counter = new SpanCounter(span);
  for (const term of counter.terms)
    term.positions = Int32Array.from(postingOf(segment, term.path, term.ordinal, doc)?.positions ?? []);
  return counter.frequency();
}

/** Each term that the shard has counts once, in the order of fields and bytes. */
function spanScorer(field: MappedField, span: Span, searcher: SearcherView, boost: number): Scorer | undefined {
  const terms = new Map<string, SpanTerm>();
  addTerms(span, terms);
  const sorted = [...terms.values()].sort(
    (one, other) =>
      Buffer.compare(Buffer.from(one.field.path), Buffer.from(other.field.path)) ||
      Buffer.compare(one.bytes, other.bytes),
  );
  const statistics = sorted
    .map((term) => searcher.termStatistics(term.field.path, term.bytes))
    .filter((term) => term.docFreq > 0);
  if (statistics.length === 0) return undefined;
  return scorerOf(field.similarity, boost, searcher.fieldStatistics(field.path), statistics);
}
