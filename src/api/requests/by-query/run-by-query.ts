/** Work by query, from what is asked to its answer: by one worker or in slices, before the answer or behind it. */
import { errorBody, fromPortableError, RequestError } from "../../../compat/errors.ts";
import { systemClock } from "../../../core/clock.ts";
import type { JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import type { SearchRequest } from "../../../search/request/search-request.ts";
import { taskId } from "../../../tasks/task-info.ts";
import type { Task } from "../../../tasks/task.ts";
import type { OperationResponse, Services } from "../../operation.ts";
import { orReadFirst } from "../../targets/resolve-targets.ts";
import { searchTargets } from "../../targets/search-targets.ts";
import { ALL_COUNTS, type ByQueryStatus, joinedStatus, statusBody, type StatusView } from "./by-query-status.ts";
import {
  type ByQueryJob,
  type ByQueryShare,
  ByQueryWorker,
  type FailedWrite,
  type RemotePages,
} from "./by-query-worker.ts";
import {
  checkSlices,
  type HeldShards,
  type HitPages,
  type HitSearch,
  holdShards,
  readHitSearch,
  ScrolledHits,
} from "./scrolled-hits.ts";

/** What became of it. */
interface ByQueryOutcome {
  readonly timedOut: boolean;
  readonly status: ByQueryStatus;
  readonly failures: readonly FailedWrite[];
  readonly searchFailures: readonly JsonObject[];
}

/** A job with what its workers search. */
interface FoundJob extends ByQueryJob {
  readonly task: Task;
  readonly search: HitSearch;
  readonly hits: SearchRequest;
}

const REQUEST_TIMEOUT = 408;
/** As many slices as `auto` makes at most. */
const AUTO_SLICES = 20;
const IN_TASKS: StatusView = { counts: ALL_COUNTS, human: false };

/** Does the work, and answers with what became of it, or begins it and answers with its task. */
export async function answerByQuery(job: ByQueryJob): Promise<OperationResponse> {
  const { request, services, asked, work } = job;
  request.task.description = work.description;
  const startedMs = systemClock.monotonicMs();
  const body = (outcome: ByQueryOutcome, view: StatusView): Record<string, unknown> =>
    outcomeBody(outcome, systemClock.monotonicMs() - startedMs, view);
  if (asked.waitForCompletion) {
    const outcome = await runByQuery(job, request.task);
    const view = { counts: work.counts, human: request.render.human };
    return { status: outcomeStatus(outcome), body: body(outcome, view) };
  }
  const task = services.detached.begin(request.task.like(undefined), async (own) => {
    return body(await runByQuery(job, own), { ...IN_TASKS, human: true }) as JsonObject;
  });
  return { status: 200, body: { task: taskId(services.info.id, task) } };
}

function outcomeBody(outcome: ByQueryOutcome, tookMs: number, view: StatusView): Record<string, unknown> {
  const failures = outcome.failures.map(({ index, id, error }) => ({
    index,
    id,
    cause: errorBody(fromPortableError(error)),
    status: error.status,
  }));
  return {
    took: Math.round(tookMs),
    timed_out: outcome.timedOut,
    ...statusBody(outcome.status, view),
    failures: [...failures, ...outcome.searchFailures],
  };
}

/** The worst of what happened. */
function outcomeStatus({ timedOut, failures, searchFailures }: ByQueryOutcome): number {
  const statuses = [
    ...failures.map(({ error }) => error.status),
    ...searchFailures.map(({ status }) => Number(status)),
  ];
  return Math.max(timedOut ? REQUEST_TIMEOUT : 200, ...statuses);
}

/** Does the work as a task; rejects with what the search fails with. */
async function runByQuery(job: ByQueryJob, task: Task): Promise<ByQueryOutcome> {
  const { request, services, asked, work } = job;
  if (work.elsewhere) return runElsewhere(job, task, await work.elsewhere(task));
  const { parameters, principal, render, startedMs } = request;
  const onGone = (gone: () => void): void => request.onGone(gone);
  const client = { parameters, principal, render, startedMs, task, onGone };
  services.authorizeIndices(principal, "indices:data/read/search", (asked.choice.expression ?? "").split(","));
  const targets = await orReadFirst(
    () => searchTargets(services, principal, asked.choice),
    () => Promise.resolve(readHitSearch(asked, work.shown)),
  );
  const search = { client, services, asked, targets };
  const hits = readHitSearch(asked, work.shown);
  work.check?.(targets);
  const slices = asked.slices === "auto" ? fewestShards(services, targets) : asked.slices;
  checkSlices(search, slices);
  const found = { ...job, task, search, hits };
  return slices > 1 ? runSlices(found, slices) : runWorker(found);
}

async function runWorker({ task, search, hits: request, ...job }: FoundJob): Promise<ByQueryOutcome> {
  const { maxDocs, requestsPerSecond } = job.asked;
  const worker = workerOf({ ...job, task, sliceId: request.slice?.id, maxDocs, requestsPerSecond });
  return holding(search, async (held) => {
    const hits = new ScrolledHits(search, held, request, undefined);
    const failures = await finish(worker, hits, task);
    return { timedOut: hits.timedOut, failures, searchFailures: hits.failures, status: worker.status };
  });
}

/** Works on what another server finds. */
async function runElsewhere(job: ByQueryJob, task: Task, hits: RemotePages): Promise<ByQueryOutcome> {
  const { maxDocs, requestsPerSecond } = job.asked;
  const worker = workerOf({ ...job, task, sliceId: undefined, maxDocs, requestsPerSecond });
  try {
    const failures = await finish(worker, hits, task);
    return { timedOut: hits.timedOut, failures, searchFailures: hits.failures, status: worker.status };
  } catch (error) {
    // What it was told to stop in fails.
    if (!task.cancelled) throw error;
    return { timedOut: false, failures: [], searchFailures: [], status: worker.status };
  } finally {
    await hits.close();
  }
}

/** Works while the shards are held. */
async function holding<Result>(search: HitSearch, run: (held: HeldShards) => Promise<Result>): Promise<Result> {
  const held = await holdShards(search, search.asked.keepAliveMs);
  try {
    return await run(held);
  } finally {
    held.release();
  }
}

/** A worker that its task tells of. */
function workerOf(share: ByQueryShare): ByQueryWorker {
  const { task } = share;
  const worker = new ByQueryWorker(share);
  task.status = () => statusBody(worker.status, IN_TASKS) as JsonObject;
  task.rethrottle = (rate) => worker.rethrottle(rate);
  return worker;
}

/** What stopped a worker; nothing when it was told to stop while it searched. */
async function finish(worker: ByQueryWorker, hits: HitPages, task: Task): Promise<readonly FailedWrite[]> {
  try {
    const failures = await worker.run(hits);
    await worker.refresh();
    return failures;
  } catch (error) {
    if (task.cancelled && error instanceof RequestError && error.type === "task_cancelled_exception") return [];
    throw error;
  }
}

/** A task for each part of the hits. */
async function runSlices({ task, search, hits, ...job }: FoundJob, slices: number): Promise<ByQueryOutcome> {
  const { tasks } = job.services;
  const workers: ByQueryWorker[] = [];
  const joined = (): ByQueryStatus =>
    joinedStatus(
      workers.map(({ status }) => status),
      task.cancelReason,
    );
  task.status = () => statusBody(joined(), IN_TASKS) as JsonObject;
  task.rethrottle = (rate) => {
    const running = tasks.children(task);
    for (const child of running) child.rethrottle?.(rate / running.length);
  };
  const { maxDocs, requestsPerSecond } = job.asked;
  const share = { maxDocs: Math.floor(maxDocs / slices), requestsPerSecond: requestsPerSecond / slices };
  const parts: ScrolledHits[] = [];
  const ended = await holding(search, (held) =>
    Promise.allSettled(
      Array.from({ length: slices }, (_, id) =>
        tasks.run(task.like(task), (child) => {
          const worker = workerOf({ ...job, ...share, task: child, sliceId: id });
          workers.push(worker);
          const part = new ScrolledHits(search, held, hits, { id, max: slices, field: undefined });
          parts.push(part);
          return finish(worker, part, child);
        }),
      ),
    ),
  );
  const failed = ended.find((end) => end.status === "rejected");
  if (failed && !task.cancelled) throw failed.reason;
  return {
    timedOut: parts.some(({ timedOut }) => timedOut),
    failures: ended.flatMap((end) => (end.status === "fulfilled" ? end.value : [])),
    searchFailures: parts.flatMap(({ failures }) => failures),
    status: joined(),
  };
}

/** The shards of the index that has the fewest (`countSlicesBasedOnShards`). */
function fewestShards({ cluster }: Services, targets: HitSearch["targets"]): number {
  const counts = targets.map(({ index }) => ownOf(cluster.state.indices, index)?.numberOfShards ?? 1);
  return counts.length === 0 ? 1 : Math.min(AUTO_SLICES, ...counts);
}
