/** `indices.unfreeze`: makes ordinary indices of frozen ones, of which there are none. */
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { shardsAcknowledged } from "../requests/shards-acknowledged.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { activeShardCount } from "../targets/write-parameters.ts";

export const unfreezeIndex: Operation = {
  name: "indices.unfreeze",
  actions: ["indices:admin/freeze"],
  audit: "nothing",

  handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const wanted = activeShardCount(parameters["wait_for_active_shards"]);
    const options = indexOptions(parameters, { ...DESCRIBED_INDICES, expandOpen: false, expandClosed: true });
    const found = visibleIndices(services, request.principal, parameters["index"], options, "manage");
    request.warn(
      "Frozen indices are deprecated because they provide no benefit given improvements in heap memory utilization. They will be removed in a future release.",
    );
    const acknowledged = found.every(({ metadata }) => shardsAcknowledged(services, metadata, wanted));
    return Promise.resolve({ status: 200, body: { acknowledged: true, shards_acknowledged: acknowledged } });
  },
};
