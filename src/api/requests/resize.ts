/** `indices.clone`, `indices.shrink` and `indices.split`: an index with the documents of another one. */
import { createdIndex } from "../../cluster/changes/create-index.ts";
import { type ResizeKind, type ResizeRequest, resizeIndex } from "../../cluster/changes/resize-index.ts";
import type { ClusterChange } from "../../cluster/cluster-change.ts";
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { normalizeIndexSettings } from "../../cluster/index-settings.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { parseObject } from "../../compat/object-parser.ts";
import { parseBytes } from "../../compat/time-value.ts";
import { randomUuid } from "../../core/clock.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { OperationRequest, OperationResponse, Services } from "../operation.ts";
import { parseAliases } from "../targets/alias-body.ts";
import { checkAliasFilter } from "../targets/alias-filter.ts";
import { refuseResize } from "../targets/document-level-security.ts";
import { activeShardCount } from "../targets/write-parameters.ts";
import { jsonWithText } from "./request-body.ts";
import { shardsAcknowledged } from "./shards-acknowledged.ts";
import { checkTimeouts } from "./timeouts.ts";

const BODY = {
  name: "resize_request",
  members: { settings: "object", aliases: "object", max_primary_shard_size: "text?" },
} as const;

/** Makes a change durable, for the caller of the operation. */
export type Applies = (change: ClusterChange) => Promise<unknown>;

export async function resized(
  kind: ResizeKind,
  request: OperationRequest,
  services: Services,
  apply: Applies,
): Promise<OperationResponse> {
  checkTimeouts(request.parameters);
  const wanted = activeShardCount(request.parameters["wait_for_active_shards"]);
  const asked = await requestOf(kind, request, services);
  refuseResize(request.principal, asked.source, asked.target);
  const { cluster, documents } = services;
  const target = createdIndex(await cluster.preview(resizeIndex(asked)));
  const copies = 1 + target.numberOfReplicas;
  if (wanted !== "all" && wanted > copies)
    throw illegalArgument(
      `invalid wait_for_active_shards[${wanted}]: cannot be greater than number of shard copies [${copies}]`,
    );
  const source = sourceOf(cluster.state, asked);
  await documents.resize({ source: source.uuid, sourceShards: source.numberOfShards, target });
  try {
    await apply(resizeIndex(asked, source));
  } catch (error) {
    await documents.removeIndex(asked.uuid);
    throw error;
  }
  const acknowledged = shardsAcknowledged(services, target, wanted);
  return { status: 200, body: { acknowledged: true, shards_acknowledged: acknowledged, index: target.name } };
}

function sourceOf(state: ClusterState, { source }: ResizeRequest): ClusterState["indices"][string] {
  const metadata = ownOf(state.indices, source);
  if (!metadata) throw illegalArgument(`index [${source}] is gone`);
  return metadata;
}

async function requestOf(kind: ResizeKind, request: OperationRequest, services: Services): Promise<ResizeRequest> {
  const { index: source = "", target = "" } = request.parameters;
  const { json = {}, text = "" } = await jsonWithText(request);
  const body = parseObject(BODY, json, text);
  const settings = objectUnder(body, "settings");
  const given = normalizeIndexSettings(settings);
  const faults: string[] = [];
  if (Object.keys(given).some((setting) => setting.startsWith("index.sort.")))
    faults.push("can't override index sort when resizing an index");
  if (kind === "split" && given["index.number_of_shards"] === undefined)
    faults.push("index.number_of_shards is required for split operations");
  const largest = ownOf(body, "max_primary_shard_size");
  const maximumBytes = typeof largest === "string" ? parseBytes(largest, "max_primary_shard_size") : undefined;
  if (maximumBytes !== undefined && maximumBytes <= 0) faults.push("max_primary_shard_size must be greater than 0");
  if (faults.length > 0) throw validationFailed(faults);
  const aliases = parseAliases(objectUnder(body, "aliases"));
  for (const [alias, { filter }] of Object.entries(aliases)) await checkAliasFilter(services, alias, filter, []);
  const asked = { kind, uuid: randomUuid(), source, target, settings, aliases };
  if (maximumBytes === undefined) return asked;
  const uuid = ownOf(services.cluster.state.indices, source)?.uuid;
  const shards = uuid === undefined ? [] : await services.documents.stats([uuid]);
  return {
    ...asked,
    largestShard: { maximumBytes, sourceBytes: shards.reduce((sum, shard) => sum + shard.storeBytes, 0) },
  };
}

function objectUnder(body: JsonObject, key: string): JsonObject {
  const value = ownOf(body, key);
  return isJsonObject(value) ? value : {};
}
