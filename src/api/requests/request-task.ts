/** Requests as tasks: each is one from when its operation is known until its answer is there. */
import { operationActions } from "../../security/operation-actions.ts";
import type { HttpRequest } from "../../http/exchange.ts";
import type { TaskManager } from "../../tasks/task-manager.ts";
import type { TaskStart } from "../../tasks/task.ts";
import type { OperationRequest, OperationResponse } from "../operation.ts";

/** Operations that run on search threads, which look for a cancellation between their steps. */
const CANCELLABLE: ReadonlySet<string> = new Set([
  "search",
  "msearch",
  "count",
  "explain",
  "field_caps",
  "indices.analyze",
  "indices.validate_query",
  "cat.count",
]);

const NO_HEADERS: TaskStart["headers"] = {};

/** A handler whose requests are tasks. */
export function asTask(
  operation: string,
  tasks: TaskManager,
  handle: (request: OperationRequest) => Promise<OperationResponse>,
): (request: HttpRequest) => Promise<OperationResponse> {
  const action = operationActions.get(operation)?.[0] ?? operation;
  const cancellable = CANCELLABLE.has(operation);
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
