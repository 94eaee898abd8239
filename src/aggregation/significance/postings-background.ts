/** The background of the words of a text: by its postings. */
import { forEachWindow } from "../../query/execution/bulk.ts";
import type { Plan } from "../../query/query.ts";
import { NO_MORE_DOCS } from "../../segment/format.ts";
import { PostingsReader } from "../../segment/postings/postings-reader.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { SegmentReplay, ShardCollection } from "../aggregation-kind.ts";
import type { Key } from "../keyed/keyed-buckets.ts";
import type { BackgroundCounts } from "./background.ts";

const KEY_BYTES = 64;

export class PostingsBackground implements BackgroundCounts {
  readonly #path: string;
  readonly #counts = new Map<Key, number>();
  #size = 0;

  constructor(path: string) {
    this.#path = path;
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
        const bits = new Uint32Array((reader.docCount + 31) >>> 5);
        shard.reserve(bits.byteLength);
        const take = (docs: Uint32Array, count: number): void => {
          this.#size += count;
          for (let i = 0; i < count; i++) bits[docs[i]! >>> 5]! |= 1 << (docs[i]! & 31);
        };
        forEachWindow({ operator, context, live: liveDocs[number], scored: false, take });
        this.#countIn(reader, bits, wanted, () => context.checkpoint());
      });
    }
  }

  #countIn(reader: SegmentReader, bits: Uint32Array, wanted: ReadonlySet<Key>, checkpoint: () => void): void {
    const terms = reader.terms(this.#path);
    const directory = reader.field(this.#path)?.terms;
    if (!terms || !directory?.postings) return;
    const postings = new PostingsReader(reader.data, directory);
    for (const key of wanted) {
      const ordinal = terms.find(Buffer.from(String(key), "latin1"));
      if (ordinal < 0) continue;
      checkpoint();
      postings.open(ordinal);
      let found = 0;
      for (let count = postings.nextBlock(); count > 0; count = postings.nextBlock())
        for (let i = 0; i < count; i++) {
          const doc = postings.docs[i]!;
          if (doc !== NO_MORE_DOCS) found += (bits[doc >>> 5]! >>> (doc & 31)) & 1;
        }
      this.#counts.set(key, this.count(key) + found);
    }
  }
}
