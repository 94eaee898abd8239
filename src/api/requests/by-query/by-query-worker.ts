/** Works on the hits of a search in batches (`AbstractAsyncBulkByScrollAction`). */
import { allows, unauthorized, WRITE_ACTIONS } from "../../../access/grants.ts";
import { RequestError, toPortableError } from "../../../compat/errors.ts";
import { systemClock } from "../../../core/clock.ts";
import { ownOf } from "../../../core/names.ts";
import type { WriteItem, WriteResult } from "../../../documents/documents.ts";
import type { Task } from "../../../tasks/task.ts";
import type { OperationRequest, Services } from "../../operation.ts";
import { refuseMissingCopies } from "../../targets/write-target.ts";
import type { ByQueryRequest } from "./by-query-request.ts";
import type { ByQueryStatus } from "./by-query-status.ts";
import type { FoundHit, ScrolledHits } from "./scrolled-hits.ts";
import { Throttle } from "./throttle.ts";

/** What a worker works with. */
export interface ByQueryWork {
  readonly request: OperationRequest;
  readonly services: Services;
  readonly asked: ByQueryRequest;
  readonly task: Task;
  /** The number of the slice; undefined: there is one worker. */
  readonly sliceId: number | undefined;
  readonly maxDocs: number;
  readonly requestsPerSecond: number;
}

type Failed = Extract<WriteResult, { ok: false }>;

const CONFLICT = 409;
const TOO_MANY = 429;
/** How often what was refused for want of room is tried again, and the first pause before it, as in Elasticsearch. */
const MOST_RETRIES = 11;
const RETRY_MS = 500;

/** Deletes hits; one for each slice. */
export class ByQueryWorker {
  readonly #work: ByQueryWork;
  readonly #throttle: Throttle;
  readonly #written = new Set<string>();
  #total = 0;
  #deleted = 0;
  #batches = 0;
  #versionConflicts = 0;
  #bulkRetries = 0;

  constructor(work: ByQueryWork) {
    this.#work = work;
    this.#throttle = new Throttle(work.requestsPerSecond, systemClock);
    const { task } = work;
    task.onCancel(() => this.#throttle.change(Number.POSITIVE_INFINITY));
  }

  get status(): ByQueryStatus {
    return {
      sliceId: this.#work.sliceId,
      total: this.#total,
      deleted: this.#deleted,
      batches: this.#batches,
      versionConflicts: this.#versionConflicts,
      bulkRetries: this.#bulkRetries,
      throttledMs: this.#throttle.throttledMs,
      requestsPerSecond: this.#throttle.requestsPerSecond,
      throttledUntilMs: this.#throttle.throttledUntilMs,
      canceled: this.#work.task.cancelReason,
      slices: [],
    };
  }

  rethrottle(requestsPerSecond: number): void {
    this.#throttle.change(requestsPerSecond);
  }

  /** Resolves with what stopped it: failures of single documents; none, when all was done or it was told to stop. */
  async run(hits: ScrolledHits): Promise<readonly Failed[]> {
    const { asked, maxDocs, task } = this.#work;
    this.#total = Math.min(hits.total, maxDocs);
    let before = { beganMs: 0, size: 0 };
    while (!task.cancelled) {
      const batch = hits.next(Math.min(asked.batchSize, maxDocs - this.#deleted));
      // As in Elasticsearch the pause comes before it is known that there is no more, unless one batch is all.
      if (before.size > 0 && maxDocs > asked.batchSize) await this.#throttle.pause(before.beganMs, before.size);
      if (task.cancelled || batch.length === 0) break;
      before = { beganMs: systemClock.monotonicMs(), size: batch.length };
      this.#batches++;
      const failures = await this.#delete(batch);
      if (task.cancelled || failures.length > 0 || this.#deleted >= maxDocs) return task.cancelled ? [] : failures;
    }
    return [];
  }

  /** Makes visible what was done. */
  async refresh(): Promise<void> {
    const { asked, services, task } = this.#work;
    if (!asked.refresh || task.cancelled || this.#written.size === 0) return;
    const indices = [...this.#written].flatMap((name) => ownOf(services.cluster.state.indices, name) ?? []);
    await services.documents.refresh(indices.map(({ uuid }) => uuid));
  }

  /** Answers what stops the work. */
  async #delete(batch: readonly FoundHit[]): Promise<Failed[]> {
    const failures: Failed[] = [];
    let rest = batch;
    for (let retry = 0; rest.length > 0; retry++) {
      const results = await this.#deleteAll(rest);
      const again: FoundHit[] = [];
      results.forEach((result, at) => {
        const hit = rest[at];
        if (hit && !result.ok && result.error.status === TOO_MANY && retry < MOST_RETRIES) again.push(hit);
        else if (!this.#count(result) && !result.ok) failures.push(result);
      });
      rest = again;
      if (rest.length === 0 || this.#work.task.cancelled) break;
      this.#bulkRetries++;
      await this.#pause(RETRY_MS + 10 * (Math.floor(Math.exp(0.8 * retry)) - 1));
    }
    return failures;
  }

  /** Waits, unless the work is told to stop. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#work.task.onCancel(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Whether a result lets the work go on. */
  #count(result: WriteResult): boolean {
    if (result.ok) {
      this.#deleted++;
      this.#written.add(result.index);
      return true;
    }
    if (result.error.status !== CONFLICT) return false;
    this.#versionConflicts++;
    return this.#work.asked.proceeds;
  }

  async #deleteAll(hits: readonly FoundHit[]): Promise<WriteResult[]> {
    const refused = hits.map((hit) => this.#refusal(hit));
    const items = hits
      .filter((_, at) => refused[at] === undefined)
      .map(({ index, id, routing, seqNo, primaryTerm }): WriteItem => {
        const options = { routing, ifSeqNo: seqNo, ifPrimaryTerm: primaryTerm };
        return { kind: "delete", index, id, options };
      });
    const written = items.length === 0 ? [] : await this.#work.services.documents.write(items, { refresh: "false" });
    let next = 0;
    return refused.flatMap((refusal) => refusal ?? written[next++] ?? []);
  }

  /** Why a document is not even tried. */
  #refusal({ index, id, routing }: FoundHit): Failed | undefined {
    const { request, services, asked } = this.#work;
    try {
      const grant = request.principal.indices;
      if (!allows(grant, index, WRITE_ACTIONS.delete)) throw unauthorized(grant, index, WRITE_ACTIONS.delete);
      const metadata = ownOf(services.cluster.state.indices, index);
      if (metadata) refuseMissingCopies(metadata, id, routing, asked);
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return { ok: false, index, id, error: toPortableError(error) };
    }
  }
}
