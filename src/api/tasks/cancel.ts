/** `tasks.cancel`: tells tasks to stop, and all that is a part of them. */
import { errorBody, illegalArgument, RequestError } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Services, Operation } from "../operation.ts";
import type { Task } from "../../tasks/task.ts";
import { groupedTasks, parseTaskId, selectedTasks } from "../requests/task-selection.ts";

/** Longest time to wait for a cancelled task to end: it looks for a cancellation every few milliseconds. */
const WAIT_MS = 60_000;

const REASON = "by user request";

export const cancelTasks: Operation = {
  name: "tasks.cancel",
  actions: ["cluster:admin/tasks/cancel"],
  audit: "nothing",
  breaker: "never",

  async handle({ parameters, render }, services) {
    const wait = booleanParameter(parameters, "wait_for_completion", false);
    const name = parameters["task_id"];
    const found =
      name === undefined || name === ""
        ? { tasks: selectedTasks(services, parameters).filter(({ cancellable }) => cancellable) }
        : taskNamed(services, name);
    if ("failure" in found) return { status: 200, body: { node_failures: [found.failure], nodes: {} } };
    for (const task of found.tasks) services.tasks.cancel(task, REASON);
    if (wait) await services.tasks.ended(found.tasks, WAIT_MS);
    return {
      status: 200,
      body: groupedTasks(services.info, found.tasks, "nodes", { detailed: false, human: render.human }),
    };
  },
};

/** The task of an id, or what the only node says to it. */
function taskNamed(services: Services, name: string): { tasks: readonly Task[] } | { failure: object } {
  const wanted = parseTaskId(name);
  if (wanted.node !== services.info.id) {
    const cause = new RequestError(500, "no_such_node_exception", `No such node [${wanted.node}]`, {
      details: { node_id: wanted.node },
    });
    return { failure: nodeFailure(wanted.node, cause) };
  }
  const task = services.tasks.get(wanted.id);
  if (!task)
    return {
      failure: nodeFailure(
        services.info.id,
        new RequestError(404, "resource_not_found_exception", `task [${name}] is not found`),
      ),
    };
  if (!task.cancellable)
    return { failure: nodeFailure(services.info.id, illegalArgument(`task [${name}] doesn't support this operation`)) };
  return { tasks: [task] };
}

function nodeFailure(id: string, cause: RequestError): object {
  return errorBody(
    new RequestError(500, "failed_node_exception", `Failed node [${id}]`, { details: { node_id: id }, cause }),
  );
}
