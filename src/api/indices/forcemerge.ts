/** `indices.forcemerge`: merges the segments of indices. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { booleanParameter, integerParameter } from "../../http/parameters.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { shardsAnswer } from "../requests/shards-answer.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const forcemerge: Operation = {
  name: "indices.forcemerge",
  actions: ["indices:admin/forcemerge"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    const maxSegments = integerParameter(parameters, "max_num_segments");
    const onlyExpungeDeletes = booleanParameter(parameters, "only_expunge_deletes", false);
    const flush = booleanParameter(parameters, "flush", true);
    if (onlyExpungeDeletes && maxSegments !== undefined && maxSegments !== -1) {
      throw validationFailed([
        "cannot set only_expunge_deletes and max_num_segments at the same time, those two parameters are mutually exclusive",
      ]);
    }
    if (!booleanParameter(parameters, "wait_for_completion", true)) {
      throw illegalArgument("[wait_for_completion=false] is not supported by this server yet");
    }
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, SEARCHED_INDICES),
      "maintenance",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_write",
    );
    const limit = maxSegments === undefined || maxSegments < 0 ? undefined : Math.max(1, maxSegments);
    await services.documents.forceMerge(
      indices.map(({ metadata }) => metadata.uuid),
      { maxSegments: limit, onlyExpungeDeletes, flush },
    );
    return { status: 200, body: { _shards: shardsAnswer(indices) } };
  },
};
