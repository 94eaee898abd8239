/** `indices.shard_stores`: which nodes hold copies of shards. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { listParameter } from "../../http/parameters.ts";
import {
  HEALTH_ORDER,
  type HealthStatus,
  type IndexHealth,
  indexHealthWithStats,
  type ShardHealth,
} from "../stats/index-health.ts";
import { DESCRIBED_INDICES, indexOptions } from "../targets/index-options.ts";
import type { Services, Operation } from "../operation.ts";
import { allocationId, describedNode } from "../stats/shard-copies.ts";
import { shownNodes } from "../stats/shown-nodes.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

/** Shown unless asked otherwise: shards of which a copy is missing. */
const DEFAULT_STATUS: readonly HealthStatus[] = ["yellow", "red"];

export const shardStores: Operation = {
  name: "indices.shard_stores",
  actions: ["indices:monitor/shard_stores"],

  async handle(request, services) {
    const { parameters } = request;
    const statuses = statusesOf(listParameter(parameters, "status"));
    const resolved = visibleIndices(
      services,
      request.principal,
      parameters["index"],
      indexOptions(parameters, DESCRIBED_INDICES),
      "monitor",
    );
    const metadata = resolved.map((index) => index.metadata);
    checkIndexBlocks(metadata, "metadata_read");
    const indices = (await indexHealthWithStats(services, metadata)).flatMap((index) => {
      const shards = index.shards.filter(({ status }) => statuses.has(status));
      return shards.length === 0
        ? []
        : [
            [
              index.metadata.name,
              { shards: Object.fromEntries(shards.map((shard) => shownShard(services, index, shard))) },
            ],
          ];
    });
    return { status: 200, body: { indices: Object.fromEntries(indices) } };
  },
};

function statusesOf(words: readonly string[] | undefined): ReadonlySet<HealthStatus> {
  const statuses = new Set<HealthStatus>();
  for (const word of words ?? DEFAULT_STATUS) {
    const known = HEALTH_ORDER.filter((status) => word === "all" || word.toLowerCase() === status);
    if (known.length === 0) throw illegalArgument(`unknown cluster health status [${word}]`);
    for (const status of known) statuses.add(status);
  }
  return statuses;
}

/** The only copy; one that could not be opened tells why. */
function shownShard(
  services: Services,
  { metadata }: IndexHealth,
  { shard, stats, primaryActive }: ShardHealth,
): [string, object] {
  const failure = stats?.failure;
  const store = {
    [services.info.id]: describedNode(shownNodes(services).find(({ isHere }) => isHere)!),
    allocation_id: allocationId(metadata, shard),
    allocation: primaryActive ? "primary" : "unused",
    ...(failure === undefined ? {} : { store_exception: { type: "corrupt_index_exception", reason: failure } }),
  };
  return [String(shard), { stores: [store] }];
}
