/** Collects values as clusters of one bucket; children collect when the clusters are known. */
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import {
  BATCH_DOCS,
  type BucketCollector,
  type LeafCollector,
  type SegmentReplay,
  type ShardCollection,
  type SubAggregations,
} from "../aggregation-kind.ts";
import { DocBatch } from "../collect/doc-batch.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { docWeights } from "../values/doc-weights.ts";
import { NumericValues } from "../values/numeric-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { ValueCluster } from "./value-clusters.ts";
import { type ClusteringLimits, ValueClustering } from "./value-clustering.ts";

/** Documents of a segment, and what was answered for their values. */
interface SeenValues {
  readonly reader: SegmentReader;
  docs: Uint32Array;
  added: Uint32Array;
  count: number;
}

const FIRST_SEEN = 1024;

export class ClusteredCollector implements BucketCollector<readonly ValueCluster[]> {
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #clustering: ValueClustering;
  readonly #seen: SeenValues[] = [];
  #reserved = 0;

  constructor(source: ValuesSource, limits: ClusteringLimits, children: SubAggregations, shard: ShardCollection) {
    this.#source = source;
    this.#shard = shard;
    this.#children = new ChildCollectors(children, shard);
    this.#clustering = new ValueClustering(limits);
  }

  segment(reader: SegmentReader): LeafCollector | undefined {
    const values = new NumericValues(reader, this.#source);
    if (!values.any) return undefined;
    const weights = docWeights(reader);
    const seen = this.#children.isEmpty
      ? undefined
      : { reader, docs: new Uint32Array(FIRST_SEEN), added: new Uint32Array(FIRST_SEEN), count: 0 };
    if (seen) this.#seen.push(seen);
    return {
      collect: (docs, count) => {
        const loaded = values.load(docs, count);
        const { places, values: own } = values;
        if (seen) this.#makeRoom(seen, loaded);
        for (let i = 0; i < loaded; i++) {
          // A document counts for each of its values, repeated ones too.
          const doc = docs[places[i]!]!;
          const added = this.#clustering.add(own[i]!, weights ? weights[doc]! : 1);
          if (!seen) continue;
          seen.docs[seen.count] = doc;
          seen.added[seen.count++] = added;
        }
        this.#account();
      },
    };
  }

  #makeRoom(seen: SeenValues, more: number): void {
    const needed = seen.count + more;
    if (needed <= seen.docs.length) return;
    const [docs, added] = [seen.docs, seen.added];
    seen.docs = new Uint32Array(Math.max(needed, 2 * docs.length));
    seen.added = new Uint32Array(seen.docs.length);
    seen.docs.set(docs);
    seen.added.set(added);
  }

  #account(): void {
    const bytes = this.#seen.reduce((sum, { docs }) => sum + 2 * docs.byteLength, this.#clustering.bytes);
    if (bytes > this.#reserved) this.#shard.reserve(bytes - this.#reserved);
    this.#reserved = Math.max(bytes, this.#reserved);
  }

  finish(replay: SegmentReplay): void {
    this.#clustering.group();
    const { numbers, count } = this.#clustering;
    const places = new Uint32Array(count);
    for (let place = 0; place < count; place++) places[numbers[place]!] = place;
    for (const seen of this.#seen)
      replay.open(seen.reader, (context) => {
        const child = this.#children.segment(seen.reader, context);
        if (child) this.#replay(seen, places, child, context);
      });
    this.#children.finish(replay);
  }

  #replay(
    { docs, added, count }: SeenValues,
    places: Uint32Array,
    child: LeafCollector,
    context: OperatorContext,
  ): void {
    const batch = new DocBatch(child);
    for (let i = 0; i < count; i++) {
      if (i % BATCH_DOCS === 0) context.checkpoint();
      batch.add(docs[i]!, places[this.#clustering.numberOf(added[i]!)]!);
    }
    batch.flush();
  }

  results(parents: Uint32Array): (readonly ValueCluster[])[] {
    const { mins, maxes, centroids, counts, count } = this.#clustering;
    const below = this.#children.results(Uint32Array.from({ length: count }, (_, place) => place));
    const clusters = below.map((children, place) => ({
      min: mins[place]!,
      max: maxes[place]!,
      centroid: centroids[place]!,
      docCount: counts[place]!,
      children,
    }));
    return Array.from(parents, () => clusters);
  }
}
