/** Asks the search side on behalf of a client. */
import { ownOf } from "../../core/names.ts";
import type {
  Search,
  SearchAction,
  SearchAnswer,
  SearchCaller,
  SearchResult,
  SearchTarget,
} from "../../search/search-service.ts";
import type { Services, OperationRequest, OperationResponse } from "../operation.ts";
import { resolveReferences } from "../targets/resolve-references.ts";

/** The parts of a call that differ between operations. */
export type SearchDependencies = Pick<
  SearchAction,
  "kind" | "targets" | "bodies" | "parameters" | "analysis" | "tasks"
>;

/** Runs a call and hands its answer on; it is cancelled when the client goes away, or its task is told to stop. */
export async function runSearch(
  request: OperationRequest,
  services: Services,
  parts: SearchDependencies,
): Promise<OperationResponse & { bytes: Uint8Array }> {
  await markSearched(services, parts.targets.flat());
  const { render, startedMs } = request;
  const call = (): Promise<SearchAnswer> =>
    services.respond({ ...parts, render, startedMs }, callerOf(request, services));
  const answer = await (parts.kind.counted === true ? counted(services, parts, call) : call());
  return { status: answer.status, bytes: answer.body, warnings: answer.warnings };
}

/** A search whose result is no response by itself. */
export async function searchFor(request: OperationRequest, services: Services, search: Search): Promise<SearchResult> {
  await markSearched(services, search.targets);
  const parts = { targets: [search.targets], parameters: [request.parameters], groups: [search.request.groups] };
  return counted(services, parts, () => services.searches.search(search, callerOf(request, services)));
}

async function markSearched(services: Services, targets: readonly SearchTarget[]): Promise<void> {
  await services.documents.markSearched([...new Set(targets.map(({ uuid }) => uuid))]);
}

function callerOf(request: OperationRequest, services: Services): SearchCaller {
  return {
    onGone(listener) {
      // A client that goes away cancels what can be cancelled.
      if (request.task.cancellable) request.task.onCancel(listener);
      else request.onGone(listener);
    },
    resolve: (references) => resolveReferences(services, request.principal, references),
  };
}

/** Counts searches on the shards of their targets. The groups of bodies are told by the answer where nobody knows. */
async function counted<Answered extends SearchAnswer | SearchResult>(
  services: Services,
  {
    targets,
    parameters,
    groups,
  }: Pick<SearchDependencies, "targets" | "parameters"> & Partial<Pick<SearchAnswer, "groups">>,
  run: () => Promise<Answered>,
): Promise<Answered> {
  const begun = targets.map((ofItem, item) => ofItem.map((target) => count(services, target, parameters[item] ?? {})));
  let answer: Answered | undefined;
  try {
    answer = await run();
    return answer;
  } finally {
    const failed = answer === undefined || ("status" in answer && answer.status >= 500);
    const named = groups ?? (answer && "groups" in answer ? answer.groups : []);
    for (const [item, ofItem] of begun.entries()) for (const done of ofItem) done(failed, named[item] ?? []);
  }
}

function count(
  services: Services,
  target: SearchTarget,
  { stats }: Readonly<Record<string, string>>,
): (failed: boolean, groups: readonly string[]) => void {
  const groups = stats === undefined ? [] : stats.split(",").filter((name) => name !== "");
  return services.searchCounters.begin({ uuid: target.uuid, shards: shardsOf(services, target), groups });
}

function shardsOf(services: Services, target: SearchTarget): readonly number[] {
  return (
    target.shards ??
    Array.from(
      { length: ownOf(services.cluster.state.indices, target.index)?.numberOfShards ?? 1 },
      (_, shard) => shard,
    )
  );
}
