/** Bodies of requests for snapshots, as what is to be made. */
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { askedFeatures } from "../../snapshots/features.ts";
import { snapshotError } from "../../snapshots/repository/repository-errors.ts";
import { checkSnapshotName, MOST_METADATA_BYTES } from "../../snapshots/snapshot-names.ts";
import type { SnapshotRequest } from "../../snapshots/snapshots.ts";
import type { Services } from "../operation.ts";
import { EVERY_INDEX, indexOptions } from "../targets/index-options.ts";
import { flagOf, listOf, namesOf } from "./snapshot-body.ts";
import { snapshotIndices } from "./snapshot-indices.ts";

/** What a snapshot is made by. */
type Parts = Pick<Services, "cluster" | "snapshots" | "shards">;

/** Throws what refuses it before it begins. */
export function snapshotRequest(
  services: Parts,
  { repository, name, body }: { readonly repository: string; readonly name: string; readonly body: JsonObject },
): SnapshotRequest {
  const includeGlobalState = flagOf(body, "include_global_state", true);
  const names = namesOf(body, "indices");
  const { state } = services.cluster;
  const featureStates = askedFeatures(state, listOf(body, "feature_states"), includeGlobalState);
  const metadata = metadataOf(body);
  const partial = flagOf(body, "partial", false);
  const options = chosenOptions(body);
  services.snapshots.repositories.get(repository);
  checkSnapshotName(repository, name);
  const { indices, dataStreams } = snapshotIndices(services, names, options);
  const own = featureStates.flatMap((feature) => feature.indices).flatMap((index) => ownOf(state.indices, index) ?? []);
  const all = [
    ...indices,
    ...own.map((index) => ({ name: index.name, uuid: index.uuid, shards: index.numberOfShards })),
  ];
  if (!partial) checkShards(services, `${repository}:${name}`, all);
  return { repository, name, indices: all, dataStreams, featureStates, includeGlobalState, metadata };
}

function metadataOf(body: JsonObject): JsonObject | undefined {
  const metadata = ownOf(body, "metadata");
  if (metadata === undefined || metadata === null) return undefined;
  if (!isJsonObject(metadata)) throw illegalArgument("malformed metadata, should be an object");
  const bytes = Buffer.byteLength(writeJson(metadata));
  if (bytes > MOST_METADATA_BYTES)
    throw validationFailed([`metadata must be smaller than ${MOST_METADATA_BYTES} bytes, but was [${bytes}]`]);
  return metadata;
}

function chosenOptions(body: JsonObject): Parameters<typeof snapshotIndices>[2] {
  const expand = namesOf(body, "expand_wildcards");
  const { expandOpen, expandClosed, expandHidden } = indexOptions(
    expand ? { expand_wildcards: expand.join(",") } : {},
    EVERY_INDEX,
  );
  return { expandOpen, expandClosed, expandHidden, ignoreUnavailable: flagOf(body, "ignore_unavailable", false) };
}

/** Throws 500 when a shard is not there to be copied. */
function checkShards(
  services: Parts,
  place: string,
  indices: readonly { readonly name: string; readonly uuid: string; readonly shards: number }[],
): void {
  const missing = indices.filter(({ name, uuid, shards }) => {
    if (ownOf(services.cluster.state.indices, name)?.state !== "open") return false;
    return Array.from({ length: shards }, (_, shard) => services.shards.state(uuid, shard)).includes("UNASSIGNED");
  });
  if (missing.length > 0)
    throw snapshotError(place, `Indices don't have primary shards [${missing.map(({ name }) => name).join(", ")}]`);
}
