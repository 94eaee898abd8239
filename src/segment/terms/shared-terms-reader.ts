/** The dictionary of a field, read in place. */
import type { SegmentData, TermsDirectory } from "../format.ts";
import { needSharedBytes, needTerms } from "../section-loading.ts";
import type { TermsInMemory, TermsReader } from "../segment-reader.ts";
import { compareBytes } from "./byte-order.ts";

/** Terms by binary search over their bytes in the shared memory. */
export class SharedTermsReader implements TermsReader {
  readonly count: number;
  readonly docCount: number;
  readonly sumDocFreq: number;
  readonly sumTotalTermFreq: number;
  readonly allBytes: Uint8Array;
  readonly offsets: Uint32Array;
  private readonly data: SegmentData;
  private readonly directory: TermsDirectory;
  private readonly text8: Buffer;
  private readonly base: number;
  private readonly docFreqs: Uint32Array | undefined;
  private readonly totalFreqs: Uint32Array | undefined;

  constructor(data: SegmentData, terms: TermsDirectory) {
    needTerms(data, terms);
    const { buffer } = data.memory;
    this.data = data;
    this.directory = terms;
    this.count = terms.count;
    this.docCount = terms.docCount;
    this.sumDocFreq = terms.sumDocFreq;
    this.sumTotalTermFreq = terms.sumTotalTermFreq;
    this.base = terms.termBytes.offset;
    this.allBytes = new Uint8Array(buffer, this.base, terms.termBytes.bytes);
    this.text8 = Buffer.from(buffer, this.base, terms.termBytes.bytes);
    this.offsets = new Uint32Array(buffer, terms.termOffsets.offset, terms.count + 1);
    this.docFreqs = terms.docFreqs && new Uint32Array(buffer, terms.docFreqs.offset, terms.count);
    this.totalFreqs = terms.totalFreqs && new Uint32Array(buffer, terms.totalFreqs.offset, terms.count);
  }

  inMemory(): TermsInMemory | undefined {
    const { sharedBytes } = this.directory;
    if (!sharedBytes) return undefined;
    needSharedBytes(this.data, this.directory);
    const { memory, scratchSlots } = this.data;
    return { memory, scratchSlots, sharedBytes: sharedBytes.offset };
  }

  find(term: Uint8Array): number {
    const ordinal = this.ceiling(term);
    return ordinal < this.count && this.compare(ordinal, term) === 0 ? ordinal : -1;
  }

  ceiling(term: Uint8Array): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  bytes(ordinal: number): Uint8Array {
    return this.allBytes.subarray(this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  text(ordinal: number): string {
    return this.text8.toString("utf8", this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  docFreq(ordinal: number): number {
    return this.docFreqs ? this.docFreqs[ordinal]! : 0;
  }

  totalTermFreq(ordinal: number): number {
    return this.totalFreqs ? this.totalFreqs[ordinal]! : this.docFreq(ordinal);
  }

  private compare(ordinal: number, term: Uint8Array): number {
    return compareBytes(this.allBytes, this.offsets[ordinal]!, this.offsets[ordinal + 1]!, term, 0, term.length);
  }
}
