/** The background of the terms of a field: by its dictionaries where all documents count, or else by ordinals. */
import { READS } from "../../segment/field-reads.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS } from "../aggregation-kind.ts";
import type { Key } from "../keyed/keyed-buckets.ts";
import { countedTerms } from "../values/counted-terms.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { Background, type CountedBackground, type SegmentLimits } from "./background.ts";

export class TermsBackground extends Background {
  readonly #source: ValuesSource;

  constructor(source: ValuesSource) {
    super(source);
    this.#source = source;
  }

  protected override whole(reader: SegmentReader, wanted: ReadonlySet<Key>): boolean {
    const terms = countedTerms(reader, this.#source);
    if (!terms) return false;
    this.#addWanted(reader, wanted, (ordinal) => terms.docFreq(ordinal));
    return true;
  }

  protected override segment(
    reader: SegmentReader,
    wanted: ReadonlySet<Key>,
    limits: SegmentLimits,
  ): ReturnType<CountedBackground["segment"]> {
    const terms = reader.terms(this.#source.path, READS.docValues);
    // Documents without a value stand for a term that may be in no dictionary.
    if (!terms || this.#source.shape !== "ordinals" || this.#source.missing !== undefined)
      return super.segment(reader, wanted, limits);
    const values = new OrdinalValues(reader, this.#source);
    if (!values.any) return {};
    limits.reserve(terms.count * Uint32Array.BYTES_PER_ELEMENT);
    const counts = new Uint32Array(terms.count);
    return {
      take(docs, count) {
        for (let from = 0; from < count; from += BATCH_DOCS) {
          const batch = docs.subarray(from, Math.min(count, from + BATCH_DOCS));
          values.count(batch, batch.length, counts);
        }
      },
      end: () => this.#addWanted(reader, wanted, (ordinal) => counts[ordinal]!),
    };
  }

  #addWanted(reader: SegmentReader, wanted: ReadonlySet<Key>, countOf: (ordinal: number) => number): void {
    const terms = reader.terms(this.#source.path, READS.docValues);
    if (!terms) return;
    for (const key of wanted) {
      const ordinal = terms.find(Buffer.from(String(key), "latin1"));
      if (ordinal >= 0) this.add(key, countOf(ordinal));
    }
  }
}
