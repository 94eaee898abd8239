/**
 * The fields of one space of documents while a builder collects them: the documents themselves, or the nested ones of a
 * path.
 */
import { FieldBuffer } from "./field-buffer.ts";
import type { FieldDirectory } from "./format.ts";
import type { MemoryTally } from "./memory/growing-arrays.ts";
import type { SectionAllocator } from "./memory/section-allocator.ts";
import type { FieldSpec, FieldWriter } from "./segment-builder.ts";

/** Heap bytes of a registered field without documents, roughly: its objects. */
const FIELD_BYTES = 2048;

/** A base and no part, so that a value of a nested document takes no more calls than one of a document. */
export abstract class FieldBuffers implements FieldWriter {
  /** Number of the document at hand, or -1. */
  protected current = -1;
  private readonly numbers = new Map<string, number>();
  private fields: FieldBuffer[] = [];
  private tally: MemoryTally;

  constructor(tally: MemoryTally) {
    this.tally = tally;
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

  /** Bytes beside those in the tally. */
  protected get fieldBytes(): number {
    return this.fields.length * FIELD_BYTES;
  }

  protected truncateFields(docCount: number): void {
    for (const field of this.fields) field.truncate(docCount);
  }

  /** Writes the fields that documents have. */
  protected writeFields(allocator: SectionAllocator, docCount: number): FieldDirectory[] {
    const fields: FieldDirectory[] = [];
    for (const field of this.fields) {
      const directory = field.write(allocator, docCount);
      if (directory) fields.push(directory);
    }
    return fields;
  }

  /** Forgets all values; the fields keep their numbers. */
  protected emptyFields(tally: MemoryTally): void {
    this.tally = tally;
    this.fields = this.fields.map((field) => new FieldBuffer(field.spec, tally));
  }
}
