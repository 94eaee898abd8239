/** `tasks.get`: one task that runs. Results are not kept, as nothing runs on behind an answer. */
import { indexNotFound } from "../../cluster/index-expressions.ts";
import { RequestError } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { systemClock } from "../../core/clock.ts";
import { taskInfo } from "../../tasks/task-info.ts";
import type { Operation } from "../operation.ts";
import { parseTaskId, waitingTime } from "../requests/task-selection.ts";

export const getTask: Operation = {
  name: "tasks.get",
  actions: ["cluster:monitor/task/get"],

  async handle({ parameters, render }, services) {
    const name = parameters["task_id"] ?? "";
    const wanted = parseTaskId(name);
    const wait = booleanParameter(parameters, "wait_for_completion", false);
    // A task stays on its node.
    booleanParameter(parameters, "follow_relocations", false);
    const timeoutMs = waitingTime(parameters);
    const task = wanted.node === services.info.id ? services.tasks.get(wanted.id) : undefined;
    if (!task) throw taskNotFound(name, wanted.node === services.info.id ? undefined : wanted.node);
    const completed = wait && (await services.tasks.ended([task], timeoutMs));
    if (wait && !completed)
      throw new RequestError(500, "timeout_exception", `Timed out waiting for completion of task [${name}]`);
    return {
      status: 200,
      body: { completed, task: taskInfo(services.info.id, task, { detailed: true, human: render.human }, systemClock) },
    };
  },
};

function taskNotFound(name: string, otherNode: string | undefined): RequestError {
  const index = indexNotFound(".tasks");
  const gone = new RequestError(
    404,
    "resource_not_found_exception",
    `task [${name}] isn't running and hasn't stored its results`,
    {
      cause: index,
      rootCauses: [index],
    },
  );
  if (otherNode === undefined) return gone;
  const reason = `task [${name}] belongs to the services [${otherNode}] which isn't part of the cluster and there is no record of the task`;
  return new RequestError(404, "resource_not_found_exception", reason, { cause: gone, rootCauses: [index] });
}
