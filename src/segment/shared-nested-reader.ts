/** Reads the nested documents of one path in the memory of their segment. */
import type { NestedScope } from "./format.ts";
import { firstBelow } from "./nested-docs.ts";
import type { FielddataKeeper, NestedReader, SegmentReader } from "./segment-reader.ts";
import { SharedFieldsReader } from "./shared-fields-reader.ts";

/** See NestedReader. */
export class SharedNestedReader extends SharedFieldsReader implements NestedReader {
  readonly path: string;
  readonly parentReader: SegmentReader;
  readonly #segment: SegmentReader;
  readonly #space: NestedScope;
  #parents: Uint32Array | undefined;
  #firstChild: Uint32Array | undefined;

  constructor(segment: SegmentReader, parentReader: SegmentReader, space: NestedScope) {
    super(segment.data, space);
    this.#segment = segment;
    this.path = space.path;
    this.parentReader = parentReader;
    this.#space = space;
  }

  protected override keeper(): FielddataKeeper | undefined {
    return this.#segment.fielddataKeeper;
  }

  get parents(): Uint32Array {
    return (this.#parents ??= this.u32(this.needed(this.#space.parent)));
  }

  get firstChild(): Uint32Array {
    return (this.#firstChild ??= this.u32(this.needed(this.#space.firstChild)));
  }

  get spaces(): readonly NestedReader[] {
    return this.#segment.spaces;
  }

  space(path: string): NestedReader | undefined {
    return this.#segment.space(path);
  }

  /** The first nested document of the document with this id, or -1. */
  docOfId(id: string): number {
    return this.#firstOf(this.#segment.docOfId(id));
  }

  id(doc: number): string {
    return this.parentReader.id(this.parents[doc]!);
  }

  seqNo(doc: number): number {
    return this.parentReader.seqNo(this.parents[doc]!);
  }

  primaryTerm(doc: number): number {
    return this.parentReader.primaryTerm(this.parents[doc]!);
  }

  /** The first nested document of the document with this sequence number, or -1. */
  docOfSeqNo(seqNo: number): number {
    return this.#firstOf(this.#segment.docOfSeqNo(seqNo));
  }

  location(doc: number): { file: number; offset: number } | undefined {
    return this.parentReader.location(this.parents[doc]!);
  }

  #firstOf(document: number): number {
    if (document < 0) return -1;
    const first = firstBelow(this, document, this.#segment);
    return first < firstBelow(this, document + 1, this.#segment) ? first : -1;
  }
}
