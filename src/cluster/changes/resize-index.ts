/**
 * Makes an index with the documents of another one, in more, fewer or as many shards (`TransportResizeAction`,
 * `MetadataCreateIndexService`). Its files are made before the change is.
 */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { withIndices } from "../changed-indices.ts";
import type { ChangeInputs, ClusterChange } from "../cluster-change.ts";
import type { AliasMetadata, ClusterState, IndexMetadata } from "../cluster-state.ts";
import { dataStreamOf, streamOf } from "../data-streams/data-stream.ts";
import { blocksOf } from "../index-blocks.ts";
import { indexNotFound } from "../index-expressions.ts";
import { checkIndexName } from "../index-names.ts";
import { normalizeIndexSettings } from "../index-settings.ts";
import { newIndex } from "../new-index.ts";
import { checkShardLimit } from "../shard-limit.ts";
import { defaultRoutingShards, routingShards } from "../routing-shards.ts";
import { internalIndex, isSystemName } from "../system-indices.ts";
import { checkNewAliases, checkNewName } from "./create-index.ts";
import { checkWriteIndices } from "./update-aliases.ts";

export type ResizeKind = "clone" | "shrink" | "split";

export interface ResizeRequest {
  readonly kind: ResizeKind;
  /** Of the index that is made. */
  readonly uuid: string;
  readonly source: string;
  readonly target: string;
  /** As in the body: nested or flat. */
  readonly settings: JsonObject;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  /** Bytes that a shard of the target may have, when that says how many there are; and how many the source has. */
  readonly largestShard?: { readonly maximumBytes: number; readonly sourceBytes: number };
}

/** Settings that are the source's own. */
const NOT_COPIED = new Set([
  "index.creation_date",
  "index.number_of_replicas",
  "index.number_of_routing_shards",
  "index.number_of_shards",
  "index.provided_name",
  "index.uuid",
  "index.version.created",
]);

/** What the files of the target were made from; a source that changed since is refused. */
export interface ResizedFrom {
  readonly uuid: string;
  readonly settingsVersion: number;
}

/** The target is the index of the first event. Without `from` it is what the files are made for. */
export function resizeIndex(request: ResizeRequest, from?: ResizedFrom): ClusterChange {
  return {
    task: `create-index [${request.target}], cause [${request.kind}_index]`,
    apply(state, inputs) {
      const source = ownOf(state.indices, request.source);
      if (!source) throw indexNotFound(request.source, "", false);
      const target = resized(state, source, request, inputs);
      if (from !== undefined && (source.uuid !== from.uuid || source.settingsVersion !== from.settingsVersion))
        throw illegalState(`index ${source.name} was changed while it was resized`);
      checkShardLimit(state, [target]);
      const next = withIndices(state, [target]);
      checkWriteIndices(next, Object.keys(target.aliases));
      return { state: next, events: [{ action: "created", model: "index", name: target.name }] };
    },
  };
}

/** The index that the request makes; throws what Elasticsearch refuses. */
function resized(
  state: ClusterState,
  source: IndexMetadata,
  { uuid, target: name, aliases, ...request }: ResizeRequest,
  inputs: ChangeInputs,
): IndexMetadata {
  const given = normalizeIndexSettings(request.settings);
  const shards = shardsOf(source, request, given);
  const numberOfRoutingShards = slotsOf(source, request.kind, { given, shards });
  checkIndexName(name);
  if (isSystemName(name)) throw internalIndex(name);
  checkNewName(state, name);
  checkSource(state, source);
  const copied = Object.entries(source.settings).filter(([setting]) => !NOT_COPIED.has(setting));
  const settings = {
    ...Object.fromEntries(copied.map(([setting, value]) => [setting, typeof value === "string" ? value : [...value]])),
    "index.routing_partition_size": "1",
    ...given,
    "index.number_of_shards": String(shards),
  };
  const made = newIndex(name, { name, settings, mappings: {}, aliases }, { ...inputs, uuid });
  checkNewAliases(state, made);
  const mapping = mergeMappings({}, source.mapping, made.settings, inputs.analysisOf(made), "create");
  const term = Math.max(...source.primaryTerms);
  return { ...made, mapping, numberOfRoutingShards, primaryTerms: made.primaryTerms.map(() => term) };
}

/** Throws unless an index may be copied as it is. */
function checkSource(state: ClusterState, source: IndexMetadata): void {
  const stream = streamOf(source);
  if (stream !== undefined && dataStreamOf(state, stream)?.indices.at(-1) === source.name)
    throw illegalArgument(`cannot resize the write index [${source.name}] for data stream [${stream}]`);
  if (!blocksOf(source).some(({ levels }) => levels.includes("write")))
    throw illegalState(`index ${source.name} must be read-only to resize index. use "index.blocks.write=true"`);
}

/** Hash slots of the target. An index of one shard may be split by any number. */
function slotsOf(
  source: IndexMetadata,
  kind: ResizeKind,
  { given, shards }: { given: Readonly<Record<string, unknown>>; shards: number },
): number {
  if ("index.routing_partition_size" in given)
    throw illegalArgument("cannot provide a routing partition size value when resizing an index");
  const wanted = given["index.number_of_routing_shards"];
  const isFree = source.numberOfShards === 1;
  const slots = isFree ? shards : routingShards(source);
  if (kind === "split" && slots % shards !== 0)
    throw illegalState(`the number of routing shards [${slots}] must be a multiple of the target shards [${shards}]`);
  if (wanted !== undefined && !(isFree && kind === "split"))
    throw illegalArgument("cannot provide index.number_of_routing_shards on resize");
  if (!isFree) return slots;
  return wanted === undefined ? defaultRoutingShards(shards) : Number(wanted);
}

function shardsOf(
  source: IndexMetadata,
  { kind, largestShard }: Pick<ResizeRequest, "kind" | "largestShard">,
  given: Readonly<Record<string, unknown>>,
): number {
  const from = source.numberOfShards;
  const wanted = given["index.number_of_shards"];
  if (kind === "shrink" && largestShard !== undefined) {
    if (wanted !== undefined)
      throw illegalArgument("Cannot set both index.number_of_shards and max_primary_shard_size for the target index");
    const { maximumBytes, sourceBytes } = largestShard;
    const least = Math.min(from, Math.max(1, Math.ceil(sourceBytes / maximumBytes)));
    for (let shards = least; shards < from; shards++) if (from % shards === 0) return shards;
    return from;
  }
  if (wanted === undefined || wanted === null) return kind === "clone" ? from : 1;
  const shards = Number(wanted);
  if (kind === "clone" && shards !== from)
    throw illegalArgument(
      `the number of target shards (${shards}) must be the same as the number of  source shards ( ${from})`,
    );
  if (kind === "shrink" && shards > from)
    throw illegalArgument(
      `the number of target shards [${shards}] must be less that the number of source shards [${from}]`,
    );
  if (shards > from && shards % from !== 0)
    throw illegalArgument(`the number of source shards [${from}] must be a factor of [${shards}]`);
  if (shards < from && from % shards !== 0)
    throw illegalArgument(`the number of source shards [${from}] must be a multiple of [${shards}]`);
  if (kind === "split" && shards < from)
    throw illegalArgument(
      `the number of source shards [${from}] must be less that the number of target shards [${shards}]`,
    );
  return shards;
}

function illegalState(reason: string): RequestError {
  return new RequestError(500, "illegal_state_exception", reason);
}
