/** Asks the search side on behalf of a client. */
import { giveBackPage } from "../../core/answer-pages.ts";
import { type MaybeLater, whenThere } from "../../core/maybe-later.ts";
import type {
  Search,
  SearchAction,
  SearchAnswer,
  SearchCaller,
  SearchResult,
  SearchTarget,
} from "../../search/search-service.ts";
import type { ClusterAnswer, ClusterSearch } from "../../search/cluster-answer.ts";
import type { Services, OperationRequest, OperationResponse } from "../operation.ts";
import { tellSlowPhases } from "./slow-searches.ts";
import { searchedShards } from "../targets/searched-shards.ts";
import { resolveReferences } from "../targets/resolve-references.ts";

/** The parts of a call that differ between operations. */
export type SearchDependencies = Pick<
  SearchAction,
  "kind" | "targets" | "bodies" | "parameters" | "analysis" | "tasks" | "steps" | "references" | "clusters"
>;

/** What of a request its searches need. */
export type SearchingRequest = Pick<
  OperationRequest,
  "parameters" | "principal" | "render" | "startedMs" | "task" | "onGone"
>;

/** An answer as it is sent. */
export type SearchResponse = Extract<OperationResponse, { readonly bytes: Uint8Array }>;

/**
 * Runs a call and hands its answer on, at once where it is there at once; it is cancelled when the client goes away, or
 * its task is told to stop.
 */
export function runSearch(
  request: SearchingRequest,
  services: Services,
  parts: SearchDependencies,
): MaybeLater<SearchResponse> {
  const run = (): MaybeLater<SearchResponse> =>
    whenThere(searchAnswer(request, services, parts, callerOf(request, services)), responseOf);
  const marked = markSearched(services, parts.targets.length === 1 ? parts.targets[0]! : parts.targets.flat());
  return marked ? marked.then(run) : run();
}

/** The answer of a call. What a lease is to hold must have been marked as searched before. */
export function searchAnswer(
  request: SearchingRequest,
  services: Services,
  parts: SearchDependencies,
  caller: SearchCaller,
): MaybeLater<SearchAnswer> {
  const { render, startedMs } = request;
  const call = (): MaybeLater<SearchAnswer> => services.respond(actionOf(parts, render, startedMs), caller);
  if (parts.kind.counted !== true) return call();
  return counted(services, parts, call, ({ usages, slow }) => {
    for (const usage of usages) if (usage !== undefined) services.searchCounters.addUsage(usage);
    if (slow && slow.length > 0) tellSlowPhases(slow, request, parts, services.slowLog);
  });
}

/** Written out: V8 gives each object that is spread and added to a class of its own. */
function actionOf(parts: SearchDependencies, render: SearchAction["render"], startedMs: number): SearchAction {
  return {
    kind: parts.kind,
    targets: parts.targets,
    references: parts.references,
    analysis: parts.analysis,
    bodies: parts.bodies,
    tasks: parts.tasks,
    steps: parts.steps,
    parameters: parts.parameters,
    clusters: parts.clusters,
    render,
    startedMs,
  };
}

/** See `SearchResponse`. */
export function responseOf({ status, body, page, warnings }: SearchAnswer): SearchResponse {
  return { status, bytes: body, warnings, sent: page && givingBack(page) };
}

/** A page that was given back belongs to whoever took it next. */
function givingBack(page: SharedArrayBuffer): () => void {
  let isGiven = false;
  return () => {
    if (isGiven) return;
    isGiven = true;
    giveBackPage(page);
  };
}

/** A search whose result is no response by itself. */
export async function searchFor(
  request: SearchingRequest,
  services: Services,
  search: Search,
  caller: SearchCaller = callerOf(request, services),
): Promise<SearchResult> {
  await markSearched(services, search.targets);
  const parts = { targets: [search.targets], parameters: [request.parameters], groups: [search.request.groups] };
  return counted(services, parts, () => services.searches.search(search, caller));
}

/** The part of this cluster in a search over several. */
export async function clusterAnswerFor(
  request: Pick<SearchingRequest, "principal" | "task" | "onGone">,
  services: Services,
  search: ClusterSearch,
): Promise<ClusterAnswer> {
  await markSearched(services, search.targets);
  const parts = { targets: [search.targets], parameters: [search.parameters], groups: [] };
  const caller = callerOf(request, services);
  return counted(services, parts, () => services.searches.searchCluster(search, caller));
}

/**
 * Shards that were not searched for a while show what was written since. To be awaited before the search, unless
 * undefined comes back.
 */
export function markSearched(services: Services, targets: readonly SearchTarget[]): Promise<void> | undefined {
  return services.documents.markSearched(uuidsOf(targets));
}

function uuidsOf(targets: readonly SearchTarget[]): readonly string[] {
  const uuids = targets.map(({ uuid }) => uuid);
  return uuids.length > 1 ? [...new Set(uuids)] : uuids;
}

/** The caller of a request, as the search side knows it. */
export function callerOf(
  request: Pick<SearchingRequest, "principal" | "task" | "onGone">,
  services: Services,
): SearchCaller {
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
function counted<Answered extends SearchAnswer | SearchResult | ClusterAnswer>(
  services: Services,
  {
    targets,
    parameters,
    groups,
  }: Pick<SearchDependencies, "targets" | "parameters"> & Partial<Pick<SearchAnswer, "groups">>,
  run: () => MaybeLater<Answered>,
  told: (answer: Answered) => void = () => undefined,
): MaybeLater<Answered> {
  const begun = targets.map((ofItem, item) => ofItem.map((target) => count(services, target, parameters[item] ?? {})));
  const over = (answer: Answered | undefined): void => {
    const failed = answer === undefined || ("status" in answer && answer.status >= 500);
    if (answer) told(answer);
    const named = groups ?? (answer && "groups" in answer ? answer.groups : []);
    for (let item = 0; item < begun.length; item++)
      for (const done of begun[item]!) done(failed, named[item] ?? NO_GROUPS);
  };
  const succeeded = (answer: Answered): Answered => {
    over(answer);
    return answer;
  };
  const failed = (error: unknown): never => {
    over(undefined);
    throw error;
  };
  try {
    const answer = run();
    return answer instanceof Promise ? answer.then(succeeded, failed) : succeeded(answer);
  } catch (error) {
    return failed(error);
  }
}

const NO_GROUPS: readonly string[] = [];

function count(
  services: Services,
  target: SearchTarget,
  { stats }: Readonly<Record<string, string>>,
): (failed: boolean, groups: readonly string[]) => void {
  const groups = stats === undefined ? NO_GROUPS : stats.split(",").filter((name) => name !== "");
  const { uuid, shards } = searchedShards(services, target);
  return services.searchCounters.begin({ uuid, shards, groups });
}
