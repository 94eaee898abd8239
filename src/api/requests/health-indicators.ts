/** The parts of the cluster whose health is told (`HealthIndicatorService`), each from what is known at once. */
import { shardLimitOf } from "../../cluster/shard-limit.ts";
import { openShards } from "../../cluster/index-table.ts";
import { blocksOf } from "../../cluster/index-blocks.ts";
import type { Services } from "../operation.ts";
import { type HealthStatus, indexHealth } from "../stats/index-health.ts";

/** What is told of a part; impacts and diagnosis where it is not well. */
export interface IndicatorHealth {
  readonly status: HealthStatus;
  readonly symptom: string;
  readonly details: object;
  readonly impacts?: readonly object[];
  readonly diagnosis?: readonly object[];
}

/** From how full on a disk takes no more copies, and is read only (`cluster.routing.allocation.disk.watermark`). */
const HIGH_PERCENT = 90;
const FLOOD_PERCENT = 95;
/** Room for fewer shards than this is yellow, and red. */
const LITTLE_ROOM = 10;
const LEAST_ROOM = 5;
const FROZEN_SHARDS = 3000;

/** By name, in the order of the answer; `size` is how many resources are named. */
export const healthIndicators: Readonly<Record<string, (services: Services, size: number) => IndicatorHealth>> = {
  master_is_stable({ info }) {
    const master = { node_id: info.id, name: info.name };
    return {
      status: "green",
      symptom: "The cluster has a stable master node",
      details: { current_master: master, recent_masters: [master] },
    };
  },
  disk: diskHealth,
  shards_availability: shardsHealth,
  shards_capacity: capacityHealth,
};

function diskHealth({ info, cluster }: Services): IndicatorHealth {
  const { diskFreeBytes, diskTotalBytes } = info.measure();
  const used = 100 - (diskFreeBytes / Math.max(1, diskTotalBytes)) * 100;
  const blocked = Object.values(cluster.state.indices).filter((index) => blocksOf(index).some(({ id }) => id === 12));
  const isFlooded = used >= FLOOD_PERCENT;
  const isHigh = !isFlooded && used >= HIGH_PERCENT;
  const details = {
    indices_with_readonly_block: blocked.length,
    nodes_with_enough_disk_space: isFlooded || isHigh ? 0 : 1,
    nodes_with_unknown_disk_status: 0,
    nodes_over_high_watermark: isHigh ? 1 : 0,
    nodes_over_flood_stage_watermark: isFlooded ? 1 : 0,
  };
  if (!isFlooded && !isHigh && blocked.length === 0)
    return { status: "green", symptom: "The cluster has enough available disk space.", details };
  const blocking =
    blocked.length === 0
      ? ""
      : `${blocked.length} ${blocked.length === 1 ? "index is" : "indices are"} not allowed to be updated. `;
  return {
    status: blocked.length > 0 || isFlooded ? "red" : "yellow",
    symptom: `${blocking}1 node is out of disk or running low on disk space.`,
    details,
    impacts: [
      {
        id: "elasticsearch:health:disk:impact:ingest_capability_unavailable",
        severity: 1,
        description: "The cluster is at risk of running out of disk space. Data cannot be written to full disks.",
        impact_areas: ["ingest"],
      },
    ],
    diagnosis: [],
  };
}

function shardsHealth(services: Services, size: number): IndicatorHealth {
  const indices = indexHealth(services, Object.values(services.cluster.state.indices));
  const shards = indices.flatMap((index) => index.shards);
  const count = (test: (shard: (typeof shards)[number]) => boolean): number => shards.filter(test).length;
  const lost = count((shard) => !shard.primaryActive && !shard.initializing);
  const replicas = indices.reduce((sum, { metadata }) => sum + metadata.numberOfShards * metadata.numberOfReplicas, 0);
  const initializing = count((shard) => shard.initializing);
  const details = {
    creating_primaries: 0,
    creating_replicas: 0,
    initializing_primaries: initializing,
    initializing_replicas: 0,
    restarting_primaries: 0,
    restarting_replicas: 0,
    started_primaries: count((shard) => shard.primaryActive),
    started_replicas: 0,
    unassigned_primaries: lost,
    unassigned_replicas: replicas,
  };
  if (lost + replicas + initializing === 0)
    return { status: "green", symptom: "This cluster has all shards available.", details };
  const parts = [
    counted(lost, "unavailable primary shard"),
    counted(initializing, "initializing primary shard"),
    counted(replicas, "unavailable replica shard"),
  ].filter((part) => part !== "");
  const named = (test: (index: (typeof indices)[number]) => boolean): string[] =>
    indices
      .filter(test)
      .map(({ metadata }) => metadata.name)
      .sort();
  const withLost = named((index) => index.shards.some((shard) => !shard.primaryActive && !shard.initializing));
  const withReplicas = named(({ metadata }) => metadata.numberOfReplicas > 0);
  return {
    status: lost + initializing > 0 ? "red" : "yellow",
    symptom: `This cluster has ${parts.join(", ")}.`,
    details,
    impacts: [
      ...(withLost.length === 0 ? [] : [lostImpact(withLost)]),
      ...(withReplicas.length === 0 ? [] : [replicaImpact(withReplicas)]),
    ],
    diagnosis: withReplicas.length === 0 ? [] : [moreNodes(withReplicas.slice(0, size))],
  };
}

function counted(count: number, what: string): string {
  return count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** How many indices there are, and the first ten by name. */
function listed(indices: readonly string[]): string {
  const more = indices.length > 10 ? ", ..." : "";
  return `${indices.length} ${indices.length === 1 ? "index" : "indices"} [${indices.slice(0, 10).join(", ")}${more}]`;
}

function lostImpact(indices: readonly string[]): object {
  return {
    id: "elasticsearch:health:shards_availability:impact:primary_unassigned",
    severity: 1,
    description: `Cannot add data to ${listed(indices)}. Searches might return incomplete results.`,
    impact_areas: ["ingest", "search"],
  };
}

function replicaImpact(indices: readonly string[]): object {
  return {
    id: "elasticsearch:health:shards_availability:impact:replica_unassigned",
    severity: 2,
    description: `Searches might be slower than usual. Fewer redundant copies of the data exist on ${listed(indices)}.`,
    impact_areas: ["search"],
  };
}

function moreNodes(indices: readonly string[]): object {
  return {
    id: "elasticsearch:health:shards_availability:diagnosis:increase_node_capacity_for_allocations",
    cause:
      "Elasticsearch isn't allowed to allocate some shards from these indices because there are not enough nodes in the cluster to allocate each shard copy on a different node.",
    action:
      "Increase the number of nodes in the cluster or decrease the number of replica shards in the affected indices.",
    help_url: "https://ela.st/tier-capacity",
    affected_resources: { indices },
  };
}

function capacityHealth({ cluster }: Services): IndicatorHealth {
  const limit = shardLimitOf(cluster.state);
  const used = openShards(cluster.state);
  const room = limit - used;
  const frozen = { max_shards_in_cluster: FROZEN_SHARDS };
  if (room >= LITTLE_ROOM)
    return {
      status: "green",
      symptom: "The cluster has enough room to add new shards.",
      details: { data: { max_shards_in_cluster: limit }, frozen },
    };
  return {
    status: room < LEAST_ROOM ? "red" : "yellow",
    symptom: "Cluster is close to reaching the configured maximum number of shards for data nodes.",
    details: { data: { max_shards_in_cluster: limit, current_used_shards: used }, frozen },
    impacts: [
      {
        id: "elasticsearch:health:shards_capacity:impact:creation_of_new_indices_at_risk",
        severity: room < LEAST_ROOM ? 1 : 2,
        description:
          "The cluster is running low on room to add new shards. Adding data to new indices might soon fail.",
        impact_areas: ["ingest"],
      },
    ],
    diagnosis: [],
  };
}
