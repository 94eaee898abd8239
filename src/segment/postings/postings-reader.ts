/**
 * Reads the postings of a term in plain TypeScript: the reference for kernel tests, and used by merges and cold paths
 * (explain, highlighting, term vectors). Works a block at a time; a tail counts as the last block.
 */
import { assert } from "../../core/assert.ts";
import { BLOCK_DOCS } from "../format.ts";
import type { SegmentData, TermsDirectory } from "../format.ts";
import { needPositions, needPostings } from "../section-loading.ts";
import { PACKED_WORDS, unpackBlock } from "./block-packing.ts";

/** The postings of one field; `open` a term, then call `nextBlock` until it returns 0. */
export class PostingsReader {
  /** Documents of the current block, ascending. */
  readonly docs = new Int32Array(BLOCK_DOCS);
  /** Frequencies of the current block; 1 where the field keeps none. */
  readonly freqs = new Int32Array(BLOCK_DOCS);
  readonly hasFreqs: boolean;
  readonly hasPositions: boolean;
  /** The segment's memory, to read positions from. */
  readonly bytes: Uint8Array;
  /** Address of the positions of the current block's first document; they are stored back to back. */
  positionsAddress = 0;

  private readonly terms: TermsDirectory;
  private readonly docFreqs: Uint32Array;
  private readonly totalFreqs: Uint32Array | undefined;
  private readonly blockStarts: Uint32Array;
  private readonly tails: Uint32Array;
  private readonly blockOffsets: Uint32Array;
  private readonly blockLastDocs: Int32Array;
  private readonly blockBits: Uint16Array;
  private readonly blockPositions: Uint32Array | undefined;
  private readonly tailPositions: Uint32Array | undefined;
  private readonly postingsAddress: number;
  private readonly words = new Uint32Array(PACKED_WORDS);
  private readonly wordBytes = new Uint8Array(this.words.buffer);
  private term = 0;
  private block = 0;
  private docFreq = 0;
  private read = 0;
  private previousDoc = -1;

  constructor(data: SegmentData, terms: TermsDirectory) {
    const { docFreqs, blockStarts, tail, blockLastDocs, blockOffsets, blockBits, postings } = terms;
    assert(
      docFreqs && blockStarts && tail && blockLastDocs && blockOffsets && blockBits && postings,
      "the field keeps no postings",
    );
    needPostings(data, terms);
    needPositions(data, terms);
    const buffer = data.memory.buffer;
    this.terms = terms;
    this.bytes = new Uint8Array(buffer);
    this.hasFreqs = terms.totalFreqs !== undefined;
    this.hasPositions = terms.positions !== undefined;
    this.docFreqs = new Uint32Array(buffer, docFreqs.offset, docFreqs.bytes / 4);
    this.blockStarts = new Uint32Array(buffer, blockStarts.offset, blockStarts.bytes / 4);
    this.tails = new Uint32Array(buffer, tail.offset, tail.bytes / 4);
    this.blockLastDocs = new Int32Array(buffer, blockLastDocs.offset, blockLastDocs.bytes / 4);
    this.blockOffsets = new Uint32Array(buffer, blockOffsets.offset, blockOffsets.bytes / 4);
    this.blockBits = new Uint16Array(buffer, blockBits.offset, blockBits.bytes / 2);
    this.postingsAddress = postings.offset;
    const { totalFreqs, blockPositions, tailPositions } = terms;
    this.totalFreqs = totalFreqs && new Uint32Array(buffer, totalFreqs.offset, totalFreqs.bytes / 4);
    this.blockPositions = blockPositions && new Uint32Array(buffer, blockPositions.offset, blockPositions.bytes / 4);
    this.tailPositions = tailPositions && new Uint32Array(buffer, tailPositions.offset, tailPositions.bytes / 4);
  }

  /** Goes to the start of a term; returns its document frequency. */
  open(ordinal: number): number {
    this.term = ordinal;
    this.block = this.blockStarts[ordinal]!;
    this.docFreq = this.docFreqs[ordinal]!;
    this.read = 0;
    this.previousDoc = -1;
    return this.docFreq;
  }

  /** Decodes the next block into `docs` and `freqs`; returns its number of documents, 0 at the end. */
  nextBlock(): number {
    const left = this.docFreq - this.read;
    if (left >= BLOCK_DOCS) return this.readFullBlock();
    if (left === 0) return 0;
    this.read += left;
    if (this.hasPositions) this.positionsAddress = this.terms.positions!.offset + this.tailPositions![this.term]!;
    if (this.docFreq === 1) {
      this.docs[0] = this.tails[this.term]!;
      this.freqs[0] = this.totalFreqs ? this.totalFreqs[this.term]! : 1;
    } else {
      this.readTail(left);
    }
    return left;
  }

  private readFullBlock(): number {
    const { docs, freqs, words } = this;
    const bits = this.blockBits[this.block]!;
    const docBits = bits & 0xff;
    const freqBits = bits >>> 8;
    const address = this.postingsAddress + this.blockOffsets[this.block]!;
    this.load(address, docBits);
    unpackBlock(words, docBits, docs);
    let doc = this.previousDoc;
    for (let i = 0; i < BLOCK_DOCS; i++) {
      doc += docs[i]!;
      docs[i] = doc;
    }
    assert(doc === this.blockLastDocs[this.block], "a block of postings does not end with its last document");
    this.previousDoc = doc;
    if (this.hasFreqs) {
      this.load(address + docBits * 16, freqBits);
      unpackBlock(words, freqBits, freqs);
      for (let i = 0; i < BLOCK_DOCS; i++) freqs[i]!++;
    } else {
      freqs.fill(1);
    }
    if (this.hasPositions) this.positionsAddress = this.terms.positions!.offset + this.blockPositions![this.block]!;
    this.block++;
    this.read += BLOCK_DOCS;
    return BLOCK_DOCS;
  }

  private load(address: number, bits: number): void {
    const { bytes, wordBytes } = this;
    const length = bits * 16;
    for (let i = 0; i < length; i++) wordBytes[i] = bytes[address + i]!;
  }

  private readTail(count: number): void {
    const { bytes, docs, freqs, hasFreqs } = this;
    let at = this.postingsAddress + this.tails[this.term]!;
    let doc = this.previousDoc;
    for (let i = 0; i < count; i++) {
      let value = 0;
      let byte = 0;
      let shift = 0;
      do {
        byte = bytes[at++]!;
        value |= (byte & 127) << shift;
        shift += 7;
      } while (byte > 127);
      let freq = 1;
      if (hasFreqs) {
        const once = (value & 1) === 1;
        value >>>= 1;
        if (!once) {
          freq = 0;
          shift = 0;
          do {
            byte = bytes[at++]!;
            freq |= (byte & 127) << shift;
            shift += 7;
          } while (byte > 127);
        }
      }
      doc += value;
      docs[i] = doc;
      freqs[i] = freq;
    }
  }
}

/** Address after `count` varints that begin at `at`. */
export function skipVarints(bytes: Uint8Array, at: number, count: number): number {
  let left = count;
  let address = at;
  while (left > 0) if (bytes[address++]! < 128) left--;
  return address;
}

/** One document of a term, with its positions where the field keeps them. */
export interface Posting {
  readonly doc: number;
  readonly freq: number;
  readonly positions: readonly number[];
}

/** All postings of a term as objects: for cold paths and tests. */
export function readPostings(data: SegmentData, terms: TermsDirectory, ordinal: number): Posting[] {
  const reader = new PostingsReader(data, terms);
  const postings: Posting[] = [];
  reader.open(ordinal);
  for (let count = reader.nextBlock(); count > 0; count = reader.nextBlock()) {
    let at = reader.positionsAddress;
    for (let i = 0; i < count; i++) {
      const freq = reader.freqs[i]!;
      const positions: number[] = [];
      if (reader.hasPositions) at = readPositions(reader.bytes, at, freq, positions);
      postings.push({ doc: reader.docs[i]!, freq, positions });
    }
  }
  return postings;
}

/** Appends the `freq` positions of a document that begin at `address`; returns the address after them. */
export function readPositions(bytes: Uint8Array, address: number, freq: number, into: number[]): number {
  let at = address;
  let position = 0;
  for (let i = 0; i < freq; i++) {
    let shift = 0;
    let byte = 0;
    let gap = 0;
    do {
      byte = bytes[at++]!;
      gap |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    position += gap;
    into.push(position);
  }
  return at;
}
