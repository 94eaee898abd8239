/** `tasks.cancel`: tells tasks to stop, and all that is a part of them. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { askNode, nodeElsewhere, onEachNode, tasksTogether } from "../requests/each-node.ts";
import type { Operation } from "../operation.ts";
import { namedTask, type TaskRefusals } from "../requests/named-task.ts";
import { groupedTasks, parseTaskId, selectedTasks } from "../requests/task-selection.ts";

/** Longest time to wait for a cancelled task to end: it looks for a cancellation every few milliseconds. */
const WAIT_MS = 60_000;

const REASON = "by user request";

export const cancelTasks: Operation = {
  name: "tasks.cancel",
  actions: ["cluster:admin/tasks/cancel"],
  audit: "nothing",
  breaker: "never",
  eachNode: "asked",

  async handle(request, services) {
    const { parameters, render } = request;
    const name = parameters["task_id"];
    if (services.others && !name) return onEachNode(cancelTasks, tasksTogether, { request, services });
    const elsewhere = name ? nodeElsewhere(services, parseTaskId(name).node) : undefined;
    if (elsewhere) return askNode(cancelTasks, elsewhere, { request, services, parameters });
    const wait = booleanParameter(parameters, "wait_for_completion", false);
    const found = name ? namedTask(services, name, REFUSALS) : undefined;
    if (found && "failure" in found) return { status: 200, body: { node_failures: [found.failure], nodes: {} } };
    const tasks = found ? [found.task] : selectedTasks(services, parameters).filter(({ cancellable }) => cancellable);
    for (const task of tasks) services.tasks.cancel(task, REASON);
    if (wait) await services.tasks.ended(tasks, WAIT_MS);
    return {
      status: 200,
      body: groupedTasks(services.info, tasks, "nodes", { detailed: false, human: render.human }),
    };
  },
};

const REFUSALS: TaskRefusals = {
  absent: (name) => new RequestError(404, "resource_not_found_exception", `task [${name}] is not found`),
  refused: (name, { cancellable }) =>
    cancellable ? undefined : illegalArgument(`task [${name}] doesn't support this operation`),
};
