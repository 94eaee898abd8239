/**
 * An operation as the pipeline of requests runs it: its traits looked up, its handler with its services and its trail.
 */
import type { HandledOperation } from "../../http/elasticsearch-dialect.ts";
import type { EventTrail } from "../../identity/events/event-trail.ts";
import { neededRights } from "../../security/authorizer.ts";
import { telling } from "../audit/administration.ts";
import type { Operation, Services } from "../operation.ts";

/** `trail`: who hears of what is administered; absent: nobody. */
export function handledOperation(operation: Operation, services: Services, trail?: EventTrail): HandledOperation {
  const { name, audit, cancellable = false, breaker, deprecated } = operation;
  const rights = neededRights(operation);
  const handle: HandledOperation["handle"] =
    trail && audit === "administration"
      ? telling(operation, services, trail)
      : (request) => operation.handle(request, services);
  return {
    name,
    action: rights.action,
    rights,
    cancellable,
    isAlwaysServed: breaker === "never",
    isAudited: audit === "administration" || audit === "records",
    deprecated,
    handle,
  };
}
