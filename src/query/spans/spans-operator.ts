/** Documents with spans (Lucene's `SpanScorer`). */
import { hasField } from "../term/posting-of.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { termScore, type TermScoring } from "../scoring/term-scoring.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { DisjunctionOperator } from "../boolean/disjunction-operator.ts";
import { sumOfBounds } from "../execution/score-bounds.ts";
import { type SegmentSpan, SpanCounter } from "./span-counter.ts";
import { TermPositions } from "../phrase/term-positions.ts";
import { TermOperator } from "../term/term-operator.ts";

/** Spans of a segment, scored by a field with positions. */
export interface SegmentSpans {
  readonly field: string;
  readonly span: SegmentSpan;
  readonly scoring: TermScoring | undefined;
}

/** No score: those of masked spans may be below nought, where more documents have the words than the scored field. */
const NONE = Number.NEGATIVE_INFINITY;

/** Documents between two tests for cancellation. */
const CHECKS = 128;

/** Tests the documents that have the words, one by one. */
export class SpansOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  private readonly context: OperatorContext;
  private readonly scoring: TermScoring | undefined;
  private readonly words: Operator;
  private readonly counter: SpanCounter;
  /** Positions of the counter's terms. */
  private readonly positions: readonly TermPositions[];
  private readonly norms: Uint8Array | undefined;
  /** The scored field. */
  private readonly field: string;
  /** Whether words are those of another field, so that documents need not have the scored one. */
  private readonly isMasked: boolean;
  /** Whether the frequencies of the words limit the score. */
  private readonly isBounded: boolean;
  private checks = 0;

  constructor(context: OperatorContext, { field, span, scoring }: SegmentSpans, words: Operator) {
    this.context = context;
    this.scoring = scoring;
    this.words = words;
    this.cost = words.cost;
    this.counter = new SpanCounter(span);
    this.positions = this.counter.terms.map((term) => new TermPositions(context, term.path, term.ordinal, scoring));
    this.norms = context.reader.norms(field);
    this.field = field;
    this.isMasked = this.counter.terms.some(({ path }) => path !== field);
    this.isBounded = this.counter.terms.every(({ path }) => path === field) && !beginsWithGap(span);
  }

  nextWindow(from: number): number {
    return this.words.nextWindow(from);
  }

  maxScore(base: number): number {
    const { scoring } = this;
    if (!scoring) return 0;
    if (!this.isBounded) return Number.POSITIVE_INFINITY;
    // Each step to the next span moves a word forward, so there are at most as many spans as words.
    let sum = 0;
    for (const term of this.positions) sum += Math.max(0, term.maxProduct(base, base + WINDOW_DOCS));
    return sum === 0 ? 0 : this.context.kernel.scoreOf(scoring.weight, sumOfBounds(sum));
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    if (!this.words.fill(base, into, false, candidates)) return false;
    this.context.checkpoint();
    const { bits } = into;
    const scores = scored ? into.scores : undefined;
    let any = 0;
    for (let word = 0; word < bits.length; word++) {
      let left = bits[word]!;
      let kept = left;
      for (; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const place = word * 32 + bit;
        const score = this.scoreOf(base + place);
        if (score === NONE) kept &= ~(1 << bit);
        else if (scores) scores[place] = score;
      }
      bits[word] = kept;
      any |= kept;
    }
    return any !== 0;
  }

  /** The score; NONE when the document has no span. */
  private scoreOf(doc: number): number {
    if (++this.checks % CHECKS === 0) this.context.checkpoint();
    const { terms } = this.counter;
    for (let i = 0; i < terms.length; i++) terms[i]!.positions = this.positions[i]!.of(doc);
    if (!this.scoring) return this.counter.matches() ? 0 : NONE;
    const freq = this.counter.frequency();
    if (freq === 0) return NONE;
    const isWithout = this.isMasked && !hasField(this.context.reader, this.field, doc);
    return termScore(this.scoring, freq, isWithout ? 1 : (this.norms?.[doc] ?? 1));
  }
}

/** A gap may begin anywhere, also before a text. */
function beginsWithGap(span: SegmentSpan): boolean {
  if (span.kind === "near") return span.parts[0]?.kind === "gap" || span.parts.some(beginsWithGap);
  return span.kind === "or" && span.parts.some(beginsWithGap);
}

/** Documents that have the words of a span, at any position; undefined: a gap alone has none. */
export function wordsOperator(context: OperatorContext, span: SegmentSpan): Operator | undefined {
  switch (span.kind) {
    case "term":
      return new TermOperator(context, { field: span.path, ordinal: span.ordinal, scoring: undefined });
    case "gap":
      return undefined;
    case "or": {
      const words = span.parts.map((part) => wordsOperator(context, part)).filter((part) => part !== undefined);
      return words.length > 1 ? new DisjunctionOperator(context, words) : words[0];
    }
    case "near":
      return together(context, span.parts);
    case "not":
      return wordsOperator(context, span.include);
    case "first":
      return wordsOperator(context, span.inner);
    case "containing":
    case "within":
      return together(context, [span.big, span.little]);
  }
}

function together(context: OperatorContext, parts: readonly SegmentSpan[]): Operator | undefined {
  const words = parts.map((part) => wordsOperator(context, part)).filter((part) => part !== undefined);
  return words.length > 1 ? new ConjunctionOperator(context, { scoring: [], filters: words }) : words[0];
}
