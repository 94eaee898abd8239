/** `msearch`: several searches in one request; each has its own answer or error. */
import { msearch as msearchKind } from "../search/actions/msearch.ts";
import { systemClock } from "../core/clock.ts";
import { errorResponse, illegalArgument, RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { JsonText } from "../compat/json/json-text.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { renderBody } from "../compat/render-body.ts";
import type { SearchTarget } from "../search/search-service.ts";
import { integerParameter } from "../http/parameters.ts";
import { indexOptions, SEARCHED_INDICES } from "./targets/index-options.ts";
import { clustersNamed } from "./requests/clusters-named.ts";
import { type MsearchItem, parseMsearchBody } from "./requests/msearch-body.ts";
import type { Services, Operation, OperationRequest, OperationResponse } from "./operation.ts";
import type { SplitExpression } from "../cluster/remote-expressions.ts";
import { parseFailure } from "./requests/request-body.ts";
import { beginPointInTime, mayNamePointInTime, type PointInTimeStep } from "./requests/point-in-time.ts";
import { runSearch, type SearchingRequest } from "./requests/run-search.ts";
import { searchHeld } from "./search.ts";
import { searchTargets } from "./targets/search-targets.ts";
import { streamRefusal } from "./requests/stream-media.ts";

export const msearch: Operation = {
  name: "msearch",
  actions: ["indices:data/read/msearch"],
  cancellable: true,

  async handle(request, services) {
    const refusal = streamRefusal(request);
    return refusal ?? searchItems(request, services, await msearchItems(request));
  },
};

/** The searches of a body. Throws RequestError 400. */
export async function msearchItems(request: OperationRequest): Promise<MsearchItem[]> {
  const concurrent = integerParameter(request.parameters, "max_concurrent_searches");
  if (concurrent !== undefined && concurrent < 1) throw illegalArgument("maxConcurrentSearchRequests must be positive");
  const text = new TextDecoder().decode(await request.body());
  if (text === "") throw parseFailure("request body or source parameter is required");
  return parseMsearchBody(text);
}

/** Several searches, and why others of the same request cannot be run. */
export async function searchItems(
  request: OperationRequest,
  services: Services,
  items: readonly (MsearchItem | RequestError)[],
): Promise<OperationResponse> {
  const { max_concurrent_searches: _unused, ...shared } = request.parameters;
  const all = items.map((item) => (item instanceof RequestError ? item : prepare(item, shared, request, services)));
  const ready = all.filter((entry): entry is Prepared => !(entry instanceof RequestError) && "targets" in entry);
  const parts = {
    kind: msearchKind,
    targets: ready.map(({ targets }) => targets),
    bodies: ready.map(({ body }) => body),
    parameters: ready.map((entry) => entry.parameters),
    steps: ready.map(({ pit }) => pit?.step),
  };
  try {
    return await (ready.length === all.length
      ? runSearch(request, services, parts)
      : withFailures(request, services, all, parts));
  } finally {
    for (const { pit } of ready) pit?.end();
    for (const entry of all) if ("held" in entry) entry.held.end();
  }
}

interface Prepared {
  readonly targets: readonly SearchTarget[];
  readonly body: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly pit?: PointInTimeStep | undefined;
}

/** A search over several clusters. */
interface PreparedAcross {
  readonly across: SplitExpression;
  readonly body: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A search on a point in time over several clusters. */
interface PreparedHeld extends Pick<PreparedAcross, "body" | "parameters"> {
  readonly held: PointInTimeStep;
}

/** One search of the request, or why it cannot be run. */
type Entry = Prepared | PreparedAcross | PreparedHeld | RequestError;

function prepare(
  item: MsearchItem,
  shared: Readonly<Record<string, string>>,
  request: OperationRequest,
  services: Services,
): Entry {
  const merged = { ...shared, ...item.parameters, ...(item.index === undefined ? {} : { index: item.index }) };
  const { index, ...rest } = merged as Record<string, string>;
  const parameters = index === undefined || index === "" ? rest : { ...rest, index };
  const options = indexOptions(parameters, SEARCHED_INDICES);
  try {
    const { body } = item;
    const pit = mayNamePointInTime(body) ? beginPointInTime(services, request.principal, body) : undefined;
    if (pit?.elsewhere) return { held: pit, body, parameters };
    if (pit) return { targets: pit.targets, body, parameters, pit };
    if (item.index) services.authorizeIndices(request.principal, "indices:data/read/msearch", item.index.split(","));
    const across = clustersNamed(services, parameters["index"]);
    if (across && across.remote.size > 0) return { across, body, parameters };
    const choice = {
      expression: across ? across.local : parameters["index"],
      options,
      routing: parameters["routing"] || undefined,
      preference: parameters["preference"],
    };
    return { targets: searchTargets(services, request.principal, choice), body, parameters };
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}

/** Runs what can be run here, and puts the failures of the others, and what other clusters say, at their places. */
async function withFailures(
  request: OperationRequest,
  services: Services,
  all: readonly Entry[],
  parts: Parameters<typeof runSearch>[2],
): Promise<OperationResponse> {
  const { parameters, principal, startedMs, task } = request;
  const plain: SearchingRequest = {
    parameters,
    principal,
    startedMs,
    task,
    onGone: (listener) => request.onGone(listener),
    render: { filterPath: undefined, pretty: false, human: request.render.human, format: "json" },
  };
  let responses: Json[] = [];
  let warnings: readonly string[] = [];
  if (parts.bodies.length > 0) {
    const answer = await runSearch(plain, services, parts);
    if (answer.status !== 200)
      return rendered(new JsonText(new TextDecoder().decode(answer.bytes)), answer.status, request, []);
    const parsed = parseJson(new TextDecoder().decode(answer.bytes));
    responses = isJsonObject(parsed) && Array.isArray(parsed["responses"]) ? parsed["responses"] : [];
    if ("warnings" in answer) warnings = answer.warnings ?? [];
  }
  let next = 0;
  const merged = await Promise.all(
    all.map(async (entry) => {
      if (entry instanceof RequestError) return errorResponse(entry);
      return "targets" in entry ? responses[next++] : acrossClusters(plain, services, entry);
    }),
  );
  return rendered(
    { took: Math.round(systemClock.monotonicMs() - request.startedMs), responses: merged },
    200,
    request,
    warnings,
  );
}

/** The response to a search over several clusters; what goes wrong with it is its answer. */
async function acrossClusters(
  request: SearchingRequest,
  services: Services,
  entry: PreparedAcross | PreparedHeld,
): Promise<unknown> {
  const { body: text, parameters } = entry;
  const { searchAcross } = await import("./requests/remote-searches.ts");
  try {
    const { bytes } =
      "held" in entry
        ? await searchHeld(request, services, { text, parameters }, entry.held)
        : await searchAcross(request, services, { text, counts: false, parameters }, entry.across);
    const response = parseJson(new TextDecoder().decode(bytes));
    return isJsonObject(response) ? { ...response, status: 200 } : response;
  } catch (error) {
    if (!(error instanceof RequestError) || error.type === "task_cancelled_exception") throw error;
    return errorResponse(error);
  }
}

function rendered(
  body: unknown,
  status: number,
  request: OperationRequest,
  warnings: readonly string[],
): OperationResponse {
  return { status, bytes: renderBody(body, request.render), warnings };
}
