/** `ilm.explain_lifecycle`: how far indices are in their lifecycles. */
import type { ClusterState, IndexMetadata } from "../../cluster/cluster-state.ts";
import { humanAge } from "../../compat/human-size.ts";
import { systemClock } from "../../core/clock.ts";
import type { JsonObject } from "../../core/json.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { ERROR, type ExecutionRecord, recordOf } from "../../lifecycles/execution-record.ts";
import { originationMs } from "../../lifecycles/origination-date.ts";
import { policyNameOf, policyOf } from "../../lifecycles/policy.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { DESCRIBED_INDICES } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const explainLifecycle: Operation = {
  name: "ilm.explain_lifecycle",
  actions: ["indices:admin/ilm/explain"],

  async handle({ parameters, principal }, services) {
    checkTimeouts(parameters);
    const onlyErrors = booleanParameter(parameters, "only_errors", false);
    const onlyManaged = booleanParameter(parameters, "only_managed", false);
    const human = booleanParameter(parameters, "human", false);
    const privileges = ["view_index_metadata", "manage_ilm"];
    const found = visibleIndices(services, principal, parameters["index"], DESCRIBED_INDICES, ...privileges);
    for (const { metadata } of found) await services.indexLifecycles.begin(metadata);
    const { state } = services.cluster;
    const shown = found.flatMap(({ metadata }): [string, object][] => {
      const policy = policyNameOf(metadata);
      const record = recordOf(state, metadata);
      const isKnown = policy !== undefined && policyOf(state, policy) !== undefined;
      if ((onlyManaged || onlyErrors) && policy === undefined) return [];
      if (onlyErrors && isKnown && record?.step !== ERROR) return [];
      return [[metadata.name, explained(state, metadata, human)]];
    });
    return { status: 200, body: { indices: Object.fromEntries(shown) } };
  },
};

function explained(state: ClusterState, index: IndexMetadata, human: boolean): object {
  const policy = policyNameOf(index);
  if (policy === undefined) return { index: index.name, managed: false };
  const nowMs = systemClock.now();
  const record = recordOf(state, index);
  const date = (name: string, ms: number): object => ({
    ...(human ? { [name]: new Date(ms).toISOString() } : {}),
    [`${name}_millis`]: ms,
  });
  const stepInfo = policyOf(state, policy)
    ? record?.stepInfo
    : { type: "illegal_argument_exception", reason: `policy [${policy}] does not exist` };
  return {
    index: index.name,
    managed: true,
    policy,
    ...date("index_creation_date", index.creationDateMs),
    time_since_index_creation: humanAge(Math.max(0, nowMs - index.creationDateMs)),
    ...(record ? standing(index, record, { nowMs, date }) : {}),
    ...(stepInfo ? { step_info: stepInfo } : {}),
    ...(record?.previousStepInfo ? { previous_step_info: record.previousStepInfo } : {}),
    ...(record?.phaseDefinition ? { phase_execution: shownDefinition(record.phaseDefinition, human) } : {}),
    skip: index.settings["index.lifecycle.skip"] === "true",
  };
}

function standing(
  index: IndexMetadata,
  record: ExecutionRecord,
  { nowMs, date }: { nowMs: number; date: (name: string, ms: number) => object },
): object {
  const { phase, action, step, failedStep, isAutoRetryable, retryCount, shrinkIndexName } = record;
  const sinceMs = agedFrom(index, record);
  return {
    ...date("lifecycle_date", sinceMs),
    age: humanAge(Math.max(0, nowMs - sinceMs)),
    phase,
    ...date("phase_time", record.phaseMs),
    action,
    ...date("action_time", record.actionMs),
    step,
    ...date("step_time", record.stepMs),
    ...(failedStep === undefined ? {} : { failed_step: failedStep }),
    ...(isAutoRetryable === undefined ? {} : { is_auto_retryable_error: isAutoRetryable }),
    ...(retryCount === undefined ? {} : { failed_step_retry_count: retryCount }),
    ...(shrinkIndexName === undefined ? {} : { shrink_index_name: shrinkIndexName }),
  };
}

/** A name without the date that it is to have is told as an error of the first step. */
function agedFrom(index: IndexMetadata, { lifecycleMs, failedStep, phase }: ExecutionRecord): number {
  return failedStep !== undefined && phase === "new" ? lifecycleMs : (originationMs(index) ?? lifecycleMs);
}

function shownDefinition(definition: JsonObject, human: boolean): object {
  const modified = Number(definition["modified_date_in_millis"]);
  const { modified_date_in_millis: _last, ...rest } = definition;
  const text = human ? { modified_date: new Date(modified).toISOString() } : {};
  return { ...rest, ...text, modified_date_in_millis: modified };
}
