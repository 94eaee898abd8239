/** A segment builder for tests: remembers what it is given, as text. */
import type { SegmentData } from "../segment/format.ts";
import type { FieldSpec, SegmentBuilder } from "../segment/segment-builder.ts";

/** Records of one document after the other: `field=value`. */
export class RecordingBuilder implements SegmentBuilder {
  readonly specs: FieldSpec[] = [];
  records: string[] = [];
  docCount = 0;
  readonly memoryBytes = 0;

  field(spec: FieldSpec): number {
    const known = this.specs.findIndex((candidate) => candidate.name === spec.name);
    return known >= 0 ? known : this.specs.push(spec) - 1;
  }

  start(): number {
    this.records = [];
    return this.docCount++;
  }

  addTerm(field: number, bytes: Uint8Array, from: number, to: number, position: number): void {
    this.#add(field, `${Buffer.from(bytes.subarray(from, to)).toString("utf8")}@${position}`);
  }

  addLength(field: number, tokens: number): void {
    this.#add(field, `length ${tokens}`);
  }

  addOrdinalTerm(field: number, bytes: Uint8Array, from: number, to: number): void {
    this.#add(field, Buffer.from(bytes.subarray(from, to)).toString("utf8"));
  }

  addNumber(field: number, value: number | bigint): void {
    this.#add(field, String(value));
  }

  addPoint(field: number, encodedLatitude: number, encodedLongitude: number): void {
    this.#add(field, `${encodedLatitude},${encodedLongitude}`);
  }

  addVector(field: number, bytes: Uint8Array): void {
    this.#add(field, Buffer.from(bytes).toString("hex"));
  }

  addPresence(field: number): void {
    this.#add(field, "present");
  }

  end(): void {}
  locate(): void {}
  truncate(): void {}
  abandon(): void {}
  delete(): void {}

  build(): { segment: SegmentData; deleted: Uint32Array } {
    throw new Error("a recording builder makes no segments");
  }

  #add(field: number, text: string): void {
    this.records.push(`${this.specs[field]!.name}=${text}`);
  }
}
