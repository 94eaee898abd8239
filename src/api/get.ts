/** `get`: a document by id, as it is now; 404 with `found: false` when it is not there. */
import { type MaybeLater, whenThere } from "../core/maybe-later.ts";
import { fromPortableError, illegalArgument, type PortableError } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import type { GetResult } from "../documents/documents.ts";
import { validateRead } from "../documents/write/write-validation.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { booleanParameter, listParameter, longParameter } from "../http/parameters.ts";
import { documentAnswer } from "./requests/document-answer.ts";
import type { Services, Operation, OperationRequest } from "./operation.ts";
import { checkNodePreference } from "./targets/preference.ts";
import { readableIndex } from "./targets/readable-index.ts";
import { sourceParameter } from "./requests/source-parameter.ts";
import { versionType } from "./targets/write-parameters.ts";
import { aliasRouting } from "./targets/write-target.ts";

export const get: Operation = {
  name: "get",
  actions: ["indices:data/read/get"],
  answersAtOnce: true,

  handle(request, services) {
    const wanted = {
      source: sourceParameter(request.parameters),
      storedFields: listParameter(request.parameters, "stored_fields"),
    };
    return whenThere(getDocument(request, services, wanted.storedFields !== undefined), ({ result, metadata }) => {
      const body = documentAnswer(result, wanted, metadata);
      return { status: body.found ? 200 : 404, body };
    });
  },
};

/**
 * Reads the document that the parameters of a request name, for stored fields as a `whole`. Throws 404 for a missing
 * index, 409 for another version.
 */
export function getDocument(
  request: OperationRequest,
  services: Services,
  whole = false,
): MaybeLater<{ result: GetResult; metadata: IndexMetadata }> {
  const { parameters } = request;
  const { index: name = "", id = "" } = parameters;
  refuseReadParameters(parameters);
  const realtime = booleanParameter(parameters, "realtime", true);
  const refresh = booleanParameter(parameters, "refresh", false);
  const version = longParameter(parameters, "version");
  const type = versionType(parameters["version_type"], (message) => request.warn(message));
  const failures = validateRead({ version, versionType: type });
  if (failures.length > 0) throw validationFailed(failures);
  const { metadata, access } = readableIndex(services, request.principal, name);
  checkNodePreference(parameters["preference"], services.info, metadata.name);
  const routing = aliasRouting(metadata, name, parameters["routing"] || undefined);
  const wanted = { index: metadata.name, id, routing, realtime, version, versionType: type, whole };
  const read = (): MaybeLater<(GetResult | PortableError)[]> => services.get([{ metadata, access, get: wanted }]);
  const results = refresh ? services.documents.refresh([metadata.uuid]).then(read) : read();
  return whenThere(results, ([result]) => {
    if (result === undefined || !("found" in result))
      throw result ? fromPortableError(result) : illegalArgument("no answer for the document");
    return { result, metadata };
  });
}

/** Refuses what reads cannot do yet. */
export function refuseReadParameters(parameters: Readonly<Record<string, string>>): void {
  if (parameters["_slice"] !== undefined) throw illegalArgument("[_slice] is not supported by this server yet");
  if (booleanParameter(parameters, "force_synthetic_source", false))
    throw illegalArgument("[force_synthetic_source] is not supported by this server yet");
  // There are no vector fields, so leaving them out leaves out nothing.
  booleanParameter(parameters, "_source_exclude_vectors", false);
}
