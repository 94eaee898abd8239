/**
 * The operation log: the seam between one machine and many. All shards of a node append to one log; whatever is acknowledged
 * stands in it. Implementations: files, memory; (later) a replicated stream. One contract suite: `operation-log.contract.ts`.
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
  /** `torn`: the tail of the last file, cut off. `corrupt`: bad bytes before good ones; `shard` when it can still be told. */
  readonly kind: "torn" | "corrupt";
  readonly shard: string | undefined;
  readonly reason: string;
}

/** The log of a node. */
export interface OperationLog {
  /**
   * Appends operations of one shard in order; not durable until `sync`. Throws (StorageFull 429, StorageFailure 503) with
   * nothing appended. `shard` is `<index uuid>/<number>`. Refuses (assertion) a term lower than the shard's last one, and, when
   * given, a position other than the shard's last (`expectedPrevious`: last sequence number appended for the shard, -1 for none). A log
   * that has seen no record of the shard since it was opened (all trimmed) takes any.
   */
  append(shard: string, operations: readonly Operation[], expectedPrevious?: number): LogPosition[];
  /**
   * Resolves when all that was appended before the call is durable; one sync serves all callers. A rejection (StorageFull,
   * StorageFailure) says that whatever was appended since the last sync that resolved is cut out of the log again, of all shards:
   * their sequence numbers go back to what was durable, which `expectedPrevious` of the next append verifies.
   */
  sync(): Promise<void>;
  /** Reads one record. Throws an assertion on a checksum failure. */
  read(position: LogPosition): LogRecord;
  /** Reads the operations at many positions, cheapest where these ascend. A source is a view as with `replay`. */
  readMany(positions: Iterable<LogPosition>): Iterable<Operation>;
  /**
   * All records of all shards in order, from file `fromFile` on; damage is reported. A torn tail was cut when the log was opened
   * and is reported here, once. A source is a view that stays valid, but holds on to the piece of the file that it was read with.
   */
  replay(fromFile: number, onRecord: (record: LogRecord) => void, onDamage: (damage: LogDamage) => void): void;
  /** Number of the oldest file that is still there; `currentFile` when there is none. Records before it were trimmed. */
  readonly firstFile: number;
  /** Number of the file that is appended to. */
  readonly currentFile: number;
  /** Bytes in all files. */
  readonly sizeBytes: number;
  /** Largest record in bytes; a larger operation is refused with 413. */
  readonly maximumRecordBytes: number;
  /** Starts a new file, so that the present one can be trimmed later. */
  roll(): void;
  /** Removes files with numbers below `file`. */
  trim(file: number): void;
  /** How another thread reads a file. */
  fileReference(file: number): import("./files.ts").FileReference;
  close(): Promise<void>;
}
