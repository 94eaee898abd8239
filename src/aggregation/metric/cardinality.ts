/** The number of distinct values of a field. */
import { READS } from "../../segment/field-reads.ts";
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import {
  type Aggregation,
  type AggregationKind,
  BATCH_DOCS,
  type Collector,
  type CollectorProfile,
  type LeafCollector,
  type ShardCollection,
} from "../aggregation-kind.ts";
import { failedField, readInteger, readText, unsupportedToken } from "../declared-values.ts";
import { columnOf } from "../values/columns.ts";
import { isOfColumn } from "../values/counted-terms.ts";
import { ExactNumbers } from "../values/exact-numbers.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { MISSING_ORDINAL, OrdinalValues } from "../values/ordinal-values.ts";
import { smallIntegers } from "../values/small-integers.ts";
import { ALL_SHAPES, type ValuesSource, readValues } from "../values/values-source.ts";
import { DistinctCounter, type DistinctPartial } from "../distinct/distinct-counter.ts";
import { hashBytes, hashNumber, hashPair } from "../distinct/hash64.ts";
import { TermHashes } from "../distinct/term-hashes.ts";

const DEFAULT_THRESHOLD = 3000;
const MAX_THRESHOLD = 40_000;
/** Memory for a batch's values and their positions. */
const BATCH_BYTES = 2 * BATCH_DOCS * Uint32Array.BYTES_PER_ELEMENT;

class CardinalityCollector implements Collector<DistinctPartial> {
  readonly #source: ValuesSource;
  readonly #threshold: number;
  readonly #shard: ShardCollection;
  readonly #counters: DistinctCounter[] = [];
  /** Marks the terms or small numbers already seen in the segment; reused for each segment. */
  #marks = new Uint8Array(0);
  /** Segments, by what was collected of them. */
  readonly #collected = { ordinals: 0, numbers: 0, empty: 0 };

  constructor(source: ValuesSource, threshold: number, shard: ShardCollection) {
    this.#source = source;
    this.#threshold = threshold;
    this.#shard = shard;
  }

  segment(reader: SegmentReader): LeafCollector | undefined {
    const leaf = this.#leafOf(reader);
    const { shape } = this.#source;
    const values = shape === "ordinals" || shape === "ranges" ? "ordinals" : "numbers";
    this.#collected[leaf ? values : "empty"]++;
    return leaf;
  }

  #leafOf(reader: SegmentReader): LeafCollector | undefined {
    switch (this.#source.shape) {
      case "ordinals":
        return this.#ordinalLeaf(reader);
      case "points":
        return this.#pointLeaf(reader);
      case "ranges":
        return this.#rangeLeaf(reader);
      default:
        return this.#numberLeaf(reader);
    }
  }

  #numberLeaf(reader: SegmentReader): LeafCollector | undefined {
    const source = this.#source;
    const isLong = source.script !== undefined || columnOf(reader, source.path)?.type === "i64";
    const wide = isLong && source.unit !== "nanoseconds" && !source.fractional;
    const exact = wide ? new ExactNumbers(source) : undefined;
    const values = new NumericValues(reader, source, exact);
    if (!values.any) return undefined;
    // Without buckets each of a few numbers is hashed once per segment.
    const small = exact ? undefined : smallIntegers([reader], source);
    const seen = this.#freshMarks(small?.count ?? 0);
    const least = small?.least ?? 0;
    return {
      collect: (docs, count, buckets) => {
        const loaded = values.load(docs, count);
        const { values: numbers, places } = values;
        let counter = this.#counter(0);
        for (let i = 0; i < loaded; i++) {
          if (small && !buckets) {
            const mark = numbers[i]! - least;
            if (seen[mark] === 1) continue;
            seen[mark] = 1;
          }
          if (buckets) counter = this.#counter(buckets[places[i]!]!);
          hashNumber(exact ? exact.number(numbers[i]!) : numbers[i]!, counter);
        }
      },
    };
  }

  #ordinalLeaf(reader: SegmentReader): LeafCollector | undefined {
    const source = this.#source;
    const values = new OrdinalValues(reader, source);
    if (!values.any) return undefined;
    const terms = source.script ? undefined : reader.terms(source.path, READS.docValues);
    const hashes = terms && new TermHashes(terms, (bytes) => this.#shard.reserve(bytes));
    const hash = (ordinal: number, counter: DistinctCounter): void => {
      if (hashes && ordinal !== MISSING_ORDINAL) hashes.add(ordinal, counter);
      else hashBytes(values.term(ordinal), counter);
    };
    // Without buckets a term is counted once per segment; with them each occurrence is.
    const seen = this.#freshMarks((terms?.count ?? 0) + 1);
    let unseen = seen.length - (source.missing === undefined ? 1 : 0);
    return {
      collect: (docs, count, buckets) => {
        // A small dictionary is fully seen long before the last document.
        if (!buckets && unseen === 0 && !source.script) return true;
        const loaded = values.load(docs, count);
        const { ordinals, places } = values;
        let counter = this.#counter(0);
        for (let i = 0; i < loaded; i++) {
          const ordinal = ordinals[i]!;
          if (buckets) counter = this.#counter(buckets[places[i]!]!);
          else if (!source.script) {
            const mark = ordinal === MISSING_ORDINAL ? seen.length - 1 : ordinal;
            if (seen[mark] === 1) continue;
            seen[mark] = 1;
            unseen--;
          }
          hash(ordinal, counter);
        }
        return unseen === 0 && !source.script;
      },
      whole: () => {
        if (!hashes || !isOfColumn(reader, source)) return false;
        const counter = this.#counter(0);
        for (let ordinal = 0; ordinal < terms.count; ordinal++) hashes.add(ordinal, counter);
        return true;
      },
    };
  }

  #pointLeaf(reader: SegmentReader): LeafCollector | undefined {
    const { missing, path } = this.#source;
    const column = reader.column(path);
    const presence = column ? reader.presence(path) : undefined;
    if (!column && missing === undefined) return undefined;
    return {
      collect: (docs, count, buckets) => {
        for (let i = 0; i < count; i++) {
          const doc = docs[i]!;
          const counter = this.#counter(buckets ? buckets[i]! : 0);
          const present = column !== undefined && (!presence || ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1);
          const from = column?.starts ? column.starts[doc]! : doc;
          const to = column?.starts ? column.starts[doc + 1]! : present ? doc + 1 : doc;
          if (from === to && missing instanceof Uint8Array) hashBytes(missing, counter);
          for (let at = from; at < to; at++)
            hashPair(Number(column?.values[at]), Number(column?.values2?.[at]), counter);
        }
      },
    };
  }

  /** All ranges of a document count as one value. */
  #rangeLeaf(reader: SegmentReader): LeafCollector | undefined {
    const source = this.#source;
    const values = new OrdinalValues(reader, source);
    if (!values.any) return undefined;
    const terms = reader.terms(source.path, READS.docValues);
    const missing = source.missing instanceof Uint8Array ? source.missing : new Uint8Array();
    return {
      collect: (docs, count, buckets) => {
        const loaded = values.load(docs, count);
        const { ordinals, places } = values;
        for (let from = 0, to = 0; from < loaded; from = to) {
          const place = places[from]!;
          const parts: Uint8Array[] = [];
          for (; to < loaded && places[to] === place; to++)
            parts.push(ordinals[to] === MISSING_ORDINAL || !terms ? missing : terms.bytes(ordinals[to]!));
          hashBytes(
            parts.length === 1 ? parts[0]! : Buffer.concat(parts),
            this.#counter(buckets ? buckets[place]! : 0),
          );
        }
      },
    };
  }

  /** Reserved when a segment starts, so that too much memory is refused before documents are read. */
  #freshMarks(count: number): Uint8Array {
    if (count <= this.#marks.length) return this.#marks.subarray(0, count).fill(0);
    const batch = this.#marks.length === 0 ? BATCH_BYTES : 0;
    this.#shard.reserve(count - this.#marks.length + batch);
    return (this.#marks = new Uint8Array(count));
  }

  #counter(bucket: number): DistinctCounter {
    while (this.#counters.length <= bucket)
      this.#counters.push(new DistinctCounter(this.#threshold, (bytes) => this.#shard.reserve(bytes)));
    return this.#counters[bucket]!;
  }

  results(buckets: Uint32Array): DistinctPartial[] {
    return Array.from(
      buckets,
      (bucket) => this.#counters[bucket]?.partial() ?? new DistinctCounter(this.#threshold).partial(),
    );
  }

  metric(bucket: number): number {
    return this.#counters[bucket]?.count() ?? 0;
  }

  profile(): CollectorProfile {
    if (!this.#source.mapped) return { type: "NonCollectingSingleMetricAggregator" };
    const { ordinals, numbers, empty } = this.#collected;
    const debug = {
      empty_collectors_used: empty,
      numeric_collectors_used: numbers,
      ordinals_collectors_used: ordinals,
      ordinals_collectors_overhead_too_high: 0,
      string_hashing_collectors_used: 0,
    };
    return { debug };
  }
}

/** `rehash` has no effect any more, but must still be a number. */
function readRehash(read: BodyReader): void {
  const given = read.json("rehash");
  if (given === undefined || typeof given === "number") return;
  if (typeof given !== "string") throw unsupportedToken(read, "rehash", given);
  if (!/^[+-]?\d+$/.test(given)) throw failedField(read, "rehash", illegalArgument(`For input string: "${given}"`));
}

export const cardinality: AggregationKind = {
  name: "cardinality",
  summary: "The number of distinct values of a field, exact for few and estimated for many.",
  bucket: false,
  valueTypes: ["boolean", "counter", "date", "geopoint", "ip", "keyword", "numeric", "range"],
  parse(name, body, _children, context): Aggregation<DistinctPartial> {
    const read = new BodyReader("cardinality", body, "object");
    const given = readInteger(read, "precision_threshold") ?? DEFAULT_THRESHOLD;
    if (given < 0) {
      throw failedField(
        read,
        "precision_threshold",
        illegalArgument(`[precisionThreshold] must be greater than or equal to 0. Found [${given}] in [${name}]`),
      );
    }
    readRehash(read);
    readText(read, "execution_hint"); // the result is the same
    const values = readValues(name, read, context, { shapes: ALL_SHAPES, unmapped: "text", formattable: false });
    const threshold = Math.min(given, MAX_THRESHOLD);
    const countOf = (partials: readonly DistinctPartial[]): DistinctCounter => {
      const counter = new DistinctCounter(threshold);
      for (const partial of partials) counter.merge(partial);
      return counter;
    };
    return {
      name,
      kind: "cardinality",
      divides: () => "anywhere",
      knowsWhole: ({ segments }) => segments.every((reader) => isOfColumn(reader, values.source())),
      collector: (shard) => new CardinalityCollector(values.on(shard), threshold, shard),
      empty: () => new DistinctCounter(threshold).partial(),
      merge: (partials) => countOf(partials).partial(),
      render: (partial) => ({ value: countOf([partial]).count() }),
      typeName: () => "cardinality",
      sortable: { of: "single-value" },
      metric: (partial) => countOf([partial]).count(),
    };
  },
};
