/** `get_source`: the source of a document alone. */
import { RequestError } from "../compat/errors.ts";
import { validationError } from "../documents/write/write-validation.ts";
import { filteredSource } from "./requests/document-answer.ts";
import { getDocument } from "./get.ts";
import type { Operation } from "./operation.ts";
import { sourceParameter } from "./requests/source-parameter.ts";

export const getSource: Operation = {
  name: "get_source",
  actions: ["indices:data/read/get"],

  async handle(request, services) {
    const filter = sourceParameter(request.parameters) ?? { fetch: true, includes: [], excludes: [] };
    if (!filter.fetch) throw validationError(["fetching source can not be disabled"]);
    const { result } = await getDocument(request, services);
    if (!result.found)
      throw new RequestError(
        404,
        "resource_not_found_exception",
        `Document not found [${result.index}]/[${result.id}]`,
      );
    if (result.source.length === 0)
      throw new RequestError(404, "resource_not_found_exception", `Source not found [${result.index}]/[${result.id}]`);
    return { status: 200, body: filteredSource(new TextDecoder().decode(result.source), filter) };
  },
};
