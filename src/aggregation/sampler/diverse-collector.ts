/** Keeps the best documents of each bucket, of which only some may have the same value of a field. */
import { READS } from "../../segment/field-reads.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { LeafCollector, ShardCollection, SubAggregations } from "../aggregation-kind.ts";
import { documentKeys } from "../keyed/document-keys.ts";
import type { Key } from "../keyed/keyed-buckets.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { BestDocs } from "./best-docs.ts";
import { DiverseDocs } from "./diverse-docs.ts";
import { SamplerCollector } from "./sampler-collector.ts";

/** What a sample is made by. */
export interface Diversity {
  readonly shardSize: number;
  readonly perValue: number;
  readonly source: ValuesSource;
}

/** The key of documents without a value: that of the number 0, or of the first term. */
function keyOfNone(source: ValuesSource, segments: readonly SegmentReader[]): Key {
  if (source.shape === "numbers") return 0;
  const firsts = segments.flatMap((segment) => {
    const terms = segment.terms(source.path, READS.docValues);
    return terms && terms.count > 0 ? [Buffer.from(terms.bytes(0)).toString("latin1")] : [];
  });
  return firsts.sort()[0] ?? 0;
}

export class DiverseCollector extends SamplerCollector {
  readonly #diversity: Diversity;
  readonly #none: Key;
  readonly #docs: (DiverseDocs | undefined)[] = [];

  constructor(diversity: Diversity, children: SubAggregations, shard: ShardCollection) {
    super(diversity.shardSize, children, shard);
    this.#diversity = diversity;
    this.#none = keyOfNone(diversity.source, shard.searcher.segments);
  }

  /** Fractions are cut off, so that numbers share a key which only differ in these. */
  #keyOf(key: Key): Key {
    return typeof key === "number" ? Math.trunc(key) : key;
  }

  override segment(reader: SegmentReader): LeafCollector {
    const base = this.beginSegment(reader);
    const values = documentKeys(reader, this.#diversity.source);
    const { scores } = this.shard;
    return {
      collect: (docs, count, buckets) => {
        if (buckets) this.hasParents = true;
        const loaded = values?.load(docs, count) ?? 0;
        for (let i = 0, at = 0; i < count; i++) {
          const has = values !== undefined && at < loaded && values.places[at] === i;
          const key = has ? this.#keyOf(values.key(at++)) : this.#none;
          if (values && at < loaded && values.places[at] === i)
            throw illegalArgument("Sample diversifying key must be a single valued-field");
          this.#of(buckets ? buckets[i]! : 0).add(base + docs[i]!, scores ? scores[docs[i]! % WINDOW_DOCS]! : 0, key);
        }
      },
    };
  }

  #of(bucket: number): DiverseDocs {
    while (this.#docs.length <= bucket) this.#docs.push(undefined);
    const { shardSize, perValue } = this.#diversity;
    return (this.#docs[bucket] ??= new DiverseDocs(shardSize, perValue, (bytes) => this.shard.reserve(bytes)));
  }

  protected override sampled(): (BestDocs | undefined)[] {
    return this.#docs.map((docs) => docs?.toBestDocs());
  }
}
