/** `tasks.list`: what runs. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Services, Operation, OperationRequest } from "../operation.ts";
import { tasksTogether } from "../requests/each-node.ts";
import type { Task } from "../../tasks/task.ts";
import { groupedTasks, selectedTasks, waitingTime } from "../requests/task-selection.ts";

export const listTasks: Operation = {
  name: "tasks.list",
  actions: ["cluster:monitor/tasks/lists"],
  eachNode: tasksTogether,
  breaker: "never",

  async handle(request, services) {
    const { parameters, render } = request;
    const view = { detailed: booleanParameter(parameters, "detailed", false), human: render.human };
    const tasks = await awaitedTasks(request, services);
    return { status: 200, body: groupedTasks(services.info, tasks, parameters["group_by"] ?? "nodes", view) };
  },
};

/** The selected tasks; with `wait_for_completion` once they are over, or the time is. */
export async function awaitedTasks(request: OperationRequest, services: Services): Promise<Task[]> {
  const { parameters } = request;
  const timeoutMs = waitingTime(parameters);
  const tasks = selectedTasks(services, parameters);
  if (!booleanParameter(parameters, "wait_for_completion", false)) return tasks;
  // A list does not wait for itself or for other lists, which may wait for this one.
  const own = request.task.action;
  await services.tasks.ended(
    tasks.filter(({ action }) => action !== own),
    timeoutMs,
  );
  return tasks;
}
