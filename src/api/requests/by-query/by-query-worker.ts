/** Works on the hits of a search in batches (`AbstractAsyncBulkByScrollAction`). */
import { RequestError, toPortableError } from "../../../compat/errors.ts";
import { systemClock } from "../../../core/clock.ts";
import { ownOf } from "../../../core/names.ts";
import type { WriteItem, WriteRequestOptions, WriteResult } from "../../../documents/documents.ts";
import { foundAt, type FoundDocuments, type FoundHit } from "../../../documents/write/found-documents.ts";
import {
  countWritten,
  type FoundWrite,
  type FoundWritten,
  itemsOfFound,
} from "../../../documents/write/write-found.ts";
import type { SearchTarget } from "../../../search/search-service.ts";
import type { Task } from "../../../tasks/task.ts";
import type { OperationRequest, Services } from "../../operation.ts";
import { refuseMissingCopies } from "../../targets/write-target.ts";
import type { ByQueryRequest } from "./by-query-request.ts";
import type { ByQueryStatus, OwnCount } from "./by-query-status.ts";
import type { HitPages, ShownOfHits } from "./scrolled-hits.ts";
import { Throttle } from "./throttle.ts";
import { callerOfWrite } from "../ingest-caller.ts";

/** Documents of another server. */
export interface RemotePages extends HitPages {
  close(): Promise<void>;
}

/** What is done with hits. */
export interface HitWork {
  /** How the task is described. */
  readonly description: string;
  readonly shown: ShownOfHits;
  readonly counts: readonly OwnCount[];
  /** Finds them on another server; absent: the search finds them here. */
  readonly elsewhere?: (task: Task) => Promise<RemotePages>;
  /** Refuses what cannot be, once it is known where the hits are. */
  readonly check?: (targets: readonly SearchTarget[]) => void;
  /** What is written for each hit, or, where a script decides it, what makes items of them; undefined: nothing. */
  readonly write: FoundWrite | ItemsOfHits;
}

export type ItemsOfHits = (hits: readonly FoundHit[], task: Task) => Promise<readonly (WriteItem | undefined)[]>;

/** What a worker works with. */
export interface ByQueryJob {
  readonly request: OperationRequest;
  readonly services: Services;
  readonly asked: ByQueryRequest;
  readonly work: HitWork;
}

/** The part of a job that is a worker's. */
export interface ByQueryShare extends ByQueryJob {
  readonly task: Task;
  /** The number of the slice; undefined: there is one worker. */
  readonly sliceId: number | undefined;
  readonly maxDocs: number;
  readonly requestsPerSecond: number;
}

export type FailedWrite = Extract<WriteResult, { ok: false }>;

const CONFLICT = 409;
const TOO_MANY = 429;
/** How often what was refused for want of room is tried again, and the first pause before it, as in Elasticsearch. */
const MOST_RETRIES = 11;
const RETRY_MS = 500;

/** Changes hits; one for each slice. */
export class ByQueryWorker {
  readonly #share: ByQueryShare;
  readonly #throttle: Throttle;
  readonly #written = new Set<string>();
  readonly #done = { updated: 0, created: 0, deleted: 0, noop: 0 };
  #total = 0;
  #batches = 0;
  #versionConflicts = 0;
  #bulkRetries = 0;

  constructor(share: ByQueryShare) {
    this.#share = share;
    this.#throttle = new Throttle(share.requestsPerSecond, systemClock);
    share.task.onCancel(() => this.#throttle.change(Number.POSITIVE_INFINITY));
  }

  get status(): ByQueryStatus {
    const { updated, created, deleted, noop: noops } = this.#done;
    return {
      sliceId: this.#share.sliceId,
      total: this.#total,
      updated,
      created,
      deleted,
      batches: this.#batches,
      versionConflicts: this.#versionConflicts,
      noops,
      bulkRetries: this.#bulkRetries,
      throttledMs: this.#throttle.throttledMs,
      requestsPerSecond: this.#throttle.requestsPerSecond,
      throttledUntilMs: this.#throttle.throttledUntilMs,
      canceled: this.#share.task.cancelReason,
      slices: [],
    };
  }

  rethrottle(requestsPerSecond: number): void {
    this.#throttle.change(requestsPerSecond);
  }

  /** Resolves with what stopped it: failures of single documents; none, when all was done or it was told to stop. */
  async run(hits: HitPages): Promise<readonly FailedWrite[]> {
    const { asked, maxDocs, task } = this.#share;
    let before = { beganMs: 0, size: 0 };
    while (!task.cancelled) {
      // As in Elasticsearch the pause comes before it is known that there is no more, unless one batch is all.
      if (before.size > 0 && maxDocs > asked.batchSize) await this.#throttle.pause(before.beganMs, before.size);
      if (task.cancelled) break;
      const batch = await hits.next(Math.min(asked.batchSize, maxDocs - this.#changed()));
      this.#total = Math.min(hits.total, maxDocs);
      if (task.cancelled || batch.ids.length === 0) break;
      before = { beganMs: systemClock.monotonicMs(), size: batch.ids.length };
      this.#batches++;
      const failures = await this.#change(batch);
      if (task.cancelled || failures.length > 0 || this.#changed() >= maxDocs) return task.cancelled ? [] : failures;
    }
    return [];
  }

  /** Makes visible what was done. */
  async refresh(): Promise<void> {
    const { asked, services, task } = this.#share;
    if (!asked.refresh || task.cancelled || this.#written.size === 0) return;
    const indices = [...this.#written].flatMap((name) => ownOf(services.cluster.state.indices, name) ?? []);
    await services.documents.refresh(indices.map(({ uuid }) => uuid));
  }

  #changed(): number {
    const { updated, created, deleted } = this.#done;
    return updated + created + deleted;
  }

  /** Answers what stops the work. */
  async #change(batch: FoundDocuments): Promise<FailedWrite[]> {
    const { work, task } = this.#share;
    const { write } = work;
    // Documents are packed as they are found, and become items where they are written, unless something looks at them.
    if (typeof write !== "function" && !this.#mayRefuse(batch, write)) {
      const items = (): WriteItem[] => itemsOfFound(batch, write);
      return this.#retried(await this.#writeFound(batch, write), items);
    }
    const items = typeof write === "function" ? await write(hitsOf(batch), task) : itemsOfFound(batch, write);
    if (task.cancelled) return [];
    const written = items.filter((item) => item !== undefined);
    this.#done.noop += items.length - written.length;
    return this.#retried(await this.#write(written), () => written);
  }

  /** Counts what was done, and tries again what there was no room for. */
  async #retried(first: FoundWritten, itemsOf: () => readonly WriteItem[]): Promise<FailedWrite[]> {
    const stopping: FailedWrite[] = [];
    let written = first;
    let items: readonly WriteItem[] | undefined;
    for (let retry = 0; ; retry++) {
      const again = this.#count(written, retry < MOST_RETRIES, stopping);
      if (again.length === 0 || this.#share.task.cancelled) return stopping;
      this.#bulkRetries++;
      await this.#pause(RETRY_MS + 10 * (Math.floor(Math.exp(0.8 * retry)) - 1));
      const tried: readonly WriteItem[] = items ?? itemsOf();
      items = again.flatMap((at) => tried[at] ?? []);
      written = await this.#write(items);
    }
  }

  /** Waits, unless the work is told to stop. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#share.task.onCancel(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Answers the places of what is to be tried again; what stops the work is added to `stopping`. */
  #count(written: FoundWritten, mayRetry: boolean, stopping: FailedWrite[]): number[] {
    const again: number[] = [];
    this.#done.updated += written.updated;
    this.#done.created += written.created;
    this.#done.deleted += written.deleted;
    this.#done.noop += written.noops;
    for (const index of written.indices) this.#written.add(index);
    for (const { at, result } of written.failures) {
      if (mayRetry && result.error.status === TOO_MANY) again.push(at);
      else if (result.error.status !== CONFLICT) stopping.push(result);
      else {
        this.#versionConflicts++;
        if (!this.#share.asked.proceeds) stopping.push(result);
      }
    }
    return again;
  }

  async #writeFound(batch: FoundDocuments, write: FoundWrite): Promise<FoundWritten> {
    const { services } = this.#share;
    const options = await this.#options();
    try {
      return await services.documents.writeFound(batch, write, options);
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      return countWritten(itemsOfFound(batch, write).map((item) => failed(item, error)));
    }
  }

  async #write(items: readonly WriteItem[]): Promise<FoundWritten> {
    const { services } = this.#share;
    const refused = items.map((item) => this.#refusal(item));
    const sent = items.filter((_, at) => refused[at] === undefined);
    const options = await this.#options();
    const written = sent.length === 0 ? [] : await resultsOf(sent, () => services.documents.write(sent, options));
    let next = 0;
    return countWritten(refused.flatMap((refusal) => refusal ?? written[next++] ?? []));
  }

  async #options(): Promise<WriteRequestOptions> {
    const { request, services } = this.#share;
    const caller = await callerOfWrite(request.principal, services);
    return { refresh: "false", grant: request.principal.indices, caller };
  }

  /** Whether a document may be refused before it is tried. */
  #mayRefuse(batch: FoundDocuments, write: FoundWrite): boolean {
    const indices = write.kind === "copy" ? [write.destination.index] : batch.indices;
    return indices.some((index) => this.#refusal({ kind: "delete", index, id: undefined, options: {} }) !== undefined);
  }

  /** Why a document is not even tried: there is one copy of each shard. */
  #refusal({ index, id, options }: WriteItem): FailedWrite | undefined {
    const { services, asked } = this.#share;
    const metadata = ownOf(services.cluster.state.indices, index);
    try {
      if (metadata) refuseMissingCopies(metadata, id, options.routing, asked);
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return { ok: false, index, id, error: toPortableError(error) };
    }
  }
}

function hitsOf(batch: FoundDocuments): FoundHit[] {
  return batch.ids.map((_, at) => foundAt(batch, at));
}

function isNoRoom(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === TOO_MANY;
}

function failed({ index, id }: WriteItem, error: RequestError): FailedWrite {
  return { ok: false, index, id, error: toPortableError(error) };
}

/** Results; where there is no room for the items, each of them says so. */
async function resultsOf(
  items: readonly WriteItem[],
  write: () => Promise<readonly WriteResult[]>,
): Promise<readonly WriteResult[]> {
  try {
    return await write();
  } catch (error) {
    if (!isNoRoom(error)) throw error;
    return items.map((item) => failed(item, error));
  }
}
