/** The fetch phase: what is shown of the hits of the page. */
import { float32Text } from "../../compat/json/json-text.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { assert } from "../../core/assert.ts";
import { RequestError } from "../../compat/errors.ts";
import { putAll } from "../../core/names.ts";
import { filterFields } from "../../access/source-field-filter.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { RecordDocument } from "../../search/runtime/runtime-document.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { RuntimeValue } from "../../mapping/runtime/runtime-values.ts";
import type { Operation } from "../../store/operation-log.ts";
import type { AnsweredShard, MergedHit, Runtime } from "../../search/shard/query-phase.ts";
import type { RequestControl } from "../../search/shard/request-control.ts";
import { withDamageTold } from "../../search/damaged-source.ts";
import { Highlighter } from "../highlight/highlighter.ts";
import type { SearchRequest } from "../../search/request/search-request.ts";
import { phaseFailure } from "../../search/shard-failures.ts";
import { DocumentSource } from "./document-source.ts";
import { DocvalueFetcher, docValues } from "./docvalue-fields.ts";
import { FieldFetcher } from "./fetch-fields.ts";
import { type StoredFields, storedFields } from "./stored-fields.ts";
import { type HitLookups, lookUpFields } from "./lookup-fields.ts";
import { matchedQueries, namedPlans } from "./matched-queries.ts";
import { renderExplanation } from "./render-explanation.ts";
import { filterSourceFields } from "./source-filtering.ts";

/**
 * Renders the hits of a page. Throws 400 `search_phase_execution_exception` for what only shows when values are read.
 */
export function* fetchPhase(
  request: SearchRequest,
  hits: readonly MergedHit[],
  control: RequestControl,
  runtime: Runtime,
): Generator<void, unknown[]> {
  const fetchers = new Map<AnsweredShard, ShardFetcher>();
  const rendered: unknown[] = [];
  for (const { shard, hit } of hits) {
    if (control.pollCancelled()) yield;
    try {
      let fetcher = fetchers.get(shard);
      if (!fetcher) fetchers.set(shard, (fetcher = new ShardFetcher(request, shard, { runtime, control })));
      // The disk answers when it likes.
      if (runtime.turn.isOnly && fetcher.readsRecord(hit)) yield;
      rendered.push(fetcher.render(hit));
    } catch (error) {
      const { target } = shard.prepared.index;
      const failure = { index: target.index, uuid: target.uuid, shard: shard.prepared.shard, node: runtime.nodeId };
      const told = withDamageTold(error, failure, runtime.damaged);
      if (!(told instanceof RequestError)) throw told;
      throw phaseFailure([{ ...failure, error: told }], "all shards failed");
    }
  }
  yield* lookUpFields(
    [...fetchers.values()].flatMap(({ pending }) => pending),
    runtime.lookUp,
  );
  return rendered;
}

/** Renders hits of one shard; what is the same for all of them is planned once. */
class ShardFetcher {
  readonly #request: SearchRequest;
  readonly #shard: AnsweredShard;
  readonly #runtime: Runtime;
  readonly #control: RequestControl;
  readonly #showsMetadata: boolean;
  readonly #showsSource: boolean;
  readonly #fields: FieldFetcher | undefined;
  readonly #stored: StoredFields | undefined;
  readonly #docvalues: DocvalueFetcher | undefined;
  readonly #highlighter: Highlighter | undefined;
  readonly #named: ReturnType<typeof namedPlans>;
  /** What is still to be looked up in other indices. */
  readonly pending: HitLookups[] = [];

  constructor(
    request: SearchRequest,
    shard: AnsweredShard,
    { runtime, control }: { runtime: Runtime; control: RequestControl },
  ) {
    const { mapping } = shard.prepared.index;
    this.#request = request;
    this.#shard = shard;
    this.#runtime = runtime;
    this.#control = control;
    const stored = request.storedFields;
    this.#showsMetadata = stored?.[0] !== "_none_";
    this.#showsSource = request.source ? request.source.fetch : stored === undefined || stored.includes("_source");
    this.#fields = request.fields.length > 0 ? new FieldFetcher(request.fields, mapping) : undefined;
    this.#stored = stored && storedFields(stored, mapping);
    this.#docvalues =
      request.docvalueFields.length > 0 ? new DocvalueFetcher(request.docvalueFields, mapping) : undefined;
    const { view, index } = shard.prepared;
    this.#highlighter = request.highlight
      ? new Highlighter(request.highlight, {
          mapping,
          view,
          query: index.asked,
          plan: shard.plan,
          queries: index.highlightQueries,
        })
      : undefined;
    this.#named = [...namedPlans(shard.plan), ...(shard.postFilter ? namedPlans(shard.postFilter) : [])];
  }

  /** Whether the record of a hit is read, from memory or from the disk. */
  readsRecord(hit: MergedHit["hit"]): boolean {
    if (this.#showsSource || this.#fields || this.#stored || this.#highlighter || this.#request.version) return true;
    return (
      this.#docvalues !== undefined || this.#shard.prepared.view.segments[hit.segment]?.field("_routing") !== undefined
    );
  }

  /** One hit, its members in the order of Elasticsearch. */
  render(hit: MergedHit["hit"]): Record<string, unknown> {
    const { prepared, keys, plan } = this.#shard;
    const { view } = prepared;
    const reader = view.segments[hit.segment] as SegmentReader;
    const document = new FetchedDocument(this.#shard, reader, hit.doc);
    const rendered: Record<string, unknown> = {};
    if (this.#request.explain) {
      rendered._shard = `[${view.index}][${view.shard}]`;
      rendered._node = this.#runtime.nodeId;
    }
    rendered._index = view.index;
    if (this.#showsMetadata) rendered._id = reader.id(hit.doc);
    this.#addVersions(rendered, document, reader, hit.doc);
    const scoreKey = keys.findIndex((key) => key.needsScores);
    const score = scoreKey >= 0 && Number.isNaN(hit.score) ? Number(hit.sort[scoreKey]) : hit.score;
    rendered._score = Number.isNaN(score) ? null : float32Text(score);
    const ignored = document.ignored();
    if (this.#showsMetadata) this.#addMetadata(rendered, document, ignored);
    if (this.#showsSource) {
      this.#control.memory.reserveSource(document.record().source.length);
      const source = document.source();
      if (source.text !== "")
        rendered._source = filterSourceFields(source, this.#request.source, prepared.index.target.access);
    }
    this.#addFields(rendered, document, ignored, reader, hit.doc);
    const highlights = this.#highlighter?.highlight(() => document.visibleSpelled(), { reader, doc: hit.doc });
    if (highlights && Object.keys(highlights).length > 0) rendered.highlight = highlights;
    if (keys.length > 0) rendered.sort = keys.map((key, i) => key.render(hit.sort[i] ?? null));
    const matched =
      this.#named.length > 0
        ? matchedQueries(this.#named, reader, hit.doc, this.#request.includeNamedQueriesScore)
        : undefined;
    if (matched) rendered.matched_queries = matched;
    if (this.#request.explain) rendered._explanation = renderExplanation(plan.explain(reader, hit.doc));
    return rendered;
  }

  #addVersions(rendered: Record<string, unknown>, document: FetchedDocument, reader: SegmentReader, doc: number): void {
    if (this.#request.version) rendered._version = document.record().version;
    if (!this.#request.seqNoPrimaryTerm) return;
    rendered._seq_no = reader.seqNo(doc);
    rendered._primary_term = reader.primaryTerm(doc);
  }

  #addMetadata(rendered: Record<string, unknown>, document: FetchedDocument, ignored: readonly string[]): void {
    if (ignored.length > 0) rendered._ignored = ignored;
    const routing = document.routing();
    if (routing !== undefined) rendered._routing = routing;
  }

  #addFields(
    rendered: Record<string, unknown>,
    document: FetchedDocument,
    ignored: readonly string[],
    reader: SegmentReader,
    doc: number,
  ): void {
    const fields: Record<string, Json[]> = {};
    const runtime = (field: MappedField): readonly RuntimeValue[] => document.runtimeValues(field);
    this.#docvalues?.fetch(reader, doc, fields, { version: () => document.record().version, runtime });
    let ignoredValues: Record<string, Json[]> = {};
    if (this.#stored) putAll(fields, this.#stored.of(document.visibleWhole()));
    if (this.#fields) {
      const recorded = { version: () => document.record().version, column: (name: string) => document.column(name) };
      const metadata = {
        id: reader.id(doc),
        index: this.#shard.prepared.view.index,
        routing: document.routing(),
        ignored,
        runtime,
        ...recorded,
      };
      const fetched = this.#fields.fetch(document.visibleSpelled(), metadata);
      putAll(fields, fetched.fields);
      ({ ignoredValues } = fetched);
      if (fetched.lookups) this.pending.push({ hit: rendered, lookups: fetched.lookups });
    }
    if (Object.keys(fields).length > 0) rendered.fields = fields;
    if (Object.keys(ignoredValues).length > 0) rendered.ignored_field_values = ignoredValues;
  }
}

/** A document whose record is read, and whose source is parsed, at most once. */
class FetchedDocument {
  readonly #shard: AnsweredShard;
  readonly #reader: SegmentReader;
  readonly #doc: number;
  #record: Operation | undefined;
  #source: DocumentSource | undefined;
  #runtimeDocument: RecordDocument | undefined;
  #visible: JsonObject | undefined;

  constructor(shard: AnsweredShard, reader: SegmentReader, doc: number) {
    this.#shard = shard;
    this.#reader = reader;
    this.#doc = doc;
  }

  record(): Operation {
    const { searcher } = this.#shard.prepared;
    assert(searcher, "a shard that answered has a searcher");
    return (this.#record ??= searcher.records.record(this.#reader, this.#doc));
  }

  /** The source as the mapping shows it. */
  source(): DocumentSource {
    if (!this.#source) {
      const record = this.record();
      this.#source = new DocumentSource(this.#shard.prepared.index.mapping.sourceLoader?.(record) ?? record.source);
    }
    return this.#source;
  }

  /**
   * As `visibleSource`, of the document as it came: stored fields are there whatever of the source is shown. Numbers
   * are as they were written.
   */
  visibleWhole(): JsonObject {
    const { mapping, target } = this.#shard.prepared.index;
    const whole = mapping.sourceLoader ? new DocumentSource(this.record().source) : this.source();
    return filterFields(whole.asWritten(), target.access);
  }

  /** The values of a runtime field, in no order. */
  runtimeValues(field: MappedField): readonly RuntimeValue[] {
    const { mapping, target } = this.#shard.prepared.index;
    this.#runtimeDocument ??= new RecordDocument(
      this.record(),
      { mapping, access: target.access },
      this.#reader,
      this.#doc,
    );
    return field.runtime?.values?.of(this.#runtimeDocument) ?? [];
  }

  /** As `visibleSource`, numbers as they are shown again. */
  visibleSpelled(): JsonObject {
    const source = this.source();
    return source.spelled === source.value
      ? this.visibleSource()
      : filterFields(source.spelled, this.#shard.prepared.index.target.access);
  }

  /** The parsed source, without fields that the caller may not see. */
  visibleSource(): JsonObject {
    return (this.#visible ??= filterFields(this.source().value, this.#shard.prepared.index.target.access));
  }

  /** The record is only looked into where the segment knows routings at all. */
  routing(): string | undefined {
    return this.#reader.field("_routing") ? this.record().routing : undefined;
  }

  ignored(): string[] {
    return this.column("_ignored").map(String);
  }

  /** The values of a metadata field that has a column. */
  column(name: string): Json[] {
    const mapped = this.#reader.field(name) && this.#shard.prepared.view.mapping.field(name);
    return mapped ? docValues(this.#reader, mapped, this.#doc, undefined) : [];
  }
}
