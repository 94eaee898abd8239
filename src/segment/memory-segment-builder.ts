/** The segment builder: typed-array streams on the heap, inverted into shared memory by `build`. */
import { assert } from "../core/errors.ts";
import { FieldBuffer } from "./field-buffer.ts";
import { SEGMENT_FORMAT } from "./format.ts";
import type { FieldDirectory, SegmentData, SegmentDirectory } from "./format.ts";
import { DocumentRecords } from "./ids/document-records.ts";
import type { MemoryTally } from "./memory/growing-arrays.ts";
import type { MemoryPool } from "./memory/memory-pool.ts";
import { SectionAllocator } from "./memory/section-allocator.ts";
import type { FieldSpec, SegmentBuilder } from "./segment-builder.ts";
import { nextSegmentId } from "./segment-id.ts";

/** Heap bytes of a registered field without documents, roughly: its objects. */
const FIELD_BYTES = 2048;

/** Builds segments in memory; after `build` it begins an empty one with the same field numbers. */
export class MemorySegmentBuilder implements SegmentBuilder {
  private readonly pool: MemoryPool;
  private readonly scratchSlots: number;
  private readonly numbers = new Map<string, number>();
  private tally: MemoryTally = { bytes: 0 };
  private fields: FieldBuffer[] = [];
  private records: DocumentRecords;
  private readonly dead = new Set<number>();
  /** Number of the document that is being added, or -1. */
  private current = -1;

  constructor(options: { pool: MemoryPool; scratchSlots: number }) {
    this.pool = options.pool;
    this.scratchSlots = options.scratchSlots;
    this.records = new DocumentRecords(this.tally);
  }

  get docCount(): number {
    return this.records.count;
  }

  get memoryBytes(): number {
    return this.tally.bytes + this.fields.length * FIELD_BYTES;
  }

  field(spec: FieldSpec): number {
    const known = this.numbers.get(spec.name);
    if (known !== undefined) {
      this.fields[known]!.widen(spec);
      return known;
    }
    const number = this.fields.length;
    this.numbers.set(spec.name, number);
    this.fields.push(new FieldBuffer(spec, this.tally));
    return number;
  }

  start(id: string, seqNo: number, primaryTerm: number): number {
    assert(this.current < 0, "a document was begun before the last one was ended");
    this.current = this.records.count;
    this.records.add(id, seqNo, primaryTerm);
    return this.current;
  }

  addTerm(field: number, bytes: Uint8Array, from: number, to: number, position: number): void {
    this.fields[field]!.addTerm(this.current, bytes, from, to, position);
  }

  addLength(field: number, tokens: number): void {
    this.fields[field]!.addLength(this.current, tokens);
  }

  addOrdinalTerm(field: number, bytes: Uint8Array, from: number, to: number): void {
    this.fields[field]!.addTerm(this.current, bytes, from, to, 0);
  }

  addNumber(field: number, value: number | bigint): void {
    this.fields[field]!.addNumber(this.current, value);
  }

  addPoint(field: number, encodedLatitude: number, encodedLongitude: number): void {
    this.fields[field]!.addPoint(this.current, encodedLatitude, encodedLongitude);
  }

  addVector(field: number, bytes: Uint8Array): void {
    this.fields[field]!.addVector(this.current, bytes);
  }

  addPresence(field: number): void {
    this.fields[field]!.markPresent(this.current);
  }

  end(file: number, offset: number): void {
    assert(this.current >= 0, "no document was begun");
    this.records.locate(this.current, file, offset);
    this.current = -1;
  }

  locate(document: number, file: number, offset: number): void {
    assert(document >= 0 && document < this.docCount, `no document ${document}`);
    this.records.locate(document, file, offset);
  }

  abandon(): void {
    assert(this.current >= 0, "no document was begun");
    this.truncate(this.current);
  }

  truncate(docCount: number): void {
    for (const field of this.fields) field.truncate(docCount);
    this.records.truncate(docCount);
    for (const document of this.dead) if (document >= docCount) this.dead.delete(document);
    this.current = -1;
  }

  delete(document: number): void {
    assert(document >= 0 && document < this.docCount, `no document ${document}`);
    this.dead.add(document);
  }

  build(generation: number): { segment: SegmentData; deleted: Uint32Array } {
    assert(this.current < 0, "the last document was not ended");
    const { scratchSlots } = this;
    // What is on the heap is a fair guess of the segment: streams shrink when packed, columns and tables are added.
    const memory = this.pool.acquire(this.tally.bytes >>> 1, scratchSlots);
    try {
      const directory = this.write(new SectionAllocator(memory, scratchSlots), generation);
      const deleted = Uint32Array.from(this.dead).sort();
      this.empty();
      return { segment: { id: nextSegmentId(), memory, scratchSlots, directory }, deleted };
    } catch (error) {
      this.pool.release(memory);
      throw error;
    }
  }

  private write(allocator: SectionAllocator, generation: number): SegmentDirectory {
    const { docCount } = this;
    const records = this.records.write(allocator);
    const fields: FieldDirectory[] = [];
    for (const field of this.fields) {
      const directory = field.write(allocator, docCount);
      if (directory) fields.push(directory);
    }
    return { format: SEGMENT_FORMAT, generation, docCount, ...records, fields, endOffset: allocator.endOffset };
  }

  private empty(): void {
    this.tally = { bytes: 0 };
    this.records = new DocumentRecords(this.tally);
    this.fields = this.fields.map((field) => new FieldBuffer(field.spec, this.tally));
    this.dead.clear();
  }
}
