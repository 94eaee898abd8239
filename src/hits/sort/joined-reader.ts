/** Joins the values of nested documents to their documents: what a sort on a nested field reads. */
import { firstBelow } from "../../segment/nested-docs.ts";
import type { ColumnReader, NestedReader, SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import { SegmentView } from "../../segment/segment-view.ts";
import { isLive } from "../../segment/live-docs.ts";

/** Which nested documents count, and how joining accounts for memory and is cancelled. */
export interface JoinedDocs {
  /** Bit set of the nested documents that count; undefined: all. */
  readonly kept: Uint32Array | undefined;
  /** Maximum nested documents, of those with a value, that count per document. */
  readonly most: number;
  /** Accounts for memory; throws 429. */
  readonly reserve: (bytes: number) => void;
  /** Called every few thousand documents; throws when the request was cancelled or timed out. */
  readonly checkpoint: () => void;
}

/** Documents between two checkpoints. */
const CHECKPOINT_DOCS = 4096;

/** A segment whose columns contain the values of its nested documents; built on the heap on request. */
export class JoinedReader extends SegmentView<SegmentReader> {
  /** Undefined when the segment has no such nested documents. */
  readonly #space: NestedReader | undefined;
  readonly #docs: JoinedDocs;

  constructor(segment: SegmentReader, space: NestedReader | undefined, docs: JoinedDocs) {
    super(segment);
    this.#space = space;
    this.#docs = docs;
  }

  column(field: string): ColumnReader | undefined {
    return this.#joined(field, this.#space?.column(field));
  }

  fielddata(field: string): ColumnReader | undefined {
    return this.#joined(field, this.#space?.fielddata(field));
  }

  /** The values of nested documents for single documents, where no column is wanted; see `joined-numbers.ts`. */
  nested(field: string): (NestedColumn & Pick<JoinedDocs, "kept" | "most">) | undefined {
    const { kept, most } = this.#docs;
    const source = this.#source(field, this.#space?.column(field));
    return source && { ...source, kept, most };
  }

  #source(field: string, column: ColumnReader | undefined): NestedColumn | undefined {
    const space = this.#space;
    return space && column && { space, segment: this.base, column, presence: space.presence(field) };
  }

  #joined(field: string, column: ColumnReader | undefined): ColumnReader | undefined {
    const source = this.#source(field, column);
    return source && joinedColumn(source, this.#docs);
  }

  terms(field: string): TermsReader | undefined {
    return this.#space?.terms(field);
  }

  /** The columns alone express which documents have values. */
  presence(): Uint32Array | undefined {
    return undefined;
  }

  norms(): Uint8Array | undefined {
    return undefined;
  }

  field(name: string): ReturnType<SegmentReader["field"]> {
    return this.#space?.field(name);
  }

  fieldNames(): Iterable<string> {
    return this.#space?.fieldNames() ?? [];
  }
}

/** A column of nested documents, and the documents that contain them. */
export interface NestedColumn {
  readonly space: NestedReader;
  readonly segment: SegmentReader;
  readonly column: ColumnReader;
  readonly presence: Uint32Array | undefined;
}

/** All values of the nested documents that count, ascending for each document (except points). */
function joinedColumn(source: NestedColumn, docs: JoinedDocs): ColumnReader {
  const { column, segment } = source;
  // Two arrays of starts, the indices of the values, and the values themselves, at most doubles or points.
  docs.reserve((segment.docCount + 1) * 8 + column.values.length * 12);
  const places = placesOf(source, docs);
  const starts = new Uint32Array(segment.docCount + 1);
  const values = emptyLike(column.values, places.count);
  const values2 = column.values2 && new Int32Array(places.count);
  for (let doc = 0; doc < segment.docCount; doc++) {
    if (doc % CHECKPOINT_DOCS === 0) docs.checkpoint();
    const from = places.starts[doc]!;
    const to = places.starts[doc + 1]!;
    starts[doc + 1] = to;
    for (let at = from; at < to; at++) {
      values[at] = column.values[places.values[at]!]!;
      if (values2 && column.values2) values2[at] = column.values2[places.values[at]!]!;
    }
    // Points are not sorted: their two halves belong together.
    if (to - from > 1 && !values2) values.subarray(from, to).sort();
  }
  return {
    type: column.type,
    values,
    values2,
    starts,
    min: column.min,
    max: column.max,
    zones: undefined,
    onHeap: true,
  };
}

/** Indices in the column of each document's values. */
function placesOf(
  source: NestedColumn,
  { kept, most, checkpoint }: JoinedDocs,
): { starts: Uint32Array; values: Uint32Array; count: number } {
  const { space, segment, column, presence } = source;
  const starts = new Uint32Array(segment.docCount + 1);
  const values = new Uint32Array(column.starts ? column.values.length : space.docCount);
  let count = 0;
  for (let doc = 0; doc < segment.docCount; doc++) {
    if (doc % CHECKPOINT_DOCS === 0) checkpoint();
    const end = firstBelow(space, doc + 1, segment);
    let taken = 0;
    for (let child = firstBelow(space, doc, segment); child < end && taken < most; child++) {
      if (!isLive(kept, child)) continue;
      const from = column.starts ? column.starts[child]! : child;
      const to = column.starts ? column.starts[child + 1]! : isLive(presence, child) ? child + 1 : child;
      if (from < to) taken++;
      for (let at = from; at < to; at++) values[count++] = at;
    }
    starts[doc + 1] = count;
  }
  return { starts, values, count };
}

type Values = Int32Array | Float64Array | BigInt64Array | Uint16Array | Uint32Array;

function emptyLike(values: ColumnReader["values"], length: number): Values {
  if (values instanceof Int32Array) return new Int32Array(length);
  if (values instanceof Float64Array) return new Float64Array(length);
  if (values instanceof BigInt64Array) return new BigInt64Array(length);
  return values instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length);
}
