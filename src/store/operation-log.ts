/**
 * The operation log (Elasticsearch: translog): the seam between one machine and many. All shards of a node append to
 * one log; it contains everything that was acknowledged. Implementations: files, memory; (later) a replicated stream.
 * One contract suite: `operation-log.contract.ts`.
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
  /** The source bytes as received; empty for deletes and noops. */
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

/** Damage found while reading, at the end or in the middle. */
export interface LogDamage {
  readonly file: number;
  readonly offset: number;
  /**
   * `torn`: the tail of the last file, cut off. `corrupt`: bad bytes before good ones; `shard` is set when it can still
   * be identified. `lost`: the log ends here, although it is known to have reached further.
   */
  readonly kind: "torn" | "corrupt" | "lost";
  /** The position is before the last noted end, so `promised` tells which shards lost something. */
  readonly isCovered: boolean;
  readonly shard: string | undefined;
  readonly reason: string;
}

/** The log of a node. */
export interface OperationLog {
  /**
   * Appends operations of one shard in order; not durable until `sync`. Throws (StorageFull 429, StorageFailure 503)
   * with nothing appended. `shard` is `<index uuid>/<number>`. Rejects (assertion) a term lower than the shard's last
   * one, and, when given, a position other than the shard's last (`expectedPrevious`: last sequence number appended for
   * the shard, -1 for none). A log that has seen no record of the shard since it was opened (all trimmed) accepts any.
   * `since`: the epoch in which the writer read the state that it builds on; if records of the shard were cut after it,
   * throws the error of the failed sync and appends nothing.
   */
  append(shard: string, operations: readonly Operation[], expectedPrevious?: number, since?: number): LogPosition[];
  /**
   * Appends operations of several shards, each named once, as one batch: after a crash either all of them are there or
   * none. Otherwise like `append`: when one part is rejected, nothing is appended. Returns the positions by part.
   */
  appendBatch(parts: readonly ShardOperations[]): LogPosition[][];
  /**
   * Number of cuts so far. A failed sync cuts the log: whatever was appended since the last successful sync is removed,
   * for all shards, and their sequence numbers go back to the durable ones.
   */
  readonly epoch: number;
  /** Whether records of a shard were cut after `epoch`: what was read then may no longer be there. */
  isCutSince(shard: string, epoch: number): boolean;
  /**
   * Resolves when everything appended before the call is durable; one sync serves all callers. `epoch` is the one in
   * which the caller appended: rejects (StorageFull, StorageFailure) if the log was cut since then, by this sync or an
   * earlier one.
   */
  sync(epoch?: number): Promise<void>;
  /** Reads one record. A checksum failure is an assertion. */
  read(position: LogPosition): LogRecord;
  /** Reads the operations at many positions; cheapest in ascending order. A source is a view, as with `replay`. */
  readMany(positions: Iterable<LogPosition>): Iterable<Operation>;
  /**
   * Reads all records of all shards in order, from file `fromFile` on; reports damage. A torn tail was cut when the log
   * was opened and is reported here, once. A source is a view that stays valid but keeps the chunk of the file that it
   * was read with in memory.
   */
  replay(fromFile: number, onRecord: (record: LogRecord) => void, onDamage: (damage: LogDamage) => void): void;
  /** The log was closed properly before it was opened (or is new), and nothing is missing. */
  readonly isClean: boolean;
  /** Something was appended or trimmed since the end was last noted. */
  readonly isEndDue: boolean;
  /**
   * Syncs, and durably notes how far the log reaches and which operations of each shard it holds, so that a later loss
   * is detected.
   */
  noteEnd(): Promise<void>;
  /**
   * Last sequence number of a shard that was durable according to the end noted before the log was opened; -1 when
   * there is none.
   */
  promised(shard: string): number;
  /** Accepts the loss of a shard's missing operations: its next operation follows `seqNo`. */
  settle(shard: string, seqNo: number): void;
  /** Number of the oldest file that still exists; `currentFile` when there is none. Records before it were trimmed. */
  readonly firstFile: number;
  /** Number of the file that records are appended to. */
  readonly currentFile: number;
  /** Bytes in all files. */
  readonly sizeBytes: number;
  /** Largest record in bytes; a larger operation is rejected with 413. */
  readonly maximumRecordBytes: number;
  /** Starts a new file, so that the current one can be trimmed later. */
  roll(): void;
  /**
   * Removes files with numbers below `file`. Throws StorageFailure when one cannot be removed; those before it are
   * removed then.
   */
  trim(file: number): void;
  /** A reference by which another thread reads a file. */
  fileReference(file: number): import("./files.ts").FileReference;
  close(): Promise<void>;
}
