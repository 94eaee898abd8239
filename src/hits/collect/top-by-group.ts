/** Keeps the best document of each group, for the groups whose best come first (`SinglePassGroupingCollector`). */
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { SortKey, SortLeaf, SortValue } from "../sort/sort-key.ts";
import { scoreKey } from "../sort/score-key.ts";
import type { GroupValue, GroupValues } from "./group-values.ts";
import type { CollectedSegment, CollectTask, HitCollector } from "./hit-collector.ts";
import { firstOfGroups, groupOfHit, mergeHits, type ShardHit } from "./shard-hit.ts";
import { compareRows } from "./top-rows.ts";

/** The best document of a group within a segment. */
interface BestOfGroup {
  readonly group: GroupValue;
  readonly row: Float64Array;
  readonly doc: number;
  readonly score: number;
}

const NO_VALUES: readonly SortValue[] = [];

export class TopByGroup implements HitCollector {
  readonly needsScores: boolean;
  maxScore = Number.NaN;
  readonly #task: CollectTask;
  readonly #groups: GroupValues;
  readonly #keys: readonly SortKey[];
  readonly #width: number;
  readonly #rows: Float64Array;
  readonly #bound: Float64Array;
  readonly #afterRow: Float64Array;
  #best: readonly ShardHit[] = [];
  #segment = 0;
  #scored = false;
  #bounded = false;
  #leaves: readonly SortLeaf[] = [];
  #groupOf: (doc: number) => GroupValue = () => null;
  /** Of the segment: the best groups, best first, and each by its value. */
  #order: BestOfGroup[] = [];
  readonly #byGroup = new Map<GroupValue, BestOfGroup>();

  /** `limit`: at least 1. */
  constructor(task: CollectTask, groups: GroupValues) {
    this.#task = task;
    this.#groups = groups;
    this.#keys = task.keys.length === 0 ? [scoreKey("desc")] : task.keys;
    this.needsScores = task.trackScores || this.#keys.some((key) => key.needsScores);
    this.#width = this.#keys.reduce((sum, key) => sum + key.width, 0);
    this.#rows = new Float64Array(WINDOW_DOCS * this.#width);
    this.#bound = new Float64Array(this.#width);
    this.#afterRow = new Float64Array(this.#width);
  }

  get hits(): readonly ShardHit[] {
    return this.#best;
  }

  beginSegment({ number, docBase, context, scored }: CollectedSegment): void {
    const { after, limit } = this.#task;
    this.#segment = number;
    this.#scored = scored;
    this.#leaves = this.#keys.map((key) => key.leaf(context.reader, docBase, context));
    this.#groupOf = this.#groups.ofSegment(context);
    const last = this.#best.length === limit ? this.#best[limit - 1] : undefined;
    this.#bounded = last !== undefined;
    if (last) this.#encode(this.#task.keys.length === 0 ? [last.score] : last.sort, this.#bound);
    if (after) this.#encode(after, this.#afterRow);
  }

  collect(docs: Uint32Array, scores: Float32Array, count: number): void {
    if (this.#scored) for (let i = 0; i < count; i++) if (!(scores[i]! <= this.maxScore)) this.maxScore = scores[i]!;
    const width = this.#width;
    const rows = this.#rows;
    let slot = 0;
    for (let k = 0; k < this.#keys.length; k++) {
      this.#leaves[k]?.fill(docs, count, scores, rows, slot, width);
      slot += this.#keys[k]?.width ?? 1;
    }
    for (let i = 0; i < count; i++) {
      const at = i * width;
      if (this.#task.after && compareRows(rows, at, this.#afterRow, 0, width) <= 0) continue;
      if (this.#bounded && compareRows(rows, at, this.#bound, 0, width) >= 0) continue;
      this.#offer(at, docs[i]!, this.#scored ? scores[i]! : Number.NaN);
    }
  }

  endSegment(): void {
    const found = this.#order.map(({ group, row, doc, score }) => {
      const sort = this.#task.keys.length === 0 ? NO_VALUES : this.#values(row);
      return { segment: this.#segment, doc, score, sort, group };
    });
    this.#order = [];
    this.#byGroup.clear();
    const { keys, limit } = this.#task;
    const merged = mergeHits(this.#best, found, keys, this.#best.length + found.length);
    this.#best = firstOfGroups(merged, groupOfHit).slice(0, limit);
  }

  collectSegment(): undefined {
    // Any document may be the best of its group.
    return undefined;
  }

  /** A row of the window: it may be the best of its group, whose place among the others then changes. */
  #offer(at: number, doc: number, score: number): void {
    const worst = this.#order[this.#task.limit - 1];
    if (worst && compareRows(this.#rows, at, worst.row, 0, this.#width) >= 0) return;
    const group = this.#groupOf(doc);
    const before = this.#byGroup.get(group);
    // Of equal rows the earlier document wins.
    if (before && compareRows(this.#rows, at, before.row, 0, this.#width) >= 0) return;
    if (before) this.#order.splice(this.#order.indexOf(before), 1);
    else if (worst) this.#byGroup.delete(this.#order.pop()!.group);
    const best = { group, row: this.#rows.slice(at, at + this.#width), doc, score };
    this.#byGroup.set(group, best);
    this.#order.splice(this.#placeOf(best.row), 0, best);
  }

  /** Behind all groups that are as good. */
  #placeOf(row: Float64Array): number {
    let from = 0;
    let to = this.#order.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (compareRows(this.#order[middle]!.row, 0, row, 0, this.#width) <= 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #encode(values: readonly SortValue[], row: Float64Array): void {
    let slot = 0;
    for (let k = 0; k < this.#keys.length; k++) {
      this.#leaves[k]?.encode(values[k] ?? null, row, slot);
      slot += this.#keys[k]?.width ?? 1;
    }
  }

  #values(row: Float64Array): SortValue[] {
    let slot = 0;
    return this.#keys.map((key, k) => {
      const value = this.#leaves[k]?.value(row, slot) ?? null;
      slot += key.width;
      return value;
    });
  }
}
