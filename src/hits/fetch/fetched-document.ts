/** The document of a hit while it is shown: its record is read, and its source is parsed, at most once. */
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
import { RecordDocument } from "./runtime-document.ts";

export class FetchedDocument {
  /** What the query phase found. */
  readonly hit: ShardHit;
  readonly reader: SegmentReader;
  readonly doc: number;
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
    this.#shard = shard;
  }

  record(): Operation {
    return (this.#record ??= this.#shard.records.record(this.reader, this.doc));
  }

  /** The source as the mapping shows it. */
  source(): DocumentSource {
    if (!this.#source) {
      const record = this.record();
      this.#source = new DocumentSource(this.#shard.mapping.sourceLoader?.(record) ?? record.source);
    }
    return this.#source;
  }

  /**
   * As `visibleSource`, of the document as it came: stored fields are there whatever of the source is shown. Numbers
   * are as they were written.
   */
  visibleRawSource(): JsonObject {
    const { mapping, access } = this.#shard;
    const raw = mapping.sourceLoader ? new DocumentSource(this.record().source) : this.source();
    return filterFields(raw.asWritten(), access);
  }

  /** As values are made of it, by runtime fields and scripts. */
  forRuntime(): RuntimeDocument {
    return (this.#runtimeDocument ??= new RecordDocument(this.record(), this.#shard, this.reader, this.doc));
  }

  /** The values of a runtime field, in no order. */
  runtimeValues(field: MappedField): readonly RuntimeValue[] {
    return field.runtime?.values?.of(this.forRuntime()) ?? [];
  }

  /** As `visibleSource`, numbers as they are shown again. */
  visibleSpelled(): JsonObject {
    const source = this.source();
    return source.spelled === source.value ? this.visibleSource() : filterFields(source.spelled, this.#shard.access);
  }

  /** The parsed source, without fields that the caller may not see. */
  visibleSource(): JsonObject {
    return (this.#visible ??= filterFields(this.source().value, this.#shard.access));
  }

  version(): number | bigint {
    return this.record().version;
  }

  /** The record is only looked into where the segment knows routings at all. */
  routing(): string | undefined {
    return this.reader.field("_routing") ? this.record().routing : undefined;
  }

  /** Names of the fields that were ignored when the document was indexed. */
  ignored(): readonly string[] {
    return (this.#ignored ??= this.column("_ignored").map(String));
  }

  /** The values of a metadata field that has a column. */
  column(name: string): Json[] {
    const mapped = this.reader.field(name) && this.#shard.view.mapping.field(name);
    return mapped ? docValues(this.reader, mapped, this.doc, undefined) : [];
  }
}
