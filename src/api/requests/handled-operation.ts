/**
 * An operation as the protocol calls it: its traits looked up, its handler with its services, its task and its trail.
 */
import type { HandledOperation } from "../../http/protocol.ts";
import type { EventTrail } from "../../identity/events/event-trail.ts";
import { neededRights } from "../../security/authorizer.ts";
import { audited } from "../audit/administration.ts";
import { asTask } from "./request-task.ts";
import type { Operation, Services } from "../operation.ts";

/** `trail`: who hears of what is administered; absent: nobody. */
export function handledOperation(operation: Operation, services: Services, trail?: EventTrail): HandledOperation {
  const rights = neededRights(operation);
  const task = { action: rights.action, cancellable: operation.cancellable === true };
  return {
    name: operation.name,
    rights,
    isAlwaysServed: operation.breaker === "never",
    deprecated: operation.deprecated,
    handle: asTask(task, services.tasks, audited(operation, services, trail)),
  };
}
