/** Names of the lives of nodes, which are those of their logs. */

/** A node that is alone in its cluster. */
export const SINGLE = "single";

export function livesOf(node: string, count: number): string[] {
  return Array.from({ length: count }, (_, life) => `${node}.${life + 1}`);
}
