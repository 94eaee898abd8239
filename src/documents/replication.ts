/**
 * What a shard tells of its operations by their sequence numbers, and how it takes those of another one as they are.
 * Plain data, across threads and between servers.
 */

/** Which operations of a shard are asked for. */
export interface OperationsQuery {
  readonly uuid: string;
  readonly shard: number;
  /** The history that the asker has followed so far. */
  readonly historyUuid: string;
  readonly fromSeqNo: number;
  readonly maxCount: number;
  /** Of records; one is answered however large it is. */
  readonly maxBytes: number;
  /** Waits so long until there is one. */
  readonly waitMs: number;
}

/**
 * Operations in order of sequence number, all of them durable. Numbers without a record are those of operations that a
 * later one of the same document has superseded: whoever has all records up to a number that nobody exceeds has the
 * same documents.
 */
export interface OperationsPage {
  /** A block of `store/sources/source-record.ts`. */
  readonly records: Uint8Array;
  /** Sequence numbers in the block are counted from it. */
  readonly firstSeqNo: number;
  readonly count: number;
  /** The page tells of all numbers from the one that was asked for up to this one; below it when there are none. */
  readonly toSeqNo: number;
  /** The last operation that is durable. */
  readonly globalCheckpoint: number;
  readonly maxSeqNo: number;
}

/** Operations of another shard, to be written as they are. */
export interface ReplicatedOperations {
  readonly uuid: string;
  readonly shard: number;
  readonly records: Uint8Array;
  readonly firstSeqNo: number;
  /** The shard must have come so far; what it has already is left out. */
  readonly afterSeqNo: number;
  readonly toSeqNo: number;
}

/** How far a shard is. */
export interface ShardProgress {
  readonly globalCheckpoint: number;
  readonly maxSeqNo: number;
}

/** What somebody who follows a shard still needs. */
export interface RetentionLease {
  readonly id: string;
  /** Operations from here on. */
  readonly retainingSeqNo: number;
  /** When it was renewed last. */
  readonly timestamp: number;
  readonly source: string;
}

/** The leases of a shard; the version rises with each change. */
export interface RetentionLeases {
  readonly version: number;
  readonly leases: readonly RetentionLease[];
}

/** What is to become of a lease. `-1`: all that the shard has. */
export type LeaseChange =
  | { readonly kind: "add" | "renew"; readonly id: string; readonly retainingSeqNo: number; readonly source: string }
  | { readonly kind: "remove"; readonly id: string };
