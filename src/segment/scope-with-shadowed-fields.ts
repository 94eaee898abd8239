/** Nested documents seen without those fields that a runtime field of the enclosing documents shadows. */
import type { FieldDirectory } from "./format.ts";
import type { ColumnReader, NestedReader, SegmentReader, TermsReader } from "./segment-reader.ts";
import { SegmentView } from "./segment-view.ts";

/**
 * Hides fields of nested documents. `segment` is the view of the whole segment, from which enclosing scopes are taken,
 * so that all scopes are seen alike.
 */
export class ScopeWithShadowedFields extends SegmentView<NestedReader> implements NestedReader {
  readonly path: string;
  readonly parents: Uint32Array;
  readonly firstChild: Uint32Array;
  readonly #hidden: ReadonlySet<string>;
  readonly #segment: SegmentReader;

  constructor(base: NestedReader, hidden: ReadonlySet<string>, segment: SegmentReader) {
    super(base);
    this.path = base.path;
    this.parents = base.parents;
    this.firstChild = base.firstChild;
    this.#hidden = hidden;
    this.#segment = segment;
  }

  get parentReader(): SegmentReader | NestedReader {
    const { parentReader } = this.base;
    return "path" in parentReader ? (this.#segment.space(parentReader.path) ?? parentReader) : this.#segment;
  }

  override get spaces(): readonly NestedReader[] {
    return this.#segment.spaces;
  }

  override space(path: string): NestedReader | undefined {
    return this.#segment.space(path);
  }

  field(name: string): FieldDirectory | undefined {
    return this.#hidden.has(name) ? undefined : this.base.field(name);
  }

  *fieldNames(): Iterable<string> {
    for (const name of this.base.fieldNames()) if (!this.#hidden.has(name)) yield name;
  }

  terms(field: string, as?: number): TermsReader | undefined {
    return this.#hidden.has(field) ? undefined : this.base.terms(field, as);
  }

  column(field: string, as?: number): ColumnReader | undefined {
    return this.#hidden.has(field) ? undefined : this.base.column(field, as);
  }

  fielddata(field: string): ColumnReader | undefined {
    return this.#hidden.has(field) ? undefined : this.base.fielddata(field);
  }

  norms(field: string): Uint8Array | undefined {
    return this.#hidden.has(field) ? undefined : this.base.norms(field);
  }

  presence(field: string): Uint32Array | undefined {
    return this.#hidden.has(field) ? undefined : this.base.presence(field);
  }
}
