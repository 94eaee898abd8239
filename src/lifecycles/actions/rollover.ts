import { clusterSetting } from "../../cluster/cluster-settings.ts";
import {
  planRollover,
  rollover,
  type RolloverCondition,
  type RolloverRequest,
} from "../../cluster/changes/rollover.ts";
import { streamOf, takesWrites } from "../../cluster/data-streams/data-stream.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { parseBytes, parseTimeMs } from "../../compat/time-value.ts";
import type { JsonObject } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
import { ownOf } from "../../core/names.ts";
import { changedSettings } from "../shared-steps.ts";
import { done, type LifecycleAction, passing, type StepContext, type StepResult } from "../step.ts";

/** Above this a shard is too large, whatever a policy says. */
const MOST_SHARD_DOCS = 200_000_000;
const ALIAS = "index.lifecycle.rollover_alias";
const COMPLETE = "index.lifecycle.indexing_complete";

/** Gives the alias or data stream of an index a new one when it is large or old enough. */
export const rolloverAction: LifecycleAction = {
  name: "rollover",
  steps: (options) => [
    { name: "check-rollover-ready", polled: true, run: (context) => whenReady(context, options) },
    { name: "attempt-rollover", run: rolledOver },
    ...passing("wait-for-active-shards"),
    {
      name: "update-rollover-lifecycle-date",
      run: ({ record, nowMs }) => ({ kind: "done", record: { lifecycleMs: record.rolledMs ?? nowMs } }),
    },
    { name: "set-indexing-complete", run: ({ index }) => done(changedSettings(index, { [COMPLETE]: "true" })) },
  ],
};

async function whenReady(context: StepContext, options: JsonObject): Promise<StepResult> {
  const { index, state, node, nowMs } = context;
  const target = targetOf(context);
  if (target === undefined) return done();
  const onlyWithDocuments = clusterSetting(state, "indices.lifecycle.rollover.only_if_has_documents") !== "false";
  const conditions = conditionsOf(options, onlyWithDocuments);
  const measures = { uuid: index.uuid, values: await node.measures(index) };
  const { isMet } = planRollover(state, requestFor(target, conditions, measures), nowMs);
  return isMet ? done() : { kind: "waits" };
}

/** The change comes with the note that the step is done, so that nothing is rolled over twice. */
function rolledOver(context: StepContext): StepResult {
  const target = targetOf(context);
  if (target === undefined) return done();
  return {
    kind: "done",
    changes: [rollover(requestFor(target, [], undefined))],
    record: { rolledMs: context.nowMs },
  };
}

/** What is rolled over; undefined: it was already. Throws what Elasticsearch finds wrong. */
function targetOf({ index, record }: StepContext): string | undefined {
  const stream = streamOf(index);
  if (stream !== undefined) return takesWrites(index) ? stream : undefined;
  const alias = index.settings[ALIAS];
  if (typeof alias !== "string" || alias === "")
    throw illegalArgument(`setting [${ALIAS}] for index [${index.name}] is empty or not defined`);
  if (record.rolledMs !== undefined) return undefined;
  const own = ownOf(index.aliases, alias);
  if (index.settings[COMPLETE] === "true") {
    if (own?.is_write_index !== true) return undefined;
    throw new RequestError(
      500,
      "illegal_state_exception",
      `index [${index.name}] has [${COMPLETE}] set to [true], but is still the write index for alias [${alias}]`,
    );
  }
  if (!own) throw illegalArgument(`${ALIAS} [${alias}] does not point to index [${index.name}]`);
  if (own.is_write_index === false)
    throw illegalArgument(`index [${index.name}] is not the write index for alias [${alias}]`);
  return alias;
}

function requestFor(
  alias: string,
  conditions: readonly RolloverCondition[],
  measures: RolloverRequest["measures"],
): RolloverRequest {
  return { alias, newIndex: undefined, creation: { settings: {}, mappings: {}, aliases: {} }, conditions, measures };
}

function conditionsOf(options: JsonObject, onlyWithDocuments: boolean): RolloverCondition[] {
  const given = Object.entries(options).map(([name, value]): [string, number] => [
    name,
    valueOf(name, valueText(value)),
  ]);
  const asked = Object.fromEntries(given);
  if (onlyWithDocuments && asked["min_docs"] === undefined && asked["min_primary_shard_docs"] === undefined)
    asked["min_docs"] = 1;
  asked["max_primary_shard_docs"] = Math.min(asked["max_primary_shard_docs"] ?? MOST_SHARD_DOCS, MOST_SHARD_DOCS);
  return Object.entries(asked).map(([name, value]) => ({ name, text: name, value }));
}

function valueOf(name: string, text: string): number {
  if (name.endsWith("_docs")) return Number(text);
  return name.endsWith("_age") ? parseTimeMs(text, name) : parseBytes(text, name);
}
