/** Creates an index with settings, mappings and aliases. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { inJavaOrder } from "../../compat/java-map-order.ts";
import { assert } from "../../core/assert.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { withModeMapping } from "../../mapping/time-series/index-mode.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { withIndices } from "../changed-indices.ts";
import type { Changed, ChangeInputs, ClusterChange } from "../cluster-change.ts";
import type { AliasMetadata, ClusterState, IndexMetadata } from "../cluster-state.ts";
import { resolveDateMath } from "../date-math-names.ts";
import { aliasTargets } from "../index-table.ts";
import { checkAliasName, checkIndexName, invalidIndexName } from "../index-names.ts";
import { normalizeIndexSettings } from "../index-settings.ts";
import { withOrderOfLogs } from "../index-mode.ts";
import { checkIndexSort } from "../index-sort.ts";
import { newIndex } from "../new-index.ts";
import { checkShardLimit } from "../shard-limit.ts";
import { internalIndex, isSystemName } from "../system-indices.ts";
import { dataStreamOf } from "../data-streams/data-stream.ts";
import { seriesSettings } from "../data-streams/series-times.ts";
import { composedFor, composedOf, NOTHING_COMPOSED } from "../templates/composed-template.ts";
import { hiddenOf, matchingIndexTemplate } from "../templates/matching-templates.ts";
import { mutableSettings } from "../templates/template.ts";
import { checkSeriesAliases, checkWriteIndices, invalidAliasName } from "./update-aliases.ts";

/** What creating an index takes. */
export interface CreateIndexRequest {
  /** May be date maths. */
  readonly name: string;
  /** As in the body: nested or flat. */
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  readonly system?: boolean;
  /** The data stream for which the index is made: its name stands among the aliases. */
  readonly dataStream?: string;
}

export function createIndex(request: CreateIndexRequest): ClusterChange {
  return {
    task: `create-index [${request.name}], cause [api]`,
    apply(state, inputs) {
      // System indices are created nevertheless: without them nobody could sign in to delete anything.
      if (inputs.isFlooded && !isSystemName(request.name)) throw creationBlocked();
      const index = made(state, request, inputs);
      checkShardLimit(state, [index]);
      const next = withIndices(state, [index]);
      checkWriteIndices(next, Object.keys(index.aliases));
      return { state: next, events: [{ action: "created", model: "index", name: index.name }] };
    },
  };
}

/** The index created by the first of several changes. */
export function createdIndex({ state, events }: Changed): IndexMetadata {
  const index = ownOf(state.indices, events[0]?.name ?? "");
  assert(index !== undefined, "an index that was made is there");
  return index;
}

function made(state: ClusterState, request: CreateIndexRequest, inputs: ChangeInputs): IndexMetadata {
  const name = resolveDateMath(request.name, inputs.nowMs);
  if (!request.system) {
    checkIndexName(name);
    if (isSystemName(name)) throw internalIndex(name);
  }
  // What matches a data stream is made by its template alone, and says so first.
  if (!dataStreamOf(state, name)) checkNewName(state, name);
  const composed = composedIndex(state, name, request, inputs.nowMs);
  const index = withOrderOfLogs(newIndex(name, composed, inputs), composed.mappings);
  checkNewAliases(state, index, request.dataStream);
  checkSeriesAliases(index);
  const mappings = withModeMapping(composed.mappings, index.settings);
  const mapping = mergeMappings({}, mappings, index.settings, inputs.analysisOf(index), "create");
  const created = { ...index, mapping };
  checkIndexSort(created);
  return created;
}

/** The request with what the templates for the index add to it; system indices take none. */
function composedIndex(
  state: ClusterState,
  name: string,
  request: CreateIndexRequest,
  nowMs: number,
): CreateIndexRequest {
  if (request.system === true) return request;
  if (request.dataStream !== undefined) return backingIndex(state, request.dataStream, request, nowMs);
  const composed = composedFor(state, name, hiddenOf(request.settings));
  if (composed === NOTHING_COMPOSED) return request;
  const { template } = composed;
  if (template?.dataStream)
    throw illegalArgument(
      `cannot create index with name [${name}], because it matches with template [${template.name}] that creates data streams only, use create data stream api instead`,
    );
  return {
    ...request,
    settings: { ...mutableSettings(composed.settings), ...normalizeIndexSettings(request.settings) },
    mappings: inJavaOrder(composed.mappingOf(request.mappings)),
    aliases: { ...namedAliases(composed.aliases, name), ...request.aliases },
  };
}

/** The same for an index of a data stream; what the template says of aliases is for the stream. */
function backingIndex(
  state: ClusterState,
  stream: string,
  request: CreateIndexRequest,
  nowMs: number,
): CreateIndexRequest {
  const template = matchingIndexTemplate(state, stream, false);
  if (!template?.dataStream) throw illegalArgument(`no matching index template found for data stream [${stream}]`);
  const { settings, mappingOf } = composedOf(state, template, { isBacking: true });
  const mappings = inJavaOrder(mappingOf(request.mappings));
  const chosen = { ...mutableSettings(settings), ...normalizeIndexSettings(request.settings) };
  return {
    ...request,
    settings: {
      "index.routing.allocation.include._tier_preference": "data_hot",
      ...seriesSettings(state, { stream, settings: chosen, mappings, nowMs }),
      ...chosen,
      "index.hidden": "true",
    },
    mappings,
  };
}

/** Aliases of templates for an index: `{index}` stands for its name. */
function namedAliases(aliases: CreateIndexRequest["aliases"], index: string): Record<string, AliasMetadata> {
  return Object.fromEntries(
    Object.entries(aliases).map(([alias, metadata]) => [alias.replaceAll("{index}", index), metadata]),
  );
}

/** Throws 400 for aliases that a new index cannot have. */
export function checkNewAliases(state: ClusterState, { name, aliases }: IndexMetadata, dataStream?: string): void {
  for (const alias of Object.keys(aliases)) {
    checkAliasName(alias);
    if (alias === name) throw illegalArgument(`alias name [${alias}] self-conflicts with index name`);
    if (ownOf(state.indices, alias)) throw invalidAliasName(alias);
    if (alias !== dataStream && dataStreamOf(state, alias)) throw invalidAliasName(alias);
  }
}

/** Throws 400 when an index or alias with this name exists. */
export function checkNewName(state: ClusterState, name: string): void {
  const existing = ownOf(state.indices, name);
  if (existing) {
    const reason = `index [${name}/${existing.uuid}] already exists`;
    const details = { index_uuid: existing.uuid, index: name };
    throw new RequestError(400, "resource_already_exists_exception", reason, { details });
  }
  if (aliasTargets(state, name).length > 0) throw invalidIndexName(name, "already exists as alias");
}

/** 403 `cluster_block_exception`: Elasticsearch's answer while the disks of all nodes are too full. */
export function creationBlocked(): RequestError {
  return new RequestError(
    403,
    "cluster_block_exception",
    "blocked by: [FORBIDDEN/10/cluster create-index blocked (api)];",
  );
}
