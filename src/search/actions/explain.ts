/** Why a document matches a query, or not. */
import { RequestError } from "../../compat/errors.ts";
import { filterFields } from "../../access/source-field-filter.ts";
import type { Explanation } from "../../query/query.ts";
import type { CallAnswer, CallKind } from "../search-action.ts";
import { itemOf, type CallItem } from "../call-item.ts";
import { plannedScope } from "../shard/planned-scope.ts";
import { acquireShards, prepareIndices, type PreparedShard, releaseShards } from "../shard/prepare-shards.ts";
import { DocumentSource } from "../../hits/fetch/document-source.ts";
import { renderExplanation } from "../../hits/fetch/render-explanation.ts";
import { filterSourceFields } from "../../hits/fetch/source-filtering.ts";
import { storedFieldsNamed } from "../../hits/fetch/stored-fields.ts";
import { parseQueryBody } from "../request/parse-request.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { checkPreference, queryOfParameters } from "../request/request-parameters.ts";
import { list } from "../../compat/query-string.ts";
import { sourceParameters } from "../../hits/fetch/source-option.ts";

export const explain: CallKind = {
  name: "explain",

  *run(call, runtime) {
    const item = itemOf(call, 0);
    const body = parseQueryBody(item.body);
    checkPreference(item.parameters.preference);
    const query = queryOfParameters(item.parameters) ?? body;
    if (query === undefined) throw validationFailed(["query is missing"]);
    const { control, scope } = plannedScope(runtime);
    let shards: readonly PreparedShard[] = [];
    try {
      shards = yield* acquireShards(
        prepareIndices(item.targets, { text: item.body, root: { query }, query }, scope),
        scope,
        false,
      );
      return explainDocument(item, shards);
    } finally {
      releaseShards(shards);
      control.memory.release();
    }
  },
};

function explainDocument(item: CallItem, shards: readonly PreparedShard[]): CallAnswer {
  const id = item.parameters.id ?? "";
  const index = item.targets[0]?.index ?? "";
  for (const shard of shards) {
    const place = findDocument(shard, id);
    if (!place) continue;
    const { explanation, found } = explainAt(shard, place);
    const body: Record<string, unknown> = {
      _index: index,
      _id: id,
      matched: explanation.match,
      explanation: renderExplanation(explanation),
    };
    const get = renderGet(item, shard, found);
    if (get) body.get = get;
    return { status: 200, body };
  }
  return { status: 404, body: { _index: index, _id: id, matched: false } };
}

interface Place {
  readonly segment: number;
  readonly doc: number;
}

/** The live document of an id in the searcher. */
function findDocument(shard: PreparedShard, id: string): Place | undefined {
  const { segments, liveDocs } = shard.view;
  for (let segment = segments.length - 1; segment >= 0; segment--) {
    const doc = segments[segment]?.docOfId(id) ?? -1;
    if (doc < 0) continue;
    const live = liveDocs[segment];
    if (!live || ((live[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) return { segment, doc };
  }
  return undefined;
}

function explainAt(shard: PreparedShard, place: Place): { explanation: Explanation; found: Place } {
  const reader = shard.view.segments[place.segment];
  const { target, query } = shard.index;
  try {
    const plan = query.plan(shard.view, { scored: true, boost: 1 });
    if (!reader) throw new Error("the segment of a found document is gone");
    return { explanation: plan.explain(reader, place.doc), found: place };
  } catch (error) {
    if (!(error instanceof RequestError) || error.details.index === undefined) throw error;
    throw new RequestError(error.status, error.type, error.message, {
      details: { index_uuid: target.uuid, ...error.details },
      cause: error.cause,
    });
  }
}

/** The document itself, when `_source` or `stored_fields` asks for it. */
function renderGet(item: CallItem, shard: PreparedShard, place: Place): Record<string, unknown> | undefined {
  const filter = sourceParameters(item.parameters);
  const stored = list(item.parameters.stored_fields);
  if (!filter?.fetch && stored.length === 0) return undefined;
  const reader = shard.view.segments[place.segment];
  if (!reader || !shard.searcher) return undefined;
  const get: Record<string, unknown> = {
    _seq_no: reader.seqNo(place.doc),
    _primary_term: reader.primaryTerm(place.doc),
  };
  const record = shard.searcher.records.record(reader, place.doc);
  if (record.routing !== undefined) get._routing = record.routing;
  get.found = true;
  const fields = storedFieldsNamed(stored, shard.index.mapping)?.of(
    filterFields(new DocumentSource(record.source).asWritten(), shard.index.target.access),
  );
  if (filter?.fetch) {
    const source = shard.index.mapping.sourceLoader?.(record) ?? record.source;
    if (source.length > 0)
      get._source = filterSourceFields(new DocumentSource(source), filter, shard.index.target.access);
  }
  if (fields && Object.keys(fields).length > 0) get.fields = fields;
  return get;
}
