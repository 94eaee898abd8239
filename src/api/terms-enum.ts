/** `terms_enum`: the terms of a field that begin with a text. */
import { checkIndexBlocks } from "../cluster/index-blocks.ts";
import { termsEnum as termsEnumKind } from "../search/actions/terms-enum.ts";
import type { Operation } from "./operation.ts";
import { bodyText, parseFailure } from "./requests/request-body.ts";
import { runSearch } from "./requests/run-search.ts";
import { indexOptions, SEARCHED_INDICES } from "./targets/index-options.ts";
import { visibleIndices } from "./targets/visible-indices.ts";

export const termsEnum: Operation = {
  name: "terms_enum",
  actions: ["indices:data/read/xpack/termsenum/list"],
  cancellable: true,

  async handle(request, services) {
    const { parameters } = request;
    const body = await bodyText(request);
    if (body === "") throw parseFailure("request body or source parameter is required");
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, SEARCHED_INDICES),
      "read",
      "indices:data/read/xpack/termsenum/list",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "read",
    );
    const targets = indices.map(({ metadata: { uuid, name }, access }) => ({ uuid, index: name, filters: [], access }));
    return runSearch(request, services, {
      kind: termsEnumKind,
      targets: [targets],
      bodies: [body],
      parameters: [parameters],
    });
  },
};
