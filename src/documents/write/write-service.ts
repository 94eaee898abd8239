/**
 * The one path of writes: items, however they came, pass ingest, find their shards, are accepted there, durable by one
 * sync for all, and visible where that was asked for. A single write is a request of one item, and answered like any.
 */
import type { MonotonicClock } from "../../core/clock.ts";
import type { OperationLog } from "../../store/operation-log.ts";
import type {
  BulkAnswer,
  BulkOptions,
  RefreshPolicy,
  WriteItem,
  WritePressure,
  WriteRequestOptions,
  WriteResult,
} from "../documents.ts";
import type { IndexEntry } from "../index-entry.ts";
import { writeBatch } from "../shard/write-batch.ts";
import { BulkRequest } from "./bulk-request.ts";
import { BulkRequests } from "./bulk-requests.ts";
import { bulkTarget } from "./bulk-targets.ts";
import type { DocumentIds } from "./document-ids.ts";
import { type Ingest, missingPipeline } from "./ingest.ts";
import { IndexingPressure } from "./indexing-pressure.ts";
import { placeItems, type ShardShare, type TargetOf } from "./place-items.ts";
import { readUpdate, validateUpdate } from "./update-request.ts";
import { answerShare, droppedItem, failedItem } from "./write-results.ts";
import { abortedGroup } from "./write-group.ts";
import type { WriteNames } from "./write-names.ts";
import { validateWrite, validationError } from "./write-validation.ts";

/** What writes need of the node. */
export interface WriteHost {
  readonly clock: MonotonicClock;
  readonly ids: DocumentIds;
  readonly log: OperationLog;
  readonly ingest: Ingest;
  readonly maximumBytesUnderWay: number;
  /** Makes durable what was appended in an epoch of the log; rejects when it was cut since. */
  sync(epoch: number): Promise<void>;
  readonly names: WriteNames;
}

/** How items are executed. */
interface Execution {
  readonly refresh: RefreshPolicy;
  readonly together: boolean;
  readonly targetOf: TargetOf;
  /** Names of the indices that are made for the items. */
  readonly made: Set<string>;
}

export class WriteService {
  readonly #host: WriteHost;
  readonly #pressure: IndexingPressure;
  readonly #bulks: BulkRequests;

  constructor(host: WriteHost) {
    this.#host = host;
    this.#pressure = new IndexingPressure(host.maximumBytesUnderWay);
    this.#bulks = new BulkRequests(this.#pressure, (options) => this.#newBulk(options));
  }

  get pressure(): WritePressure {
    return this.#pressure.stats;
  }

  /** The requests that come in pieces. */
  get bulks(): BulkRequests {
    return this.#bulks;
  }

  /** See `Documents.write`. */
  async write(
    items: readonly WriteItem[],
    { refresh, together = false, grant }: WriteRequestOptions,
  ): Promise<WriteResult[]> {
    const read = items.map((item) => validated(item, together));
    const made = new Set<string>();
    const targetOf = grant ? this.#grantedTarget(grant, made) : (item: WriteItem) => this.#readyTarget(item);
    const bytes = items.reduce((sum, { source }) => sum + (source?.length ?? 0), 0);
    this.#pressure.take(bytes);
    try {
      return await this.#execute(read, { refresh, together, targetOf, made });
    } finally {
      this.#pressure.give(bytes);
    }
  }

  /** See `Documents.bulk`. */
  async bulk(options: BulkOptions, body: Uint8Array): Promise<BulkAnswer> {
    this.#pressure.take(body.length);
    try {
      const request = this.#newBulk(options);
      await request.push(body);
      return await request.end();
    } finally {
      this.#pressure.give(body.length);
    }
  }

  #newBulk(options: BulkOptions): BulkRequest {
    const { clock } = this.#host;
    const { grant, refresh } = options;
    const made = new Set<string>();
    const targetOf = this.#grantedTarget(grant, made);
    return new BulkRequest(
      options,
      (items) => this.#execute(items, { refresh, together: false, targetOf, made }),
      clock,
    );
  }

  async #readyTarget({ index }: WriteItem): Promise<IndexEntry> {
    const entry = await this.#host.names.ready(index);
    entry.state.checkBlocks("write");
    return entry;
  }

  #grantedTarget(grant: BulkOptions["grant"], made: Set<string>): TargetOf {
    const { names } = this.#host;
    return (item) => {
      if (!names.known(item.index)) made.add(item.index);
      return bulkTarget(item, grant, names);
    };
  }

  /** Answers in order; an item's failure is data. */
  async #execute(
    items: readonly WriteItem[],
    { refresh, together, targetOf, made }: Execution,
  ): Promise<WriteResult[]> {
    const { ingest, ids, names, log } = this.#host;
    const results: WriteResult[] = [];
    const ingested = await ingest(items, (name) => names.find(name)?.state.metadata.settings);
    for (const { at, error } of ingested.failed) results[at] = failedItem(items[at]?.index ?? "", items[at]?.id, error);
    for (const at of ingested.dropped) results[at] = droppedItem(items[at]);
    const shares = await placeItems(ingested.items, results, {
      targetOf,
      ids,
      // The settings of an index that was made for an item come from a template, and may name a pipeline.
      missing: (item, settings) => (made.has(item.index) ? missingPipeline(item, settings) : undefined),
    });
    if (!together) await Promise.all(shares.map(apply));
    else if (results.every((result) => result.ok)) await writeBatch(shares, log);
    else for (const share of shares) share.outcomes = abortedGroup(share.items, []);
    await Promise.all(shares.map((share) => this.#acknowledge(share, refresh)));
    for (const share of shares) answerShare(share, results);
    return results;
  }

  /** Waits until what was accepted is durable, and visible where that was asked for. All shares wait for one sync. */
  async #acknowledge(share: ShardShare, refresh: RefreshPolicy): Promise<void> {
    if (!share.outcomes.some((outcome) => outcome.ok)) return;
    try {
      await this.#host.sync(share.epoch);
      await makeVisible(share, refresh);
    } catch (error) {
      share.outcomes = share.outcomes.map((outcome) => (outcome.ok ? { ok: false, error } : outcome));
    }
  }
}

/** An item that is valid in itself, with what it says when it is an update. */
function validated(item: WriteItem, together: boolean): WriteItem {
  const failures = validateWrite(item);
  if (item.kind !== "update") {
    if (failures.length > 0) throw validationError(failures);
    return item;
  }
  if (together) throw validationError(["an update cannot stand in a group"]);
  const update = readUpdate(item.source);
  failures.push(...validateUpdate(update, item.options));
  if (failures.length > 0) throw validationError(failures);
  return { ...item, update };
}

async function apply(share: ShardShare): Promise<void> {
  try {
    ({ outcomes: share.outcomes, epoch: share.epoch } = await share.engine.write(share.items));
  } catch (error) {
    share.outcomes = share.items.map(() => ({ ok: false, error }));
  }
}

async function makeVisible(share: ShardShare, refresh: RefreshPolicy): Promise<void> {
  if (refresh === "false") return;
  if (refresh === "true") {
    await share.engine.refresh();
    share.forcedRefresh = true;
    return;
  }
  const seqNos = share.outcomes.map((outcome) => (outcome.ok ? outcome.seqNo : -1));
  share.forcedRefresh = await share.engine.waitForRefresh(Math.max(...seqNos));
}
