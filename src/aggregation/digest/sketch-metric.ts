/** The common part of metrics that keep a digest of the values of each bucket. */
import type { MetricState, NumericMetric } from "../numeric/numeric-metric.ts";
import { type DigestPartial, Digest } from "./digest.ts";
import { type HdrPartial, HdrCounts } from "./hdr-counts.ts";

/** What keeps the values of a bucket; `P` is plain data. */
export interface Sketch<P> {
  add(value: number, weight: number): void;
  addAll(partial: P): void;
  partial(): P;
  /** The value below which the part `q` of all values lies; NaN without values. */
  quantile(q: number): number;
  /** How many percent of the values are up to `value`; NaN without values. */
  rank(value: number): number;
}

/** Makes sketches of one kind. */
export interface SketchKind<P> {
  /** `tdigest` or `hdr`, as types of results begin. */
  readonly name: string;
  make(reserve?: (bytes: number) => void): Sketch<P>;
}

/** T-digests. */
export function digests(compression: number, accurate = false): SketchKind<DigestPartial> {
  return { name: "tdigest", make: (reserve) => new Digest(compression, { accurate, reserve }) };
}

/** Counts of cells. */
export function hdrCounts(digits: number): SketchKind<HdrPartial> {
  return { name: "hdr", make: (reserve) => new HdrCounts(digits, reserve) };
}

/** What a metric makes of one sketch after all are merged. */
export type SketchMetric<P> = Pick<
  NumericMetric<Sketch<P>>,
  "name" | "summary" | "sortable" | "metric" | "render" | "valueTypes" | "typeName"
>;

/** The metric over partial results. */
export function sketchMetric<P>(kind: SketchKind<P>, metric: SketchMetric<P>): NumericMetric<P> {
  const sketchOf = (parts: readonly P[]): Sketch<P> => {
    const sketch = kind.make();
    for (const part of parts) sketch.addAll(part);
    return sketch;
  };
  return {
    ...metric,
    state: (reserve) => new SketchState(kind, reserve),
    merge: (parts) => (parts.length === 1 ? parts[0]! : sketchOf(parts).partial()),
    metric: (part, property) => metric.metric(sketchOf([part]), property),
    render: (part, format) => metric.render(sketchOf([part]), format),
  };
}

class SketchState<P> implements MetricState<P> {
  readonly bucketBytes = Float64Array.BYTES_PER_ELEMENT;
  readonly #kind: SketchKind<P>;
  readonly #reserve: (bytes: number) => void;
  readonly #sketches: (Sketch<P> | undefined)[] = [];

  constructor(kind: SketchKind<P>, reserve: (bytes: number) => void) {
    this.#kind = kind;
    this.#reserve = reserve;
  }

  ensure(count: number): void {
    while (this.#sketches.length < count) this.#sketches.push(undefined);
  }

  add(values: Float64Array, count: number, buckets: Uint32Array | undefined): void {
    for (let i = 0; i < count; i++) this.#of(buckets ? buckets[i]! : 0).add(values[i]!, 1);
  }

  addCounted(values: Float64Array, numbers: Float64Array, count: number, buckets: Uint32Array | undefined): void {
    for (let i = 0; i < count; i++)
      if (numbers[i]! > 0) this.#of(buckets ? buckets[i]! : 0).add(values[i]!, numbers[i]!);
  }

  #of(bucket: number): Sketch<P> {
    return (this.#sketches[bucket] ??= this.#kind.make(this.#reserve));
  }

  value(bucket: number): P {
    return (this.#sketches[bucket] ?? this.#kind.make()).partial();
  }
}
