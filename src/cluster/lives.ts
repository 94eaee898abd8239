/** Names of the lives of nodes, which are those of their logs. */

import type { NodeLogs } from "./cluster-state.ts";

/** A node that is alone in its cluster. */
export const SINGLE = "single";

export function livesOf(node: string, count: number): string[] {
  return Array.from({ length: count }, (_, life) => `${node}.${life + 1}`);
}

/** Names of the logs, in their order. */
export function writersOf({ lives }: NodeLogs): string[] {
  return lives.flatMap(({ name, count }) => livesOf(name, count));
}

/** Logs by their names, which are those of lives in their order. */
export function logsOf(node: string, writers: readonly string[]): NodeLogs {
  const lives = new Map<string, number>();
  for (const writer of writers) {
    const at = writer.lastIndexOf(".");
    lives.set(writer.slice(0, at), Number(writer.slice(at + 1)));
  }
  return { node, lives: [...lives].map(([name, count]) => ({ name, count })) };
}
