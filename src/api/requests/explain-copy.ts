/** Why a copy of a shard is where it is, or nowhere, in the words of Elasticsearch's deciders. */
import { allocationId } from "../stats/shard-copies.ts";
import type { IndexHealth } from "../stats/index-health.ts";
import { NODE_ATTRIBUTES } from "../stats/node-header.ts";
import type { NodeInfo } from "../stats/node-info.ts";
import type { Services } from "../operation.ts";

/** A copy of a shard. */
export interface AskedCopy {
  readonly health: IndexHealth;
  readonly shard: number;
  readonly primary: boolean;
}

/** What is shown beside what refuses. */
interface Shown {
  readonly yes: boolean;
  readonly disk: boolean;
}

interface Decision {
  readonly decider: string;
  readonly decision: "YES" | "NO";
  readonly explanation: string;
}

const NOWHERE =
  "Elasticsearch isn't allowed to allocate this shard to any of the nodes in the cluster. Choose a node to which you expect this shard to be allocated, find this node in the node-by-node explanation, and address the reasons which prevent Elasticsearch from allocating this shard there.";
const NO_COPY =
  "Elasticsearch can't allocate this shard because there are no copies of its data in the cluster. Elasticsearch will allocate this shard when a node holding a good copy of its data joins the cluster. If no such node is available, restore this index from a recent snapshot.";
const STAYS =
  "Elasticsearch is not allowed to allocate or rebalance this shard to another node. If you expect this shard to be rebalanced to another node, find this node in the node-by-node explanation and address the reasons which prevent Elasticsearch from rebalancing this shard there.";
const BALANCED =
  "This shard is in a well-balanced location and satisfies all allocation rules so it will remain on this node. Elasticsearch cannot improve the cluster balance by moving it to another node. If you expect this shard to be rebalanced to another node, find the other node in the node-by-node explanation and address the reasons which prevent Elasticsearch from rebalancing this shard there.";

export function explainCopy(services: Services, copy: AskedCopy, shown: Shown): object {
  const { health, shard, primary } = copy;
  const head = { index: health.metadata.name, shard, primary };
  const disk = shown.disk ? { cluster_info: clusterInfo(services.info) } : {};
  const state = health.shards[shard];
  if (!primary)
    return { ...head, ...unassigned(copy, "INDEX_CREATED"), ...disk, ...replicaDecisions(services, copy, shown) };
  if (state?.primaryActive || state?.initializing)
    return { ...head, ...placed(services.info, copy), ...disk, ...moves(copy) };
  return {
    ...head,
    ...unassigned(copy, "ALLOCATION_FAILED"),
    ...disk,
    can_allocate: "no_valid_shard_copy",
    allocate_explanation: NO_COPY,
  };
}

function unassigned({ health }: AskedCopy, reason: string): object {
  const at = new Date(health.metadata.creationDateMs).toISOString();
  const status = reason === "INDEX_CREATED" ? "no_attempt" : "no_valid_shard_copy";
  return { current_state: "unassigned", unassigned_info: { reason, at, last_allocation_status: status } };
}

function placed(info: NodeInfo, { health, shard }: AskedCopy): object {
  const { id, name, roles } = info;
  const current_node = {
    id,
    name,
    transport_address: `${info.ip}:${info.httpPort}`,
    attributes: NODE_ATTRIBUTES,
    roles,
    weight_ranking: 1,
  };
  return { current_state: health.shards[shard]?.primaryActive ? "started" : "initializing", current_node };
}

/** A primary stays: there is no other node. */
function moves({ health }: AskedCopy): object {
  const stays = { can_remain_on_current_node: "yes" };
  if (health.metadata.numberOfReplicas === 0)
    return {
      ...stays,
      can_rebalance_cluster: "yes",
      can_rebalance_to_other_node: "no",
      rebalance_explanation: BALANCED,
    };
  const explanation = "rebalancing is not allowed until all copies of this shard are active";
  return {
    ...stays,
    can_rebalance_cluster: "no",
    can_rebalance_cluster_decisions: [{ decider: "rebalance_only_when_active", decision: "NO", explanation }],
    can_rebalance_to_other_node: "no",
    rebalance_explanation: STAYS,
  };
}

function replicaDecisions({ info }: Services, copy: AskedCopy, shown: Shown): object {
  const decisions = [...decidersOf(info, copy)].filter(({ decision }) => shown.yes || decision === "NO");
  const node = {
    node_id: info.id,
    node_name: info.name,
    transport_address: `${info.ip}:${info.httpPort}`,
    node_attributes: NODE_ATTRIBUTES,
    roles: info.roles,
    node_decision: "no",
    weight_ranking: 1,
    deciders: decisions,
  };
  return { can_allocate: "no", allocate_explanation: NOWHERE, node_allocation_decisions: [node] };
}

/** What is looked at here: whether the primary is there, and that two copies never share a node. */
function decidersOf(info: NodeInfo, { health, shard }: AskedCopy): Decision[] {
  const { name } = health.metadata;
  const isActive = health.shards[shard]?.primaryActive === true;
  const place = `[${name}][${shard}], node[${info.id}], [P], s[STARTED], a[id=${allocationId(health.metadata, shard)}], failed_attempts[0]`;
  return [
    { decider: "max_retry", decision: "YES", explanation: "shard has no previous failures" },
    {
      decider: "replica_after_primary_active",
      decision: isActive ? "YES" : "NO",
      explanation: isActive
        ? "primary shard for this replica is already active"
        : "primary shard for this replica is not yet active",
    },
    {
      decider: "same_shard",
      decision: "NO",
      explanation: `a copy of this shard is already allocated to this node [${place}]`,
    },
  ];
}

function clusterInfo(info: NodeInfo): object {
  const { diskTotalBytes: total, diskFreeBytes: free } = info.measure();
  const space = {
    path: info.dataPath ?? "",
    total_bytes: total,
    used_bytes: total - free,
    free_bytes: free,
    free_disk_percent: percent(free, total),
    used_disk_percent: percent(total - free, total),
  };
  const nodes = { [info.id]: { node_name: info.name, least_available: space, most_available: space } };
  return { nodes, shard_sizes: {}, shard_data_set_sizes: {}, shard_paths: {}, reserved_sizes: [] };
}

/** With one digit. */
function percent(part: number, whole: number): number {
  return Math.round((part / Math.max(1, whole)) * 1000) / 10;
}
