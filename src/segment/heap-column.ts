/**
 * Columns that are made after their segment, on the heap: the same bytes as in a segment's memory, so that the same
 * readers read them. No kernel function may be given one.
 */
import { FieldBuffer } from "./field-buffer.ts";
import type { FieldDirectory, Section, SegmentData } from "./format.ts";
import { SEGMENT_FORMAT } from "./format.ts";
import type { MemoryTally } from "./memory/growing-arrays.ts";
import { SectionAllocator } from "./memory/section-allocator.ts";
import type { FieldSpec } from "./segment-builder.ts";
import type { ColumnReader, TermsReader } from "./segment-reader.ts";
import { SharedFieldsReader } from "./shared-fields-reader.ts";

/** One field of a segment, apart from it. */
export interface HeapColumn {
  /** As in the directory of a segment; undefined: no document has the field. */
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

/** Takes the values of one field, by ascending documents. */
export class HeapColumnBuilder {
  readonly #tally: MemoryTally = { bytes: 0 };
  readonly #buffer: FieldBuffer;
  readonly #docCount: number;
  /** Terms of each document, once there is one. */
  #counts: Uint32Array | undefined;
  #terms = 0;

  constructor(spec: FieldSpec, docCount: number) {
    this.#buffer = new FieldBuffer(spec, this.#tally);
    this.#docCount = docCount;
  }

  /** What the builder holds. */
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

  /** Both encoded. */
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

  /** As much of a segment as readers of fields look at. */
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

/** Grows as a WebAssembly memory does. */
class HeapMemory {
  buffer = new SharedArrayBuffer(PAGE_BYTES);

  grow(pages: number): number {
    const before = this.buffer;
    this.buffer = new SharedArrayBuffer(before.byteLength + Math.max(pages * PAGE_BYTES, before.byteLength >>> 1));
    new Uint8Array(this.buffer).set(new Uint8Array(before));
    return before.byteLength / PAGE_BYTES;
  }

  /** Gives back what lies behind `bytes`; it does not grow any more then. */
  trim(bytes: number): void {
    this.buffer = this.buffer.slice(0, bytes);
  }
}
