/** Sub-aggregations with the same parent, collected together. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  ChildPartials,
  Collector,
  LeafCollector,
  SegmentReplay,
  ShardCollection,
  SubAggregations,
} from "../aggregation-kind.ts";

const NONE: ChildPartials = [];

/** Collectors of all children; collects nothing when there are none. */
export class ChildCollectors {
  readonly children: SubAggregations;
  readonly #collectors: readonly Collector[];

  /** Throws a child's error about the index. */
  constructor(children: SubAggregations, shard: ShardCollection) {
    this.children = children;
    this.#collectors = children.aggregations.map((child) =>
      shard.profiler ? shard.profiler.watch(child, shard) : child.collector(shard),
    );
  }

  /** Whether there are none. */
  get isEmpty(): boolean {
    return this.#collectors.length === 0;
  }

  /** A leaf that passes batches to all children, or undefined when none has anything to collect. */
  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const leaves: LeafCollector[] = [];
    for (const collector of this.#collectors) {
      const leaf = collector.segment(reader, context);
      if (leaf) leaves.push(leaf);
    }
    if (leaves.length <= 1) return leaves[0];
    let left: readonly LeafCollector[] = leaves;
    return {
      collect(docs, count, buckets) {
        let enough = true;
        for (const leaf of left) if (leaf.collect(docs, count, buckets) !== true) enough = false;
        return enough;
      },
      whole() {
        left = leaves.filter((leaf) => leaf.whole?.() !== true);
        return left.length === 0;
      },
    };
  }

  /** Ends the collection of all children. */
  finish(replay: SegmentReplay): void {
    for (const collector of this.#collectors) collector.finish?.(replay);
  }

  /** The children's results for each of the buckets. Call it once for all buckets: children visit all of theirs. */
  results(buckets: Uint32Array): ChildPartials[] {
    if (this.#collectors.length === 0) return buckets.length === 1 ? [NONE] : Array.from(buckets, () => NONE);
    const byChild = this.#collectors.map((collector) => collector.results(buckets));
    return Array.from(buckets, (_, place) => byChild.map((partials) => partials[place]));
  }

  /** The children's results for a bucket without documents. */
  empty(): ChildPartials {
    return this.children.aggregations.map((child, at) => this.#collectors[at]!.emptyResult?.() ?? child.empty());
  }

  /** The metric of a bucket on this shard that an order's path leads to; NaN when there is none. */
  metric(path: readonly number[], bucket: number, property: string | undefined): number {
    const [child = 0, ...rest] = path;
    return this.#collectors[child]?.metric?.(bucket, property, rest) ?? Number.NaN;
  }
}
