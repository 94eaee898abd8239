/** The entries of a segment in the order of their scores, found one by one. */
import { EntryHeap } from "./entry-heap.ts";
import { type EntryWeights, FAN_OUT_BITS } from "./entry-weights.ts";

/** Entries that a request finds by the same beginning. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
  /** What weights are multiplied by; 0: nothing. */
  readonly boost: number;
  /** The context of the entries; undefined: the field has none. */
  readonly context: EntryContext | undefined;
}

/** A context as options show it. */
export interface EntryContext {
  readonly name: string;
  readonly value: string;
}

export interface ScoredEntry {
  readonly ordinal: number;
  readonly score: number;
  readonly range: EntryRange;
}

/** Higher scores first, of equal ones the lower ordinal, as Lucene's search for the best paths does. */
export function* bestEntries(weights: EntryWeights, ranges: readonly EntryRange[]): Generator<ScoredEntry> {
  const heap = new EntryHeap();
  const push = (range: number, level: number, node: number): void => {
    const { from, to, boost } = ranges[range]!;
    const first = Math.max(from, node * 2 ** (level * FAN_OUT_BITS));
    if (first >= to) return;
    heap.push({ score: scoreOf(weights[level]![node]!, boost), first, level, node, range });
  };
  ranges.forEach(({ from, to }, range) => {
    if (from >= to) return;
    // The level at which the range is some nodes only.
    let level = 0;
    while (level + 1 < weights.length && (to - from) >>> (level * FAN_OUT_BITS) > 1 << FAN_OUT_BITS) level++;
    const last = (to - 1) >>> (level * FAN_OUT_BITS);
    for (let node = from >>> (level * FAN_OUT_BITS); node <= last; node++) push(range, level, node);
  });
  for (let best = heap.pop(); best; best = heap.pop()) {
    const { level, node, range } = best;
    if (level === 0) {
      yield { ordinal: node, score: best.score, range: ranges[range]! };
      continue;
    }
    const { from, to } = ranges[range]!;
    const below = weights[level - 1]!.length;
    const shift = (level - 1) * FAN_OUT_BITS;
    const begin = Math.max(node << FAN_OUT_BITS, from >>> shift);
    const end = Math.min((node + 1) << FAN_OUT_BITS, below, ((to - 1) >>> shift) + 1);
    for (let child = begin; child < end; child++) push(range, level - 1, child);
  }
}

/** Lucene's CompletionScorer; a float32. */
function scoreOf(weight: number, boost: number): number {
  if (boost === 0) return Math.fround(weight);
  return weight === 0 ? Math.fround(boost) : Math.fround(Math.fround(weight) * Math.fround(boost));
}
