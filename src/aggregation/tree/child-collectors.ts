/** The sub-aggregations of one place in the tree, driven together. */
import { put } from "../../core/names.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type {
  Aggregation,
  Collector,
  LeafCollector,
  PartialResult,
  ReduceContext,
  RenderContext,
  Rendered,
  ShardCollection,
} from "../aggregation-kind.ts";

/** Partial results of the children of one bucket, in the order of the children. */
export type ChildPartials = readonly PartialResult[];

const NONE: ChildPartials = [];

/** Collectors of all children; collects nothing when there are none. */
export class ChildCollectors {
  readonly children: readonly Aggregation[];
  readonly #collectors: readonly Collector[];

  /** Throws what a child does not find on the index. */
  constructor(children: readonly Aggregation[], shard: ShardCollection) {
    this.children = children;
    this.#collectors = children.map((child) => child.collector(shard));
  }

  /** A leaf that hands batches to all children, or undefined when none has anything to collect. */
  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const leaves: LeafCollector[] = [];
    for (const collector of this.#collectors) {
      const leaf = collector.segment(reader, context);
      if (leaf) leaves.push(leaf);
    }
    if (leaves.length <= 1) return leaves[0];
    return {
      collect(docs, count, buckets) {
        for (const leaf of leaves) leaf.collect(docs, count, buckets);
      },
    };
  }

  /**
   * Partial results of the children for each of the buckets. To be asked once for all buckets: children walk through
   * all of theirs.
   */
  results(buckets: Uint32Array): ChildPartials[] {
    if (this.#collectors.length === 0) return Array.from(buckets, () => NONE);
    const byChild = this.#collectors.map((collector) => collector.results(buckets));
    return Array.from(buckets, (_, place) => byChild.map((partials) => partials[place]));
  }

  /**
   * The metric that an order names by the places of children on the way, of a bucket on this shard; NaN when there is
   * none.
   */
  metric(path: readonly number[], bucket: number, property: string | undefined): number {
    const [child = 0, ...rest] = path;
    return this.#collectors[child]?.metric?.(bucket, property, rest) ?? Number.NaN;
  }
}

/** Empty results of all children. */
export function emptyChildren(children: readonly Aggregation[]): ChildPartials {
  return children.map((child) => child.empty());
}

/** Merges the children's results of the same bucket from several shards. */
export function mergeChildren(
  children: readonly Aggregation[],
  partials: readonly ChildPartials[],
  reduce: ReduceContext,
): ChildPartials {
  return children.map((child, place) =>
    child.merge(
      partials.map((one) => one[place]),
      reduce,
    ),
  );
}

/** `{name: result}` of all children, with `meta` and type prefixes. */
export function renderChildren(
  children: readonly Aggregation[],
  partials: ChildPartials,
  context: RenderContext,
): Rendered {
  const shown: Rendered = {};
  children.forEach((child, place) => {
    const partial = partials[place];
    const name = context.typedKeys ? `${child.typeName(partial)}#${child.name}` : child.name;
    const body = child.render(partial, context);
    put(shown, name, child.meta ? { meta: child.meta, ...body } : body);
  });
  return shown;
}
