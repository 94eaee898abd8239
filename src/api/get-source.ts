/** `get_source`: the source of a document alone. */
import { whenThere } from "../core/maybe-later.ts";
import { RequestError } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { filteredSource } from "./requests/document-answer.ts";
import { getDocument } from "./get.ts";
import type { GetResult, SourceFilter } from "../documents/documents.ts";
import type { Operation, OperationResponse } from "./operation.ts";
import { sourceParameter } from "./requests/source-parameter.ts";

export const getSource: Operation = {
  name: "get_source",
  actions: ["indices:data/read/get"],
  answersAtOnce: true,

  handle(request, services) {
    const filter = sourceParameter(request.parameters) ?? { fetch: true, includes: [], excludes: [] };
    if (!filter.fetch) throw validationFailed(["fetching source can not be disabled"]);
    return whenThere(getDocument(request, services), ({ result }) => sourceAnswer(result, filter));
  },
};

function sourceAnswer(result: GetResult, filter: SourceFilter): OperationResponse {
  const { index, id } = result;
  if (!result.found)
    throw new RequestError(404, "resource_not_found_exception", `Document not found [${index}]/[${id}]`);
  if (result.source.length === 0)
    throw new RequestError(404, "resource_not_found_exception", `Source not found [${index}]/[${id}]`);
  return { status: 200, body: filteredSource(new TextDecoder().decode(result.source), filter) };
}
