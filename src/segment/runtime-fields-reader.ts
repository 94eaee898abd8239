/** A segment seen with further fields, or with others in place of its own. */
import type { FieldDirectory } from "./format.ts";
import type { HeapColumn } from "./heap-column.ts";
import { NarrowedSpace } from "./narrowed-space.ts";
import type { ColumnReader, NestedReader, SegmentReader, TermsReader } from "./segment-reader.ts";
import { SegmentView } from "./segment-view.ts";

/** The fields that are laid over a segment's own. */
export interface AddedFields {
  readonly names: ReadonlySet<string>;
  /** The column of one of the names; made when it is asked for. */
  column(name: string): HeapColumn;
}

/** See the file comment. */
export class WidenedSegment extends SegmentView<SegmentReader> {
  readonly #added: AddedFields;
  #spaces: readonly NestedReader[] | undefined;

  constructor(base: SegmentReader, added: AddedFields) {
    super(base);
    this.#added = added;
  }

  override get spaces(): readonly NestedReader[] {
    return (this.#spaces ??= this.#seenSpaces());
  }

  override space(path: string): NestedReader | undefined {
    return this.spaces.find((space) => space.path === path);
  }

  field(name: string): FieldDirectory | undefined {
    return this.#has(name) ? this.#added.column(name).field : this.base.field(name);
  }

  fieldNames(): Iterable<string> {
    return this.base.fieldNames();
  }

  terms(field: string): TermsReader | undefined {
    return this.#has(field) ? this.#added.column(field).terms : this.base.terms(field);
  }

  column(field: string): ColumnReader | undefined {
    return this.#has(field) ? this.#added.column(field).column : this.base.column(field);
  }

  norms(field: string): Uint8Array | undefined {
    return this.#has(field) ? undefined : this.base.norms(field);
  }

  presence(field: string): Uint32Array | undefined {
    return this.#has(field) ? this.#added.column(field).presence : this.base.presence(field);
  }

  /** Nested documents have none of the added fields, nor what these stand in for. */
  #seenSpaces(): readonly NestedReader[] {
    const { spaces } = this.base;
    const { names } = this.#added;
    const isHidden = (space: NestedReader): boolean => [...names].some((name) => space.field(name));
    return spaces.some(isHidden) ? spaces.map((space) => new NarrowedSpace(space, names, this)) : spaces;
  }

  #has(name: string): boolean {
    return this.#added.names.has(name);
  }
}
