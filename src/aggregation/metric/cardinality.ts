/** How many distinct values a field has. */
import { BodyReader, contentParseException } from "../../core/body-reader.ts";
import { illegalArgument } from "../../core/errors.ts";
import type { SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import type { AggregationKind, Collector, LeafCollector, Partial, ShardCollection } from "../aggregation-kind.ts";
import { MISSING_ORDINAL, OrdinalValues } from "../values/ordinal-values.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { NUMERIC_FAMILIES, ORDINAL_FAMILIES, type ValuesSource, readValuesSource } from "../values/values-source.ts";
import { DistinctCounter, type DistinctPartial } from "./distinct-counter.ts";
import { hashBytes, hashNumber } from "./hash64.ts";

const DEFAULT_THRESHOLD = 3000;
const MAX_THRESHOLD = 40_000;

function asDistinct(partial: Partial): DistinctPartial {
  // oxlint-disable-next-line no-unsafe-type-assertion -- partial results come back to the kind that made them
  return partial as DistinctPartial;
}

class CardinalityCollector implements Collector {
  readonly #source: ValuesSource;
  readonly #threshold: number;
  readonly #shard: ShardCollection;
  readonly #counters: DistinctCounter[] = [];

  constructor(source: ValuesSource, threshold: number, shard: ShardCollection) {
    this.#source = source;
    this.#threshold = threshold;
    this.#shard = shard;
  }

  segment(reader: SegmentReader): LeafCollector | undefined {
    const { field, fieldName, missing } = this.#source;
    const path = field?.path ?? fieldName;
    if (missing instanceof Uint8Array || (field && ORDINAL_FAMILIES.includes(field.family))) return this.#ordinalLeaf(reader, path);
    const values = new NumericValues(reader, path, missing === undefined ? undefined : Number(missing));
    if (!values.any) return undefined;
    return {
      collect: (docs, count, buckets) => {
        const loaded = values.load(docs, count);
        for (let i = 0; i < loaded; i++) hashNumber(values.values[i]!, this.#counter(buckets ? buckets[values.places[i]!]! : 0));
      },
    };
  }

  #ordinalLeaf(reader: SegmentReader, path: string): LeafCollector | undefined {
    const { missing } = this.#source;
    const values = new OrdinalValues(reader, path, missing !== undefined);
    const terms = reader.terms(path);
    if (!values.any) return undefined;
    // A term is hashed once per segment and bucket 0; with other buckets each occurrence is.
    const seen = new Uint8Array(terms?.count ?? 0);
    return {
      collect: (docs, count, buckets) => {
        const loaded = values.load(docs, count);
        const { ordinals, places } = values;
        for (let i = 0; i < loaded; i++) {
          const ordinal = ordinals[i]!;
          if (!buckets && ordinal !== MISSING_ORDINAL) {
            if (seen[ordinal] === 1) continue;
            seen[ordinal] = 1;
          }
          this.#addTerm(this.#counter(buckets ? buckets[places[i]!]! : 0), terms, ordinal, missing);
        }
      },
    };
  }

  #addTerm(counter: DistinctCounter, terms: TermsReader | undefined, ordinal: number, missing: unknown): void {
    if (ordinal !== MISSING_ORDINAL && terms) hashBytes(terms.bytes(ordinal), counter);
    else if (missing instanceof Uint8Array) hashBytes(missing, counter);
  }

  #counter(bucket: number): DistinctCounter {
    while (this.#counters.length <= bucket) {
      this.#shard.reserve(512);
      this.#counters.push(new DistinctCounter(this.#threshold));
    }
    return this.#counters[bucket]!;
  }

  results(buckets: Uint32Array): Partial[] {
    return Array.from(buckets, (bucket) => this.#counter(bucket).partial());
  }

  metric(bucket: number): number {
    return this.#counter(bucket).count();
  }
}

export const cardinality: AggregationKind = {
  name: "cardinality",
  summary: "The number of distinct values of a field, exact for few and estimated for many.",
  bucket: false,
  parse(name, body, _children, context) {
    const read = new BodyReader("cardinality", body, "object");
    const given = read.integer("precision_threshold") ?? DEFAULT_THRESHOLD;
    if (given < 0) {
      throw contentParseException("[cardinality] failed to parse field [precision_threshold]", illegalArgument(`[precisionThreshold] must be greater than or equal to 0. Found [${given}] in [${name}]`));
    }
    read.json("rehash"); // removed long ago, accepted and without effect in the original too
    read.json("execution_hint"); // a hint: the result is the same
    const source = readValuesSource(read, context.mapping, [...NUMERIC_FAMILIES, ...ORDINAL_FAMILIES]);
    read.end();
    const threshold = Math.min(given, MAX_THRESHOLD);
    const countOf = (partials: readonly Partial[]): DistinctCounter => {
      const counter = new DistinctCounter(threshold);
      for (const partial of partials) counter.merge(asDistinct(partial));
      return counter;
    };
    return {
      name,
      kind: "cardinality",
      meta: undefined,
      children: [],
      metrics: ["value"],
      collector: (shard) => new CardinalityCollector(source, threshold, shard),
      empty: () => new DistinctCounter(threshold).partial(),
      merge: (partials) => countOf(partials).partial(),
      render: (partial) => ({ value: countOf([partial]).count() }),
      typeName: () => "cardinality",
      metric: (partial) => countOf([partial]).count(),
    };
  },
};
