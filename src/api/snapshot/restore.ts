/** `snapshot.restore`: brings indices back, behind its answer or before it. */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { RestoreOptions } from "../../snapshots/restore-plan.ts";
import type { Task } from "../../tasks/task.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { featuresRestored } from "../requests/features-restored.ts";
import { flagOf, listOf, namesOf, snapshotBody, textOf } from "../requests/snapshot-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

const KEYS: readonly string[] = [
  "indices",
  "feature_states",
  "partial",
  "include_global_state",
  "include_aliases",
  "rename_pattern",
  "rename_replacement",
  "index_settings",
  "ignore_index_settings",
  "ignore_unavailable",
  "expand_wildcards",
  "allow_no_indices",
  "quiet",
];

export const restoreSnapshot: Operation = {
  name: "snapshot.restore",
  actions: ["cluster:admin/snapshot/restore"],
  audit: "told",
  cancellable: true,
  outlivesClient: true,

  async handle(request, services) {
    const { snapshots, tasks } = services;
    const { parameters } = request;
    checkTimeouts(parameters);
    const wait = booleanParameter(parameters, "wait_for_completion", false);
    const options = readOptions(await snapshotBody(request), request.principal.superuser);
    const { repository = "", snapshot = "" } = parameters;
    const source = changeSource(restoreSnapshot.name, request);
    const { plan, done: brought, giveUp } = await snapshots.restore(source, repository, snapshot, options);
    const done = brought.then(() => featuresRestored(services, plan.features));
    if (!wait && plan.indices.length > 0) {
      // Its failure stands in the log.
      const work = (task: Task): Promise<void> => {
        task.onCancel(giveUp);
        return done;
      };
      void tasks.run(request.task.like(undefined), work).catch(() => undefined);
      return { status: 200, body: { accepted: true } };
    }
    request.task.onCancel(giveUp);
    await done;
    const total = plan.indices.reduce((sum, { stored }) => sum + stored.shards.length, 0);
    const failed = plan.indices.reduce(
      (sum, { stored }) => sum + stored.shards.filter((shard) => shard === null).length,
      0,
    );
    const indices = plan.indices.map(({ restored }) => restored.metadata.name);
    const shards = { total, failed, successful: total - failed };
    return { status: 200, body: { snapshot: { snapshot, indices, shards } } };
  },
};

function readOptions(body: JsonObject, isSuperuser: boolean): RestoreOptions {
  const indices = namesOf(body, "indices");
  const featureStates = listOf(body, "feature_states");
  const settings = ownOf(body, "index_settings");
  if (settings !== undefined && !isJsonObject(settings)) throw illegalArgument("malformed index_settings section");
  const unknown = Object.keys(body).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw illegalArgument(`Unknown parameter ${unknown}`);
  return {
    indices,
    featureStates,
    isSuperuser,
    partial: flagOf(body, "partial", false),
    includeGlobalState: flagOf(body, "include_global_state", false),
    includeAliases: flagOf(body, "include_aliases", true),
    renamePattern: textOf(body, "rename_pattern"),
    renameReplacement: textOf(body, "rename_replacement"),
    indexSettings: settings ?? {},
    ignoreIndexSettings: namesOf(body, "ignore_index_settings") ?? [],
    ignoreUnavailable: flagOf(body, "ignore_unavailable", false),
  };
}
