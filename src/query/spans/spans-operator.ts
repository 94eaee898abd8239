/** Documents with spans: adjacent words, some of which may be alternatives to others (Lucene's `SpanScorer`). */
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import { termScore, type TermScoring } from "../scoring/term-scoring.ts";
import { ConjunctionOperator } from "../boolean/conjunction-operator.ts";
import { DisjunctionOperator } from "../boolean/disjunction-operator.ts";
import { sumOfBounds } from "../execution/score-bounds.ts";
import { SpanCounter, type WordSpan } from "./span-cursors.ts";
import { TermPositions } from "../phrase/term-positions.ts";
import { TermOperator } from "../term/term-operator.ts";

/** Spans in a field with positions. */
export interface SegmentSpans {
  readonly field: string;
  readonly span: WordSpan;
  readonly scoring: TermScoring | undefined;
}

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

  constructor(context: OperatorContext, { field, span, scoring }: SegmentSpans) {
    this.context = context;
    this.scoring = scoring;
    this.words = wordsOf(context, field, span);
    this.cost = this.words.cost;
    this.counter = new SpanCounter(span);
    this.positions = this.counter.terms.map((term) => new TermPositions(context, field, term.ordinal, scoring));
    this.norms = context.reader.norms(field);
  }

  nextWindow(from: number): number {
    return this.words.nextWindow(from);
  }

  maxScore(base: number): number {
    const { scoring } = this;
    if (!scoring) return 0;
    // Every span begins and ends with a word, so there are at most as many spans as words.
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
        if (score < 0) kept &= ~(1 << bit);
        else if (scores) scores[place] = score;
      }
      bits[word] = kept;
      any |= kept;
    }
    return any !== 0;
  }

  /** The score; -1 when the document has no span. */
  private scoreOf(doc: number): number {
    const { terms } = this.counter;
    for (let i = 0; i < terms.length; i++) terms[i]!.positions = this.positions[i]!.of(doc);
    const freq = this.counter.count();
    if (freq === 0) return -1;
    return this.scoring ? termScore(this.scoring, freq, this.norms?.[doc] ?? 1) : 0;
  }
}

/** Documents that have the words of a span, at any position. */
function wordsOf(context: OperatorContext, field: string, span: WordSpan): Operator {
  if (span.kind === "term") return new TermOperator(context, { field, ordinal: span.ordinal, scoring: undefined });
  const words = span.parts.filter((part) => part.kind !== "gap").map((part) => wordsOf(context, field, part));
  if (words.length === 1) return words[0]!;
  return span.kind === "or"
    ? new DisjunctionOperator(context, words)
    : new ConjunctionOperator(context, { scoring: [], filters: words });
}
