/** Nested documents seen without some of their fields: those that a field of the documents around them stands in for. */
import type { FieldDirectory, SegmentData } from "./format.ts";
import type { ColumnReader, NestedReader, SegmentReader, TermsReader } from "./segment-reader.ts";

/** See the file comment. `segment` is what the spaces around are asked of, so that all of them are seen alike. */
export class NarrowedSpace implements NestedReader {
  readonly data: SegmentData;
  readonly docCount: number;
  readonly path: string;
  readonly parents: Uint32Array;
  readonly firstChild: Uint32Array;
  readonly #base: NestedReader;
  readonly #hidden: ReadonlySet<string>;
  readonly #segment: SegmentReader;

  constructor(base: NestedReader, hidden: ReadonlySet<string>, segment: SegmentReader) {
    this.data = base.data;
    this.docCount = base.docCount;
    this.path = base.path;
    this.parents = base.parents;
    this.firstChild = base.firstChild;
    this.#base = base;
    this.#hidden = hidden;
    this.#segment = segment;
  }

  get parentReader(): SegmentReader | NestedReader {
    const { parentReader } = this.#base;
    return "path" in parentReader ? (this.#segment.space(parentReader.path) ?? parentReader) : this.#segment;
  }

  get spaces(): readonly NestedReader[] {
    return this.#segment.spaces;
  }

  space(path: string): NestedReader | undefined {
    return this.#segment.space(path);
  }

  field(name: string): FieldDirectory | undefined {
    return this.#hidden.has(name) ? undefined : this.#base.field(name);
  }

  *fieldNames(): Iterable<string> {
    for (const name of this.#base.fieldNames()) if (!this.#hidden.has(name)) yield name;
  }

  terms(field: string): TermsReader | undefined {
    return this.#hidden.has(field) ? undefined : this.#base.terms(field);
  }

  column(field: string): ColumnReader | undefined {
    return this.#hidden.has(field) ? undefined : this.#base.column(field);
  }

  norms(field: string): Uint8Array | undefined {
    return this.#hidden.has(field) ? undefined : this.#base.norms(field);
  }

  presence(field: string): Uint32Array | undefined {
    return this.#hidden.has(field) ? undefined : this.#base.presence(field);
  }

  docOfId(id: string): number {
    return this.#base.docOfId(id);
  }

  id(doc: number): string {
    return this.#base.id(doc);
  }

  seqNo(doc: number): number {
    return this.#base.seqNo(doc);
  }

  primaryTerm(doc: number): number {
    return this.#base.primaryTerm(doc);
  }

  docOfSeqNo(seqNo: number): number {
    return this.#base.docOfSeqNo(seqNo);
  }

  location(doc: number): { file: number; offset: number } | undefined {
    return this.#base.location(doc);
  }
}
