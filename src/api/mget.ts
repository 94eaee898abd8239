/** `mget`: several documents by id; each has its own answer or error. */
import { errorResponse, fromPortableError } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import type { JsonObject } from "../core/json.ts";
import { orError } from "../compat/or-error.ts";
import { booleanParameter, listParameter } from "../http/parameters.ts";
import { documentAnswer } from "./requests/document-answer.ts";
import type { DocumentRead } from "./requests/document-reads.ts";
import { refuseReadParameters } from "./get.ts";
import { type MgetItem, parseMgetBody } from "./requests/mget-body.ts";
import type { Services, Operation, OperationRequest } from "./operation.ts";
import { checkNodePreference, preferredShards } from "./targets/preference.ts";
import { type ReadableIndex, readableIndex } from "./targets/readable-index.ts";
import { requiredJson } from "./requests/request-body.ts";
import { sourceParameter } from "./requests/source-parameter.ts";
import { aliasRouting } from "./targets/write-target.ts";

export const mget: Operation = {
  name: "mget",
  actions: ["indices:data/read/mget"],

  async handle(request, services) {
    const { parameters } = request;
    refuseReadParameters(parameters);
    preferredShards(parameters["preference"]);
    const realtime = booleanParameter(parameters, "realtime", true);
    const refresh = booleanParameter(parameters, "refresh", false);
    const items = parseMgetBody(
      await requiredJson(request),
      {
        index: parameters["index"],
        routing: parameters["routing"] || undefined,
        source: sourceParameter(parameters),
        storedFields: listParameter(parameters, "stored_fields"),
      },
      (message) => request.warn(message),
    );
    validate(items);
    const indices = new Map<string, ReadableIndex | Error>();
    const asked = items.map((item) => prepare(item, indexOf(item.index ?? "", indices, request, services), realtime));
    const found = asked.filter((entry): entry is DocumentRead => !(entry instanceof Error));
    if (refresh) await services.documents.refresh([...new Set(found.map(({ metadata }) => metadata.uuid))]);
    const results = await services.get(found);
    let next = 0;
    const docs = items.map((item, position): JsonObject => {
      const entry = asked[position];
      if (entry === undefined || entry instanceof Error) return failure(item, item.index ?? "", entry);
      const result = results[next++];
      if (result === undefined || !("found" in result))
        return failure(item, entry.metadata.name, result && fromPortableError(result));
      try {
        return documentAnswer(result, item, entry.metadata);
      } catch (error) {
        return failure(item, entry.metadata.name, error);
      }
    });
    return { status: 200, body: { docs } };
  },
};

function validate(items: readonly MgetItem[]): void {
  if (items.length === 0) throw validationFailed(["no documents to get"]);
  const failures: string[] = [];
  items.forEach((item, position) => {
    if (item.index === undefined) failures.push(`index is missing for doc ${position}`);
    if (item.id === undefined) failures.push(`id is missing for doc ${position}`);
  });
  if (failures.length > 0) throw validationFailed(failures);
}

/** The index behind a name, or why it cannot be read; looked at once for each name. */
function indexOf(
  name: string,
  known: Map<string, ReadableIndex | Error>,
  request: OperationRequest,
  services: Services,
): ReadableIndex | Error {
  let found = known.get(name);
  if (found === undefined) known.set(name, (found = orError(() => checkedIndex(name, request, services))));
  return found;
}

function checkedIndex(name: string, request: OperationRequest, services: Services): ReadableIndex {
  services.authorizeIndices(request.principal, "indices:data/read/mget", [name]);
  const index = readableIndex(services, request.principal, name);
  checkNodePreference(request.parameters["preference"], services.info, index.metadata.name);
  return index;
}

/** The read of one item, or why there is none. */
function prepare(item: MgetItem, index: ReadableIndex | Error, realtime: boolean): DocumentRead | Error {
  if (index instanceof Error) return index;
  const { metadata, access } = index;
  return orError(() => {
    const routing = aliasRouting(metadata, item.index ?? "", item.routing);
    const get = {
      index: metadata.name,
      id: item.id ?? "",
      routing,
      realtime,
      version: item.version,
      versionType: item.versionType,
      whole: item.storedFields !== undefined,
    };
    return { metadata, access, get };
  });
}

function failure(item: MgetItem, index: string, error: unknown): JsonObject {
  return { _index: index, _id: item.id ?? "", error: errorResponse(error).error as JsonObject };
}
