/** What the log held when the node started, by shard: read once, for all shards that open later. */
import type { DocumentsEvents } from "./documents.ts";
import type { LogDamage, LogPosition, OperationLog } from "../store/operation-log.ts";

/** What the log holds of a shard: the positions of its records, ascending by sequence number, and where it is damaged. */
export interface ShardLog {
  readonly records: readonly { readonly seqNo: number; readonly position: LogPosition }[];
  /** Numbers of files in which a record is corrupt that may be one of the shard. */
  readonly damagedFiles: readonly number[];
}

/** Reads what the log holds of one shard now. */
export function readShardLog(log: OperationLog, key: string): ShardLog {
  const records: { seqNo: number; position: LogPosition }[] = [];
  const damagedFiles: number[] = [];
  log.replay(
    log.firstFile,
    ({ shard, operation, position }) => {
      if (shard === key) records.push({ seqNo: operation.seqNo, position });
    },
    ({ kind, shard, file }) => {
      if (kind === "corrupt" && (shard ?? key) === key) damagedFiles.push(file);
    },
  );
  return { records, damagedFiles };
}

export class LogIndex {
  readonly #records = new Map<string, { seqNo: number; position: LogPosition }[]>();
  readonly #damages: LogDamage[] = [];
  readonly #taken = new Set<string>();
  readonly #log: OperationLog;

  /** Reads the whole log, which cuts a torn tail. */
  constructor(log: OperationLog, events: DocumentsEvents) {
    this.#log = log;
    log.replay(
      log.firstFile,
      ({ shard, operation, position }) => {
        const records = this.#records.get(shard);
        const record = { seqNo: operation.seqNo, position };
        if (records) records.push(record);
        else this.#records.set(shard, [record]);
      },
      (damage) => {
        events.log(damage.kind === "torn" ? "info" : "error", `log file ${damage.file} at ${damage.offset}: ${damage.kind}, ${damage.reason}`);
        if (damage.kind === "corrupt") this.#damages.push(damage);
      },
    );
  }

  /** Hands out what the log holds of a shard, and forgets it: a second time, for an index that was closed, the log is read again. */
  take(key: string): ShardLog {
    if (this.#taken.has(key)) return readShardLog(this.#log, key);
    this.#taken.add(key);
    const records = this.#records.get(key) ?? [];
    this.#records.delete(key);
    return { records, damagedFiles: this.#damages.filter((damage) => (damage.shard ?? key) === key).map((damage) => damage.file) };
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
    for (const records of this.#records.values()) lowest = Math.min(lowest, records[0]?.position.file ?? lowest);
    return lowest;
  }
}
