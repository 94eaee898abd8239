/**
 * Documents with a matching nested document, scored by combining the scores of these (Lucene's
 * `ToParentBlockJoinQuery.BlockJoinScorer`).
 */
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import { firstBelow, stepsUp } from "../../segment/nested-docs.ts";
import type { NestedReader, SegmentReader } from "../../segment/segment-reader.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";

/** Scores of the current document: children of one document are adjacent, so one accumulator is enough. */
interface Joined {
  /** Index of the document in the window; -1: none yet. */
  place: number;
  score: number;
  count: number;
}

/**
 * Walks the windows of children that overlap a window of parents. A window of children may overlap two windows of
 * parents, and the child operator fills each window only once, so the last one is kept.
 */
export class NestedJoinOperator implements Operator {
  readonly cost: number;
  readonly twoPhase: boolean;
  readonly most: number | undefined;
  private readonly context: OperatorContext;
  private readonly above: SegmentReader;
  private readonly space: NestedReader;
  private readonly inner: Operator;
  private readonly mode: "avg" | "max" | "min" | "none" | "sum";
  /** The parent maps from the nested documents up to those of `above`, one for each level. */
  private readonly steps: readonly Uint32Array[];
  private readonly held: WindowBuffer;
  private heldBase = -1;
  private heldAny = false;
  private readonly joined: Joined = { place: -1, score: 0, count: 0 };

  /** `context` is that of the parents; `inner` runs on the nested documents. */
  constructor(
    context: OperatorContext,
    space: NestedReader,
    inner: Operator,
    mode: "avg" | "max" | "min" | "none" | "sum",
  ) {
    this.context = context;
    this.above = context.reader;
    this.space = space;
    this.inner = inner;
    this.mode = mode;
    this.steps = stepsUp(space, this.above);
    this.held = context.window();
    this.cost = Math.min(inner.cost, this.above.docCount);
    this.twoPhase = inner.twoPhase === true;
    this.most = mode === "none" ? 0 : mode === "sum" ? undefined : inner.most;
  }

  nextWindow(from: number): number {
    const base = from & -WINDOW_DOCS;
    if (base >= this.above.docCount) return NO_MORE_DOCS;
    const first = firstBelow(this.space, base, this.above);
    const window = this.innerWindow(first);
    if (window === NO_MORE_DOCS) return NO_MORE_DOCS;
    const child = Math.max(window, first);
    return child < this.space.docCount ? this.parentOf(child) & -WINDOW_DOCS : NO_MORE_DOCS;
  }

  maxScore(): number {
    return this.most ?? Number.POSITIVE_INFINITY;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    const { space, above, joined } = this;
    const { kernel } = this.context;
    into.bits.fill(0);
    const from = candidates ? base + firstBit(candidates.bits) : base;
    const to = candidates ? base + lastBit(candidates.bits) + 1 : base + WINDOW_DOCS;
    if (from >= to) return false;
    const first = firstBelow(space, Math.min(from, above.docCount), above);
    const end = firstBelow(space, Math.min(to, above.docCount), above);
    const withScores = scored && this.mode !== "none";
    joined.place = -1;
    for (
      let window = first < end ? this.innerWindow(first) : end;
      window < end;
      window = this.innerWindow(window + WINDOW_DOCS)
    ) {
      if (!this.hold(window, withScores)) continue;
      if (withScores) this.joinScores(base, Math.max(first, window), Math.min(end, window + WINDOW_DOCS), into);
      else this.join(base, Math.max(first, window), Math.min(end, window + WINDOW_DOCS), into);
    }
    if (joined.place >= 0) this.finish(into.scores);
    if (scored && !withScores) into.scores.fill(0);
    if (candidates) return kernel.windowAnd(into.bitsAddress, candidates.bitsAddress) !== 0;
    return kernel.windowAny(into.bitsAddress) !== 0;
  }

  /**
   * The first window of nested documents at or after that of `from` that may hold a match; NO_MORE_DOCS when there is
   * none.
   */
  private innerWindow(from: number): number {
    const window = from & -WINDOW_DOCS;
    if (window !== this.heldBase) return this.inner.nextWindow(from);
    return this.heldAny ? window : this.inner.nextWindow(window + WINDOW_DOCS);
  }

  /** Fills a window of nested documents; returns whether any matches. */
  private hold(window: number, scored: boolean): boolean {
    if (window !== this.heldBase) {
      this.heldAny = this.inner.fill(window, this.held, scored);
      this.heldBase = window;
    }
    return this.heldAny;
  }

  /** Sets the bits of the parents of the matches `from .. to` in the kept window. */
  private join(base: number, from: number, to: number, into: WindowBuffer): void {
    const { bits } = this.held;
    const window = this.heldBase;
    for (let word = (from - window) >>> 5; word << 5 < to - window; word++) {
      let left = bits[word]!;
      while (left !== 0) {
        const child = window + (word << 5) + 31 - Math.clz32(left & -left);
        left &= left - 1;
        if (child < from || child >= to) continue;
        const place = this.parentOf(child) - base;
        into.bits[place >>> 5]! |= 1 << (place & 31);
      }
    }
  }

  /** As `join`, with scores. */
  private joinScores(base: number, from: number, to: number, into: WindowBuffer): void {
    const { held, joined } = this;
    const { bits, scores } = held;
    const window = this.heldBase;
    for (let word = (from - window) >>> 5; word << 5 < to - window; word++) {
      let left = bits[word]!;
      while (left !== 0) {
        const place = (word << 5) + 31 - Math.clz32(left & -left);
        left &= left - 1;
        const child = window + place;
        if (child < from || child >= to) continue;
        const parent = this.parentOf(child) - base;
        const score = Math.fround(scores[place]!);
        if (parent === joined.place) this.add(score);
        else {
          if (joined.place >= 0) this.finish(into.scores);
          into.bits[parent >>> 5]! |= 1 << (parent & 31);
          joined.place = parent;
          joined.score = score;
          joined.count = 1;
        }
      }
    }
  }

  private add(score: number): void {
    const { joined } = this;
    joined.count++;
    if (this.mode === "max") joined.score = Math.max(joined.score, score);
    else if (this.mode === "min") joined.score = Math.min(joined.score, score);
    else joined.score += score;
  }

  /** Sums are in double and rounded once. */
  private finish(scores: Float64Array): void {
    const { joined } = this;
    scores[joined.place] = Math.fround(this.mode === "avg" ? joined.score / joined.count : joined.score);
  }

  private parentOf(child: number): number {
    const { steps } = this;
    let doc = child;
    for (let step = 0; step < steps.length; step++) doc = steps[step]![doc]!;
    return doc;
  }
}

/** Index of the first bit set; the length in bits when none is set. */
function firstBit(bits: Uint32Array): number {
  for (let word = 0; word < bits.length; word++)
    if (bits[word] !== 0) return (word << 5) + 31 - Math.clz32(bits[word]! & -bits[word]!);
  return bits.length << 5;
}

/** Index of the last bit set; -1 when none is set. */
function lastBit(bits: Uint32Array): number {
  for (let word = bits.length - 1; word >= 0; word--)
    if (bits[word] !== 0) return (word << 5) + 31 - Math.clz32(bits[word]!);
  return -1;
}
