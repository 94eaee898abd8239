/** How many documents of a shard have a term, and how many there are. */
import { forEachWindow } from "../../query/execution/bulk.ts";
import type { Plan } from "../../query/query.ts";
import { BATCH_DOCS, type SegmentReplay, type ShardCollection } from "../aggregation-kind.ts";
import { documentKeys } from "../keyed/document-keys.ts";
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

/** By the columns of a field. */
export class Background implements BackgroundCounts {
  readonly #source: ValuesSource;
  readonly #counts = new Map<Key, number>();
  #size = 0;

  constructor(source: ValuesSource) {
    this.#source = source;
  }

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
        const operator = plan.operator(context);
        if (!operator) return;
        const values = documentKeys(reader, this.#source);
        const take = (docs: Uint32Array, count: number): void => {
          this.#size += count;
          if (!values) return;
          for (let from = 0; from < count; from += BATCH_DOCS) {
            const batch = docs.subarray(from, Math.min(count, from + BATCH_DOCS));
            this.#add(values.keys, values.places, values.load(batch, batch.length), wanted);
          }
        };
        forEachWindow({ operator, context, live: liveDocs[number], scored: false, take });
      });
    }
  }

  #add(keys: readonly Key[], places: Uint32Array, loaded: number, wanted: ReadonlySet<Key>): void {
    for (let i = 0; i < loaded; i++) {
      const key = keys[i]!;
      // A document counts once for a repeated value; its values are sorted.
      if (i > 0 && places[i] === places[i - 1] && keys[i - 1] === key) continue;
      if (wanted.has(key)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }
}
