/** What the audit trail hears of operations that administer indices and the cluster (trait `audit`). */
import { systemClock } from "../../core/clock.ts";
import type { EventTrail } from "../../identity/events/event-trail.ts";
import type { Services, Operation, OperationRequest, OperationResponse } from "../operation.ts";
import { type ClusterChange, ToldCluster } from "./told-cluster.ts";
import { ToldSynonyms } from "./told-synonyms.ts";

type Handler = (request: OperationRequest) => Promise<OperationResponse>;

/**
 * The handler of an operation that tells the trail what becomes of the cluster state and of the sets of synonyms; the
 * pipeline waits until that is durable.
 */
export function telling(operation: Operation, services: Services, trail: EventTrail): Handler {
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
