/**
 * Numbers of segments in memory, unique in the process although every thread that builds, merges or loads assigns its
 * own.
 */
import { threadId } from "node:worker_threads";

let last = 0;

/** A number that no other segment of the process has. */
export function nextSegmentId(): number {
  return threadId * 2 ** 32 + ++last;
}
