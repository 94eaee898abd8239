/** Collects terms as often as they occur in documents, by the counts that `counted_keyword` keeps. */
import { countedTerm, countsName } from "../../mapping/field-types/counted-keyword.ts";
import type { OperatorContext } from "../../query/operator.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { BucketCollector, LeafCollector, SegmentReplay, ShardCollection } from "../aggregation-kind.ts";
import { BucketEmitter } from "../collect/bucket-emitter.ts";
import { BucketTable } from "../collect/bucket-table.ts";
import { NumberedKeys } from "../keyed/numbered-keys.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { MISSING_ORDINAL, OrdinalValues } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { type TermsRequest, keysOf } from "./terms-request.ts";
import type { TermsPartial } from "./terms-result.ts";
import { selectTerms } from "./terms-selection.ts";

export class CountedOccurrences implements BucketCollector<TermsPartial> {
  readonly #request: TermsRequest;
  readonly #source: ValuesSource;
  readonly #shard: ShardCollection;
  readonly #children: ChildCollectors;
  readonly #keys: NumberedKeys;
  readonly #table = new BucketTable();

  constructor(request: TermsRequest, source: ValuesSource, shard: ShardCollection) {
    this.#request = request;
    this.#source = source;
    this.#shard = shard;
    this.#children = new ChildCollectors(request.children, shard);
    this.#keys = new NumberedKeys(shard);
  }

  segment(reader: SegmentReader, context: OperatorContext): LeafCollector | undefined {
    const isCounted = this.#source.type === "counted_keyword";
    const path = isCounted ? countsName(this.#source.path) : this.#source.path;
    const values = new OrdinalValues(reader, { ...this.#source, path });
    if (!values.any) return undefined;
    const table = this.#table;
    const emitter = new BucketEmitter(table, this.#children.segment(reader, context), reader);
    const known = new Map<number, Occurrences>();
    const occurrencesOf = (ordinal: number): Occurrences => {
      let found = known.get(ordinal);
      if (!found) {
        const term = Buffer.from(values.term(ordinal));
        const { text, count } = isCounted && ordinal !== MISSING_ORDINAL ? countedTerm(term) : { text: term, count: 1 };
        known.set(ordinal, (found = { number: this.#keys.number(text.toString("latin1")), count }));
        this.#shard.reserve(KNOWN_BYTES);
      }
      return found;
    };
    return {
      collect: (docs, count, buckets) => {
        const before = table.size;
        const loaded = values.load(docs, count);
        for (let i = 0; i < loaded; i++) {
          const place = values.places[i]!;
          const { number, count: times } = occurrencesOf(values.ordinals[i]!);
          const bucket = table.bucket(buckets ? buckets[place]! : 0, number);
          for (let time = 0; time < times; time++) emitter.add(docs[place]!, bucket);
        }
        emitter.flush();
        if (table.size > before) this.#shard.reserve((table.size - before) * BucketTable.ENTRY_BYTES);
      },
    };
  }

  finish(replay: SegmentReplay): void {
    this.#children.finish(replay);
  }

  results(parents: Uint32Array): TermsPartial[] {
    const table = this.#table;
    const key = (bucket: number): string => String(this.#keys.key(table.keys[bucket]!));
    const candidates = {
      count: (bucket: number) => table.counts[bucket]!,
      compareKeys: (left: number, right: number) => (key(left) < key(right) ? -1 : Number(key(left) > key(right))),
      key,
      childBucket: (bucket: number) => bucket,
    };
    return selectTerms(this.#request, keysOf(this.#source), candidates, table.byParent(parents), {
      children: this.#children,
    });
  }
}

const KNOWN_BYTES = 64;

/** A term by its number, and how often it occurs. */
interface Occurrences {
  readonly number: number;
  readonly count: number;
}
