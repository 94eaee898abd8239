/**
 * Cache of the records that one thread read recently. Many requests return the same few documents, and a record is a
 * small part of the block that has to be inflated for it.
 */
import type { Operation } from "../../store/operation-log.ts";

const DEFAULT_CAPACITY_BYTES = 8 * 1024 * 1024;
/** Bytes of a record besides its source. */
const RECORD_BYTES = 256;

type RecordsOfFile = Map<number, Operation>;

/** Two generations: records used since the newer one began survive when the older one is dropped. */
export class RecordCache {
  readonly #capacityBytes: number;
  #newer = new Map<object, RecordsOfFile>();
  #older = new Map<object, RecordsOfFile>();
  #bytes = 0;

  constructor(capacityBytes = DEFAULT_CAPACITY_BYTES) {
    this.#capacityBytes = capacityBytes;
  }

  /** The record of a sequence number in an open file. */
  get(file: object, seqNo: number): Operation | undefined {
    const known = this.#newer.get(file)?.get(seqNo);
    if (known) return known;
    const old = this.#older.get(file)?.get(seqNo);
    if (old) this.#keep(file, old);
    return old;
  }

  /** Caches a record; its source is copied. */
  put(file: object, record: Operation): void {
    if (record.source.length > this.#capacityBytes / 8) return;
    this.#keep(file, { ...record, source: record.source.slice() });
  }

  /** Drops the records of a file that was closed. */
  drop(file: object): void {
    this.#older.delete(file);
    const records = this.#newer.get(file);
    if (!records) return;
    for (const record of records.values()) this.#bytes -= record.source.length + RECORD_BYTES;
    this.#newer.delete(file);
  }

  #keep(file: object, record: Operation): void {
    const bytes = record.source.length + RECORD_BYTES;
    if (this.#bytes + bytes > this.#capacityBytes / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#bytes = 0;
    }
    let records = this.#newer.get(file);
    if (!records) this.#newer.set(file, (records = new Map()));
    records.set(record.seqNo, record);
    this.#bytes += bytes;
  }
}
