/** Documents of all shards that were found before the query that asks for them: the best of an earlier search. */
import type { SearcherView } from "../query.ts";

/** Documents of a segment, ascending, with their float32 scores. */
export interface RankedSegment {
  readonly docs: Uint32Array;
  readonly scores: Float32Array;
}

/** One of the documents. */
export interface RankedDoc {
  readonly index: string;
  readonly shard: number;
  readonly segment: number;
  readonly doc: number;
  readonly score: number;
}

/** The documents of one request, in lists by number. */
export class RankedDocs {
  readonly #lists = new Map<string, RankedDoc[]>();

  add(list: number, ranked: RankedDoc): void {
    const key = keyOf(list, ranked.index, ranked.shard);
    const known = this.#lists.get(key);
    if (known) known.push(ranked);
    else this.#lists.set(key, [ranked]);
  }

  /** Those of a list on one shard, for each of its segments. */
  of(list: number, { index, shard, segments }: SearcherView): readonly RankedSegment[] {
    const own = [...(this.#lists.get(keyOf(list, index, shard)) ?? [])].sort((one, other) => one.doc - other.doc);
    return segments.map((_segment, number) => {
      const within = own.filter(({ segment }) => segment === number);
      return {
        docs: Uint32Array.from(within, ({ doc }) => doc),
        scores: Float32Array.from(within, ({ score }) => score),
      };
    });
  }
}

function keyOf(list: number, index: string, shard: number): string {
  return `${list}/${shard}/${index}`;
}
