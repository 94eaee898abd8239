/** What the audit trail hears of an operation, as its trait `audit` says. */
import { systemClock } from "../../core/clock.ts";
import type { EventTrail } from "../../identity/events/event-trail.ts";
import type { Services, Operation, OperationRequest, OperationResponse } from "../operation.ts";
import { type ClusterChange, ToldCluster } from "./told-cluster.ts";
import { ToldSynonyms } from "./told-synonyms.ts";

type Handler = (request: OperationRequest) => Promise<OperationResponse>;

/**
 * The handler of an operation. What it changes is durable in the trail before it is answered, also when it fails
 * half-way.
 */
export function audited(operation: Operation, services: Services, trail: EventTrail | undefined): Handler {
  const plain: Handler = (request) => operation.handle(request, services);
  if (!trail) return plain;
  if (operation.audit === "administration") return waiting(telling(operation, services, trail), trail);
  return operation.audit === "records" ? waiting(plain, trail) : plain;
}

/** Waits for the events of a request. */
function waiting(handle: Handler, trail: EventTrail): Handler {
  return async (request) => {
    const { told } = trail;
    try {
      return await handle(request);
    } finally {
      if (trail.told !== told) await trail.written();
    }
  };
}

/** Tells what becomes of the cluster state and of the sets of synonyms. */
function telling(operation: Operation, services: Services, trail: EventTrail): Handler {
  return (request) => {
    const { principal, clientAddress } = request;
    const user = { pk: principal.userId, username: principal.username, email: principal.email };
    const tell = ({ action, model, name, part }: ClusterChange): void =>
      trail.record({
        action,
        app: `wardex.api.${operation.name}`,
        user,
        context: {
          model: { app: "wardex_cluster", model_name: model, pk: name, name },
          ...(part === undefined ? {} : { changed: part }),
        },
        clientIp: clientAddress,
        createdMs: systemClock.now(),
      });
    return operation.handle(request, {
      ...services,
      cluster: new ToldCluster(services.cluster, tell),
      synonyms: new ToldSynonyms(services.synonyms, tell),
    });
  };
}
