import type { FieldReads } from "./field-reads.ts";
import type { FieldDirectory, SegmentData } from "./format.ts";
import type { ColumnReader, NestedReader, SegmentReader, TermsReader } from "./segment-reader.ts";

/** A segment's documents with a changed set of fields, which subclasses define. */
export abstract class SegmentView<Base extends SegmentReader> implements SegmentReader {
  readonly data: SegmentData;
  readonly docCount: number;
  protected readonly base: Base;

  constructor(base: Base) {
    this.data = base.data;
    this.docCount = base.docCount;
    this.base = base;
  }

  abstract field(name: string): FieldDirectory | undefined;
  abstract fieldNames(): Iterable<string>;
  abstract terms(field: string, as?: number): TermsReader | undefined;
  abstract column(field: string, as?: number): ColumnReader | undefined;
  abstract fielddata(field: string): ColumnReader | undefined;
  abstract norms(field: string): Uint8Array | undefined;
  abstract presence(field: string): Uint32Array | undefined;

  get reads(): FieldReads {
    return this.base.reads;
  }

  get spaces(): readonly NestedReader[] {
    return this.base.spaces;
  }

  space(path: string): NestedReader | undefined {
    return this.base.space(path);
  }

  docOfId(id: string): number {
    return this.base.docOfId(id);
  }

  id(doc: number): string {
    return this.base.id(doc);
  }

  seqNo(doc: number): number {
    return this.base.seqNo(doc);
  }

  primaryTerm(doc: number): number {
    return this.base.primaryTerm(doc);
  }

  docOfSeqNo(seqNo: number): number {
    return this.base.docOfSeqNo(seqNo);
  }

  location(doc: number): { file: number; offset: number } | undefined {
    return this.base.location(doc);
  }
}
