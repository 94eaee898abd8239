/** `delete_by_query_rethrottle`: how fast a delete by query goes from now on. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { Operation } from "./operation.ts";
import { requestsPerSecondOf } from "./requests/by-query/by-query-request.ts";
import { namedTask, type TaskRefusals } from "./requests/named-task.ts";
import { groupedTasks } from "./requests/task-selection.ts";

export const deleteByQueryRethrottle: Operation = {
  name: "delete_by_query_rethrottle",
  actions: ["cluster:admin/reindex/rethrottle"],
  audit: "nothing",

  async handle({ parameters, render }, services) {
    const requestsPerSecond = requestsPerSecondOf(parameters);
    const found = namedTask(services, parameters["task_id"] ?? "", REFUSALS);
    if (requestsPerSecond === undefined) throw illegalArgument("requests_per_second is a required parameter");
    if ("failure" in found) return { status: 200, body: { node_failures: [found.failure], nodes: {} } };
    found.task.rethrottle?.(requestsPerSecond);
    const view = { detailed: true, human: render.human };
    return { status: 200, body: groupedTasks(services.info, [found.task], "nodes", view) };
  },
};

const REFUSALS: TaskRefusals = {
  absent: (name) => new RequestError(404, "resource_not_found_exception", `task [${name}] is missing`),
  refused: (name, task) =>
    task.rethrottle
      ? undefined
      : new RequestError(404, "resource_not_found_exception", `task [${name}] doesn't support this operation`),
};
