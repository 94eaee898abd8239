/** `enrich.stats`: what is being executed. Tables stand in memory, so that nothing queues and nothing is cached. */
import { taskInfo } from "../../tasks/task-info.ts";
import { systemClock } from "../../core/clock.ts";
import type { Operation } from "../operation.ts";
import { executingPolicies } from "../requests/enrich/execute-policy.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const stats: Operation = {
  name: "enrich.stats",
  actions: ["cluster:monitor/xpack/enrich/stats"],

  handle(request, services) {
    checkTimeouts(request.parameters);
    const { info, tasks } = services;
    const { human } = request.render;
    const executing = [...executingPolicies(services)].map(([name, task]) => ({
      name,
      task: taskInfo(tasks.nodeId, task, { detailed: true, human }, systemClock),
    }));
    const node = { node_id: info.id };
    const body = {
      executing_policies: executing,
      coordinator_stats: [
        {
          ...node,
          queue_size: 0,
          remote_requests_current: 0,
          remote_requests_total: 0,
          executed_searches_total: 0,
        },
      ],
      cache_stats: [
        {
          ...node,
          count: 0,
          hits: 0,
          misses: 0,
          evictions: 0,
          hits_time_in_millis: 0,
          misses_time_in_millis: 0,
          size_in_bytes: 0,
        },
      ],
    };
    return { status: 200, body };
  },
};
