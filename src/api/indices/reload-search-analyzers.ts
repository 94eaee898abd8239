/** `indices.reload_search_analyzers`: reads the files and sets of updateable filters again. */
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { reloadAnalyzers } from "../requests/reload-analyzers.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const reloadSearchAnalyzers: Operation = {
  name: "indices.reload_search_analyzers",
  actions: ["indices:admin/reload_analyzers"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, SEARCHED_INDICES),
      "manage",
    );
    const body = await reloadAnalyzers(
      services,
      indices.map(({ metadata }) => metadata),
      parameters["resource"],
    );
    return { status: 200, body };
  },
};
