/** Measures where aggregations spend their time, collector by collector (`AggregationProfiler`). */
import { measureInto, type Measured, newMeasured } from "../../core/measured.ts";
import type {
  Aggregation,
  AggregationProfiler,
  Collector,
  CollectorProfile,
  LeafCollector,
  SegmentReplay,
  ShardCollection,
} from "../aggregation-kind.ts";
import { aggregatorName } from "./aggregator-names.ts";

/** What one aggregation took on a shard, as plain data. */
export interface ProfiledAggregation {
  readonly type: string;
  readonly name: string;
  readonly breakdown: Readonly<Record<string, number>>;
  readonly debug: Readonly<Record<string, unknown>>;
  readonly children: readonly ProfiledAggregation[];
}

const STEPS = ["initialize", "build_leaf_collector", "collect", "post_collection", "build_aggregation"] as const;
type Step = (typeof STEPS)[number];

/** An aggregation of a shard, whose collectors are measured; those of several parts of the shard together. */
class ProfiledNode implements AggregationProfiler {
  readonly #aggregation: Aggregation;
  readonly #below = new ProfiledAggregations();
  readonly #steps: Record<Step, Measured>;
  readonly #profiles: (() => CollectorProfile)[] = [];
  #builtBuckets = 0;

  constructor(aggregation: Aggregation) {
    this.#aggregation = aggregation;
    this.#steps = {
      initialize: newMeasured(),
      build_leaf_collector: newMeasured(),
      collect: newMeasured(),
      post_collection: newMeasured(),
      build_aggregation: newMeasured(),
    };
  }

  watch(child: Aggregation, shard: ShardCollection): Collector {
    return this.#below.watch(child, shard);
  }

  /** Nanoseconds in which documents were collected. */
  get collectNanos(): number {
    return this.#steps.build_leaf_collector.nanos + this.#steps.collect.nanos;
  }

  collector(shard: ShardCollection): Collector {
    const steps = this.#steps;
    const inner = measureInto(steps.initialize, () => this.#aggregation.collector({ ...shard, profiler: this }));
    if (inner.profile) this.#profiles.push(() => inner.profile!());
    const metric = inner.metric?.bind(inner);
    return {
      segment: (reader, context) => {
        const leaf = measureInto(steps.build_leaf_collector, () => inner.segment(reader, context));
        return leaf && measuredLeaf(leaf, steps.collect);
      },
      finish: (replay: SegmentReplay) => measureInto(steps.post_collection, () => inner.finish?.(replay)),
      results: (buckets) => {
        this.#builtBuckets += buckets.length;
        return measureInto(steps.build_aggregation, () => inner.results(buckets));
      },
      ...(metric ? { metric } : {}),
    };
  }

  tree(): ProfiledAggregation {
    const { kind, name } = this.#aggregation;
    const profiles = this.#profiles.map((profile) => profile());
    const breakdown: Record<string, number> = { reduce: 0, reduce_count: 0 };
    for (const step of STEPS) {
      breakdown[step] = this.#steps[step].nanos;
      breakdown[`${step}_count`] = this.#steps[step].count;
    }
    return {
      type: profiles.at(-1)?.type ?? aggregatorName(kind),
      name,
      breakdown,
      debug: { ...profiles.at(-1)?.debug, ...(this.#builtBuckets > 0 ? { built_buckets: this.#builtBuckets } : {}) },
      children: this.#below.tree(),
    };
  }
}

/** The aggregations of a shard at one level. */
export class ProfiledAggregations implements AggregationProfiler {
  readonly #nodes = new Map<Aggregation, ProfiledNode>();

  watch(child: Aggregation, shard: ShardCollection): Collector {
    let node = this.#nodes.get(child);
    if (!node) this.#nodes.set(child, (node = new ProfiledNode(child)));
    return node.collector(shard);
  }

  /** Nanoseconds in which all of them collected documents. */
  get collectNanos(): number {
    let nanos = 0;
    for (const node of this.#nodes.values()) nanos += node.collectNanos;
    return nanos;
  }

  tree(): ProfiledAggregation[] {
    return Array.from(this.#nodes.values(), (node) => node.tree());
  }
}

/** A leaf whose documents are counted, and the time that they take. */
function measuredLeaf(inner: LeafCollector, measured: Measured): LeafCollector {
  const whole = inner.whole?.bind(inner);
  return {
    collect(docs, count, buckets) {
      const enough = measureInto(measured, () => inner.collect(docs, count, buckets));
      measured.count += count - 1;
      return enough;
    },
    ...(whole ? { whole: () => measureWhole(measured, whole) } : {}),
  };
}

/** What a segment knows as a whole costs time, and no document. */
function measureWhole(measured: Measured, whole: () => boolean): boolean {
  const known = measureInto(measured, whole);
  measured.count--;
  return known;
}
