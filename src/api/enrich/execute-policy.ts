/** `enrich.execute_policy`: reads the sources of a policy, for its processors from now on. */
import { booleanParameter } from "../../http/parameters.ts";
import { taskId } from "../../tasks/task-info.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { executePolicy as execute } from "../requests/enrich/execute-policy.ts";
import { keptPolicy, policyNotFound } from "../requests/enrich/policies.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

const COMPLETE = { status: { phase: "COMPLETE" } };

export const executePolicy: Operation = {
  name: "enrich.execute_policy",
  actions: ["cluster:admin/xpack/enrich/execute"],
  audit: "told",
  cancellable: true,
  outlivesClient: true,

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const { name = "" } = request.parameters;
    const waits = booleanParameter(request.parameters, "wait_for_completion", true);
    if (!keptPolicy(services.cluster.state, name)) throw policyNotFound(name, "does not exist");
    const source = changeSource(executePolicy.name, request);
    if (waits) {
      await execute(services, name, { task: request.task, source });
      return { status: 200, body: COMPLETE };
    }
    const task = services.detached.begin(request.task.like(undefined), async (own) => {
      await execute(services, name, { task: own, source });
      return { phase: "COMPLETE" };
    });
    return { status: 200, body: { task: taskId(services.tasks.nodeId, task) } };
  },
};
