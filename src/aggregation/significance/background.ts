/** How many documents of a shard have a term, and how many there are. */
import { forEachWindow } from "../../query/execution/bulk.ts";
import type { Plan } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS, type SegmentReplay, type ShardCollection } from "../aggregation-kind.ts";
import { type DocumentKeys, documentKeys } from "../keyed/document-keys.ts";
import type { Key } from "../keyed/keyed-buckets.ts";
import type { ValuesSource } from "../values/values-source.ts";

const KEY_BYTES = 64;

/** Counts the terms that a background has. */
export interface BackgroundCounts {
  /** Its documents. */
  readonly size: number;
  /** How many of them have a term that was wanted. */
  count(key: Key): number;
  /** Counts the terms of all documents that a plan matches; only `wanted` ones are kept. */
  collect(
    plan: Plan,
    wanted: ReadonlySet<Key>,
    on: { readonly shard: ShardCollection; readonly replay: SegmentReplay },
  ): void;
}

/** What takes the documents of a segment that the background matches. */
export type TakeDocuments = (docs: Uint32Array, count: number) => void;

/** What counting looks at while it runs. */
export interface SegmentLimits {
  readonly reserve: (bytes: number) => void;
  readonly checkpoint: () => void;
}

/** Goes through the segments; how the terms of a segment's documents are counted is its own business. */
export abstract class CountedBackground implements BackgroundCounts {
  readonly #counts = new Map<Key, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  count(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  collect(
    plan: Plan,
    wanted: ReadonlySet<Key>,
    { shard, replay }: { readonly shard: ShardCollection; readonly replay: SegmentReplay },
  ): void {
    const { segments, liveDocs } = shard.searcher;
    shard.reserve(wanted.size * KEY_BYTES);
    for (const [number, reader] of segments.entries()) {
      replay.open(reader, (context) => {
        if (!liveDocs[number] && plan.count?.(reader) === reader.docCount && this.whole(reader, wanted)) {
          this.#size += reader.docCount;
          return;
        }
        const operator = plan.operator(context);
        if (!operator) return;
        const { take, end } = this.segment(reader, wanted, {
          reserve: (bytes) => shard.reserve(bytes),
          checkpoint: () => context.checkpoint(),
        });
        const taking: TakeDocuments = (docs, count) => {
          this.#size += count;
          take?.(docs, count);
        };
        forEachWindow({ operator, context, live: liveDocs[number], scored: false, take: taking });
        end?.();
      });
    }
  }

  /** Counts the documents of a segment as they come, or in the end. */
  protected abstract segment(
    reader: SegmentReader,
    wanted: ReadonlySet<Key>,
    limits: SegmentLimits,
  ): { readonly take?: TakeDocuments; readonly end?: () => void };

  /** Counts all documents of a segment, by what it knows of them; false: they are to come. */
  protected whole(_reader: SegmentReader, _wanted: ReadonlySet<Key>): boolean {
    return false;
  }

  protected add(key: Key, count: number): void {
    this.#counts.set(key, this.count(key) + count);
  }
}

/** By the columns of a field. */
export class Background extends CountedBackground {
  readonly #source: ValuesSource;

  constructor(source: ValuesSource) {
    super();
    this.#source = source;
  }

  protected override segment(
    reader: SegmentReader,
    wanted: ReadonlySet<Key>,
    _limits: SegmentLimits,
  ): ReturnType<CountedBackground["segment"]> {
    const values = documentKeys(reader, this.#source);
    if (!values) return {};
    return {
      take: (docs, count) => {
        for (let from = 0; from < count; from += BATCH_DOCS) {
          const batch = docs.subarray(from, Math.min(count, from + BATCH_DOCS));
          this.#addAll(values, values.load(batch, batch.length), wanted);
        }
      },
    };
  }

  #addAll(values: DocumentKeys, loaded: number, wanted: ReadonlySet<Key>): void {
    const { codes, places } = values;
    for (let i = 0; i < loaded; i++) {
      // A document counts once for a repeated value; its values are sorted.
      if (i > 0 && places[i] === places[i - 1] && codes[i - 1] === codes[i]) continue;
      const key = values.key(i);
      if (wanted.has(key)) this.add(key, 1);
    }
  }
}
