/** A segment builder for tests: remembers what it is given, as text. */
import type { SegmentData } from "../../segment/format.ts";
import type { FieldSpec, FieldWriter, NestedWriter, SegmentBuilder } from "../../segment/segment-builder.ts";

/** Values as `field=value`. */
class RecordingWriter implements FieldWriter {
  readonly specs: FieldSpec[] = [];
  records: string[] = [];

  field(spec: FieldSpec): number {
    const known = this.specs.findIndex((candidate) => candidate.name === spec.name);
    return known >= 0 ? known : this.specs.push(spec) - 1;
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

  #add(field: number, text: string): void {
    this.records.push(`${this.specs[field]!.name}=${text}`);
  }
}

/** Records of one document after the other. */
export class RecordingBuilder extends RecordingWriter implements SegmentBuilder {
  docCount = 0;
  readonly memoryBytes = 0;
  readonly #spaces = new Map<string, RecordingSpace>();

  start(): number {
    this.records = [];
    this.#spaces.clear();
    return this.docCount++;
  }

  space(path: string, parentPath: string): RecordingSpace {
    let space = this.#spaces.get(path);
    if (!space) this.#spaces.set(path, (space = new RecordingSpace(this.#spaces.get(parentPath))));
    return space;
  }

  end(): void {}
  locate(): void {}
  truncate(): void {}
  abandon(): void {}
  delete(): void {}

  build(): { segment: SegmentData; deleted: Uint32Array } {
    throw new Error("a recording builder makes no segments");
  }
}

/**
 * The nested objects of a path in the document at hand: `nested 0`, what it has, `nested 1` …; each with the number of
 * its parent below another.
 */
export class RecordingSpace extends RecordingWriter implements NestedWriter {
  readonly #parent: RecordingSpace | undefined;
  count = 0;

  constructor(parent: RecordingSpace | undefined) {
    super();
    this.#parent = parent;
  }

  start(): void {
    const parent = this.#parent ? ` in ${this.#parent.count - 1}` : "";
    this.records.push(`nested ${this.count++}${parent}`);
  }

  end(): void {}
}
