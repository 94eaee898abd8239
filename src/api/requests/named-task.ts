/** The task that a request names, or what the only node says where it cannot be had. */
import { errorBody, RequestError } from "../../compat/errors.ts";
import type { Task } from "../../tasks/task.ts";
import type { Services } from "../operation.ts";
import { parseTaskId } from "./task-selection.ts";

/** What a request says of tasks that it cannot work on. */
export interface TaskRefusals {
  readonly absent: (name: string) => RequestError;
  /** Undefined: the task is of the right kind. */
  readonly refused: (name: string, task: Task) => RequestError | undefined;
}

/** `failure` stands among the answer's `node_failures`. Throws 400 for a name that is none. */
export function namedTask(
  { info, tasks }: Services,
  name: string,
  { absent, refused }: TaskRefusals,
): { readonly task: Task } | { readonly failure: object } {
  const { node, id } = parseTaskId(name);
  if (node !== info.id) {
    const details = { node_id: node };
    return nodeFailure(node, new RequestError(500, "no_such_node_exception", `No such node [${node}]`, { details }));
  }
  const task = tasks.get(id);
  const refusal = task ? refused(name, task) : absent(name);
  return task && !refusal ? { task } : nodeFailure(node, refusal);
}

function nodeFailure(id: string, cause: RequestError | undefined): { readonly failure: object } {
  const more = { details: { node_id: id }, cause };
  return { failure: errorBody(new RequestError(500, "failed_node_exception", `Failed node [${id}]`, more)) };
}
