/** `cluster.health`: how well the indices are, waiting for a state if asked to; 408 when it does not come. */
import { setTimeout as sleep } from "node:timers/promises";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { booleanParameter } from "../../http/parameters.ts";
import {
  HEALTH_ORDER,
  type HealthStatus,
  type IndexHealth,
  indexHealth,
  shardCounts,
  worst,
} from "../stats/index-health.ts";
import { EVERY_INDEX, indexOptions } from "../targets/index-options.ts";
import type { Services, Operation, OperationRequest } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { activeShardCount } from "../targets/write-parameters.ts";
import { delayedUntil } from "../../cluster/allocation/allocate.ts";
import { systemClock } from "../../core/clock.ts";
import { ownOf } from "../../core/names.ts";
import { nodeCount } from "../stats/shown-nodes.ts";
import { nodeCountTest } from "../stats/node-count.ts";

const POLL_MS = 20;
const LEVELS = ["cluster", "indices", "shards"];
const PRIORITIES = ["immediate", "urgent", "high", "normal", "low", "languid"];

/** What must hold before the answer. */
type Condition = (indices: readonly IndexHealth[], missing: boolean) => boolean;

export const health: Operation = {
  name: "cluster.health",
  actions: ["cluster:monitor/health"],
  // Here it still says something.
  deprecated: { local: null },
  breaker: "never",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    booleanParameter(parameters, "local", false);
    const level = parameters["level"] ?? "cluster";
    if (!LEVELS.includes(level))
      throw illegalArgument(`level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`);
    const conditions = conditionsOf(parameters, services);
    let gone = false;
    request.onGone(() => {
      gone = true;
    });
    const deadlineMs = performance.now() + parseTimeMs(parameters["timeout"] ?? "30s", "timeout");
    for (;;) {
      const { indices, missing } = await look(request, services);
      const done = !missing && conditions.every((condition) => condition(indices, missing));
      const late = performance.now() >= deadlineMs;
      if (done || late || gone) {
        const body = answer(services, indices, { timedOut: !done, missing, level });
        return { status: done ? 200 : 408, body };
      }
      await sleep(POLL_MS);
    }
  },
};

/** The indices named, and whether one of them is not there (yet). */
async function look(
  request: OperationRequest,
  services: Services,
): Promise<{ indices: IndexHealth[]; missing: boolean }> {
  const options = indexOptions(request.parameters, EVERY_INDEX);
  try {
    const resolved = visibleIndices(services, request.principal, request.parameters["index"], options, "monitor");
    return {
      indices: indexHealth(
        services,
        resolved.map(({ metadata }) => metadata),
      ),
      missing: false,
    };
  } catch (error) {
    if (error instanceof RequestError && error.type === "index_not_found_exception")
      return { indices: [], missing: true };
    throw error;
  }
}

function conditionsOf(parameters: Readonly<Record<string, string>>, services: Services): Condition[] {
  const conditions: Condition[] = [];
  const {
    wait_for_status: status,
    wait_for_nodes: nodes,
    wait_for_events: events,
    wait_for_active_shards: shards,
  } = parameters;
  if (status !== undefined) {
    const wanted = HEALTH_ORDER.indexOf(status.toLowerCase() as HealthStatus);
    if (wanted < 0)
      throw illegalArgument(
        `No enum constant org.elasticsearch.cluster.health.ClusterHealthStatus.${status.toUpperCase()}`,
      );
    conditions.push((indices) => HEALTH_ORDER.indexOf(worst(indices.map((index) => index.status))) <= wanted);
  }
  if (nodes !== undefined) {
    const test = nodeCountTest(nodes);
    conditions.push(() => test(nodeCount(services)));
  }
  if (events !== undefined && !PRIORITIES.includes(events.toLowerCase())) {
    throw illegalArgument(`No enum constant org.elasticsearch.common.Priority.${events.toUpperCase()}`);
  }
  const wanted = shards === undefined ? 0 : activeShardCount(shards);
  if (wanted === "all")
    conditions.push((indices) => indices.every((index) => shardCounts(index.shards).unassigned === 0));
  else if (wanted > 0)
    conditions.push((indices) => shardCounts(indices.flatMap((index) => index.shards)).active >= wanted);
  // Nothing ever moves, so there is nothing relocating to wait for.
  booleanParameter(parameters, "wait_for_no_relocating_shards", false);
  if (booleanParameter(parameters, "wait_for_no_initializing_shards", false)) {
    conditions.push((indices) => indices.every((index) => shardCounts(index.shards).initializing === 0));
  }
  return conditions;
}

function answer(
  services: Services,
  indices: readonly IndexHealth[],
  how: { timedOut: boolean; missing: boolean; level: string },
): object {
  const counts = shardCounts(indices.flatMap((index) => index.shards));
  const all = counts.active + counts.initializing + counts.unassigned;
  return {
    cluster_name: services.cluster.state.clusterName,
    status: how.missing ? "red" : worst(indices.map((index) => index.status)),
    timed_out: how.timedOut,
    number_of_nodes: nodeCount(services),
    number_of_data_nodes: nodeCount(services),
    active_primary_shards: counts.activePrimaries,
    active_shards: counts.active,
    relocating_shards: 0,
    initializing_shards: counts.initializing,
    unassigned_shards: counts.unassigned,
    unassigned_primary_shards: counts.unassignedPrimaries,
    delayed_unassigned_shards: delayedCopies(services, indices),
    number_of_pending_tasks: 0,
    number_of_in_flight_fetch: 0,
    task_max_waiting_in_queue_millis: 0,
    active_shards_percent_as_number: all === 0 ? 100 : (counts.active / all) * 100,
    indices:
      how.level === "cluster"
        ? undefined
        : Object.fromEntries(indices.map((index) => [index.metadata.name, indexAnswer(index, how.level === "shards")])),
  };
}

/** Copies that wait for the node that had them. */
function delayedCopies({ cluster: { state } }: Services, indices: readonly IndexHealth[]): number {
  const now = systemClock.now();
  return indices.reduce((sum, { metadata }) => {
    const shards = ownOf(state.routing ?? {}, metadata.uuid) ?? [];
    const delayed = shards.flatMap(({ replicas }) =>
      replicas.filter((copy) => (delayedUntil(metadata, copy) ?? 0) > now),
    );
    return sum + delayed.length;
  }, 0);
}

function indexAnswer(index: IndexHealth, withShards: boolean): object {
  const counts = shardCounts(index.shards);
  const copies = (shards: typeof counts): object => ({
    active_shards: shards.active,
    relocating_shards: 0,
    initializing_shards: shards.initializing,
    unassigned_shards: shards.unassigned,
    unassigned_primary_shards: shards.unassignedPrimaries,
  });
  return {
    status: index.status,
    number_of_shards: index.metadata.numberOfShards,
    number_of_replicas: index.metadata.numberOfReplicas,
    active_primary_shards: counts.activePrimaries,
    ...copies(counts),
    shards: withShards
      ? Object.fromEntries(
          index.shards.map((shard) => [
            String(shard.shard),
            { status: shard.status, primary_active: shard.primaryActive, ...copies(shardCounts([shard])) },
          ]),
        )
      : undefined,
  };
}
