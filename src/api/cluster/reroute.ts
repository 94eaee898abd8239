/**
 * `cluster.reroute`: moves shards by hand. There is nowhere to move them, so that most commands are refused, with the
 * reason. Shards that failed are opened again: as they are, or given up in part or as a whole, where the caller accepts
 * the loss.
 */
import { raiseTerm } from "../../cluster/changes/raise-terms.ts";
import { changeSource } from "../audit/change-source.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { EVERY_INDEX } from "../targets/index-options.ts";
import type { Services, Operation, OperationRequest } from "../operation.ts";
import { optionalObject } from "../requests/request-body.ts";
import {
  type Allocation,
  parseReroute,
  planOf,
  type Refusal,
  type RerouteCommand,
} from "../requests/reroute-commands.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { stateParts } from "./state.ts";

export const reroute: Operation = {
  name: "cluster.reroute",
  actions: ["cluster:admin/reroute"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const dryRun = booleanParameter(parameters, "dry_run", false);
    const retryFailed = booleanParameter(parameters, "retry_failed", false);
    const explain = booleanParameter(parameters, "explain", false);
    const planned = parseReroute(await optionalObject(request)).map((command) => ({
      command,
      plan: planOf(command, services),
    }));
    const refusal = planned.find(({ plan }) => "reason" in plan)?.plan;
    if (refusal && "reason" in refusal && !explain) throw illegalArgument(refusal.reason);
    if (!dryRun) {
      for (const { plan } of planned) if ("mode" in plan) await allocate(plan, request, services);
      if (retryFailed) await retryAll(services);
    }
    const metrics = listParameter(parameters, "metric");
    const wants = (metric: string): boolean =>
      metrics === undefined ? metric !== "metadata" : metrics.includes("_all") || metrics.includes(metric);
    const indices = visibleIndices(services, request.principal, undefined, EVERY_INDEX, "monitor").map(
      ({ metadata }) => metadata,
    );
    const state = { cluster_uuid: services.cluster.state.clusterUuid, ...stateParts(services, indices, wants, false) };
    return {
      status: 200,
      body: {
        acknowledged: true,
        ...(metrics?.includes("none") ? {} : { state }),
        ...(explain ? { explanations: planned.map(explanationOf) } : {}),
      },
    };
  },
};

/** What is lost may have been seen: what comes instead of it gets another term. */
async function allocate(
  { metadata, shard, mode }: Allocation,
  request: OperationRequest,
  { cluster, documents }: Services,
): Promise<void> {
  await cluster.apply(changeSource(reroute.name, request), raiseTerm(metadata.name, shard));
  await documents.reopen(metadata.uuid, shard, mode);
}

/** Opens all failed shards again, as they are. */
async function retryAll({ cluster, documents, shards }: Services): Promise<void> {
  for (const { uuid, numberOfShards } of Object.values(cluster.state.indices)) {
    for (let shard = 0; shard < numberOfShards; shard++)
      if (shards.state(uuid, shard) === "UNASSIGNED") await documents.reopen(uuid, shard, "retry");
  }
}

function explanationOf({ command, plan }: { command: RerouteCommand; plan: Refusal | Allocation }): object {
  const decision =
    "mode" in plan
      ? { decider: `${command.name} (allocation command)`, decision: "YES", explanation: "ignore deciders" }
      : { decider: plan.decider, decision: "NO", explanation: plan.explanation };
  return { command: command.name, parameters: command.parameters, decisions: [decision] };
}
