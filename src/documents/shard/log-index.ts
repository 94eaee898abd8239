/** What the log held when the node started, by shard: read once, for all shards that open later. */
import type { DocumentsEvents } from "../documents.ts";
import type { LogDamage, LogPosition, OperationLog } from "../../store/operation-log.ts";

/** What the log holds of a shard: where its records stand, ascending by sequence number, and what is damaged. */
export interface ShardLog {
  readonly records: ShardRecords;
  /**
   * Places of corrupt records that may be the shard's. Where the log's promises tell that nothing is missing, a place
   * is not here.
   */
  readonly damages: readonly LogPosition[];
}

/** Places of records, as plain columns: a log may hold a million of them. */
export class ShardRecords {
  readonly #seqNos: number[] = [];
  readonly #files: number[] = [];
  readonly #offsets: number[] = [];

  get count(): number {
    return this.#seqNos.length;
  }

  add(seqNo: number, position: LogPosition): void {
    this.#seqNos.push(seqNo);
    this.#files.push(position.file);
    this.#offsets.push(position.offset);
  }

  seqNo(record: number): number {
    return this.#seqNos[record] ?? -1;
  }

  position(record: number): LogPosition {
    return { file: this.#files[record] ?? -1, offset: this.#offsets[record] ?? -1 };
  }
}

/** Reads what the log holds of one shard now. */
export function readShardLog(log: OperationLog, key: string): ShardLog {
  const records = new ShardRecords();
  const damages: LogPosition[] = [];
  log.replay(
    log.firstFile,
    ({ shard, operation, position }) => {
      if (shard === key) records.add(operation.seqNo, position);
    },
    (damage) => {
      if (concerns(damage, key)) damages.push(damage);
    },
  );
  return { records, damages };
}

function concerns({ kind, isCovered, shard }: LogDamage, key: string): boolean {
  return kind === "corrupt" && !isCovered && (shard ?? key) === key;
}

export class LogIndex {
  readonly #records = new Map<string, ShardRecords>();
  readonly #damages: LogDamage[] = [];
  readonly #taken = new Set<string>();
  readonly #log: OperationLog;

  /** Reads the whole log, which cuts a torn tail. */
  constructor(log: OperationLog, events: DocumentsEvents) {
    this.#log = log;
    log.replay(
      log.firstFile,
      ({ shard, operation, position }) => {
        let records = this.#records.get(shard);
        if (!records) this.#records.set(shard, (records = new ShardRecords()));
        records.add(operation.seqNo, position);
      },
      (damage) => {
        events.log(
          damage.kind === "torn" ? "info" : "error",
          `log file ${damage.file} at ${damage.offset}: ${damage.kind}, ${damage.reason}`,
        );
        if (damage.kind === "corrupt") this.#damages.push(damage);
      },
    );
  }

  /**
   * Hands out what the log holds of a shard, and forgets it: a second time, for an index that was closed, the log is
   * read again.
   */
  take(key: string): ShardLog {
    if (this.#taken.has(key)) return readShardLog(this.#log, key);
    this.#taken.add(key);
    const records = this.#records.get(key) ?? new ShardRecords();
    this.#records.delete(key);
    return { records, damages: this.#damages.filter((damage) => concerns(damage, key)) };
  }

  /** Forgets the shards of an index. */
  drop(uuid: string): void {
    for (const key of this.#records.keys()) if (key.startsWith(`${uuid}/`)) this.#records.delete(key);
  }

  /** Forgets all shards that were not taken: those of indices that are gone. */
  clear(): void {
    this.#records.clear();
  }

  /** Lowest log file with records that were not taken; Infinity when there is none. */
  get lowestLog(): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (const records of this.#records.values())
      if (records.count > 0) lowest = Math.min(lowest, records.position(0).file);
    return lowest;
  }
}
