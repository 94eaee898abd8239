/** Operations that administer indices and the cluster: what they change, the audit trail is told. */
import type { EventTrail } from "../identity/events/event-trail.ts";
import type { Node, Operation, OperationRequest, OperationResponse } from "./operation.ts";
import { ToldCluster } from "./told-cluster.ts";

/** Their names. A test goes red when an operation that changes something stands neither here nor among those that do not administer. */
export const administration: ReadonlySet<string> = new Set([
  "cluster.delete_voting_config_exclusions",
  "cluster.post_voting_config_exclusions",
  "cluster.put_settings",
  "indices.add_block",
  "indices.close",
  "indices.create",
  "indices.delete",
  "indices.delete_alias",
  "indices.open",
  "indices.put_alias",
  "indices.put_mapping",
  "indices.put_settings",
  "indices.remove_block",
  "indices.update_aliases",
]);

/** The handler of an operation. What it changes is durable in the trail before it is answered, also when it fails half-way. */
export function audited(operation: Operation, node: Node, trail: EventTrail | undefined): (request: OperationRequest) => Promise<OperationResponse> {
  if (!trail || !administration.has(operation.name)) return (request) => operation.handle(request, node);
  return async (request) => {
    const { principal, clientAddress } = request;
    const user = { pk: principal.userId, username: principal.username, email: principal.email };
    const cluster = new ToldCluster(node.cluster, ({ action, model, name, part }) =>
      trail.record({
        action,
        app: `wardex.api.${operation.name}`,
        user,
        context: { model: { app: "wardex_cluster", model_name: model, pk: name, name }, ...(part === undefined ? {} : { changed: part }) },
        clientIp: clientAddress,
        createdMs: Date.now(),
      }),
    );
    try {
      return await operation.handle(request, { ...node, cluster });
    } finally {
      await trail.written();
    }
  };
}
