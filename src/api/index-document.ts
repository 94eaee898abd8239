/** `index`: stores a document, replacing the one of the same id. */
import { illegalArgument } from "../compat/errors.ts";
import { documentSource } from "./requests/request-body.ts";
import type { Services, Operation, OperationRequest, OperationResponse } from "./operation.ts";
import { writeParameters } from "./targets/write-parameters.ts";
import { writeResponse } from "./requests/write-response.ts";
import { writeTarget } from "./targets/write-target.ts";

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
  const { metadata, routing } = await writeTarget(services, request.principal, { kind, name, id }, parameters);
  const options = { ...parameters.options, routing };
  const item = { kind, index: metadata.name, id, source, options, pipeline: parameters.pipeline || undefined };
  const [result] = await services.documents.write([item], { refresh: parameters.refresh });
  return writeResponse(result, { routing, includeSourceOnError: parameters.includeSourceOnError });
}
