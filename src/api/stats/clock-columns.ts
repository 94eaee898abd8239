/** `epoch` and `timestamp` of cat.count and cat.health. */
import type { CatRow } from "./columns.ts";

/** Seconds since 1970 and `HH:MM:SS` in UTC. */
export function clockColumns(nowMs: number): CatRow {
  return { epoch: Math.floor(nowMs / 1000), timestamp: new Date(nowMs).toISOString().slice(11, 19) };
}
