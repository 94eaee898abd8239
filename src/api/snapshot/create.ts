/** `snapshot.create`: makes a snapshot, behind its answer or before it. */
import { resolveDateMath } from "../../cluster/date-math-names.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { systemClock } from "../../core/clock.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { validationError } from "../../documents/write/write-validation.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { checkFeatures } from "../../snapshots/features.ts";
import { checkSnapshotName } from "../../snapshots/snapshot-names.ts";
import { snapshotError } from "../../snapshots/repository/repository-errors.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation, Services } from "../operation.ts";
import { shownSnapshot, WHOLE_SNAPSHOT } from "../requests/render-snapshot.ts";
import { flagOf, listOf, namesOf, snapshotBody } from "../requests/snapshot-body.ts";
import { snapshotIndices } from "../requests/snapshot-indices.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { EVERY_INDEX, indexOptions } from "../targets/index-options.ts";

/** Bytes of the metadata that a caller adds. */
const MOST_METADATA_BYTES = 1024;

export const createSnapshot: Operation = {
  name: "snapshot.create",
  actions: ["cluster:admin/snapshot/create"],
  audit: "told",
  outlivesClient: true,

  async handle(request, services) {
    const { parameters } = request;
    const { snapshots, tasks } = services;
    checkTimeouts(parameters);
    const wait = booleanParameter(parameters, "wait_for_completion", false);
    const repository = parameters["repository"] ?? "";
    const name = resolveDateMath(parameters["snapshot"] ?? "", systemClock.now());
    const body = await snapshotBody(request);
    const includeGlobalState = flagOf(body, "include_global_state", true);
    const names = namesOf(body, "indices");
    checkFeatures(listOf(body, "feature_states"));
    const metadata = metadataOf(body);
    const partial = flagOf(body, "partial", false);
    const options = chosenOptions(body);
    snapshots.repositories.get(repository);
    checkSnapshotName(repository, name);
    const chosen = snapshotIndices(services, names, options);
    if (!partial) checkShards(services, `${repository}:${name}`, chosen.indices);
    const source = changeSource(createSnapshot.name, request);
    const { done } = await snapshots.create(source, {
      repository,
      name,
      indices: chosen.indices,
      dataStreams: chosen.dataStreams,
      featureStates: [],
      includeGlobalState,
      metadata,
    });
    if (wait) return { status: 200, body: { snapshot: shownSnapshot(await done, WHOLE_SNAPSHOT) } };
    // Its failure stands in the log.
    void tasks.run(request.task.like(undefined), () => done).catch(() => undefined);
    return { status: 200, body: { accepted: true } };
  },
};

function metadataOf(body: JsonObject): JsonObject | undefined {
  const metadata = ownOf(body, "metadata");
  if (metadata === undefined || metadata === null) return undefined;
  if (!isJsonObject(metadata)) throw illegalArgument("malformed metadata, should be an object");
  const bytes = Buffer.byteLength(writeJson(metadata));
  if (bytes > MOST_METADATA_BYTES)
    throw validationError([`metadata must be smaller than ${MOST_METADATA_BYTES} bytes, but was [${bytes}]`]);
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
  services: Services,
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
