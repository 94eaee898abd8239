/** For tests: the operations of `_security` over an open identity. */
import { securityOperations } from "../../api/security-operations.ts";
import type { Services } from "../../api/operation.ts";
import { handledOperation } from "../../api/requests/handled-operation.ts";
import { systemClock } from "../../core/clock.ts";
import { ElasticsearchDialect } from "../../http/elasticsearch-dialect.ts";
import type { Pipeline } from "../../http/pipeline.ts";
import { RequestCounts } from "../../http/request-counts.ts";
import { Authorizer } from "../../security/authorizer.ts";
import { requestGate } from "../../security/request-gate.ts";
import { TaskManager } from "../../tasks/task-manager.ts";
import { pipelineOf } from "../http/pipeline.ts";
import type { TestIdentity } from "./identity.ts";

export function securityPipeline({ identity: { access } }: TestIdentity): Pipeline {
  // All that these operations look at.
  const services = {
    identity: access,
    tasks: new TaskManager("node", systemClock),
    cluster: { state: {} },
  } as unknown as Services;
  return pipelineOf(
    new ElasticsearchDialect({
      operations: securityOperations.map((operation) => handledOperation(operation, services)),
      authorize: requestGate({
        authenticator: access.authenticator,
        authorizer: new Authorizer(),
        users: access.users,
      }),
      counts: new RequestCounts(),
      log: () => undefined,
    }),
  );
}
