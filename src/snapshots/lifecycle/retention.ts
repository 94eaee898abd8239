/** Which snapshots of a policy are kept no longer. */
import { parseTimeMs } from "../../compat/time-value.ts";
import type { SnapshotInfo } from "../snapshot-info.ts";
import type { Retention } from "./policy.ts";

/** `snapshots`: those of the policy that are made, in any order. Answers those that are to go, oldest first. */
export function expired(retention: Retention, snapshots: readonly SnapshotInfo[], nowMs: number): SnapshotInfo[] {
  const { expire_after: expireAfter, min_count: least, max_count: most } = retention;
  const all = [...snapshots].sort((one, other) => one.startMs - other.startMs || (one.name < other.name ? -1 : 1));
  const whole = all.filter(({ state }) => state === "SUCCESS");
  const newestWholeMs = Math.max(...whole.map(({ startMs }) => startMs), Number.NEGATIVE_INFINITY);
  const tooMany = new Set(most === undefined ? [] : whole.slice(0, Math.max(0, whole.length - most)));
  const beyondLeast = new Set([
    ...whole.slice(0, Math.max(0, whole.length - (least ?? 0))),
    ...all.slice(0, Math.max(0, all.length - (least ?? 0))).filter(({ state }) => state !== "SUCCESS"),
  ]);
  const expireMs = expireAfter === undefined ? undefined : parseTimeMs(expireAfter, "expire_after");
  return all.filter((snapshot) => {
    if (tooMany.has(snapshot)) return true;
    // One that failed is of no use when a later one did not.
    if (expireMs === undefined) return snapshot.state !== "SUCCESS" && newestWholeMs > snapshot.startMs;
    return beyondLeast.has(snapshot) && nowMs - snapshot.startMs > expireMs;
  });
}
