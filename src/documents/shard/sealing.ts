/** What a flush of a shard seals, as it was when the flush began. */
import type { Operation } from "../../store/operation-log.ts";
import type { RecentOperation } from "./live-version-map.ts";

/** What a flush seals. */
export interface Sealing {
  /** The last operation of each id since the last flush, ascending by sequence number. */
  readonly operations: readonly RecentOperation[];
  readonly checkpoint: number;
  /** Primary term of the last operation. */
  readonly primaryTerm: number;
  /** Log file that the first operation behind the checkpoint stands in, or a later one. */
  readonly replayFromFile: number;
  /** Whether a later document of its id must still follow on the version of a delete (`index.gc_deletes`). */
  isRemembered(deleted: Operation): boolean;
  /** Deletes from this sequence number on are kept for those who follow the shard. */
  readonly retainedFrom: number;
}
