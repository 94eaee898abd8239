/** The builder's buffers for all fields of one scope: the documents themselves, or the nested documents of one path. */
import { FieldBuffer } from "./field-buffer.ts";
import type { FieldDirectory } from "./format.ts";
import type { MemoryTally } from "./memory/growing-arrays.ts";
import type { SectionAllocator } from "./memory/section-allocator.ts";
import type { FieldSpec, FieldWriter } from "./segment-builder.ts";

/** Estimated heap bytes of a registered field without documents: its objects. */
const FIELD_BYTES = 2048;

/** A base class rather than a member, so that adding a value to a nested document costs no extra call. */
export abstract class FieldBuffers implements FieldWriter {
  /** Number of the current document, or -1. */
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

  /** Bytes that the tally does not count. */
  protected get fieldBytes(): number {
    return this.fields.length * FIELD_BYTES;
  }

  protected truncateFields(docCount: number): void {
    for (const field of this.fields) field.truncate(docCount);
  }

  /** Writes the fields that at least one document has. */
  protected writeFields(allocator: SectionAllocator, docCount: number): FieldDirectory[] {
    const fields: FieldDirectory[] = [];
    for (const field of this.fields) {
      const directory = field.write(allocator, docCount);
      if (directory) fields.push(directory);
    }
    return fields;
  }

  /** Discards all values; the fields keep their numbers. */
  protected emptyFields(tally: MemoryTally): void {
    this.tally = tally;
    this.fields = this.fields.map((field) => new FieldBuffer(field.spec, tally));
  }
}
