/** How fast work by query goes from now on. */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import type { Operation } from "../../operation.ts";
import { namedTask, type TaskRefusals } from "../named-task.ts";
import { groupedTasks } from "../task-selection.ts";
import { requestsPerSecondOf } from "./by-query-request.ts";

/** The operation of a name; each of them takes the tasks of all. */
export function rethrottleOperation(name: string): Operation {
  return {
    name,
    actions: ["cluster:admin/reindex/rethrottle"],
    audit: "nothing",

    async handle({ parameters, render }, services) {
      const requestsPerSecond = requestsPerSecondOf(parameters);
      const found = namedTask(services, parameters["task_id"] ?? "", REFUSALS);
      if (requestsPerSecond === undefined) throw illegalArgument("requests_per_second is a required parameter");
      if ("failure" in found) return { status: 200, body: { node_failures: [found.failure], nodes: {} } };
      found.task.rethrottle?.(requestsPerSecond);
      const view = { detailed: true, human: render.human };
      return { status: 200, body: groupedTasks(services.info, [found.task], parameters["group_by"] ?? "nodes", view) };
    },
  };
}

const REFUSALS: TaskRefusals = {
  absent: (name) => new RequestError(404, "resource_not_found_exception", `task [${name}] is missing`),
  refused: (name, task) =>
    task.rethrottle
      ? undefined
      : new RequestError(404, "resource_not_found_exception", `task [${name}] doesn't support this operation`),
};
