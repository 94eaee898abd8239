/** `async_search.submit`: begins a search, and answers when it is over or after some time, whichever comes first. */
import type { AsyncSearchOutcome } from "../../async-search/async-search-record.ts";
import { RequestError } from "../../compat/errors.ts";
import type { Task } from "../../tasks/task.ts";
import type { Operation, OperationRequest, Services } from "../operation.ts";
import { asyncSearchAnswer } from "../requests/async-search-answer.ts";
import { type AsyncSearchRequest, asyncSearchRequest } from "../requests/async-search-request.ts";
import { ownerOf } from "../requests/context-owner.ts";
import { requestedTargets, searchFor } from "../search.ts";
import { searchedShards } from "../targets/searched-shards.ts";

export const submit: Operation = {
  name: "async_search.submit",
  actions: ["indices:data/read/async_search/submit"],
  cancellable: true,

  async handle(request, services) {
    const asked = await asyncSearchRequest(request);
    const { asyncSearches, tasks } = services;
    let malformed: RequestError | undefined;
    const begun = asyncSearches.begin({
      owner: ownerOf(request.principal),
      start: {
        ...request.task.like(undefined),
        action: "indices:data/read/search",
        description: `async_search{${request.task.description}}`,
      },
      keepAliveMs: asked.keepAliveMs,
      shards: shardCount(asked, request, services),
      run: (task) =>
        outcomeOf(asked, request, services, task).catch((error: unknown) => {
          malformed = malformedSearch(error);
          throw error;
        }),
    });
    // Whoever goes away before there is an answer wants none.
    request.task.onCancel(() => tasks.cancel(begun.task, "the client went away"));
    const record = await asyncSearches.progress(begun, asked.waitMs);
    const isKept = (record.isRunning || asked.keepOnCompletion) && !malformed;
    if (isKept) await asyncSearches.keep(begun);
    else asyncSearches.drop(begun);
    if (malformed) throw malformed;
    const { typedKeys, totalHitsAsInt: totalsAsNumbers } = asked.search;
    return asyncSearchAnswer(request, record, {
      form: { typedKeys, totalsAsNumbers },
      hasId: isKept,
      intermediate: true,
    });
  },
};

/** The search itself. */
async function outcomeOf(
  { text, search, parameters }: AsyncSearchRequest,
  { head, principal, startedMs }: OperationRequest,
  services: Services,
  task: Task,
): Promise<AsyncSearchOutcome> {
  const render = { filterPath: undefined, pretty: false, human: false, format: "json" as const };
  const onGone = (): void => undefined;
  const asking = { head, parameters, principal, startedMs, task, render, onGone };
  const { status, bytes, warnings = [] } = await searchFor(asking, services, text);
  const response = Buffer.from(bytes).toString("utf8");
  const [total = 0, successful = 0, skipped = 0, failed = 0] = (SHARDS.exec(response) ?? []).slice(1).map(Number);
  return {
    status,
    response,
    form: { typedKeys: "typed_keys" in parameters, totalsAsNumbers: search.totalHitsAsInt },
    error: undefined,
    shards: { total, successful, skipped, failed },
    warnings,
  };
}

/** They stand before anything that a document or a caller says. */
const SHARDS = /"_shards":\{"total":(\d+),"successful":(\d+),"skipped":(\d+),"failed":(\d+)/;

/** Shards that are asked, as far as that is known before; what is wrong with the names is told by the search. */
function shardCount({ search }: AsyncSearchRequest, request: OperationRequest, services: Services): number {
  if (search.pit) return services.contexts.find("pit", search.pit.id, ownerOf(request.principal))?.states ?? 0;
  try {
    const targets = requestedTargets(request, services);
    return targets.reduce((sum, target) => sum + searchedShards(services, target).shards.length, 0);
  } catch (error) {
    if (error instanceof RequestError) return 0;
    throw error;
  }
}

/** Errors of the request itself, which Elasticsearch tells while it reads it. */
function malformedSearch(error: unknown): RequestError | undefined {
  if (!(error instanceof RequestError) || error.status !== 400) return undefined;
  return WHILE_SEARCHING.includes(error.type) ? undefined : error;
}

const WHILE_SEARCHING: readonly string[] = ["search_phase_execution_exception", "index_closed_exception"];
