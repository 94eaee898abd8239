/** `index`: stores a document, replacing the one of the same id. */
import { illegalArgument } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { ownOf } from "../core/names.ts";
import { callerOfWrite } from "./requests/ingest-caller.ts";
import { documentSource } from "./requests/request-body.ts";
import type { Services, Operation, OperationRequest, OperationResponse } from "./operation.ts";
import { runsPipelines } from "./targets/write-pipelines.ts";
import { type WriteParameters, writeParameters } from "./targets/write-parameters.ts";
import { writeResponse } from "./requests/write-response.ts";
import { refuseMissingCopies, writeTarget } from "./targets/write-target.ts";

export const indexDocument: Operation = {
  name: "index",
  actions: ["indices:data/write/index"],
  // Making a document anew takes less than overwriting one.
  furtherAction: ({ op_type: opType, id }) =>
    `indices:data/write/index:op_type/${opType === "create" || id === undefined ? "create" : "index"}`,

  handle(request, services) {
    const { id, op_type: opType } = request.parameters;
    const kind = opType?.toLowerCase() ?? (id === undefined ? "create" : "index");
    if (kind !== "create" && kind !== "index")
      throw illegalArgument(`opType must be 'create' or 'index', found: [${opType}]`);
    return writeDocument(request, services, kind);
  },
};

/** Writes the body as a document. */
export async function writeDocument(
  request: OperationRequest,
  services: Services,
  kind: "index" | "create",
): Promise<OperationResponse> {
  const { index: name = "", id } = request.parameters;
  const parameters = writeParameters(request);
  const source = await documentSource(request);
  if (parameters.pipeline === "") throw validationFailed(["pipeline cannot be an empty string"]);
  if (runsPipelines(services, name, parameters.pipeline))
    return writeThroughPipelines(request, services, { kind, name, id, source, parameters });
  const { metadata, routing } = await writeTarget(services, request.principal, { kind, name, id }, parameters);
  const options = { ...parameters.options, routing };
  const stream = metadata.name === name ? undefined : name;
  const item = { kind, index: metadata.name, stream, id, source, options, pipeline: parameters.pipeline };
  const caller = await callerOfWrite(request.principal, services);
  const [result] = await services.documents.write([item], { refresh: parameters.refresh, caller });
  return writeResponse(result, { routing, includeSourceOnError: parameters.includeSourceOnError });
}

interface PipedWrite {
  readonly kind: "index" | "create";
  readonly name: string;
  readonly id: string | undefined;
  readonly source: Uint8Array;
  readonly parameters: WriteParameters;
}

/** Where the document goes is decided when its pipelines have run, as for an item of a bulk request. */
async function writeThroughPipelines(
  request: OperationRequest,
  services: Services,
  { kind, name, id, source, parameters }: PipedWrite,
): Promise<OperationResponse> {
  const { options, pipeline, requireAlias, requireDataStream, refresh, includeSourceOnError } = parameters;
  const metadata = ownOf(services.cluster.state.indices, name);
  if (metadata) refuseMissingCopies(metadata, id, options.routing, parameters);
  const item = { kind, index: name, id, source, options, pipeline, requireAlias, requireDataStream };
  const { principal } = request;
  const caller = await callerOfWrite(principal, services);
  const [result] = await services.documents.write([item], { refresh, grant: principal.indices, caller });
  return writeResponse(result, { routing: options.routing, includeSourceOnError });
}
