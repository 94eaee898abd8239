/**
 * Which documents of a segment can still be among the best of a sort, told from the columns that its keys follow: as
 * the competitive iterator of Lucene's `NumericComparator`, by comparing columns instead of walking points.
 */
import { ColumnRange } from "../../query/range/column-range.ts";
import type { OperatorContext, WindowBuffer } from "../../query/operator.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { SortColumn, SortLeaf } from "../sort/sort-key.ts";

/** A key that follows a column. */
interface Level {
  readonly follows: SortColumn;
  readonly range: ColumnRange;
  /** Whether every document of the segment has a value. */
  readonly complete: boolean;
  /** Equal documents lose to the earlier ones: nothing decides behind this key. */
  readonly last: boolean;
  /** The slot a document must not pass; it must stay below it when `last`. */
  worst: number;
  /** Whether documents without a value cannot get in, so that the column tells it all. */
  active: boolean;
}

export class CompetitiveDocs {
  readonly #context: OperatorContext;
  readonly #levels: readonly Level[];
  readonly #docCount: number;
  /** Slot of the first document when the first key is its place: then the first ones that match are the best. */
  readonly #firstSlot: number | undefined;
  /** Documents before this one stand before what `search_after` names. */
  #leastDoc = 0;
  /** What the first key of a hit does not pass, as was found out before. */
  readonly #most: number;
  #isOver = false;

  /** The leading keys that follow a column, each in one slot. */
  constructor(context: OperatorContext, leaves: readonly SortLeaf[], most: number) {
    const levels: Level[] = [];
    for (const { follows } of leaves) {
      if (!follows) break;
      levels.push({
        follows,
        range: new ColumnRange(context, follows.path, follows.column),
        complete: context.reader.field(follows.path)?.docsWithField === context.reader.docCount,
        last: levels.length === leaves.length - 1,
        worst: Number.POSITIVE_INFINITY,
        active: false,
      });
    }
    this.#context = context;
    this.#levels = levels;
    this.#docCount = context.reader.docCount;
    this.#most = most;
    this.#firstSlot = leaves[0]?.firstSlot;
  }

  /** Rows must stand before `worst` and behind `after`, as far as there are such rows. */
  narrow(worst: Float64Array | undefined, after: Float64Array | undefined): void {
    if (this.#firstSlot !== undefined) {
      this.#isOver = worst !== undefined;
      this.#leastDoc = Math.max(0, (after?.[0] ?? 0) - this.#firstSlot);
      return;
    }
    // Beside a bound of the first key alone, the other slots of the worst row mean nothing.
    const byFirst = this.#most < (worst?.[0] ?? Number.POSITIVE_INFINITY);
    this.#levels.forEach((level, slot) => {
      // Behind the first key, a row's slots mean something only together with those before them.
      const least = slot === 0 && after ? (after[0] ?? 0) : Number.NEGATIVE_INFINITY;
      const most = byFirst
        ? slot === 0
          ? this.#most
          : Number.POSITIVE_INFINITY
        : (worst?.[slot] ?? Number.POSITIVE_INFINITY);
      // Documents as good as the bound of the first key may be hits, even when nothing decides behind it.
      bound(level, least, most, level.last && !byFirst);
    });
  }

  /** The first window at or after `from` that may hold a document to be looked at. */
  nextWindow(from: number): number {
    if (this.#isOver || this.#leastDoc >= this.#docCount) return NO_MORE_DOCS;
    if (this.#leastDoc > from) return this.#leastDoc & -WINDOW_DOCS;
    const first = this.#levels[0];
    if (!first?.active) return from;
    for (let base = from; base < this.#docCount; base += WINDOW_DOCS) if (first.range.reaches(base)) return base;
    return NO_MORE_DOCS;
  }

  /**
   * Sets the bits of the documents to be looked at, of those in `candidates` when given. Answers whether there is any.
   */
  fill(base: number, into: WindowBuffer, candidates: WindowBuffer | undefined): boolean {
    if (this.#isOver) return false;
    const { kernel } = this.#context;
    const first = this.#levels[0];
    if (!first?.active) {
      if (candidates) return kernel.windowCopy(into.bitsAddress, candidates.bitsAddress) !== 0;
      kernel.windowFirst(into.bitsAddress, Math.min(WINDOW_DOCS, this.#docCount - base));
      return true;
    }
    if (!first.range.fill(base, into, candidates)) return false;
    const window = this.#context.borrow();
    let any = true;
    // Where no document of the window is better by a key than the worst, all that are left are as good, and the next
    // key decides.
    for (let slot = 1; any && slot < this.#levels.length; slot++) {
      const before = this.#levels[slot - 1];
      const level = this.#levels[slot];
      if (!before || !level?.active || bestSlot(before, base) < before.worst) break;
      any = level.range.fill(base, window, into);
      kernel.windowCopy(into.bitsAddress, window.bitsAddress);
    }
    this.#context.giveBack(window);
    return any;
  }
}

/** Sets the range of a level to slots `least` to `most`, `most` left out when `strictly`. */
function bound(level: Level, least: number, most: number, strictly: boolean): void {
  const { absent, sign } = level.follows;
  level.worst = most;
  const absentGetsIn = absent >= least && (strictly ? absent < most : absent <= most);
  level.active =
    (level.complete || !absentGetsIn) && (least !== Number.NEGATIVE_INFINITY || most !== Number.POSITIVE_INFINITY);
  if (!level.active) return;
  const last = strictly ? doubleBelow(most) : most;
  if (sign === 1) level.range.between(least, last);
  else level.range.between(-last, -least);
}

/** The best slot that a document of the window may have. */
function bestSlot({ follows }: Level, base: number): number {
  const { zones, min, max } = follows.column;
  const zone = (base / WINDOW_DOCS) * 2;
  if (follows.sign === 1) return zones?.[zone] ?? min ?? Number.NEGATIVE_INFINITY;
  return -(zones?.[zone + 1] ?? max ?? Number.POSITIVE_INFINITY);
}

const double = new Float64Array(1);
const doubleBits = new BigInt64Array(double.buffer);

/** The next double below; that of positive infinity is itself, which bounds nothing. */
function doubleBelow(value: number): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return -Number.MIN_VALUE;
  double[0] = value;
  doubleBits[0] = (doubleBits[0] ?? 0n) + (value > 0 ? -1n : 1n);
  return double[0];
}
