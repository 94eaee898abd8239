/**
 * The operations of a shard by sequence number: sealed ones from the source files, later ones from the log, and waiting
 * for those that are yet to come.
 */
import { RequestError } from "../../compat/errors.ts";
import type { MonotonicClock } from "../../core/clock.ts";
import type { Operation, OperationLog } from "../../store/operation-log.ts";
import { BlockWriter } from "../../store/sources/source-record.ts";
import type { OperationsPage, OperationsQuery } from "../replication.ts";
import { leasesText, type RetainedHistory } from "./retained-history.ts";
import type { ShardStorage } from "./shard-storage.ts";
import type { ShardWriter } from "./shard-writer.ts";

/** What reading needs of its shard. */
export interface HistoryHost {
  readonly log: OperationLog;
  readonly clock: MonotonicClock;
  readonly retained: RetainedHistory;
  /** Those in use. Throws when the shard cannot be read. */
  current(): { readonly writer: ShardWriter; readonly storage: ShardStorage };
  /** Makes durable what was appended in an epoch of the log; rejects when it was cut since. */
  sync(epoch: number): Promise<void>;
}

interface Waiting {
  readonly untilMs: number;
  wake(): void;
}

/** Bytes of a record beside its id and its source, about. */
const RECORD_BYTES = 16;
/** What a lease keeps is asked for by a name of this form in errors. */
const PERIOD = "index.soft_deletes.retention_lease.period";

export class ShardHistory {
  readonly #host: HistoryHost;
  readonly #waiting = new Set<Waiting>();

  constructor(host: HistoryHost) {
    this.#host = host;
  }

  /** Something was written. */
  advanced(): void {
    if (this.#waiting.size > 0) this.#wake(() => true);
  }

  /** The shard is closed: those that wait hear of it. */
  close(): void {
    this.#wake(() => true);
  }

  /** Wakes those that have waited long enough. */
  tick(): void {
    if (this.#waiting.size === 0) return;
    const now = this.#host.clock.monotonicMs();
    this.#wake(({ untilMs }) => untilMs <= now);
  }

  /** Throws 404 when operations that were asked for are gone, 500 for another history. */
  async read(query: OperationsQuery): Promise<OperationsPage> {
    const { clock, log } = this.#host;
    const untilMs = clock.monotonicMs() + query.waitMs;
    for (;;) {
      const { writer, storage } = this.#host.current();
      checkHistory(query, storage.historyUuid);
      const durable = writer.appendedSeqNo;
      if (durable < query.fromSeqNo && clock.monotonicMs() < untilMs) {
        await this.#next(untilMs);
        continue;
      }
      const { epoch } = log;
      await this.#host.sync(epoch);
      // The shard may have started over meanwhile.
      if (this.#host.current().writer !== writer || writer.isStale) continue;
      return this.#page(query, durable);
    }
  }

  #page(query: OperationsQuery, durable: number): OperationsPage {
    const { writer, storage } = this.#host.current();
    const { fromSeqNo } = query;
    const last = Math.min(durable, Number.MAX_SAFE_INTEGER);
    if (fromSeqNo <= storage.forgottenSeqNo && fromSeqNo <= last) throw this.#missing(fromSeqNo, query, last);
    const block = new BlockWriter();
    let toSeqNo = last;
    let bytes = 0;
    for (const operation of this.#operations(fromSeqNo, last)) {
      if (block.records >= query.maxCount || (bytes > 0 && bytes >= query.maxBytes)) {
        toSeqNo = block.lastSeqNo;
        break;
      }
      if (operation.kind === "noop") continue;
      block.add(operation);
      bytes += operation.source.length + operation.id.length + RECORD_BYTES;
    }
    return {
      records: Uint8Array.from(block.bytes),
      firstSeqNo: block.firstSeqNo,
      count: block.records,
      toSeqNo: Math.max(toSeqNo, fromSeqNo - 1),
      globalCheckpoint: durable,
      maxSeqNo: writer.maximumSeqNo,
    };
  }

  *#operations(from: number, to: number): Generator<Operation> {
    const { writer, storage } = this.#host.current();
    const { checkpoint } = storage;
    if (from <= checkpoint)
      for (const operation of storage.sealedAfter(from - 1)) {
        if (operation.seqNo > to) return;
        yield operation;
      }
    yield* this.#host.log.readMany(writer.buffer.placesBetween(Math.max(from, checkpoint + 1), to));
  }

  #missing(from: number, { maxCount }: OperationsQuery, last: number): RequestError {
    const to = Math.min(last, from + maxCount - 1);
    const { leases } = this.#host.retained.current;
    return new RequestError(
      404,
      "resource_not_found_exception",
      `Operations are no longer available for replicating. Existing retention leases [${leasesText(leases)}]; maybe increase the retention lease period setting [${PERIOD}]?`,
      {
        details: { requested_operations_missing: [String(from), String(to)] },
        cause: new RequestError(
          500,
          "missing_history_operations_exception",
          `Not all operations between from_seqno [${from}] and to_seqno [${to}] found; prematurely terminated last_seen_seqno [${from - 1}]`,
        ),
      },
    );
  }

  #next(untilMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting: Waiting = { untilMs, wake: resolve };
      this.#waiting.add(waiting);
    });
  }

  #wake(isDue: (waiting: Waiting) => boolean): void {
    for (const waiting of this.#waiting) {
      if (!isDue(waiting)) continue;
      this.#waiting.delete(waiting);
      waiting.wake();
    }
  }
}

function checkHistory({ historyUuid }: OperationsQuery, actual: string): void {
  if (historyUuid === actual) return;
  throw new RequestError(
    500,
    "illegal_state_exception",
    `unexpected history uuid, expected [${historyUuid}], actual [${actual}]`,
  );
}
