/**
 * `indices.rollover`: gives an alias or a data stream a new index to write to, when the one before is old or large
 * enough.
 */
import { planRollover, rollover as rolloverChange, type RolloverRequest } from "../../cluster/changes/rollover.ts";
import { markLazyRollover } from "../../cluster/changes/mark-lazy-rollover.ts";
import { dataStreamOf } from "../../cluster/data-streams/data-stream.ts";
import type { Changed } from "../../cluster/cluster-change.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { aliasTargets } from "../../cluster/index-table.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { systemClock } from "../../core/clock.ts";
import { ownOf } from "../../core/names.ts";
import { rolloverMeasures } from "../../documents/rollover-measures.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { newIndexBody } from "../requests/new-index-body.ts";
import { optionalObject } from "../requests/request-body.ts";
import { parseConditions, refuseUnknownKeys } from "../requests/rollover-conditions.ts";
import { shardsAcknowledged } from "../requests/shards-acknowledged.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { activeShardCount } from "../targets/write-parameters.ts";

export const rollover: Operation = {
  name: "indices.rollover",
  actions: ["indices:admin/rollover"],
  indexNames: ["alias", "new_index"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const wanted = activeShardCount(parameters["wait_for_active_shards"]);
    const dryRun = booleanParameter(parameters, "dry_run", false);
    const lazy = booleanParameter(parameters, "lazy", false);
    const body = (await optionalObject(request)) ?? {};
    refuseUnknownKeys(body);
    const conditions = parseConditions(ownOf(body, "conditions"));
    const creation = await newIndexBody(body, request, services);
    const kinds = new Set(conditions.map(({ name }) => name.slice(0, "max".length)));
    if (kinds.has("min") && !kinds.has("max"))
      throw validationFailed(["at least one max_* rollover condition must be set when using min_* conditions"]);
    const { alias = "", new_index: newIndex } = parameters;
    const { cluster } = services;
    if (lazy) checkLazy(dataStreamOf(cluster.state, alias) !== undefined, conditions.length > 0);
    checkIndexBlocks(aliasTargets(cluster.state, alias), "metadata_write");
    const asked: RolloverRequest = { alias, newIndex, creation, conditions, measures: undefined };
    const { source } = planRollover(cluster.state, asked, systemClock.now());
    const measured = {
      ...asked,
      measures: { uuid: source.uuid, values: await rolloverMeasures(services.documents, source.uuid) },
    };
    const plan = planRollover(cluster.state, measured, systemClock.now());
    const answer = { old_index: plan.source.name, new_index: plan.newName };
    const rest = { dry_run: dryRun, lazy, conditions: plan.results };
    if (lazy && !dryRun) {
      await cluster.apply(changeSource(rollover.name, request), markLazyRollover(alias));
      return {
        status: 200,
        body: { acknowledged: true, shards_acknowledged: false, ...answer, rolled_over: false, ...rest },
      };
    }
    if (!dryRun && plan.isMet) {
      const made = await cluster.apply(changeSource(rollover.name, request), rolloverChange(measured));
      // Another rollover may have come first: then the index that this one met has fulfilled nothing.
      const { old, index } = rolledOver(made);
      if (index) {
        const shards = shardsAcknowledged(services, index, wanted);
        const names = { old_index: old, new_index: index.name };
        return {
          status: 200,
          body: { acknowledged: true, shards_acknowledged: shards, ...names, rolled_over: true, ...rest },
        };
      }
    }
    return {
      status: 200,
      body: { acknowledged: false, shards_acknowledged: false, ...answer, rolled_over: false, ...rest },
    };
  },
};

/** The index that was made, and the one that took the writes before; none where nothing was. */
function rolledOver({ state, events }: Changed): { old?: string; index?: IndexMetadata } {
  const [created, ...others] = events;
  const old = others.find(({ model, name }) => model === "index" && name !== created?.name)?.name;
  const index = created && ownOf(state.indices, created.name);
  return { ...(old === undefined ? {} : { old }), ...(index ? { index } : {}) };
}

/** Throws 400 for what cannot wait for its next write. */
function checkLazy(isStream: boolean, hasConditions: boolean): void {
  if (isStream && !hasConditions) return;
  if (isStream)
    throw illegalArgument(
      "Lazy rollover can be used only without any conditions. Please remove the conditions from the request body or the query parameter 'lazy'.",
    );
  const when = hasConditions ? "on a data stream with no conditions" : "on a data stream";
  throw illegalArgument(`Lazy rollover can be applied only ${when}. Please remove the query parameter 'lazy'.`);
}
