/** `indices.open`: opens closed indices. */
import { setIndexState } from "../../cluster/changes/set-index-state.ts";
import { changeSource } from "../audit/change-source.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { shardsAcknowledged } from "../requests/shards-acknowledged.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { activeShardCount } from "../targets/write-parameters.ts";
import { validationFailed } from "../../compat/validation-failed.ts";

export const openIndex: Operation = {
  name: "indices.open",
  actions: ["indices:admin/open"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    if (!parameters["index"]) throw validationFailed(["index is missing"]);
    checkTimeouts(parameters);
    const wanted = activeShardCount(parameters["wait_for_active_shards"]);
    const options = indexOptions(parameters, { ...DESCRIBED_INDICES, expandOpen: false, expandClosed: true });
    const indices = visibleIndices(services, request.principal, parameters["index"], options, "manage").map(
      ({ metadata }) => metadata,
    );
    checkIndexBlocks(indices, "metadata_write");
    const names = indices.map(({ name }) => name);
    await services.cluster.apply(changeSource(openIndex.name, request), setIndexState(names, "open"));
    return {
      status: 200,
      body: {
        acknowledged: true,
        shards_acknowledged: indices.every((index) => shardsAcknowledged(services, index, wanted)),
      },
    };
  },
};
