/**
 * An operation as the pipeline of requests runs it: its traits looked up, its handler with its services.
 */
import type { HandledOperation } from "../../http/elasticsearch-dialect.ts";
import { neededRights } from "../../security/authorizer.ts";
import type { Operation, Services } from "../operation.ts";

export function handledOperation(operation: Operation, services: Services): HandledOperation {
  const {
    name,
    audit,
    cancellable = false,
    outlivesClient = false,
    answersAtOnce = false,
    breaker,
    deprecated,
  } = operation;
  const rights = neededRights(operation);
  return {
    name,
    action: rights.action,
    rights,
    cancellable,
    outlivesClient,
    answersAtOnce,
    isAlwaysServed: breaker === "never",
    isAudited: audit === "told",
    deprecated,
    handle: (request) => operation.handle(request, services),
  };
}
