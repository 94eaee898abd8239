/** Delete by query, from what is asked to its answer: by one worker or in slices, before the answer or behind it. */
import { errorBody, fromPortableError, RequestError } from "../../../compat/errors.ts";
import { systemClock } from "../../../core/clock.ts";
import type { JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import { indexOptions, SEARCHED_INDICES } from "../../targets/index-options.ts";
import { orReadFirst } from "../../targets/resolve-targets.ts";
import { searchTargets } from "../../targets/search-targets.ts";
import type { WriteResult } from "../../../documents/documents.ts";
import type { Task } from "../../../tasks/task.ts";
import type { OperationRequest, Services } from "../../operation.ts";
import type { ByQueryRequest } from "./by-query-request.ts";
import { type ByQueryStatus, joinedStatus, statusBody, type StatusView } from "./by-query-status.ts";
import { type ByQueryWork, ByQueryWorker } from "./by-query-worker.ts";
import { findHits, type HitSearch, readHitSearch, ScrolledHits } from "./scrolled-hits.ts";

/** What became of it. */
export interface ByQueryOutcome {
  readonly tookMs: number;
  readonly timedOut: boolean;
  readonly status: ByQueryStatus;
  readonly failures: readonly Extract<WriteResult, { ok: false }>[];
  readonly searchFailures: readonly JsonObject[];
}

const REQUEST_TIMEOUT = 408;
/** As many slices as `auto` makes at most. */
const AUTO_SLICES = 20;

/** Does the work as a task; rejects with what the search fails with. */
export async function runByQuery(
  request: OperationRequest,
  services: Services,
  asked: ByQueryRequest,
  task: Task,
): Promise<ByQueryOutcome> {
  const { parameters, principal, render, startedMs: beganMs } = request;
  const searching = {
    parameters,
    principal,
    render,
    startedMs: beganMs,
    task,
    onGone: (gone: () => void) => request.onGone(gone),
  };
  const search = { request: searching, services, asked };
  const targets = await targetsOf(search);
  const slices = asked.slices === "auto" ? fewestShards(services, targets) : asked.slices;
  const common = { request, services, asked };
  const startedMs = systemClock.monotonicMs();
  const run =
    slices > 1
      ? runSlices({ ...common, task }, { ...search, targets }, slices)
      : runWorker({ ...common, task, sliceId: asked.slice?.id, ...asked }, () => hitsOf({ ...search, targets }, task));
  return { ...(await run), tookMs: systemClock.monotonicMs() - startedMs };
}

/** The body of an answer. */
export function outcomeBody(outcome: ByQueryOutcome, view: StatusView): Record<string, unknown> {
  const failures = outcome.failures.map(({ index, id, error }) => ({
    index,
    id,
    cause: errorBody(fromPortableError(error)),
    status: error.status,
  }));
  return {
    took: Math.round(outcome.tookMs),
    timed_out: outcome.timedOut,
    ...statusBody(outcome.status, view),
    failures: [...failures, ...outcome.searchFailures],
  };
}

/** The worst of what happened. */
export function outcomeStatus({ timedOut, failures, searchFailures }: ByQueryOutcome): number {
  const statuses = [
    ...failures.map(({ error }) => error.status),
    ...searchFailures.map(({ status }) => Number(status)),
  ];
  return Math.max(timedOut ? REQUEST_TIMEOUT : 200, ...statuses);
}

async function targetsOf({ request, services, asked }: Omit<HitSearch, "targets">): Promise<HitSearch["targets"]> {
  const { parameters, principal } = request;
  services.authorizeIndices(principal, "indices:data/read/search", (parameters["index"] ?? "").split(","));
  const choice = {
    expression: parameters["index"],
    options: indexOptions(parameters, SEARCHED_INDICES),
    routing: parameters["routing"] || undefined,
    preference: parameters["preference"],
  };
  return orReadFirst(
    () => searchTargets(services, principal, choice),
    () => Promise.resolve(readHitSearch(asked)),
  );
}

/** The hits; none when the task is told to stop meanwhile. */
async function hitsOf(search: HitSearch, task: Task): Promise<ScrolledHits> {
  try {
    return await findHits(search);
  } catch (error) {
    if (task.cancelled && error instanceof RequestError && error.type === "task_cancelled_exception")
      return new ScrolledHits([], 0);
    throw error;
  }
}

async function runWorker(
  work: ByQueryWork,
  find: () => Promise<ScrolledHits>,
): Promise<Omit<ByQueryOutcome, "tookMs">> {
  const worker = new ByQueryWorker(work);
  work.task.status = () => statusBody(worker.status, IN_TASKS) as JsonObject;
  work.task.rethrottle = (requestsPerSecond) => worker.rethrottle(requestsPerSecond);
  const hits = await find();
  const failures = await worker.run(hits);
  await worker.refresh();
  const { timedOut, failures: searchFailures } = hits;
  return { timedOut, failures, searchFailures, status: worker.status };
}

const IN_TASKS: StatusView = { whole: true, human: false };

/** One search, and a task for each part of its hits. */
async function runSlices(
  { task, ...common }: Pick<ByQueryWork, "request" | "services" | "asked" | "task">,
  search: HitSearch,
  slices: number,
): Promise<Omit<ByQueryOutcome, "tookMs">> {
  const { tasks } = common.services;
  const { maxDocs, requestsPerSecond } = common.asked;
  const hits = await hitsOf(search, task);
  const start = task.like(task);
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
  const runs = hits.slices(slices).map((part, sliceId) =>
    tasks.run(start, async (child) => {
      const worker = new ByQueryWorker({
        ...common,
        task: child,
        sliceId,
        maxDocs: Math.floor(maxDocs / slices),
        requestsPerSecond: requestsPerSecond / slices,
      });
      workers.push(worker);
      child.status = () => statusBody(worker.status, IN_TASKS) as JsonObject;
      child.rethrottle = (rate) => worker.rethrottle(rate);
      const failures = await worker.run(part);
      await worker.refresh();
      return failures;
    }),
  );
  const ended = await Promise.allSettled(runs);
  const failed = ended.find((end) => end.status === "rejected");
  if (failed && !task.cancelled) throw failed.reason;
  const failures = ended.flatMap((end) => (end.status === "fulfilled" ? end.value : []));
  return { timedOut: hits.timedOut, failures, searchFailures: hits.failures, status: joined() };
}

/** The shards of the index that has the fewest (`countSlicesBasedOnShards`). */
function fewestShards({ cluster }: Services, targets: HitSearch["targets"]): number {
  const counts = targets.map(({ index }) => ownOf(cluster.state.indices, index)?.numberOfShards ?? 1);
  return counts.length === 0 ? 1 : Math.min(AUTO_SLICES, ...counts);
}
