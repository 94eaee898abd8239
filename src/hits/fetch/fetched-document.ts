/** The document of a hit during fetch: its record is read, and its source parsed, at most once. */
import { filterFields } from "../../access/source-field-filter.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { RuntimeDocument, RuntimeValue } from "../../mapping/runtime/runtime-values.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { Operation } from "../../store/operation-log.ts";
import type { ShardHit } from "../collect/shard-hit.ts";
import { DocumentSource } from "./document-source.ts";
import { docValues } from "./docvalue-fields.ts";
import type { FetchShard } from "./fetch-phase.ts";
import { NestedPlace } from "./nested-place.ts";
import { RecordDocument } from "./runtime-document.ts";

export class FetchedDocument {
  /** The hit of the query phase. */
  readonly hit: ShardHit;
  readonly reader: SegmentReader;
  readonly doc: number;
  /** Undefined for a document that is not nested. */
  readonly nested: NestedPlace | undefined;
  readonly #shard: FetchShard;
  #record: Operation | undefined;
  #source: DocumentSource | undefined;
  #runtimeDocument: RuntimeDocument | undefined;
  #visible: JsonObject | undefined;
  #ignored: readonly string[] | undefined;

  constructor(shard: FetchShard, hit: ShardHit) {
    this.hit = hit;
    this.reader = shard.view.segments[hit.segment] as SegmentReader;
    this.doc = hit.doc;
    this.nested = shard.view.nestedPath === undefined ? undefined : NestedPlace.of(this.reader, hit.doc);
    this.#shard = shard;
  }

  record(): Operation {
    if (this.#record) return this.#record;
    const { records, scans } = this.#shard;
    return (this.#record = scans ? records.scan(this.reader, this.doc) : records.record(this.reader, this.doc));
  }

  /** The source as the mapping renders it. */
  source(): DocumentSource {
    if (!this.#source) {
      const record = this.record();
      this.#source = new DocumentSource(this.#shard.mapping.sourceLoader?.(record) ?? record.source);
    }
    return this.#source;
  }

  /**
   * Like `visibleSource`, but of the document as received, with numbers as written: stored fields are available
   * whatever part of the source is rendered.
   */
  visibleRawSource(): JsonObject {
    const { mapping, access } = this.#shard;
    const raw = mapping.sourceLoader ? new DocumentSource(this.record().source) : this.source();
    return filterFields(this.#own(raw.asWritten()), access);
  }

  /** The document as runtime fields and scripts read it. */
  forRuntime(): RuntimeDocument {
    return (this.#runtimeDocument ??= new RecordDocument(this.record(), this.#shard, this.reader, this.doc));
  }

  /** The values of a runtime field, in no particular order. */
  runtimeValues(field: MappedField): readonly RuntimeValue[] {
    return field.runtime?.values?.of(this.forRuntime()) ?? [];
  }

  /** Like `visibleSource`, with numbers as they are rendered. */
  visibleSpelled(): JsonObject {
    const source = this.source();
    return source.spelled === source.value
      ? this.visibleSource()
      : filterFields(this.#own(source.spelled), this.#shard.access);
  }

  /** The parsed source, without fields that the caller may not see. */
  visibleSource(): JsonObject {
    return (this.#visible ??= filterFields(this.#own(this.source().value), this.#shard.access));
  }

  /** Of a nested document nothing but its object is a source. */
  #own(source: JsonObject): JsonObject {
    return this.nested ? this.nested.within(source) : source;
  }

  version(): number | bigint {
    return this.record().version;
  }

  /** The record is read only if the segment has any routings. */
  routing(): string | undefined {
    return this.reader.field("_routing") ? this.record().routing : undefined;
  }

  /** Names of the fields that were ignored at index time. */
  ignored(): readonly string[] {
    return (this.#ignored ??= this.column("_ignored").map(String));
  }

  /** The values of a metadata field that has a column. */
  column(name: string): Json[] {
    const mapped = this.reader.field(name) && this.#shard.view.mapping.field(name);
    return mapped ? docValues(this.reader, mapped, this.doc, undefined) : [];
  }
}
