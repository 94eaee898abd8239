/** `tasks.get`: one task that runs, or what became of it. */
import { indexNotFound } from "../../cluster/index-expressions.ts";
import { TASKS_INDEX } from "../../cluster/system-indices.ts";
import { RequestError } from "../../compat/errors.ts";
import { humanTime } from "../../compat/human-size.ts";
import { systemClock } from "../../core/clock.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { taskInfo } from "../../tasks/task-info.ts";
import { askNode, nodeElsewhere } from "../requests/each-node.ts";
import type { Operation, Services } from "../operation.ts";
import { parseTaskId, waitingTime } from "../requests/task-selection.ts";

export const getTask: Operation = {
  name: "tasks.get",
  actions: ["cluster:monitor/task/get"],
  eachNode: "asked",

  async handle(request, services) {
    const { parameters, render } = request;
    const { info, tasks } = services;
    const name = parameters["task_id"] ?? "";
    const wanted = parseTaskId(name);
    const wait = booleanParameter(parameters, "wait_for_completion", false);
    // A task stays on its node.
    booleanParameter(parameters, "follow_relocations", false);
    const timeoutMs = waitingTime(parameters);
    const node = nodeElsewhere(services, wanted.node);
    if (node) {
      try {
        return await askNode(getTask, node, { request, services, parameters });
      } catch (error) {
        // What became of it may be known, wherever it ran.
        if (error instanceof RequestError && error.status < 500) throw error;
      }
    }
    const task = wanted.node === info.id ? tasks.get(wanted.id) : undefined;
    if (!task) {
      const kept = await services.taskStore.get(name);
      if (!kept) throw taskNotFound(services, name, wanted.node);
      return { status: 200, body: render.human ? withTimes(kept) : kept };
    }
    const completed = wait && (await tasks.ended([task], timeoutMs));
    if (wait && !completed)
      throw new RequestError(500, "timeout_exception", `Timed out waiting for completion of task [${name}]`);
    const kept = completed ? await services.taskStore.get(name) : undefined;
    if (kept) return { status: 200, body: render.human ? withTimes(kept) : kept };
    const shown = taskInfo(info.id, task, { detailed: true, human: render.human }, systemClock);
    return { status: 200, body: { completed, task: shown } };
  },
};

/** A kept result with the times of its task for people. */
function withTimes(result: JsonObject): JsonObject {
  const { task } = result;
  if (!isJsonObject(task)) return result;
  const times = {
    start_time: new Date(Number(task["start_time_in_millis"])).toISOString(),
    running_time: humanTime(Number(task["running_time_in_nanos"]) / 1e6),
  };
  return { ...result, task: { ...task, ...times } };
}

function taskNotFound({ info, taskStore }: Services, name: string, node: string): RequestError {
  const reason = `task [${name}] isn't running and hasn't stored its results`;
  const index = indexNotFound(TASKS_INDEX);
  const gone = taskStore.isThere
    ? new RequestError(404, "resource_not_found_exception", reason)
    : new RequestError(404, "resource_not_found_exception", reason, { cause: index, rootCauses: [index] });
  if (node === info.id) return gone;
  const elsewhere = `task [${name}] belongs to the node [${node}] which isn't part of the cluster and there is no record of the task`;
  return new RequestError(404, "resource_not_found_exception", elsewhere, {
    cause: gone,
    rootCauses: gone.rootCauses ?? [gone],
  });
}
