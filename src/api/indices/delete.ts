/** `indices.delete`: removes indices with everything in them. */
import { deleteIndices } from "../../cluster/changes/delete-indices.ts";
import { changeSource } from "../audit/change-source.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { checkDestructive } from "../targets/destructive.ts";
import { indexOptions, REMOVED_INDICES } from "../targets/index-options.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

export const deleteIndex: Operation = {
  name: "indices.delete",
  actions: ["indices:admin/delete"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const expression = parameters["index"] ?? "";
    checkDestructive(services, expression);
    const options = indexOptions(parameters, REMOVED_INDICES);
    const indices = visibleIndices(services, request.principal, expression, options, "delete_index");
    checkIndexBlocks(
      indices.map(({ metadata }) => metadata),
      "metadata_write",
    );
    const names = indices.map(({ metadata }) => metadata.name);
    services.snapshots.checkNotCopied(names, "delete");
    await services.cluster.apply(changeSource(deleteIndex.name, request), deleteIndices(names));
    return { status: 200, body: { acknowledged: true } };
  },
};
