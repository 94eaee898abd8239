/** `indices.remove_block`: lifts a block of indices. */
import type { Operation } from "../operation.ts";
import { blockedIndices, blockOf } from "./add-block.ts";

export const removeBlock: Operation = {
  name: "indices.remove_block",
  actions: ["indices:admin/block/remove"],
  audit: "administration",

  async handle(request, services) {
    const block = blockOf(request.parameters);
    const names = blockedIndices(request, services).map(({ name }) => name);
    if (names.length > 0)
      await services.cluster.putSettings(names, { [`index.blocks.${block}`]: null }, { preserveExisting: false });
    return { status: 200, body: { acknowledged: true, indices: names.map((name) => ({ name, unblocked: true })) } };
  },
};
