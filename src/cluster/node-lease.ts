/** The lease of one of several nodes: it tells the others that the node can reach what all of them stand on. */
export function nodeLease(nodeId: string): string {
  return `node-lease-${nodeId}`;
}
