/** `indices.close`: closes indices to reads and writes. */
import { setIndexState } from "../../cluster/changes/set-index-state.ts";
import { changeSource } from "../audit/change-source.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { activeShardCount } from "../targets/write-parameters.ts";
import { validationFailed } from "../../compat/validation-failed.ts";

export const closeIndex: Operation = {
  name: "indices.close",
  actions: ["indices:admin/close"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    if (!parameters["index"]) throw validationFailed(["index is missing"]);
    checkTimeouts(parameters);
    activeShardCount(parameters["wait_for_active_shards"]);
    const indices = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, { ...DESCRIBED_INDICES, forbidDataStreams: true }),
      "manage",
    );
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_write",
    );
    const open = indices.filter(({ metadata }) => metadata.state === "open").map(({ metadata }) => metadata.name);
    services.snapshots.checkNotCopied(open, "close");
    await services.cluster.apply(changeSource(closeIndex.name, request), setIndexState(open, "close"));
    const closed = Object.fromEntries(open.map((name) => [name, { closed: true }]));
    return { status: 200, body: { acknowledged: true, shards_acknowledged: open.length > 0, indices: closed } };
  },
};
