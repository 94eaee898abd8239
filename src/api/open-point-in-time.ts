/** `open_point_in_time`: holds the states of shards for searches that are to see the same. */
import { toPortableError } from "../compat/errors.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import type { SplitExpression } from "../cluster/remote-expressions.ts";
import { renderShards } from "../search/render-search.ts";
import { openPointInTime as openKind } from "../search/actions/open-point-in-time.ts";
import type { Operation, OperationRequest, OperationResponse, Services } from "./operation.ts";
import { clustersNamed } from "./requests/clusters-named.ts";
import { ownerOf } from "./requests/context-owner.ts";
import { bodyText } from "./requests/request-body.ts";
import { markSearched, runSearch } from "./requests/run-search.ts";
import { parametersNaming, tooLong, withoutShards } from "./requests/scroll-pages.ts";
import { requestedTargets } from "./search.ts";
import { namesOf } from "./targets/held-targets.ts";
import { orReadFirst } from "./targets/resolve-targets.ts";

export const openPointInTime: Operation = {
  name: "open_point_in_time",
  actions: ["indices:data/read/open_point_in_time"],

  async handle(request, services) {
    const parts = { kind: openKind, bodies: [await bodyText(request)], parameters: [request.parameters] };
    const read = async (): Promise<unknown> => runSearch(request, services, { ...parts, targets: [[]] });
    const keepAliveMs = await orReadFirst(() => keepAliveOf(request), read);
    const split = await orReadFirst(() => clustersNamed(services, request.parameters["index"]), read);
    if (split && keepAliveMs !== undefined) return openAcross(request, services, split, { ...parts, keepAliveMs });
    const targets = await orReadFirst(() => requestedTargets(request, services), read);
    // Without a duration nothing is held: the search side tells that it is missing.
    if (keepAliveMs === undefined) return runSearch(request, services, { ...parts, targets: [targets] });
    return open(request, services, { ...parts, targets: [targets] }, keepAliveMs);
  },
};

function keepAliveOf({ parameters }: OperationRequest): number | undefined {
  const text = parameters["keep_alive"];
  return text === undefined ? undefined : parseTimeMs(text, "keep_alive");
}

async function open(
  request: OperationRequest,
  services: Services,
  parts: Parameters<typeof runSearch>[2],
  keepAliveMs: number,
): Promise<OperationResponse> {
  const targets = parts.targets.flat();
  const refusal = tooLong(services, keepAliveMs);
  const step = { id: undefined, kind: "pit" as const };
  if (refusal)
    return runSearch(request, services, { ...parts, steps: [{ ...step, refusal: toPortableError(refusal) }] });
  await markSearched(services, targets);
  const owner = ownerOf(request.principal);
  const names = namesOf(services, request, targets);
  const context = services.contexts.open({ owner, targets, names, keepAliveMs, scroll: undefined });
  try {
    return await runSearch(request, services, { ...parts, steps: [{ ...step, id: context.id }] });
  } catch (error) {
    services.contexts.close(context);
    throw error;
  }
}

/** Each cluster holds what is its own; those that cannot be asked, and need not be, hold nothing. */
async function openAcross(
  request: OperationRequest,
  services: Services,
  split: SplitExpression,
  { keepAliveMs, ...parts }: Omit<Parameters<typeof runSearch>[2], "targets"> & { readonly keepAliveMs: number },
): Promise<OperationResponse> {
  const { parameters, principal } = request;
  // What cannot be read is nobody's part.
  await runSearch(request, services, { ...parts, targets: [[]] });
  const refusal = tooLong(services, keepAliveMs);
  if (refusal) throw withoutShards(refusal, refusal);
  const { openContexts } = await import("./requests/remote-contexts.ts");
  const { targets = [], elsewhere } = await openContexts(request, services, split, {
    kind: "pit",
    keepAliveMs,
    parameters,
  });
  await markSearched(services, targets);
  const named = { principal, parameters: parametersNaming(parameters, elsewhere.local) };
  const context = services.contexts.open({
    owner: ownerOf(principal),
    targets,
    names: namesOf(services, named, targets),
    keepAliveMs,
    scroll: undefined,
    elsewhere: elsewhere.clusters.length > 0 ? elsewhere : undefined,
  });
  return { status: 200, body: { id: context.id, _shards: renderShards(context.states, []) } };
}
