/**
 * The one path of writes: items, however they came, pass ingest, find their shards, are accepted there, durable by one
 * sync for all, and visible where that was asked for. A single write is a request of one item, and answered like any.
 */
import { tellSlowWrites } from "./slow-writes.ts";
import { RequestError } from "../../compat/errors.ts";
import type { MonotonicClock } from "../../core/clock.ts";
import type { JsonObject } from "../../core/json.ts";
import type { MaybeLater } from "../../core/maybe-later.ts";
import type { OperationLog } from "../../store/operation-log.ts";
import type {
  BulkAnswer,
  BulkOptions,
  DocumentsEvents,
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
import { embedItems } from "./embed-items.ts";
import type { Ingest, Ingested, IndexSettings } from "./ingest.ts";
import { IndexingPressure } from "./indexing-pressure.ts";
import { type NodeShare, type PlacedItems, placeItems, type ShardShare, type TargetOf } from "./place-items.ts";
import { hasPipelines, updateThroughPipelines } from "./piped-update.ts";
import { readUpdate, validateUpdate } from "./update-request.ts";
import { answerShare, droppedItem, failedItem, notIngested, tellExecuted } from "./write-results.ts";
import { abortedGroup, GROUP_APART } from "./write-group.ts";
import type { WriteNames } from "./write-names.ts";
import { validateWrite } from "./write-validation.ts";
import { validationFailed } from "../../compat/validation-failed.ts";

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
  /** Asks inference endpoints for the embeddings of texts. */
  readonly embed: DocumentsEvents["embed"];
  /** See `DocumentsEvents`. */
  readonly askNode: DocumentsEvents["askNode"];
  /** Something for the log. */
  readonly tell: DocumentsEvents["log"];
}

/** How items are executed. */
interface Execution {
  readonly refresh: RefreshPolicy;
  readonly together: boolean;
  readonly targetOf: TargetOf;
  readonly caller: JsonObject | undefined;
  /** See WriteRequestOptions. */
  readonly isPlaced?: boolean;
  /** Is told how long pipelines ran, where there were any. */
  readonly ingested?: (tookMs: number) => void;
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
    { refresh, together = false, grant, caller, isPlaced = false }: WriteRequestOptions,
  ): Promise<WriteResult[]> {
    const read = items.map((item) => validated(item, together));
    const targetOf = grant ? this.#grantedTarget(grant) : (item: WriteItem) => this.#readyTarget(item);
    const bytes = items.reduce((sum, { source }) => sum + (source?.length ?? 0), 0);
    this.#pressure.take(bytes);
    try {
      const execution = { refresh, together, targetOf, caller, isPlaced };
      const [first] = read;
      if (
        !isPlaced &&
        read.length === 1 &&
        first?.kind === "update" &&
        hasPipelines(await this.#settingsOf(first.index))
      )
        return [await this.#updateThroughPipelines(first, execution)];
      return await this.#execute(read, execution);
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
    const { grant, refresh, caller } = options;
    const targetOf = this.#grantedTarget(grant);
    return new BulkRequest(
      options,
      (items, ingested) => this.#execute(items, { refresh, together: false, targetOf, caller, ingested }),
      clock,
    );
  }

  async #readyTarget({ index }: WriteItem): Promise<IndexEntry> {
    const entry = await this.#host.names.ready(index);
    entry.state.checkBlocks("write");
    return entry;
  }

  #grantedTarget(grant: BulkOptions["grant"]): TargetOf {
    const { names } = this.#host;
    return (item) => bulkTarget(item, grant, names);
  }

  #settingsOf(name: string): MaybeLater<IndexSettings | undefined> {
    const { names } = this.#host;
    const entry = names.find(name);
    return entry ? entry.state.metadata.settings : names.settingsOfNew(name);
  }

  /** Answers in order; an item's failure is data. */
  async #execute(
    items: readonly WriteItem[],
    { refresh, together, targetOf, caller, isPlaced = false, ingested: told }: Execution,
  ): Promise<WriteResult[]> {
    const { ingest, ids } = this.#host;
    const results: WriteResult[] = [];
    const ingested: Ingested = isPlaced
      ? { items, failed: [], dropped: [], executed: undefined, tookMs: undefined }
      : await ingest(items, { settingsOf: (name) => this.#settingsOf(name), caller });
    if (ingested.tookMs !== undefined) told?.(ingested.tookMs);
    for (const { at, error } of ingested.failed) results[at] = notIngested(items[at], error);
    for (const at of ingested.dropped) results[at] = droppedItem(items[at]);
    const placing = { targetOf, ids, indicesOf: this.#indicesOf };
    const { shares, elsewhere } = await placeItems(ingested.items, results, placing);
    await this.#embedded(shares, results, () =>
      elsewhere.length === 0
        ? this.#apply(shares, results, { refresh, together, caller })
        : this.#applyOnNodes({ shares, elsewhere }, results, { refresh, together, isPlaced, caller }),
    );
    for (const share of shares) tellSlowWrites(share, caller, this.#host.tell);
    if (ingested.executed) tellExecuted(results, ingested.executed);
    return results;
  }

  /** Writes with the embeddings of texts, which count as bytes under way. */
  async #embedded(shares: readonly ShardShare[], results: WriteResult[], write: () => Promise<void>): Promise<void> {
    if (shares.every(({ entry }) => entry.state.parser.semanticTexts.length === 0)) return write();
    const before = bytesOf(shares);
    await embedItems(shares, results, this.#host.embed);
    const added = Math.max(0, bytesOf(shares) - before);
    this.#pressure.take(added);
    try {
      await write();
    } finally {
      this.#pressure.give(added);
    }
  }

  readonly #indicesOf = (name: string): readonly IndexEntry[] => this.#host.names.indicesOf(name);

  #updateThroughPipelines(item: WriteItem, execution: Execution): Promise<WriteResult> {
    return updateThroughPipelines(item, {
      targetOf: execution.targetOf,
      ids: this.#host.ids,
      indicesOf: this.#indicesOf,
      write: async (made) => (await this.#execute([made], execution))[0],
      apply: (shares, results) => this.#apply(shares, results, execution),
      askNode: async (node) => {
        const { refresh, caller } = execution;
        const options: WriteRequestOptions = { refresh, caller };
        return (await this.#host.askNode<WriteResult[]>(node, "write", [[item], options]))[0];
      },
    });
  }

  /** The same where some of it, or all, is for other nodes. */
  async #applyOnNodes(
    { shares, elsewhere }: PlacedItems,
    results: WriteResult[],
    { refresh, together, caller, isPlaced = false }: Pick<Execution, "refresh" | "together" | "caller" | "isPlaced">,
  ): Promise<void> {
    if (isPlaced || (together && shares.length + elsewhere.length > 1)) {
      // What is written as a whole is written by one node; and nobody hands on what was handed on to it.
      const error = isPlaced ? notHere() : notOnOneNode();
      for (const share of elsewhere) refuseShare(share, error, results);
      for (const share of shares) share.outcomes = abortedGroup(share.items, []);
      return;
    }
    await Promise.all([
      this.#apply(shares, results, { refresh, together, caller }),
      ...elsewhere.map(async (share) => {
        try {
          const options: WriteRequestOptions = { refresh, together, caller, isPlaced: true };
          const answers = await this.#host.askNode<WriteResult[]>(share.node, "write", [share.items, options]);
          share.places.forEach((place, at) => (results[place] = answers[at] ?? failedItem("", undefined, notHere())));
        } catch (error) {
          refuseShare(share, error, results);
        }
      }),
    ]);
  }

  /** Writes what is placed, makes it durable, and answers it. */
  async #apply(
    shares: readonly ShardShare[],
    results: WriteResult[],
    { refresh, together, caller }: Pick<Execution, "refresh" | "together" | "caller">,
  ): Promise<void> {
    const { log } = this.#host;
    if (!together) await Promise.all(shares.map((share) => apply(share, caller)));
    else if (results.every((result) => result.ok)) await writeBatch(shares, log, caller);
    else for (const share of shares) share.outcomes = abortedGroup(share.items, []);
    await Promise.all(shares.map((share) => this.#acknowledge(share, refresh)));
    for (const share of shares) answerShare(share, results);
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

function bytesOf(shares: readonly ShardShare[]): number {
  let bytes = 0;
  for (const { items } of shares) for (const { source } of items) bytes += source?.length ?? 0;
  return bytes;
}

function refuseShare({ items, places }: NodeShare, error: unknown, results: WriteResult[]): void {
  places.forEach((place, at) => (results[place] = failedItem(items[at]?.index ?? "", items[at]?.id, error)));
}

function notHere(): RequestError {
  return new RequestError(503, "unavailable_shards_exception", "the primary shard has moved to another node");
}

function notOnOneNode(): RequestError {
  return new RequestError(400, GROUP_APART, "a group is written to shards of one node");
}

/** An item that is valid in itself, with what it says when it is an update. */
function validated(item: WriteItem, together: boolean): WriteItem {
  const failures = validateWrite(item);
  if (item.kind !== "update") {
    if (failures.length > 0) throw validationFailed(failures);
    return item;
  }
  if (together) throw validationFailed(["an update cannot stand in a group"]);
  const update = readUpdate(item.source);
  failures.push(...validateUpdate(update, item.options));
  if (failures.length > 0) throw validationFailed(failures);
  return { ...item, update };
}

async function apply(share: ShardShare, caller: JsonObject | undefined): Promise<void> {
  try {
    ({ outcomes: share.outcomes, epoch: share.epoch } = await share.engine.write(share.items, caller));
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
