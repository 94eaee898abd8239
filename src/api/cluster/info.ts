/** `cluster.info`: statistics of all nodes together, which are those of this one. */
import { systemClock } from "../../core/clock.ts";
import { put } from "../../core/names.ts";
import type { Operation } from "../operation.ts";
import { humanized } from "../requests/humanize.ts";
import { chosenMetrics } from "../requests/metric-list.ts";
import { statsSections } from "../stats/stats-sections.ts";

const TARGETS = ["http", "ingest", "script", "thread_pool"];

export const clusterInfo: Operation = {
  name: "cluster.info",
  actions: ["cluster:monitor/nodes/stats"],
  breaker: "never",

  async handle(request, services) {
    const { target = "" } = request.parameters;
    const chosen = chosenMetrics(target, TARGETS, `/_info/${target}`, "target");
    const input = { services, now: systemClock.now(), measured: services.info.measure() };
    const body: Record<string, unknown> = { cluster_name: services.cluster.state.clusterName };
    for (const { metric, key, read } of statsSections)
      if (chosen ? chosen.has(metric) : TARGETS.includes(metric)) put(body, key, await read(input));
    return { status: 200, body: humanized(body, request.render.human) };
  },
};
