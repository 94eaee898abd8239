/** The caches that there are: credentials that were verified, with what their owners may do. */
import { nodesAnswer } from "../stats/node-header.ts";
import type { OperationResponse } from "../operation.ts";
import type { SecurityCall } from "./security-operation.ts";

/**
 * Lets go of everything that is remembered of credentials, whatever was named: all hangs together, and is made again
 * when needed.
 */
export function clearSecurityCaches({ identity, node }: SecurityCall): Promise<OperationResponse> {
  identity.clearCaches();
  return Promise.resolve({
    status: 200,
    body: nodesAnswer(node.cluster.state.clusterName, node.info, { name: node.info.name }),
  });
}
