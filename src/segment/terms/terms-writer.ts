/** Writes the dictionary and postings of one field in order of terms; used by the builder and by merges. */
import type { PostingsDetail, TermsDirectory } from "../format.ts";
import { HeapSink } from "../memory/byte-sink.ts";
import { GrowingUint32 } from "../memory/growing-arrays.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import type { MemorySink, SectionAllocator } from "../memory/section-allocator.ts";
import { PostingsWriter } from "../postings/postings-writer.ts";

/** What a byte holds. */
const MOST_SHARED = 255;

/** Inputs of writing a field's terms. */
export interface TermsTarget {
  readonly allocator: SectionAllocator;
  readonly detail: PostingsDetail;
  readonly norms: Uint8Array | undefined;
  /** At least the bytes of the positions of all documents; space for them is allocated before the postings'. */
  readonly maxPositionBytes: number;
  readonly tally: MemoryTally;
}

/**
 * Postings and positions go straight into the segment's memory. The metadata per term and block (some 30 bytes) and the
 * term bytes wait on the heap until `finish`, because a memory can grow only at its end.
 */
export class TermsWriter {
  readonly postings: PostingsWriter;
  /** Where the caller writes positions; undefined unless the field keeps them. */
  readonly positions: MemorySink | undefined;
  private readonly target: TermsTarget;
  private readonly postingsSink: MemorySink;
  private readonly termBytes: HeapSink;
  private readonly termOffsets: GrowingUint32;
  /** For `TermsDirectory.sharedBytes`. */
  private readonly shared: HeapSink;

  constructor(target: TermsTarget) {
    const { allocator, detail, norms, tally } = target;
    this.target = target;
    this.positions = detail === "positions" ? allocator.boundedSink(target.maxPositionBytes) : undefined;
    this.postingsSink = allocator.growingSink();
    this.postings = new PostingsWriter({
      detail,
      norms,
      postings: this.postingsSink,
      positions: this.positions,
      tally,
    });
    this.termBytes = new HeapSink(tally);
    this.shared = new HeapSink(tally);
    this.termOffsets = new GrowingUint32(tally);
    this.termOffsets.push(0);
  }

  /** Number of terms written. */
  get count(): number {
    return this.termOffsets.length - 1;
  }

  /** Ends a term whose documents were added to `postings`; false when it had none and is left out. */
  endTerm(bytes: Uint8Array, from: number, to: number): boolean {
    if (!this.postings.endTerm()) return false;
    this.addTerm(bytes, from, to);
    return true;
  }

  /** Writes a term of a field without postings. */
  addTerm(bytes: Uint8Array, from: number, to: number): void {
    const sink = this.termBytes;
    sink.reserve(to - from);
    const { shared } = this;
    shared.reserve(1);
    shared.bytes[shared.length++] = this.sharedWithLast(bytes, from, to);
    for (let i = from, at = sink.length; i < to; i++, at++) sink.bytes[at] = bytes[i]!;
    sink.length += to - from;
    this.termOffsets.push(sink.length);
  }

  private sharedWithLast(bytes: Uint8Array, from: number, to: number): number {
    const { termOffsets, termBytes } = this;
    const last = termOffsets.length > 1 ? termOffsets.data[termOffsets.length - 2]! : 0;
    const most = Math.min(termBytes.length - last, to - from, MOST_SHARED);
    let shared = 0;
    while (shared < most && termBytes.bytes[last + shared] === bytes[from + shared]) shared++;
    return shared;
  }

  /** Closes the sections; `docCount` is the number of documents with at least one term. */
  finish(docCount: number): TermsDirectory {
    const { allocator, detail } = this.target;
    const { postings, positions } = this;
    const postingsSection = allocator.close(this.postingsSink);
    const directory: { -readonly [key in keyof TermsDirectory]: TermsDirectory[key] } = {
      detail,
      count: this.count,
      docCount,
      sumDocFreq: postings.sumDocFreq,
      sumTotalTermFreq: postings.sumTotalTermFreq,
      termBytes: allocator.copy(this.termBytes.written()),
      termOffsets: allocator.copy(this.termOffsets.values()),
    };
    if (detail === "none") return directory;
    directory.sharedBytes = allocator.copy(this.shared.written());
    directory.postings = postingsSection;
    directory.docFreqs = allocator.copy(postings.docFreqs.values());
    directory.blockStarts = allocator.copy(postings.blockStarts.values());
    directory.tail = allocator.copy(postings.tails.values());
    directory.blockLastDocs = allocator.copy(postings.blockLastDocs.values());
    directory.blockOffsets = allocator.copy(postings.blockOffsets.values());
    directory.blockBits = allocator.copy(Uint16Array.from(postings.blockBits.values()));
    if (detail !== "docs") {
      directory.totalFreqs = allocator.copy(postings.totalFreqs.values());
      directory.blockImpacts = allocator.copy(postings.blockImpacts.values());
      directory.impacts = allocator.copy(postings.impacts.values());
    }
    if (positions) {
      directory.positions = allocator.close(positions);
      directory.blockPositions = allocator.copy(postings.blockPositions.values());
      directory.tailPositions = allocator.copy(postings.tailPositions.values());
    }
    return directory;
  }
}
