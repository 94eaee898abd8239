/**
 * An operation as the pipeline of requests runs it: its traits looked up, its handler with its services.
 */
import { parseTimeMs } from "../../compat/time-value.ts";
import { ownOf } from "../../core/names.ts";
import type { HandledOperation } from "../../http/elasticsearch-dialect.ts";
import { neededRights } from "../../security/authorizer.ts";
import { onEachNode } from "./each-node.ts";
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
    eachNode,
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
    handle: (request) => {
      const able = patient(services, request.parameters);
      if (eachNode === undefined || eachNode === "asked" || !able.others) return operation.handle(request, able);
      return onEachNode(operation, eachNode, { request, services: able });
    },
  };
}

/** Where the state is shared by several nodes, changes of it wait as long as the request says. */
function patient(services: Services, parameters: Readonly<Record<string, string>>): Services {
  if (!services.cluster.state.nodes) return services;
  const wanted = ownOf(parameters, "master_timeout");
  if (wanted === undefined) return services;
  try {
    return { ...services, cluster: services.cluster.within(parseTimeMs(wanted, "master_timeout")) };
  } catch {
    // The operation says what is wrong with it.
    return services;
  }
}
