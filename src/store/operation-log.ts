/**
 * The operation log: the seam between one machine and many. All shards of a node append to one log; whatever is
 * acknowledged stands in it. Implementations: files, memory; (later) a replicated stream. One contract suite:
 * `operation-log.contract.ts`.
 */

/** One operation on one document. */
export interface Operation {
  readonly kind: "index" | "delete" | "noop";
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number | bigint;
  readonly id: string;
  readonly routing: string | undefined;
  /** Sequence number that this operation supersedes, or -1. */
  readonly previousSeqNo: number;
  /** The source bytes as they came; empty for deletes and noops. */
  readonly source: Uint8Array;
}

/** Address of a record: log file number and byte offset of its start. */
export interface LogPosition {
  readonly file: number;
  readonly offset: number;
}

/** Operations of one shard as they are appended; see `OperationLog.append`. */
export interface ShardOperations {
  readonly shard: string;
  readonly operations: readonly Operation[];
  readonly expectedPrevious?: number | undefined;
  readonly since?: number | undefined;
}

/** A record as it is read back. */
export interface LogRecord {
  readonly shard: string;
  readonly operation: Operation;
  readonly position: LogPosition;
}

/** What reading found at the end or in the middle. */
export interface LogDamage {
  readonly file: number;
  readonly offset: number;
  /**
   * `torn`: the tail of the last file, cut off. `corrupt`: bad bytes before good ones; `shard` when it can still be
   * told. `lost`: the log ends here, and is known to have reached further.
   */
  readonly kind: "torn" | "corrupt" | "lost";
  /** The place is before the end that was noted last, so that `promised` tells which shards lost something. */
  readonly isCovered: boolean;
  readonly shard: string | undefined;
  readonly reason: string;
}

/** The log of a node. */
export interface OperationLog {
  /**
   * Appends operations of one shard in order; not durable until `sync`. Throws (StorageFull 429, StorageFailure 503)
   * with nothing appended. `shard` is `<index uuid>/<number>`. Refuses (assertion) a term lower than the shard's last
   * one, and, when given, a position other than the shard's last (`expectedPrevious`: last sequence number appended for
   * the shard, -1 for none). A log that has seen no record of the shard since it was opened (all trimmed) takes any.
   * `since`: the epoch in which the writer read what it builds upon; when records of the shard were cut after it,
   * nothing is appended, with the error of the sync that failed.
   */
  append(shard: string, operations: readonly Operation[], expectedPrevious?: number, since?: number): LogPosition[];
  /**
   * Appends operations of several shards, each named once, as one batch: a crash leaves all of them or none. Otherwise
   * as `append`: when one part is refused, nothing is appended. Answers the positions by part.
   */
  appendBatch(parts: readonly ShardOperations[]): LogPosition[][];
  /**
   * Number of cuts so far. A sync that fails cuts the log: whatever was appended since the last sync that resolved is
   * taken out again, of all shards, and their sequence numbers go back to what was durable.
   */
  readonly epoch: number;
  /** Whether records of a shard were cut after an epoch: what was read in it may not be there any more. */
  isCutSince(shard: string, epoch: number): boolean;
  /**
   * Resolves when all that was appended before the call is durable; one sync serves all callers. `epoch` is the one in
   * which the caller appended: rejects (StorageFull, StorageFailure) when the log was cut after it, by this sync or an
   * earlier one.
   */
  sync(epoch?: number): Promise<void>;
  /** Reads one record. Throws an assertion on a checksum failure. */
  read(position: LogPosition): LogRecord;
  /** Reads the operations at many positions, cheapest where these ascend. A source is a view as with `replay`. */
  readMany(positions: Iterable<LogPosition>): Iterable<Operation>;
  /**
   * All records of all shards in order, from file `fromFile` on; damage is reported. A torn tail was cut when the log
   * was opened and is reported here, once. A source is a view that stays valid, but holds on to the piece of the file
   * that it was read with.
   */
  replay(fromFile: number, onRecord: (record: LogRecord) => void, onDamage: (damage: LogDamage) => void): void;
  /** The log was closed in order when it was opened (or is new), and nothing of it is missing. */
  readonly isClean: boolean;
  /** Something was appended, or trimmed, since the end was noted. */
  readonly isEndDue: boolean;
  /**
   * Syncs, and notes durably how far the log reaches and which operations of each shard it holds, so that a loss is
   * known.
   */
  noteEnd(): Promise<void>;
  /** Last sequence number of a shard that was durable by the end noted before the log was opened; -1 for none. */
  promised(shard: string): number;
  /** What is missing of a shard is given up: its next operation follows `seqNo`. */
  settle(shard: string, seqNo: number): void;
  /**
   * Number of the oldest file that is still there; `currentFile` when there is none. Records before it were trimmed.
   */
  readonly firstFile: number;
  /** Number of the file that is appended to. */
  readonly currentFile: number;
  /** Bytes in all files. */
  readonly sizeBytes: number;
  /** Largest record in bytes; a larger operation is refused with 413. */
  readonly maximumRecordBytes: number;
  /** Starts a new file, so that the present one can be trimmed later. */
  roll(): void;
  /**
   * Removes files with numbers below `file`. Throws StorageFailure when one cannot be removed; those before it are gone
   * then.
   */
  trim(file: number): void;
  /** How another thread reads a file. */
  fileReference(file: number): import("./files.ts").FileReference;
  close(): Promise<void>;
}
