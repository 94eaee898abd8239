/** Encodes the postings of a field, term by term, in the format described at TermsDirectory. */
import { BLOCK_DOCS } from "../format.ts";
import type { PostingsDetail } from "../format.ts";
import type { ByteSink } from "../memory/byte-sink.ts";
import { GrowingInt32, GrowingUint32 } from "../memory/growing-arrays.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import { bitsNeeded, packBlock, PACKED_WORDS } from "./block-packing.ts";
import { ImpactFinder } from "./impacts.ts";

/** Maximum bytes of a full block (two packings of 32 bits), and of a tail (two varints per document). */
const MAX_BLOCK_BYTES = 2 * 4 * BLOCK_DOCS;
const MAX_TAIL_BYTES = 10 * BLOCK_DOCS;

/** Inputs and outputs of a field's postings. */
export interface PostingsTarget {
  readonly detail: PostingsDetail;
  readonly norms: Uint8Array | undefined;
  readonly postings: ByteSink;
  /** Present exactly for detail `positions`. */
  readonly positions: ByteSink | undefined;
  readonly tally: MemoryTally;
}

/**
 * Per term: `add` for each document in ascending order, then `endTerm`. The caller writes a document's positions into
 * the positions sink, after its `add` and before the next.
 */
export class PostingsWriter {
  readonly docFreqs: GrowingUint32;
  readonly totalFreqs: GrowingUint32;
  readonly blockStarts: GrowingUint32;
  readonly tails: GrowingUint32;
  readonly tailPositions: GrowingUint32;
  readonly blockLastDocs: GrowingInt32;
  readonly blockOffsets: GrowingUint32;
  readonly blockBits: GrowingUint32;
  readonly blockPositions: GrowingUint32;
  readonly blockImpacts: GrowingUint32;
  readonly impacts: GrowingUint32;
  sumDocFreq = 0;
  sumTotalTermFreq = 0;

  private readonly withFreqs: boolean;
  private readonly norms: Uint8Array | undefined;
  private readonly postings: ByteSink;
  private readonly positions: ByteSink | undefined;
  private readonly finder = new ImpactFinder();
  private readonly docs = new Int32Array(BLOCK_DOCS);
  private readonly freqs = new Int32Array(BLOCK_DOCS);
  private readonly values = new Int32Array(BLOCK_DOCS);
  private readonly words = new Uint32Array(PACKED_WORDS);
  private readonly wordBytes = new Uint8Array(this.words.buffer);
  /** Number of documents in `docs` that are not written yet. */
  private pending = 0;
  /** Where the positions of the first pending document begin. */
  private pendingPositions = 0;
  private docFreq = 0;
  private totalFreq = 0;
  /** Last document of the term's previous block. */
  private previousDoc = -1;

  constructor(target: PostingsTarget) {
    const { tally } = target;
    this.withFreqs = target.detail === "freqs" || target.detail === "positions";
    this.norms = target.norms;
    this.postings = target.postings;
    this.positions = target.positions;
    this.docFreqs = new GrowingUint32(tally);
    this.totalFreqs = new GrowingUint32(tally);
    this.blockStarts = new GrowingUint32(tally);
    this.tails = new GrowingUint32(tally);
    this.tailPositions = new GrowingUint32(tally);
    this.blockLastDocs = new GrowingInt32(tally);
    this.blockOffsets = new GrowingUint32(tally);
    this.blockBits = new GrowingUint32(tally);
    this.blockPositions = new GrowingUint32(tally);
    this.blockImpacts = new GrowingUint32(tally);
    this.impacts = new GrowingUint32(tally);
    this.blockStarts.push(0);
    this.blockImpacts.push(0);
  }

  /** Adds a document of the current term; `freq` is ignored where the field keeps none. */
  add(doc: number, freq: number): void {
    const at = this.pending;
    if (at === BLOCK_DOCS) {
      this.writeBlock();
      this.add(doc, freq);
      return;
    }
    if (at === 0 && this.positions) this.pendingPositions = this.positions.length;
    this.docs[at] = doc;
    this.freqs[at] = freq;
    this.pending = at + 1;
    this.docFreq++;
    this.totalFreq += freq;
  }

  /** Completes the term. Returns false, and writes nothing, when it has no document. */
  endTerm(): boolean {
    if (this.docFreq === 0) return false;
    if (this.pending === BLOCK_DOCS) this.writeBlock();
    const total = this.withFreqs ? this.totalFreq : this.docFreq;
    this.docFreqs.push(this.docFreq);
    if (this.withFreqs) this.totalFreqs.push(total);
    if (this.positions) this.tailPositions.push(this.pending > 0 ? this.pendingPositions : this.positions.length);
    if (this.docFreq === 1) this.tails.push(this.docs[0]!);
    else if (this.pending > 0) this.writeTail();
    else this.tails.push(0);
    this.blockStarts.push(this.blockLastDocs.length);
    this.sumDocFreq += this.docFreq;
    this.sumTotalTermFreq += total;
    this.pending = 0;
    this.docFreq = 0;
    this.totalFreq = 0;
    this.previousDoc = -1;
    return true;
  }

  private writeBlock(): void {
    const { docs, values, postings } = this;
    postings.reserve(MAX_BLOCK_BYTES);
    this.blockOffsets.push(postings.length);
    let previous = this.previousDoc;
    let union = 0;
    for (let i = 0; i < BLOCK_DOCS; i++) {
      const doc = docs[i]!;
      const gap = doc - previous;
      values[i] = gap;
      union |= gap;
      previous = doc;
    }
    const docBits = bitsNeeded(union);
    this.writePacked(docBits);
    let freqBits = 0;
    if (this.withFreqs) {
      freqBits = this.freqBitsOfBlock();
      this.writePacked(freqBits);
      const found = this.finder.find(docs, this.freqs, BLOCK_DOCS, this.norms);
      for (let i = 0; i < found; i++) this.impacts.push(this.finder.pairs[i]!);
      this.blockImpacts.push(this.impacts.length);
    }
    this.blockBits.push(docBits | (freqBits << 8));
    this.blockLastDocs.push(previous);
    if (this.positions) this.blockPositions.push(this.pendingPositions);
    this.previousDoc = previous;
    this.pending = 0;
  }

  /** Puts `freq - 1` of each document into `values`; returns the bits they need. */
  private freqBitsOfBlock(): number {
    const { freqs, values } = this;
    let union = 0;
    for (let i = 0; i < BLOCK_DOCS; i++) {
      const value = freqs[i]! - 1;
      values[i] = value;
      union |= value;
    }
    return bitsNeeded(union);
  }

  private writePacked(bits: number): void {
    const { words, wordBytes, postings } = this;
    packBlock(this.values, bits, words);
    // Packed words are unaligned after tails, so they are copied as bytes.
    const length = bits * 16;
    const to = postings.bytes;
    const at = postings.start + postings.length;
    for (let i = 0; i < length; i++) to[at + i] = wordBytes[i]!;
    postings.length += length;
  }

  private writeTail(): void {
    const { docs, freqs, postings, withFreqs } = this;
    postings.reserve(MAX_TAIL_BYTES);
    this.tails.push(postings.length);
    const bytes = postings.bytes;
    let at = postings.start + postings.length;
    let previous = this.previousDoc;
    for (let i = 0; i < this.pending; i++) {
      const doc = docs[i]!;
      const freq = freqs[i]!;
      let value = doc - previous;
      if (withFreqs) value = ((value << 1) | (freq === 1 ? 1 : 0)) >>> 0;
      while (value > 127) {
        bytes[at++] = (value & 127) | 128;
        value >>>= 7;
      }
      bytes[at++] = value;
      if (withFreqs && freq !== 1) {
        let left = freq;
        while (left > 127) {
          bytes[at++] = (left & 127) | 128;
          left >>>= 7;
        }
        bytes[at++] = left;
      }
      previous = doc;
    }
    postings.length = at - postings.start;
  }
}
