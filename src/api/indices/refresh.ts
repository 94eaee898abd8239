/** `indices.refresh`: makes what was written searchable. */
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { shardsAnswer } from "../requests/shards-answer.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const refresh: Operation = {
  name: "indices.refresh",
  actions: ["indices:admin/refresh"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, SEARCHED_INDICES),
      "maintenance",
    );
    await services.documents.refresh(indices.map(({ metadata }) => metadata.uuid));
    return { status: 200, body: { _shards: shardsAnswer(indices) } };
  },
};
