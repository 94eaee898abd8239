/** `search_shards`: the shards that a search would run on. */
import { checkIndexBlocks } from "../cluster/index-blocks.ts";
import { illegalArgument } from "../compat/errors.ts";
import { booleanParameter } from "../http/parameters.ts";
import { indexHealth } from "./stats/index-health.ts";
import { DESCRIBED_INDICES, indexOptions } from "./targets/index-options.ts";
import type { Operation } from "./operation.ts";
import { aliasFilters, targetedShards } from "./targets/search-targets.ts";
import { describedNode, primaryCopy, replicaCopies } from "./stats/shard-copies.ts";
import { shownNodes } from "./stats/shown-nodes.ts";
import { checkTimeouts } from "./requests/timeouts.ts";
import { visibleIndices } from "./targets/visible-indices.ts";

export const searchShards: Operation = {
  name: "search_shards",
  actions: ["indices:admin/shards/search_shards"],
  audit: "nothing",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    booleanParameter(parameters, "local", false);
    if (parameters["_slice"] !== undefined) throw illegalArgument("[_slice] is not supported by this server yet");
    const choice = { routing: parameters["routing"] || undefined, preference: parameters["preference"] };
    const options = indexOptions(parameters, { ...DESCRIBED_INDICES, ignoreUnavailable: true });
    const resolved = visibleIndices(services, request.principal, parameters["index"], options, "view_index_metadata");
    checkIndexBlocks(
      resolved.map(({ metadata }) => metadata),
      "metadata_read",
    );
    const placed = resolved.flatMap((index) => {
      const [health] = indexHealth(services, [index.metadata]);
      const wanted = targetedShards(services, index, choice);
      if (!health) return [];
      return health.shards
        .filter(({ shard }) => wanted?.includes(shard) ?? true)
        .map(({ shard }) => ({ shard, health }));
    });
    // By number, then by name, as a search would take them.
    placed.sort(
      (left, right) => left.shard - right.shard || (left.health.metadata.name < right.health.metadata.name ? -1 : 1),
    );
    const shards = placed.map(({ shard, health }) => [
      primaryCopy(services, health, shard),
      ...replicaCopies(services, health, shard).filter(({ node }) => node !== null),
    ]);
    const indices = resolved.map((index) => {
      const [filter] = aliasFilters(index);
      return [
        index.metadata.name,
        { ...(index.aliases ? { aliases: [...index.aliases].sort() } : {}), ...(filter ? { filter } : {}) },
      ];
    });
    const named = new Set(shards.flatMap((copies) => copies.map(({ node }) => node)));
    const nodes = Object.fromEntries(
      shownNodes(services).flatMap((node) => (named.has(node.id) ? [[node.id, describedNode(node)]] : [])),
    );
    return { status: 200, body: { nodes, indices: Object.fromEntries(indices), shards } };
  },
};
