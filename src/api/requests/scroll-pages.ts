/** Scrolls: a search whose hits are shown page by page, all of them as of its first page. */
import { clusterSetting } from "../../cluster/cluster-settings.ts";
import { illegalArgument, RequestError, toPortableError } from "../../compat/errors.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { searchedShards } from "../targets/searched-shards.ts";
import { search as searchKind } from "../../search/actions/search.ts";
import { contextNumber, type SearchContext } from "../../search/coordinate/search-contexts.ts";
import { mergeClusters } from "../../search/actions/merge-clusters.ts";
import type { ClusterOutcome } from "../../search/cluster-answer.ts";
import type { HeldElsewhere } from "../../search/coordinate/search-contexts.ts";
import type { SearchStep } from "../../search/scroll-cursor.ts";
import type { SearchAnswer, SearchTarget } from "../../search/search-service.ts";
import { grantedTargets, namesOf } from "../targets/held-targets.ts";
import type { SplitExpression } from "../../cluster/remote-expressions.ts";
import type { OperationRequest, OperationResponse, Services } from "../operation.ts";
import type { OpenedContexts } from "./remote-contexts.ts";
import type { AskedStep } from "./remote-steps.ts";
import { ownerOf } from "./context-owner.ts";
import { remembering } from "./remembered-references.ts";
import { callerOf, markSearched, responseOf, runSearch, searchAnswer, type SearchDependencies } from "./run-search.ts";

/** The first page, by the parameter `scroll` of a search. */
export async function firstPage(
  request: OperationRequest,
  services: Services,
  targets: readonly SearchTarget[],
  body: string,
): Promise<OperationResponse> {
  const parts = { kind: searchKind, bodies: [body], parameters: [request.parameters], targets: [targets] };
  const text = request.parameters["scroll"] ?? "";
  let keepAliveMs: number;
  try {
    keepAliveMs = parseTimeMs(text, "scroll");
  } catch {
    // What else is wrong is told as well.
    return runSearch(request, services, parts);
  }
  await markSearched(services, targets);
  const refusal = tooLong(services, keepAliveMs) ?? tooMany(services, targets);
  if (refusal) {
    const steps = [{ id: undefined, kind: "scroll" as const, refusal: toPortableError(refusal) }];
    return responseOf(await searchAnswer(request, services, { ...parts, steps }, callerOf(request, services)));
  }
  return openScroll(request, services, { targets, elsewhere: undefined, lost: [] }, { body, keepAliveMs });
}

/** The first page of a scroll over several clusters. */
export async function firstPageAcross(
  request: OperationRequest,
  services: Services,
  split: SplitExpression,
  body: string,
): Promise<OperationResponse> {
  const { parameters } = request;
  const parts = { kind: searchKind, bodies: [body], parameters: [parameters], targets: [[]] };
  // What cannot be read is nobody's part.
  await runSearch(request, services, parts);
  const keepAliveMs = parseTimeMs(parameters["scroll"] ?? "", "scroll");
  const refusal = tooLong(services, keepAliveMs);
  if (refusal) throw withoutShards(refusal, refusal);
  const { openContexts } = await import("./remote-contexts.ts");
  const opened = await openContexts(request, services, split, { kind: "scroll", keepAliveMs, parameters });
  const { targets = [] } = opened;
  await markSearched(services, targets);
  const full = tooMany(services, targets);
  if (!full) return openScroll(request, services, { ...opened, targets }, { body, keepAliveMs });
  await opened.elsewhere.release().catch(() => 0);
  throw withoutShards(full, full);
}

/** What a scroll holds when it is opened. */
type HeldAtFirst = Pick<OpenedContexts, "lost"> & {
  readonly targets: readonly SearchTarget[];
  readonly elsewhere: HeldElsewhere | undefined;
};

async function openScroll(
  request: OperationRequest,
  services: Services,
  { targets, elsewhere, lost }: HeldAtFirst,
  { body, keepAliveMs }: { readonly body: string; readonly keepAliveMs: number },
): Promise<OperationResponse> {
  const { principal, parameters } = request;
  const named = elsewhere ? parametersNaming(parameters, elsewhere.local) : parameters;
  const context = services.contexts.open({
    owner: ownerOf(principal),
    targets,
    names: namesOf(services, { principal, parameters: named }, targets),
    keepAliveMs,
    scroll: { body, parameters, cursor: undefined, references: [] },
    elsewhere,
    ended: services.searchCounters.beginScroll(targets.map((target) => searchedShards(services, target))),
  });
  try {
    return responseOf(await turnOf(context, () => page(request, services, context, { keepAliveMs, lost })));
  } catch (error) {
    services.contexts.close(context);
    throw error;
  }
}

/** Parameters as if they named nothing but this; empty and undefined: everything. */
export function parametersNaming(
  { index: _before, ...rest }: Readonly<Record<string, string>>,
  index: string | undefined,
): Readonly<Record<string, string>> {
  return index ? { ...rest, index } : rest;
}

/** A later page. Throws 404 where there is no such scroll of the caller's. */
export async function nextPage(
  request: OperationRequest,
  services: Services,
  id: string,
  keepAlive: string | undefined,
): Promise<OperationResponse> {
  const keepAliveMs = keepAlive === undefined ? undefined : parseTimeMs(keepAlive, "scroll");
  const number = scrollNumber(id);
  const context = services.contexts.find("scroll", id, ownerOf(request.principal));
  if (!context) throw missingContext(number);
  if (context.states === 0) throw noNodes();
  const refusal = keepAliveMs === undefined ? undefined : tooLong(services, keepAliveMs);
  if (refusal) throw withoutShards(refusal, refusal);
  const answer = await turnOf(context, () => page(request, services, context, { keepAliveMs, lost: [] }));
  if (keepAliveMs === undefined) services.contexts.close(context);
  return responseOf(answer);
}

/** The number of a scroll id. Throws 400 for what is none. */
export function scrollNumber(id: string): string {
  const number = contextNumber("scroll", id);
  if (number === undefined) throw illegalArgument("Cannot parse scroll id");
  return number;
}

/** 400 for a duration over `search.max_keep_alive`. */
export function tooLong({ cluster }: Services, milliseconds: number): RequestError | undefined {
  const name = "search.max_keep_alive";
  const limit = clusterSetting(cluster.state, name);
  const limitMs = parseTimeMs(limit, name);
  if (milliseconds <= limitMs) return undefined;
  return illegalArgument(
    `Keep alive for request (${shortTime(milliseconds)}) is too large. It must be less than (${shortTime(limitMs)}). This limit can be set by changing the [${name}] cluster level setting.`,
  );
}

/** 404: the context of a number is not there (any more), or not the caller's. */
export function missingContext(number: string): RequestError {
  const reason = `No search context found for id [${number}]`;
  const missing = new RequestError(404, "search_context_missing_exception", reason);
  return withoutShards(missing, missing);
}

/** One step after another: each page begins where the one before it ended. */
async function turnOf<Result>(context: SearchContext, step: () => Promise<Result>): Promise<Result> {
  const before = context.turn;
  const own = before.then(step, step);
  context.turn = own;
  return own;
}

async function page(
  request: OperationRequest,
  services: Services,
  context: SearchContext,
  { keepAliveMs, lost }: { readonly keepAliveMs: number | undefined } & Pick<HeldAtFirst, "lost">,
): Promise<SearchAnswer> {
  const { id, names, scroll, elsewhere } = context;
  const step = services.contexts.begin(context, (old) => keepAliveMs ?? old);
  if (!step || !scroll) throw missingContext(scrollNumber(id));
  try {
    const targets = grantedTargets(services, request.principal, step.targets, names);
    const parameters = pageParameters(scroll.parameters, request);
    // Whoever does not say how long to keep it wants no further page.
    const named = keepAliveMs === undefined ? undefined : id;
    const next: SearchStep = { id: named, kind: "scroll", cursor: scroll.cursor };
    const steps = [next];
    const bodies = [scroll.body];
    const parts: SearchDependencies = elsewhere
      ? {
          ...{ kind: mergeClusters, bodies, parameters: [parameters], targets: [[]], steps },
          clusters: [
            ...(await stepAcross(request, services, {
              ...{ text: scroll.body, parameters, targets, step: next, elsewhere, keepAliveMs },
            })),
            ...lost,
          ],
        }
      : {
          ...{ kind: searchKind, bodies, parameters: [parameters], targets: [targets], steps },
          references: scroll.references,
        };
    const answer = await searchAnswer(request, services, parts, remembering(callerOf(request, services), scroll));
    scroll.cursor = answer.cursor ?? scroll.cursor;
    return answer;
  } finally {
    step.end();
  }
}

async function stepAcross(
  request: OperationRequest,
  services: Services,
  asked: AskedStep,
): Promise<readonly ClusterOutcome[]> {
  const { stepOnClusters } = await import("./remote-steps.ts");
  return stepOnClusters(request, services, asked);
}

/** How totals are shown is asked for with each page. */
function pageParameters(
  { rest_total_hits_as_int: _first, ...parameters }: Readonly<Record<string, string>>,
  request: OperationRequest,
): Readonly<Record<string, string>> {
  const asInt = request.parameters["rest_total_hits_as_int"];
  return asInt === undefined ? parameters : { ...parameters, rest_total_hits_as_int: asInt };
}

/** 429 where there are too many scrolls. */
export function tooMany(services: Services, targets: readonly SearchTarget[]): RequestError | undefined {
  const name = "search.max_open_scroll_context";
  const limit = Number(clusterSetting(services.cluster.state, name));
  const wanted = targets.reduce((sum, target) => sum + searchedShards(services, target).shards.length, 0);
  if (services.contexts.openScrolls + wanted <= limit) return undefined;
  return new RequestError(
    429,
    "too_many_scroll_contexts_exception",
    `Trying to create too many scroll contexts. Must be less than or equal to: [${limit}]. This limit can be set by changing the [${name}] setting.`,
  );
}

/** A failure of a search before any shard was asked. */
export function withoutShards(error: RequestError, cause: RequestError): RequestError {
  const reason = { type: error.type, reason: error.message };
  const details = { phase: "query", grouped: true, failed_shards: [{ shard: -1, index: null, reason }] };
  const more = { details, cause, rootCauses: [error] };
  return new RequestError(error.status, "search_phase_execution_exception", "all shards failed", more);
}

function noNodes(): RequestError {
  const details = { phase: "query", grouped: true, failed_shards: [] };
  const more = { details, rootCauses: [] };
  return new RequestError(503, "search_phase_execution_exception", "no nodes to search on", more);
}

/** In the largest unit that is not above it, as Elasticsearch writes durations. */
function shortTime(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, least]) => milliseconds >= least) ?? ["ms", 1];
  return `${String(Math.floor((milliseconds / size) * 10) / 10)}${unit}`;
}

const UNITS: readonly (readonly [string, number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
];
