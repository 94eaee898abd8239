/**
 * Columns built on the heap after their segment was made. They have the same layout as in a segment's memory, so the
 * same readers read them. They must never be passed to a kernel function.
 */
import { FieldBuffer } from "./field-buffer.ts";
import type { FieldDirectory, Section, SegmentData } from "./format.ts";
import { SEGMENT_FORMAT } from "./format.ts";
import type { MemoryTally } from "./memory/growing-arrays.ts";
import { SectionAllocator } from "./memory/section-allocator.ts";
import type { FieldSpec } from "./segment-builder.ts";
import type { ColumnReader, TermsReader } from "./segment-reader.ts";
import { SharedFieldsReader } from "./shared-fields-reader.ts";

/** One field of a segment, stored outside it. */
export interface HeapColumn {
  /** As in a segment's directory; undefined when no document has the field. */
  readonly field: FieldDirectory | undefined;
  readonly terms: TermsReader | undefined;
  readonly column: ColumnReader | undefined;
  readonly presence: Uint32Array | undefined;
  readonly bytes: number;
}

/** The column of a field that no document has. */
export const noColumn: HeapColumn = {
  field: undefined,
  terms: undefined,
  column: undefined,
  presence: undefined,
  bytes: 0,
};

const PAGE_BYTES = 65_536;
const NOWHERE: Section = { offset: 0, bytes: 0 };

/** Collects the values of one field, by ascending documents. */
export class HeapColumnBuilder {
  readonly #tally: MemoryTally = { bytes: 0 };
  readonly #buffer: FieldBuffer;
  readonly #docCount: number;
  /** Number of terms of each document; undefined until a document has one. */
  #counts: Uint32Array | undefined;
  #terms = 0;

  constructor(spec: FieldSpec, docCount: number) {
    this.#buffer = new FieldBuffer(spec, this.#tally);
    this.#docCount = docCount;
  }

  /** Heap bytes that the builder holds. */
  get memoryBytes(): number {
    return this.#tally.bytes;
  }

  addNumber(doc: number, value: number | bigint): void {
    this.#buffer.addNumber(doc, value);
  }

  addTerm(doc: number, bytes: Uint8Array): void {
    this.#buffer.addTerm(doc, bytes, 0, bytes.length, 0);
    this.#counts ??= new Uint32Array(this.#docCount);
    this.#counts[doc]!++;
    this.#terms++;
  }

  /** Both coordinates are encoded. */
  addPoint(doc: number, latitude: number, longitude: number): void {
    this.#buffer.addPoint(doc, latitude, longitude);
  }

  build(): HeapColumn {
    const memory = new HeapMemory();
    const allocator = new SectionAllocator(memory, 0);
    const field = this.#buffer.write(allocator, this.#docCount);
    if (!field) return noColumn;
    memory.trim(allocator.endOffset);
    const reader = new SharedFieldsReader(this.#dataOf(memory, field), { docCount: this.#docCount, fields: [field] });
    const column = reader.column(field.name);
    const counts = field.column && this.#terms > field.column.valueCount ? this.#counts : undefined;
    return {
      field,
      terms: reader.terms(field.name),
      column: column && { ...column, onHeap: true, counts },
      presence: reader.presence(field.name),
      bytes: memory.buffer.byteLength + (counts?.byteLength ?? 0),
    };
  }

  /** The part of a segment that field readers look at. */
  #dataOf(memory: HeapMemory, field: FieldDirectory): SegmentData {
    const documents = { seqNos: NOWHERE, primaryTerm: 0, idBytes: NOWHERE, idOffsets: NOWHERE, idTable: NOWHERE };
    const directory = {
      format: SEGMENT_FORMAT,
      generation: 0,
      docCount: this.#docCount,
      ...documents,
      fields: [field],
      endOffset: memory.buffer.byteLength,
    };
    return { id: -1, memory, scratchSlots: 0, directory, words: 0 };
  }
}

/** Grows like a WebAssembly memory. */
class HeapMemory {
  buffer = new SharedArrayBuffer(PAGE_BYTES);

  grow(pages: number): number {
    const before = this.buffer;
    this.buffer = new SharedArrayBuffer(before.byteLength + Math.max(pages * PAGE_BYTES, before.byteLength >>> 1));
    new Uint8Array(this.buffer).set(new Uint8Array(before));
    return before.byteLength / PAGE_BYTES;
  }

  /** Drops everything after the first `bytes` bytes; the memory cannot grow afterwards. */
  trim(bytes: number): void {
    this.buffer = this.buffer.slice(0, bytes);
  }
}
