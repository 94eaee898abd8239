/** `delete_by_query`: deletes what a query matches. */
import type { JsonObject } from "../core/json.ts";
import { taskId } from "../tasks/task-info.ts";
import type { Operation } from "./operation.ts";
import { readByQueryRequest } from "./requests/by-query/by-query-request.ts";
import { outcomeBody, outcomeStatus, runByQuery } from "./requests/by-query/run-by-query.ts";

export const deleteByQuery: Operation = {
  name: "delete_by_query",
  actions: ["indices:data/write/delete/byquery"],
  cancellable: true,
  outlivesClient: true,

  async handle(request, services) {
    const asked = await readByQueryRequest(request);
    const description = `delete-by-query [${(request.parameters["index"] ?? "").split(",").join(", ")}]`;
    request.task.description = description;
    if (!asked.waitForCompletion) {
      const task = services.detached.begin(request.task.like(undefined), async (own) => {
        const outcome = await runByQuery(request, services, asked, own);
        return outcomeBody(outcome, { whole: true, human: true }) as JsonObject;
      });
      return { status: 200, body: { task: taskId(services.info.id, task) } };
    }
    const outcome = await runByQuery(request, services, asked, request.task);
    const view = { whole: false, human: request.render.human };
    return { status: outcomeStatus(outcome), body: outcomeBody(outcome, view) };
  },
};
