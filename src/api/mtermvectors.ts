/** `mtermvectors`: term vectors of several documents; each has its own answer or error. */
import { mtermvectors as mtermvectorsKind } from "../search/actions/mtermvectors.ts";
import { illegalArgument } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { orError } from "../compat/or-error.ts";
import { listParameter } from "../http/parameters.ts";
import { refuseReadParameters } from "./get.ts";
import type { Operation, OperationRequest } from "./operation.ts";
import { preferredShards } from "./targets/preference.ts";
import { optionalObject, parseFailure } from "./requests/request-body.ts";
import { runSearch } from "./requests/run-search.ts";
import { emptyRequest, type TermVectorRequest, withBody, withParameters } from "./requests/termvectors-body.ts";
import {
  failedItem,
  placed,
  type PlacedRequest,
  readOf,
  type ReadyItem,
  readyItem,
} from "./requests/termvectors-item.ts";

export const mtermvectors: Operation = {
  name: "mtermvectors",
  actions: ["indices:data/read/mtv"],

  async handle(request, services) {
    const { parameters } = request;
    refuseReadParameters(parameters);
    preferredShards(parameters["preference"]);
    const wanted = requestsOf(request, (await optionalObject(request)) ?? {});
    validate(wanted);
    const places = wanted.map((each) => orError(() => place(each)));
    const reads = places.map((each) => (each instanceof Error ? undefined : readOf(each)));
    const results = await services.get(reads.filter((read) => read !== undefined));
    let next = 0;
    const items = wanted.map((each, position): ReadyItem => {
      const found = places[position];
      const result = reads[position] ? results[next++] : undefined;
      if (!found || found instanceof Error) return failedItem(each.index ?? "", each.id ?? "", found);
      const ready = orError(() => readyItem(found, result));
      return ready instanceof Error ? failedItem(found.metadata.name, found.id, ready) : ready;
    });
    const parts = {
      kind: mtermvectorsKind,
      targets: items.map(({ targets }) => targets),
      bodies: [],
      tasks: items.map(({ item }) => item),
      parameters: items.map(() => parameters),
    };
    return runSearch(request, services, parts);

    function place(each: TermVectorRequest): PlacedRequest {
      services.authorizeIndices(request.principal, "indices:data/read/mtv", [each.index ?? ""]);
      return placed(each, services, request);
    }
  },
};

/** The documents of the body; `parameters` there, and the query string, say what holds for those that come behind. */
function requestsOf(request: OperationRequest, body: JsonObject): TermVectorRequest[] {
  const { parameters } = request;
  const warn = (message: string): void => request.warn(message);
  let template = withParameters(emptyRequest(parameters["index"], undefined), parameters, warn);
  const ids = new Set(listParameter(parameters, "ids"));
  const requests: TermVectorRequest[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (Array.isArray(value)) {
      if (key === "docs") for (const doc of value) requests.push(requestOf(doc, template, warn));
      else if (key === "ids") for (const id of value) ids.add(idOf(id));
      else throw parseFailure(`no parameter named [${key}] and type ARRAY`);
    } else if (isJsonObject(value)) {
      if (key !== "parameters") throw parseFailure(`no parameter named [${key}] and type OBJECT`);
      template = withBody(template, value, warn);
    } else throw parseFailure(`_mtermvectors: Parameter [${key}] not supported`);
  }
  for (const id of ids) requests.push({ ...template, id });
  return requests;
}

function requestOf(doc: Json, template: TermVectorRequest, warn: (message: string) => void): TermVectorRequest {
  if (!isJsonObject(doc)) throw illegalArgument("docs array element should include an object");
  return withBody(template, doc, warn);
}

function idOf(id: Json): string {
  if (id === null || typeof id === "object" || typeof id === "boolean")
    throw illegalArgument("ids array element should only contain ids");
  return String(id);
}

/** Refuses what names no index or no document; of several only the last is told, as in Elasticsearch. */
function validate(wanted: readonly TermVectorRequest[]): void {
  if (wanted.length === 0) throw validationFailed(["multi term vectors: no documents requested"]);
  const last = wanted.findLastIndex((each) => failuresOf(each).length > 0);
  const failed = wanted[last];
  if (failed) throw validationFailed([...failuresOf(failed), `at multi term vectors for doc ${last}`]);
}

function failuresOf({ index, id, doc }: TermVectorRequest): string[] {
  return [
    ...(index === undefined ? ["index is missing"] : []),
    ...(id === undefined && doc === undefined ? ["id or doc is missing"] : []),
  ];
}
