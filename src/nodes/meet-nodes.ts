/**
 * Meets the nodes of a cluster before taking a place in it: whoever is refused by one of them, or refuses one, is no
 * node of this cluster, and says so before it changes anything.
 */
import type { ClusterNode } from "../cluster/cluster-state.ts";
import { ClusterRefused } from "../store/cluster-refused.ts";
import type { NodePort } from "./port/node-port.ts";

/** What tells of a node that is not there, or of the network; anything else is a refusal. */
const NOT_THERE =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|nothing in time|closed the connection|being closed|socket disconnected/;
const REFUSED = /ECONNREFUSED/;

/** Whether a node that cannot be reached is gone for certain: its machine says so. */
export function isGoneFor(reason: string): boolean {
  return REFUSED.test(reason);
}

/** The nodes that are not there, with what was heard of them. Throws ClusterRefused. */
export async function meetNodes(
  port: Pick<NodePort, "connect">,
  nodes: readonly ClusterNode[],
): Promise<ReadonlyMap<ClusterNode, string>> {
  const missing = new Map<ClusterNode, string>();
  await Promise.all(
    nodes.map(async (node) => {
      try {
        (await port.connect(node.address)).close();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!NOT_THERE.test(reason)) throw new ClusterRefused(`node [${node.name}] is not met: ${reason}`);
        missing.set(node, reason);
      }
    }),
  );
  return missing;
}
