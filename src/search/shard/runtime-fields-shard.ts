/** The segments of a shard with columns for the runtime fields that a request asks for. */
import type { MappedField } from "../../mapping/field-type.ts";
import { type HeapColumn, noColumn } from "../../segment/heap-column.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { type AddedFields, RuntimeFieldsSegment } from "../../segment/runtime-fields-reader.ts";
import { TimeIsUp, type Turn } from "./request-control.ts";
import { RECORD_WORK } from "../work.ts";
import type { ShardSearcher } from "./shard-searcher.ts";
import { type ColumnWork, makeColumns, uncountedWork } from "../runtime/make-columns.ts";
import type { RuntimeColumns } from "../runtime/runtime-columns.ts";
import { RecordDocument, type Seeing } from "../../hits/fetch/runtime-document.ts";

/** What a shard is widened with. */
export interface RuntimeFieldsDependencies {
  readonly searcher: ShardSearcher;
  /** What the values are made with. */
  readonly seeing: Seeing;
  /** Fields with values, by path. */
  readonly fields: ReadonlyMap<string, MappedField>;
  readonly cache: RuntimeColumns;
}

/** A shard for one request. Columns are made when they are asked for; `makeAll` makes them all before, in turns. */
export class WidenedShard {
  readonly segments: readonly SegmentReader[];
  readonly #parts: RuntimeFieldsDependencies;
  readonly #columns: readonly SegmentColumns[];
  #work: ColumnWork = uncountedWork;

  constructor(parts: RuntimeFieldsDependencies) {
    this.#parts = parts;
    const { searcher } = parts;
    this.#columns = searcher.segments.map(
      (segment, number) => new SegmentColumns(segment, searcher.liveDocs[number], parts, () => this.#work),
    );
    this.segments = searcher.segments.map(
      (segment, number) => new RuntimeFieldsSegment(segment, this.#columns[number]!),
    );
  }

  /**
   * Makes what is missing. When the request's time is over, what is not made by then is empty. `turn`: the call's,
   * which may have no room for it.
   */
  *makeAll(work: ColumnWork, turn: Turn | undefined): Generator<void, void> {
    this.#work = work;
    try {
      for (const columns of this.#columns) {
        if (!columns.isComplete && turn?.admits(columns.docCount * RECORD_WORK) === false) yield;
        yield* columns.makeAll(work);
      }
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
      for (const columns of this.#columns) columns.giveUp();
    }
  }

  /** Names of the fields. */
  get names(): ReadonlySet<string> {
    return new Set(this.#parts.fields.keys());
  }
}

/** The columns of one segment. */
class SegmentColumns implements AddedFields {
  readonly names: ReadonlySet<string>;
  readonly #segment: SegmentReader;
  readonly #live: Uint32Array | undefined;
  readonly #parts: RuntimeFieldsDependencies;
  readonly #work: () => ColumnWork;
  readonly #made = new Map<string, HeapColumn>();

  constructor(
    segment: SegmentReader,
    live: Uint32Array | undefined,
    parts: RuntimeFieldsDependencies,
    work: () => ColumnWork,
  ) {
    this.names = new Set(parts.fields.keys());
    this.#segment = segment;
    this.#live = live;
    this.#parts = parts;
    this.#work = work;
  }

  column(name: string): HeapColumn {
    const known = this.#made.get(name) ?? this.#kept(name);
    if (known) return known;
    const field = this.#parts.fields.get(name);
    if (!field) return noColumn;
    const steps = this.#make([field], this.#work());
    while (!steps.next().done);
    return this.#made.get(name) ?? noColumn;
  }

  get docCount(): number {
    return this.#segment.docCount;
  }

  /** Whether nothing is left to be made. */
  get isComplete(): boolean {
    return this.#missing().length === 0;
  }

  *makeAll(work: ColumnWork): Generator<void, void> {
    const missing = this.#missing();
    if (missing.length > 0) yield* this.#make(missing, work);
    for (const { bytes } of this.#made.values()) work.reserve(bytes);
  }

  /** Whatever was not made is empty from now on. */
  giveUp(): void {
    for (const { path } of this.#missing()) this.#made.set(path, noColumn);
  }

  #missing(): MappedField[] {
    return [...this.#parts.fields.values()].filter(({ path }) => !this.#made.has(path) && !this.#kept(path));
  }

  /** A column that another request has made. */
  #kept(name: string): HeapColumn | undefined {
    const key = this.#parts.fields.get(name)?.runtime?.values?.key;
    const column = key === undefined ? undefined : this.#parts.cache.find(this.#segment, key, this.#live);
    if (column) this.#made.set(name, column);
    return column;
  }

  *#make(fields: readonly MappedField[], work: ColumnWork): Generator<void, void> {
    const { searcher, seeing, cache } = this.#parts;
    const segment = this.#segment;
    const live = this.#live;
    const documents = {
      docCount: segment.docCount,
      live,
      document: (doc: number) => new RecordDocument(searcher.records.scan(segment, doc), seeing, segment, doc),
    };
    const columns = yield* makeColumns(fields, documents, work);
    for (let i = 0; i < fields.length; i++) {
      const { path, runtime } = fields[i]!;
      this.#made.set(path, columns[i]!);
      if (runtime?.values) cache.put(segment, runtime.values.key, live, columns[i]!);
    }
  }
}
