/**
 * Which documents of a segment can still be among the best of a sort, derived from the columns that its keys follow:
 * like the competitive iterator of Lucene's `NumericComparator`, but comparing columns instead of traversing points.
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
  /** Nothing decides after this key: of documents with equal keys the earlier wins. */
  readonly last: boolean;
  /** The worst competitive slot of a document; exclusive when `last`. */
  worst: number;
  /** Whether documents without a value cannot get in, so that the column alone decides. */
  active: boolean;
}

export class CompetitiveDocs {
  readonly #context: OperatorContext;
  readonly #levels: readonly Level[];
  readonly #docCount: number;
  /** Slot of the first document when the first key is `_doc`: then the first matches are the best. */
  readonly #firstSlot: number | undefined;
  /** Documents before this one precede the `search_after` position. */
  #leastDoc = 0;
  /** Bound of the first key of a hit, as found by `probeSort`. */
  readonly #most: number;
  #isOver = false;

  /** The leading keys that follow a column, each with one slot. */
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

  /** Rows must sort before `worst` and after `after`, as far as these are given. */
  narrow(worst: Float64Array | undefined, after: Float64Array | undefined): void {
    if (this.#firstSlot !== undefined) {
      this.#isOver = worst !== undefined;
      this.#leastDoc = Math.max(0, (after?.[0] ?? 0) - this.#firstSlot);
      return;
    }
    // If only the first key is bounded, the other slots of the worst row mean nothing.
    const byFirst = this.#most < (worst?.[0] ?? Number.POSITIVE_INFINITY);
    this.#levels.forEach((level, slot) => {
      // After the first key, a row's slots have a meaning only together with the slots before them.
      const least = slot === 0 && after ? (after[0] ?? 0) : Number.NEGATIVE_INFINITY;
      const most = byFirst
        ? slot === 0
          ? this.#most
          : Number.POSITIVE_INFINITY
        : (worst?.[slot] ?? Number.POSITIVE_INFINITY);
      // Documents equal to the bound of the first key may be hits, even when nothing decides after it.
      bound(level, least, most, level.last && !byFirst);
    });
  }

  /** The first window at or after `from` that may hold a competitive document. */
  nextWindow(from: number): number {
    if (this.#isOver || this.#leastDoc >= this.#docCount) return NO_MORE_DOCS;
    if (this.#leastDoc > from) return this.#leastDoc & -WINDOW_DOCS;
    const first = this.#levels[0];
    if (!first?.active) return from;
    for (let base = from; base < this.#docCount; base += WINDOW_DOCS) if (first.range.reaches(base)) return base;
    return NO_MORE_DOCS;
  }

  /** Sets the bits of the competitive documents, of those in `candidates` when given. Returns whether there are any. */
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
    // If no document of the window beats the worst row by a key, the remaining ones are equal to it there, and the next
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

/** Sets the range of a level to slots `least` to `most`; `most` is exclusive when `strictly`. */
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

/** The best slot that a document of the window can have. */
function bestSlot({ follows }: Level, base: number): number {
  const { zones, min, max } = follows.column;
  const zone = (base / WINDOW_DOCS) * 2;
  if (follows.sign === 1) return zones?.[zone] ?? min ?? Number.NEGATIVE_INFINITY;
  return -(zones?.[zone + 1] ?? max ?? Number.POSITIVE_INFINITY);
}

const double = new Float64Array(1);
const doubleBits = new BigInt64Array(double.buffer);

/** The next smaller double; positive infinity stays, since it bounds nothing. */
function doubleBelow(value: number): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return -Number.MIN_VALUE;
  double[0] = value;
  doubleBits[0] = (doubleBits[0] ?? 0n) + (value > 0 ? -1n : 1n);
  return double[0];
}
