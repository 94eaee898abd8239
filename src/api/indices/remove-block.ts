/** `indices.remove_block`: lifts a block of indices. */
import { putSettings } from "../../cluster/changes/put-settings.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { blockedIndices, blockOf } from "./add-block.ts";

export const removeBlock: Operation = {
  name: "indices.remove_block",
  actions: ["indices:admin/block/remove"],
  audit: "told",

  async handle(request, services) {
    const block = blockOf(request.parameters);
    const names = blockedIndices(request, services).map(({ name }) => name);
    const settings = { [`index.blocks.${block}`]: null };
    const change = putSettings(names, settings, { preserveExisting: false });
    if (names.length > 0) await services.cluster.apply(changeSource(removeBlock.name, request), change);
    return { status: 200, body: { acknowledged: true, indices: names.map((name) => ({ name, unblocked: true })) } };
  },
};
