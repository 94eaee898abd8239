/** The best documents of each bucket by sort keys or score, over all segments of a shard. */
import type { ShardHit } from "../../hits/collect/shard-hit.ts";
import type { SortKey, SortLeaf, SortValue } from "../../hits/sort/sort-key.ts";
import type { OperatorContext } from "../../query/operator.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS, type LeafCollector, type ShardCollection } from "../aggregation-kind.ts";

const HIT_BYTES = 128;

/** What is kept of a bucket. */
interface Kept {
  total: number;
  maxScore: number;
  /** Best first. */
  readonly hits: ShardHit[];
  /** The row of the last hit in segment `rowOf`. */
  readonly row: Float64Array;
  rowOf: number;
}

export class BestHits {
  readonly #keys: readonly SortKey[];
  readonly #width: number;
  readonly #limit: number;
  readonly #scored: boolean;
  readonly #shard: ShardCollection;
  readonly #kept: (Kept | undefined)[] = [];
  readonly #rows: Float64Array;
  readonly #scores = new Float32Array(BATCH_DOCS);
  #docBase = 0;

  /** Without keys hits are sorted by score. */
  constructor(keys: readonly SortKey[], limit: number, scored: boolean, shard: ShardCollection) {
    this.#keys = keys;
    this.#width = keys.reduce((sum, { width }) => sum + width, 0) || 1;
    this.#limit = limit;
    this.#scored = scored;
    this.#shard = shard;
    this.#rows = new Float64Array(BATCH_DOCS * this.#width);
    shard.reserve(this.#rows.byteLength);
  }

  of(bucket: number): Readonly<Kept> | undefined {
    return this.#kept[bucket];
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector {
    const segment = this.#shard.searcher.segments.indexOf(reader);
    const leaves = this.#keys.map((key) => key.leaf(reader, this.#docBase, context));
    this.#docBase += reader.docCount;
    return {
      collect: (docs, count, buckets) => {
        this.#fill(leaves, docs, count);
        for (let i = 0; i < count; i++) this.#take(leaves, segment, docs[i]!, i, buckets ? buckets[i]! : 0);
      },
    };
  }

  #fill(leaves: readonly SortLeaf[], docs: Uint32Array, count: number): void {
    const { scores } = this.#shard;
    for (let i = 0; i < count; i++) this.#scores[i] = scores ? scores[docs[i]! % WINDOW_DOCS]! : 0;
    if (leaves.length === 0) for (let i = 0; i < count; i++) this.#rows[i] = -this.#scores[i]!;
    let slot = 0;
    for (const [at, leaf] of leaves.entries()) {
      leaf.fill(docs, count, this.#scores, this.#rows, slot, this.#width);
      slot += this.#keys[at]!.width;
    }
  }

  #take(leaves: readonly SortLeaf[], segment: number, doc: number, place: number, bucket: number): void {
    const kept = this.#bucket(bucket);
    kept.total++;
    const score = this.#scores[place]!;
    if (score > kept.maxScore) kept.maxScore = score;
    const { hits } = kept;
    if (hits.length === this.#limit && !this.#isBetter(leaves, kept, segment, place)) return;
    if (this.#limit === 0) return;
    const sort = leaves.length === 0 ? [] : this.#values(leaves, place);
    let at = hits.length;
    while (at > 0 && this.#compare(sort, score, hits[at - 1]!) < 0) at--;
    hits.splice(at, 0, { segment, doc, score: this.#scored ? score : Number.NaN, sort });
    if (hits.length > this.#limit) hits.pop();
    else this.#shard.reserve(HIT_BYTES);
    kept.rowOf = -1;
  }

  #bucket(bucket: number): Kept {
    while (this.#kept.length <= bucket) this.#kept.push(undefined);
    const row = (): Float64Array => new Float64Array(this.#width);
    return (this.#kept[bucket] ??= { total: 0, maxScore: Number.NEGATIVE_INFINITY, hits: [], row: row(), rowOf: -1 });
  }

  /** Compares with the last hit by the rows of the segment. */
  #isBetter(leaves: readonly SortLeaf[], kept: Kept, segment: number, place: number): boolean {
    const last = kept.hits.at(-1);
    if (!last) return false;
    if (kept.rowOf !== segment) {
      if (leaves.length === 0) kept.row[0] = -last.score;
      let slot = 0;
      for (const [at, leaf] of leaves.entries()) {
        leaf.encode(last.sort[at] ?? null, kept.row, slot);
        slot += this.#keys[at]!.width;
      }
      kept.rowOf = segment;
    }
    const from = place * this.#width;
    for (let i = 0; i < this.#width; i++) {
      const [own, others] = [this.#rows[from + i]!, kept.row[i]!];
      // Values that are missing are both infinite: they have no difference.
      if (own !== others) return own < others;
    }
    return false;
  }

  #values(leaves: readonly SortLeaf[], place: number): SortValue[] {
    let slot = place * this.#width;
    return leaves.map((leaf, at) => {
      const value = leaf.value(this.#rows, slot);
      slot += this.#keys[at]!.width;
      return value;
    });
  }

  #compare(sort: readonly SortValue[], score: number, hit: ShardHit): number {
    if (sort.length === 0) return hit.score - score;
    for (const [at, key] of this.#keys.entries()) {
      const difference = key.compare(sort[at] ?? null, hit.sort[at] ?? null);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}
