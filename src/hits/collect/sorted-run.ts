/**
 * Collects the best documents of a segment in sort order. Once enough hits are counted, only competitive documents are
 * looked at (Lucene's `TopFieldCollector`, `ScoreMode.TOP_DOCS`).
 */
import { type Run, leastHits } from "../../query/execution/bulk.ts";
import type { WindowBuffer } from "../../query/operator.ts";
import { keepLive, loadLive } from "../../query/execution/live-windows.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import { CompetitiveDocs } from "./competitive-docs.ts";
import { probeSort } from "./sort-probe.ts";
import type { SegmentHits, SegmentMatches } from "./hit-collector.ts";
import type { TopBySort } from "./top-by-sort.ts";

/** Windows per step: a step takes milliseconds. */
const STEP_WINDOWS = 64;
/**
 * With this many matches per window on average or fewer, each is looked up in the column; with more, the column is
 * compared first.
 */
const FEW_MATCHES = 128;

export class SortedRun implements Run<SegmentHits> {
  readonly #matches: SegmentMatches;
  readonly #collector: TopBySort;
  /** Hits to count before documents may be skipped; below 0: none. */
  readonly #totalHitsThreshold: number;
  readonly #competitive: CompetitiveDocs;
  readonly #window: WindowBuffer;
  readonly #best: WindowBuffer;
  readonly #docsAddress: number;
  readonly #docs: Uint32Array;
  readonly #scoresAddress: number;
  readonly #scores: Float32Array;
  readonly #isRare: boolean;
  #hits = 0;
  #counting: boolean;
  #from = 0;

  /** `collector` has already begun the segment. */
  constructor(matches: SegmentMatches, collector: TopBySort) {
    const { context, scored } = matches;
    this.#matches = matches;
    this.#collector = collector;
    this.#totalHitsThreshold = matches.totalHitsThreshold - matches.hitsSoFar;
    this.#competitive = new CompetitiveDocs(context, collector.leaves, firstBound(matches, collector));
    this.#window = context.window();
    this.#best = context.window();
    this.#docsAddress = context.scratch(WINDOW_DOCS * 4);
    this.#docs = context.words.subarray(this.#docsAddress / 4, this.#docsAddress / 4 + WINDOW_DOCS);
    this.#scoresAddress = scored ? context.scratch(WINDOW_DOCS * 4) : 0;
    this.#scores = context.floats.subarray(this.#scoresAddress / 4, scored ? this.#scoresAddress / 4 + WINDOW_DOCS : 0);
    const { cost, twoPhase } = matches.operator;
    this.#isRare = !scored && !twoPhase && cost * WINDOW_DOCS <= FEW_MATCHES * context.reader.docCount;
    const known = leastHits(matches);
    this.#counting = known <= this.#totalHitsThreshold;
    if (!this.#counting) this.#hits = Math.max(0, known);
  }

  /** Processes up to 64 windows. Returns whether there may be more. */
  step(): boolean {
    for (let i = 0; i < STEP_WINDOWS; i++) {
      const base = this.#next();
      if (base === NO_MORE_DOCS) return false;
      this.#from = base + WINDOW_DOCS;
      if (this.#counting) this.#count(base);
      else this.#pick(base);
    }
    return true;
  }

  result(): SegmentHits {
    return { hits: this.#hits, more: !this.#counting };
  }

  #next(): number {
    const { operator } = this.#matches;
    if (!this.#counting && this.#collector.isOver) return NO_MORE_DOCS;
    this.#competitive.narrow(this.#collector.worstRow, this.#collector.afterRow);
    let base = operator.nextWindow(this.#from);
    while (!this.#counting && base !== NO_MORE_DOCS) {
      const next = this.#competitive.nextWindow(base);
      if (next === base || next === NO_MORE_DOCS) return next;
      base = operator.nextWindow(next);
    }
    return base;
  }

  /** Counts the matches of a window, and collects the competitive ones. */
  #count(base: number): void {
    const { operator, context, live, scored } = this.#matches;
    if (!operator.fill(base, this.#window, scored)) return;
    if (live) keepLive(live, base, this.#window);
    this.#hits += context.kernel.windowCount(this.#window.bitsAddress);
    if (this.#competitive.fill(base, this.#best, this.#window)) this.#collect(base, this.#window.scoresAddress);
    this.#counting = this.#hits <= this.#totalHitsThreshold;
  }

  /** Collects the competitive matches of a window without counting all. */
  #pick(base: number): void {
    const { operator, live, scored } = this.#matches;
    if (this.#isRare) {
      if (!operator.fill(base, this.#window, false)) return;
      if (live) keepLive(live, base, this.#window);
      if (this.#competitive.fill(base, this.#best, this.#window)) this.#collect(base, 0);
      return;
    }
    if (live) loadLive(live, base, this.#best);
    if (!this.#competitive.fill(base, this.#window, live && this.#best)) return;
    if (operator.fill(base, this.#best, scored, this.#window)) this.#collect(base, this.#best.scoresAddress);
  }

  #collect(base: number, scoresAddress: number): void {
    const { context, scored } = this.#matches;
    const { bitsAddress } = this.#best;
    const count = context.kernel.extractDocs(bitsAddress, base, this.#docsAddress);
    if (scored) context.kernel.extractScores(bitsAddress, scoresAddress, this.#scoresAddress);
    this.#collector.collect(this.#docs, this.#scores, count);
  }
}

function firstBound({ plan, context, live }: SegmentMatches, { leaves, afterRow, limit }: TopBySort): number {
  const [leaf] = leaves;
  const after = afterRow?.[0] ?? Number.NEGATIVE_INFINITY;
  return leaf?.follows ? probeSort({ plan, context, live, leaf, limit, after }) : Number.POSITIVE_INFINITY;
}
