/** `indices.clear_cache`: lets go of what searches keep for the next ones. */
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { shardsAnswer } from "../requests/shards-answer.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const clearCache: Operation = {
  name: "indices.clear_cache",
  actions: ["indices:admin/cache/clear"],
  audit: "nothing",
  breaker: "never",

  async handle(request, services) {
    const { parameters } = request;
    const query = booleanParameter(parameters, "query", false);
    const requests = booleanParameter(parameters, "request", false);
    const fields = listParameter(parameters, "fields");
    const fielddata = booleanParameter(parameters, "fielddata", false) || fields !== undefined;
    const all = !query && !requests && !fielddata;
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, SEARCHED_INDICES),
      "manage",
    );
    for (const { metadata } of indices)
      services.clearCaches(metadata.uuid, {
        query: query || all,
        request: requests || all,
        fielddata: (fielddata && fields) || fielddata || all,
      });
    return { status: 200, body: { _shards: shardsAnswer(indices) } };
  },
};
