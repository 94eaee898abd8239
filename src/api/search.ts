/** `search`: hits and aggregations of a query. */
import { mergeClusters } from "../search/actions/merge-clusters.ts";
import { search as searchKind } from "../search/actions/search.ts";
import { count as countKind } from "../search/actions/count.ts";
import type { CallKind } from "../search/search-action.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { assert } from "../core/assert.ts";
import { fromPortableError } from "../compat/errors.ts";
import { Note } from "../core/note.ts";
import type { Principal } from "../security/principal.ts";
import type { SearchTarget } from "../search/search-service.ts";
import { type MaybeLater, whenThere } from "../core/maybe-later.ts";
import { indexOptions, SEARCHED_INDICES } from "./targets/index-options.ts";
import type { Services, Operation, OperationRequest, OperationResponse } from "./operation.ts";
import { bodyText } from "./requests/request-body.ts";
import { orReadFirst } from "./targets/resolve-targets.ts";
import { beginPointInTime, mayNamePointInTime, type PointInTimeStep } from "./requests/point-in-time.ts";
import { clustersNamed } from "./requests/clusters-named.ts";
import { firstPage, firstPageAcross, parametersNaming, withoutShards } from "./requests/scroll-pages.ts";
import { runSearch, type SearchingRequest, type SearchResponse } from "./requests/run-search.ts";
import { searchTargets } from "./targets/search-targets.ts";

export const search: Operation = {
  name: "search",
  actions: ["indices:data/read/search"],
  cancellable: true,
  answersAtOnce: true,

  handle(request, services) {
    return request.parameters["scroll"] === undefined
      ? searchIndices(request, services, searchKind)
      : scrollIndices(request, services);
  },
};

/** A search whose body is not that of its request. */
export function searchWith(request: OperationRequest, services: Services, text: string): MaybeLater<OperationResponse> {
  return request.parameters["scroll"] === undefined
    ? searchText(request, services, { kind: searchKind, text })
    : scrollText(request, services, text);
}

/** A call on all indices that the path names. */
export function searchIndices(
  request: OperationRequest,
  services: Services,
  kind: CallKind,
): MaybeLater<SearchResponse> {
  return whenThere(bodyText(request), (text) => searchText(request, services, { kind, text }));
}

/** What of a request a search by its body needs. */
type AskedSearch = SearchingRequest & Pick<OperationRequest, "head">;

/** A search behind a request, by its body. */
export function searchFor(request: AskedSearch, services: Services, text: string): MaybeLater<SearchResponse> {
  return searchText(request, services, { kind: searchKind, text });
}

function searchText(
  request: AskedSearch,
  services: Services,
  { kind, text }: { kind: CallKind; text: string },
): MaybeLater<SearchResponse> {
  const across =
    kind === searchKind || kind === countKind ? clustersNamed(services, request.parameters["index"]) : undefined;
  if (across?.remote.size === 0) return searchText(namingOnly(request, across.local), services, { kind, text });
  if (across) {
    const asked = { text, counts: kind === countKind, parameters: request.parameters };
    return import("./requests/remote-searches.ts").then(({ searchAcross }) =>
      searchAcross(request, services, asked, across),
    );
  }
  if (kind === searchKind && mayNamePointInTime(text)) return searchPointInTime(request, services, text);
  const parts = { kind, bodies: [text], parameters: [request.parameters] };
  const targets = orReadFirst(
    () => requestedTargets(request, services),
    () => runSearch(request, services, { ...parts, targets: [[]] }),
  );
  const { bodies, parameters } = parts;
  return whenThere(targets, (found) => runSearch(request, services, { kind, targets: [found], bodies, parameters }));
}

/** The request as if it named nothing but this; empty: everything. */
function namingOnly(request: AskedSearch, index: string | undefined): AskedSearch {
  const { task, onGone, principal, render, startedMs } = request;
  const parameters = parametersNaming(request.parameters, index);
  // What is noted of the head is of other indices.
  const head = { ...request.head };
  return { head, parameters, task, principal, render, startedMs, onGone: (listener) => onGone.call(request, listener) };
}

/** A search whose body may name a point in time. */
async function searchPointInTime(request: AskedSearch, services: Services, text: string): Promise<SearchResponse> {
  const parts = { kind: searchKind, bodies: [text], parameters: [request.parameters] };
  const read = (): MaybeLater<unknown> => runSearch(request, services, { ...parts, targets: [[]] });
  const found = await orReadFirst(() => beginPointInTime(services, request.principal, text), read);
  try {
    const { parameters } = request;
    if (found?.elsewhere) return await searchHeld(request, services, { text, parameters }, found);
    const targets = found?.targets ?? (await orReadFirst(() => requestedTargets(request, services), read));
    return await runSearch(request, services, { ...parts, targets: [targets], steps: [found?.step] });
  } finally {
    found?.end();
  }
}

/** A search on a point in time over several clusters. */
export async function searchHeld(
  request: SearchingRequest,
  services: Services,
  asked: { readonly text: string; readonly parameters: Readonly<Record<string, string>> },
  found: PointInTimeStep,
): Promise<SearchResponse> {
  const { text, parameters } = asked;
  const parts = { targets: [[]], bodies: [text], parameters: [parameters] };
  // What cannot be read is nobody's part.
  await runSearch(request, services, { ...parts, kind: searchKind });
  const { step, targets, elsewhere, keepAliveMs } = found;
  assert(elsewhere, "other clusters hold a part");
  if (step.refusal) {
    const refusal = fromPortableError(step.refusal);
    throw withoutShards(refusal, refusal);
  }
  const { stepOnClusters } = await import("./requests/remote-steps.ts");
  const clusters = await stepOnClusters(request, services, { ...asked, step, targets, elsewhere, keepAliveMs });
  return runSearch(request, services, { ...parts, kind: mergeClusters, clusters, steps: [step] });
}

/** The first page of a scroll over all indices that the path names. */
async function scrollIndices(request: OperationRequest, services: Services): Promise<OperationResponse> {
  return scrollText(request, services, await bodyText(request));
}

async function scrollText(request: OperationRequest, services: Services, body: string): Promise<OperationResponse> {
  const across = clustersNamed(services, request.parameters["index"]);
  if (across) return firstPageAcross(request, services, across, body);
  const parts = { kind: searchKind, bodies: [body], parameters: [request.parameters], targets: [[]] };
  const targets = await orReadFirst(
    () => requestedTargets(request, services),
    () => runSearch(request, services, parts),
  );
  return firstPage(request, services, targets, body);
}

/** What a head names for a caller, as long as the cluster state stands. */
interface FoundTargets {
  readonly state: ClusterState;
  readonly principal: Principal;
  readonly targets: readonly SearchTarget[];
}

const foundTargets = new Note<FoundTargets>();

/** The targets that path and parameters name. Throws index_not_found_exception and the like. */
export function requestedTargets(
  { head, parameters, principal }: Pick<OperationRequest, "head" | "parameters" | "principal">,
  services: Services,
): readonly SearchTarget[] {
  const { state } = services.cluster;
  const known = foundTargets.get(head);
  if (known && known.state === state && known.principal === principal) return known.targets;
  const { index: expression, preference, routing } = parameters;
  const targets = searchTargets(services, principal, {
    expression,
    options: indexOptions(parameters, SEARCHED_INDICES),
    routing: routing || undefined,
    preference,
  });
  // Date maths names other indices tomorrow.
  if (!expression?.includes("<")) foundTargets.set(head, { state, principal, targets });
  return targets;
}
