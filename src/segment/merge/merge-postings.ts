/** Copies the postings of one term from several segments into a writer, with new document numbers. */
import { GrowingInt32, GrowingUint32 } from "../memory/growing-arrays.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import { skipVarints } from "../postings/postings-reader.ts";
import type { PostingsReader } from "../postings/postings-reader.ts";
import type { TermsWriter } from "../terms/terms-writer.ts";

/**
 * Copies the postings of a term whose new document numbers follow all those already written for it. Sets the documents'
 * bits in `seen`.
 */
export function copyPostings(
  reader: PostingsReader,
  ordinal: number,
  map: Int32Array,
  writer: TermsWriter,
  seen: Uint32Array | undefined,
): void {
  const { docs, freqs } = reader;
  const { postings } = writer;
  reader.open(ordinal);
  for (let count = reader.nextBlock(); count > 0; count = reader.nextBlock()) {
    let address = reader.positionsAddress;
    for (let i = 0; i < count; i++) {
      const doc = map[docs[i]!]!;
      const freq = freqs[i]!;
      if (doc < 0) {
        if (reader.hasPositions) address = skipVarints(reader.bytes, address, freq);
        continue;
      }
      postings.add(doc, freq);
      if (seen) seen[doc >>> 5]! |= 1 << (doc & 31);
      if (reader.hasPositions) address = copyPositions(reader.bytes, address, freq, writer);
    }
  }
}

/**
 * Copies `count` varints that begin at `address`; returns the address after them. The sink has room for all positions
 * of the merge.
 */
function copyPositions(bytes: Uint8Array, address: number, count: number, writer: TermsWriter): number {
  const sink = writer.positions!;
  const into = sink.bytes;
  let to = sink.start + sink.length;
  let from = address;
  let left = count;
  while (left > 0) {
    const byte = bytes[from++]!;
    into[to++] = byte;
    if (byte < 128) left--;
  }
  sink.length = to - sink.start;
  return from;
}

/**
 * Collects the postings of a term from segments whose documents interleave, to write them in order. Rare (segments are
 * neighbours in sequence number, unless the index has an order of its own), so it may hold all postings of a term.
 */
export class InterleavedPostings {
  private readonly docs: GrowingInt32;
  private readonly freqs: GrowingUint32;
  private readonly addresses: GrowingUint32;
  private readers: PostingsReader[] = [];
  private ends: number[] = [];
  private readonly ascending: boolean;

  /** `ascending`: the documents of each segment come in order. */
  constructor(tally: MemoryTally, ascending: boolean) {
    this.ascending = ascending;
    this.docs = new GrowingInt32(tally);
    this.freqs = new GrowingUint32(tally);
    this.addresses = new GrowingUint32(tally);
  }

  /** Adds a segment's postings of the term. */
  collect(reader: PostingsReader, ordinal: number, map: Int32Array): void {
    reader.open(ordinal);
    for (let count = reader.nextBlock(); count > 0; count = reader.nextBlock()) {
      let address = reader.positionsAddress;
      for (let i = 0; i < count; i++) {
        const doc = map[reader.docs[i]!]!;
        if (doc >= 0) {
          this.docs.push(doc);
          this.freqs.push(reader.freqs[i]!);
          this.addresses.push(address);
        }
        if (reader.hasPositions) address = skipVarints(reader.bytes, address, reader.freqs[i]!);
      }
    }
    this.readers.push(reader);
    this.ends.push(this.docs.length);
  }

  /** Writes the collected postings in document order and clears them. */
  write(writer: TermsWriter, seen: Uint32Array | undefined): void {
    if (this.ascending) this.writeMerged(writer, seen);
    else this.writeSorted(writer, seen);
    this.docs.length = this.freqs.length = this.addresses.length = 0;
    this.readers = [];
    this.ends = [];
  }

  private writeSorted(writer: TermsWriter, seen: Uint32Array | undefined): void {
    const { ends, docs } = this;
    const places = new Uint32Array(docs.length);
    for (let place = 0; place < places.length; place++) places[place] = place;
    places.sort((left, right) => docs.data[left]! - docs.data[right]!);
    for (const place of places) {
      let run = 0;
      while (ends[run]! <= place) run++;
      this.writeOne(writer, seen, run, place);
    }
  }

  private writeMerged(writer: TermsWriter, seen: Uint32Array | undefined): void {
    const { ends, docs } = this;
    const at = ends.map((_, run) => (run === 0 ? 0 : ends[run - 1]!));
    for (let left = docs.length; left > 0; left--) {
      let run = -1;
      for (let i = 0; i < at.length; i++) {
        if (at[i]! < ends[i]! && (run < 0 || docs.data[at[i]!]! < docs.data[at[run]!]!)) run = i;
      }
      this.writeOne(writer, seen, run, at[run]!++);
    }
  }

  private writeOne(writer: TermsWriter, seen: Uint32Array | undefined, run: number, place: number): void {
    const doc = this.docs.data[place]!;
    const freq = this.freqs.data[place]!;
    const reader = this.readers[run]!;
    writer.postings.add(doc, freq);
    if (seen) seen[doc >>> 5]! |= 1 << (doc & 31);
    if (reader.hasPositions) copyPositions(reader.bytes, this.addresses.data[place]!, freq, writer);
  }
}
