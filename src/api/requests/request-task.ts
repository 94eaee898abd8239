/** Requests as tasks: each is one from when its operation is known until its answer is there. */
import type { HttpRequest } from "../../http/exchange.ts";
import type { TaskManager } from "../../tasks/task-manager.ts";
import type { TaskStart } from "../../tasks/task.ts";
import type { OperationRequest, OperationResponse } from "../operation.ts";

const NO_HEADERS: TaskStart["headers"] = {};

/** A handler whose requests are tasks of a kind. */
export function asTask(
  { action, cancellable }: Pick<TaskStart, "action" | "cancellable">,
  tasks: TaskManager,
  handle: (request: OperationRequest) => Promise<OperationResponse>,
): (request: HttpRequest) => Promise<OperationResponse> {
  return (request) => {
    const start: TaskStart = {
      type: "transport",
      action,
      description: descriptionOf(request),
      headers: request.opaqueId === undefined ? NO_HEADERS : { "X-Opaque-Id": request.opaqueId },
      cancellable,
    };
    // The request is nobody else's, and a copy of it for each would cost more than all the rest.
    return tasks.run(start, (task) => handle(Object.assign(request, { task })));
  };
}

/** The indices that a request is about; empty for others. */
function descriptionOf({ parameters }: HttpRequest): string {
  return parameters["index"] === undefined ? "" : `indices[${parameters["index"]}]`;
}
