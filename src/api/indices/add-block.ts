/** `indices.add_block`: forbids writes, reads or changes of metadata of indices. */
import { putSettings } from "../../cluster/changes/put-settings.ts";
import { changeSource } from "../audit/change-source.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { checkDestructive } from "../targets/destructive.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Services, Operation, OperationRequest } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

const BLOCKS: readonly string[] = ["read_only", "read", "write", "metadata", "read_only_allow_delete"];

export const addBlock: Operation = {
  name: "indices.add_block",
  actions: ["indices:admin/block/add"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    const block = blockOf(parameters);
    if (block === "read_only_allow_delete")
      throw illegalArgument("read_only_allow_delete block is for internal use only");
    const indices = blockedIndices(request, services);
    checkIndexBlocks(indices, "metadata_write");
    const names = indices.map(({ name }) => name);
    const settings = { [`index.blocks.${block}`]: "true" };
    const change = putSettings(names, settings, { preserveExisting: false });
    if (names.length > 0) await services.cluster.apply(changeSource(addBlock.name, request), change);
    return {
      status: 200,
      body: {
        acknowledged: true,
        shards_acknowledged: names.length > 0,
        indices: names.map((name) => ({ name, blocked: true })),
      },
    };
  },
};

/** The block of the path. Throws 400 for an unknown one. */
export function blockOf(parameters: Readonly<Record<string, string>>): string {
  checkTimeouts(parameters);
  const block = (parameters["block"] ?? "").toLowerCase();
  if (!BLOCKS.includes(block)) throw illegalArgument(`No block found with name ${parameters["block"]}`);
  return block;
}

/** The indices of the path; patterns are not allowed (`action.destructive_requires_name`). */
export function blockedIndices(request: OperationRequest, services: Services): IndexMetadata[] {
  const { parameters } = request;
  checkDestructive(services, parameters["index"] ?? "");
  return visibleIndices(
    services,
    request.principal,
    parameters["index"],
    indexOptions(parameters, DESCRIBED_INDICES),
    "manage",
  ).map(({ metadata }) => metadata);
}
