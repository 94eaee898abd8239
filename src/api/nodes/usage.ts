/** `nodes.usage`: which operations and aggregations were asked for, and how often. */
import { readFileSync } from "node:fs";
import { illegalArgument } from "../../compat/errors.ts";
import { systemClock } from "../../core/clock.ts";
import { ownOf, put } from "../../core/names.ts";
import { onFirstUse } from "../../core/on-first-use.ts";
import { packageFile } from "../../core/package-files.ts";
import { listParameter } from "../../http/parameters.ts";
import type { RequestCount } from "../../http/request-counts.ts";
import type { Operation } from "../operation.ts";
import { nodesTogether } from "../requests/each-node.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { nodesAnswer, takesNode } from "../stats/node-header.ts";

/** By name of the operation, or by this and a path. */
const actionNames = onFirstUse(
  (): Readonly<Record<string, string>> => JSON.parse(readFileSync(packageFile("spec/rest-actions.json"), "utf8")).names,
);

export const nodesUsage: Operation = {
  name: "nodes.usage",
  actions: ["cluster:monitor/nodes/usage"],
  eachNode: nodesTogether,
  breaker: "never",

  async handle({ parameters }, services) {
    checkTimeouts(parameters);
    const wants = chosen(parameters);
    const taken = takesNode(listParameter(parameters, "node_id"), services.info);
    const counts = await services.requestCounts();
    const node = {
      timestamp: systemClock.now(),
      since: services.info.startedMs,
      ...(wants("rest_actions") ? { rest_actions: actionCounts(counts) } : {}),
      ...(wants("aggregations") ? { aggregations: byType(services.searchCounters.usage().aggregations) } : {}),
    };
    return {
      status: 200,
      body: nodesAnswer(services.cluster.state.clusterName, services.info, taken ? node : undefined),
    };
  },
};

/** Whether a metric is asked for. Names that nobody knows ask for nothing, as in Elasticsearch. */
function chosen(parameters: Readonly<Record<string, string>>): (metric: string) => boolean {
  const metrics = listParameter(parameters, "metric") ?? ["_all"];
  const isAll = metrics.includes("_all");
  if (isAll && metrics.length > 1) {
    const path = ["/_nodes", parameters["node_id"], "usage", parameters["metric"]];
    const uri = path.filter((part) => part !== undefined).join("/");
    throw illegalArgument(`request [${uri}] contains _all and individual metrics [${parameters["metric"]}]`);
  }
  return (metric) => isAll || metrics.includes(metric);
}

/** Requests by the names of Elasticsearch's handlers; several operations may be one of these. */
function actionCounts(counts: readonly RequestCount[]): object {
  const sums: Record<string, number> = {};
  for (const { operation, path, requests } of counts) {
    if (requests.count === 0) continue;
    const name = actionName(operation, path);
    put(sums, name, (ownOf(sums, name) ?? 0) + requests.count);
  }
  return sums;
}

function actionName(operation: string, path: string): string {
  const names = actionNames();
  const known = ownOf(names, `${operation} ${path}`) ?? ownOf(names, operation);
  return known ?? `${operation.replaceAll(".", "_")}_action`;
}

/** `{terms: {keyword: 3}}` of `terms/keyword: 3`. */
function byType(counts: ReadonlyMap<string, number>): object {
  const shown: Record<string, Record<string, number>> = {};
  for (const [used, count] of counts) {
    const [name = "", type = ""] = used.split("/");
    const types = ownOf(shown, name) ?? {};
    put(types, type, count);
    put(shown, name, types);
  }
  return shown;
}
