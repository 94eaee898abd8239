/** Why a copy of a shard is where it is, or nowhere, in the words of the deciders that placed it (`allocation`). */
import { delayedUntil, delayMs, placementOf } from "../../cluster/allocation/allocate.ts";
import type { Placement } from "../../cluster/allocation/decider.ts";
import { verdicts } from "../../cluster/allocation/deciders.ts";
import type { ShardCopy } from "../../cluster/cluster-state.ts";
import { systemClock } from "../../core/clock.ts";
import { replicasOf } from "../stats/shard-copies.ts";
import { primaryNode, shownNode, shownNodes, type ShownNode } from "../stats/shown-nodes.ts";
import { humanTime } from "../../compat/human-size.ts";
import { ownOf } from "../../core/names.ts";
import type { IndexHealth } from "../stats/index-health.ts";
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

const NOWHERE =
  "Elasticsearch isn't allowed to allocate this shard to any of the nodes in the cluster. Choose a node to which you expect this shard to be allocated, find this node in the node-by-node explanation, and address the reasons which prevent Elasticsearch from allocating this shard there.";
const NO_COPY =
  "Elasticsearch can't allocate this shard because there are no copies of its data in the cluster. Elasticsearch will allocate this shard when a node holding a good copy of its data joins the cluster. If no such node is available, restore this index from a recent snapshot.";
const STAYS =
  "Elasticsearch is not allowed to allocate or rebalance this shard to another node. If you expect this shard to be rebalanced to another node, find this node in the node-by-node explanation and address the reasons which prevent Elasticsearch from rebalancing this shard there.";
const BALANCED =
  "This shard is in a well-balanced location and satisfies all allocation rules so it will remain on this node. Elasticsearch cannot improve the cluster balance by moving it to another node. If you expect this shard to be rebalanced to another node, find the other node in the node-by-node explanation and address the reasons which prevent Elasticsearch from rebalancing this shard there.";

const SOMEWHERE = "Elasticsearch can allocate the shard.";
const DELAYED =
  "The node containing this shard copy recently left the cluster. Elasticsearch is waiting for it to return. If the node does not return within";
const INITIALIZING =
  "the shard is in the process of initializing on a node, wait until it has completed initialization";

export function explainCopy(services: Services, copy: AskedCopy, shown: Shown): object {
  const { health, shard, primary } = copy;
  const head = { index: health.metadata.name, shard, primary };
  const disk = shown.disk ? { cluster_info: clusterInfo(services.info) } : {};
  if (!primary) return { ...head, ...explainReplica(services, copy, shown, disk) };
  const node = primaryNode(services, health.metadata.uuid, shard);
  const state = health.shards[shard];
  if (node && (state?.primaryActive || state?.initializing))
    return { ...head, ...placed(node, state.primaryActive), ...disk, ...moves(copy) };
  const reason = node ? "ALLOCATION_FAILED" : "NODE_LEFT";
  return {
    ...head,
    ...unassigned({ reason, atMs: health.metadata.creationDateMs }),
    ...disk,
    can_allocate: "no_valid_shard_copy",
    allocate_explanation: NO_COPY,
  };
}

/** One that has no node, or else the first. */
function explainReplica(services: Services, copy: AskedCopy, shown: Shown, disk: object): object {
  const { health, shard } = copy;
  const all = replicasOf(services, health.metadata, shard);
  const replica = all.find(({ state }) => state === "UNASSIGNED") ?? all[0];
  const node = shownNode(services, replica?.node);
  if (!replica || !node || replica.state === "UNASSIGNED") {
    const info = replica?.unassigned ?? { reason: "INDEX_CREATED", atMs: health.metadata.creationDateMs };
    return { ...unassigned(info), ...disk, ...replicaDecisions(services, copy, replica, shown) };
  }
  const isStarted = replica.state === "STARTED";
  return { ...placed(node, isStarted), ...disk, ...(isStarted ? moves(copy) : { explanation: INITIALIZING }) };
}

function unassigned({
  reason,
  atMs,
  lastNode,
  details,
}: {
  reason: string;
  atMs: number;
  lastNode?: string;
  details?: string;
}): object {
  const status = reason === "INDEX_CREATED" || reason === "REPLICA_ADDED" ? "no_attempt" : "no_valid_shard_copy";
  const why = details ?? (lastNode === undefined ? undefined : `node_left [${lastNode}]`);
  const unassigned_info = {
    reason,
    at: new Date(atMs).toISOString(),
    ...(why === undefined ? {} : { details: why }),
    last_allocation_status: status,
  };
  return { current_state: "unassigned", unassigned_info };
}

function placed(node: ShownNode, isStarted: boolean): object {
  const { id, name, roles, attributes, transportAddress: transport_address } = node;
  const current_node = { id, name, transport_address, attributes, roles, weight_ranking: 1 };
  return { current_state: isStarted ? "started" : "initializing", current_node };
}

/** A copy stays where it is: nothing is moved for balance. */
function moves({ health, shard }: AskedCopy): object {
  const stays = { can_remain_on_current_node: "yes" };
  if (health.shards[shard]?.replicas.active === health.metadata.numberOfReplicas)
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

function replicaDecisions(
  services: Services,
  { health, shard }: AskedCopy,
  replica: ShardCopy | undefined,
  shown: Shown,
): object {
  const { metadata } = health;
  const placement = placementNow(services, health, shard);
  const copy = { index: metadata, shard, primary: false, isNew: false };
  const nodes = shownNodes(services).map((node) => {
    const deciders = verdicts(copy, ownOf(placement.state.nodes ?? {}, node.id)!, placement);
    const refused = deciders.some(({ decision }) => decision === "NO");
    return {
      node_id: node.id,
      node_name: node.name,
      transport_address: node.transportAddress,
      node_attributes: node.attributes,
      roles: node.roles,
      node_decision: refused ? "no" : "yes",
      deciders: deciders.filter(({ decision }) => shown.yes || decision === "NO"),
    };
  });
  // Those that may take it come first.
  nodes.sort((left, right) => Number(left.node_decision === "no") - Number(right.node_decision === "no"));
  const node_allocation_decisions = nodes.map(({ deciders, ...node }, at) => ({
    ...node,
    weight_ranking: at + 1,
    ...(deciders.length > 0 ? { deciders } : {}),
  }));
  const leftMs = ((replica && delayedUntil(metadata, replica)) ?? 0) - systemClock.now();
  if (leftMs > 0) {
    const configured = delayMs(metadata);
    return {
      can_allocate: "allocation_delayed",
      allocate_explanation: `${DELAYED} [${humanTime(Math.ceil(leftMs))}] Elasticsearch will allocate this shard to another node. Please wait.`,
      configured_delay_in_millis: configured,
      remaining_delay_in_millis: Math.ceil(leftMs),
      node_allocation_decisions,
    };
  }
  const [best] = node_allocation_decisions;
  return best?.node_decision === "yes"
    ? { can_allocate: "yes", allocate_explanation: SOMEWHERE, node_allocation_decisions }
    : { can_allocate: "no", allocate_explanation: NOWHERE, node_allocation_decisions };
}

/** What deciders look at; a node that is alone has all primaries. */
function placementNow(services: Services, health: IndexHealth, shard: number): Placement {
  const { state } = services.cluster;
  if (state.nodes) return placementOf(state);
  const { info } = services;
  const [here] = shownNodes(services);
  const node = { ...here!, address: { host: info.ip, port: info.httpPort }, joined: 1 };
  const primary: ShardCopy = {
    state: health.shards[shard]?.primaryActive ? "STARTED" : "INITIALIZING",
    node: info.id,
  };
  const { uuid, numberOfShards } = health.metadata;
  const shards = Array.from({ length: numberOfShards }, () => ({ primary, replicas: [] }));
  return placementOf({ ...state, nodes: { [info.id]: node }, routing: { [uuid]: shards } });
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
