/** `indices.flush`: writes segments to disk and trims the log. */
import { booleanParameter } from "../../http/parameters.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { shardsAnswer } from "../requests/shards-answer.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { validationFailed } from "../../compat/validation-failed.ts";

export const flush: Operation = {
  name: "indices.flush",
  actions: ["indices:admin/flush"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    const force = booleanParameter(parameters, "force", false);
    // A flush always waits for one under way, so the parameter only has to make sense.
    const wait = booleanParameter(parameters, "wait_if_ongoing", true);
    if (force && !wait) throw validationFailed(["wait_if_ongoing must be true for a force flush"]);
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, SEARCHED_INDICES),
      "maintenance",
    );
    await services.documents.flush(
      indices.map(({ metadata }) => metadata.uuid),
      { force },
    );
    return { status: 200, body: { _shards: shardsAnswer(indices) } };
  },
};
