/** The background of the words of a text: by its postings. */
import { NO_MORE_DOCS } from "../../segment/format.ts";
import { PostingsReader } from "../../segment/postings/postings-reader.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Key } from "../keyed/keyed-buckets.ts";
import { CountedBackground, type SegmentLimits, type TakeDocuments } from "./background.ts";

export class PostingsBackground extends CountedBackground {
  readonly #path: string;

  constructor(path: string) {
    super();
    this.#path = path;
  }

  protected override segment(
    reader: SegmentReader,
    wanted: ReadonlySet<Key>,
    { reserve, checkpoint }: SegmentLimits,
  ): { readonly take: TakeDocuments; readonly end: () => void } {
    const bits = new Uint32Array((reader.docCount + 31) >>> 5);
    reserve(bits.byteLength);
    return {
      take(docs, count) {
        for (let i = 0; i < count; i++) bits[docs[i]! >>> 5]! |= 1 << (docs[i]! & 31);
      },
      end: () => this.#countIn(reader, bits, wanted, checkpoint),
    };
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
      this.add(key, found);
    }
  }
}
