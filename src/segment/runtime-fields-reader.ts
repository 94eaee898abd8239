/** A segment seen with additional fields, or with fields that replace its own. */
import type { FieldDirectory } from "./format.ts";
import type { HeapColumn } from "./heap-column.ts";
import { ScopeWithShadowedFields } from "./scope-with-shadowed-fields.ts";
import type { ColumnReader, NestedReader, SegmentReader, TermsReader } from "./segment-reader.ts";
import { SegmentView } from "./segment-view.ts";

/** The fields that are added to, or shadow, a segment's own. */
export interface AddedFields {
  readonly names: ReadonlySet<string>;
  /** The column of one of the names; built on request. */
  column(name: string): HeapColumn;
}

/** A segment with the fields of `AddedFields` over its own. */
export class RuntimeFieldsSegment extends SegmentView<SegmentReader> {
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

  terms(field: string, as?: number): TermsReader | undefined {
    return this.#has(field) ? this.#added.column(field).terms : this.base.terms(field, as);
  }

  column(field: string, as?: number): ColumnReader | undefined {
    return this.#has(field) ? this.#added.column(field).column : this.base.column(field, as);
  }

  fielddata(field: string): ColumnReader | undefined {
    return this.#has(field) ? this.column(field) : this.base.fielddata(field);
  }

  norms(field: string): Uint8Array | undefined {
    return this.#has(field) ? undefined : this.base.norms(field);
  }

  presence(field: string): Uint32Array | undefined {
    return this.#has(field) ? this.#added.column(field).presence : this.base.presence(field);
  }

  /** Nested documents have none of the added fields, nor the fields that those shadow. */
  #seenSpaces(): readonly NestedReader[] {
    const { spaces } = this.base;
    const { names } = this.#added;
    const isHidden = (space: NestedReader): boolean => [...names].some((name) => space.field(name));
    return spaces.some(isHidden) ? spaces.map((space) => new ScopeWithShadowedFields(space, names, this)) : spaces;
  }

  #has(name: string): boolean {
    return this.#added.names.has(name);
  }
}
