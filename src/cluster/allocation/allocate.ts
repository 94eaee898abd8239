/**
 * Which node has which copy: a pure function of the state. It is part of every change of a cluster's state, so that
 * there is no state in which a copy waits for somebody to place it.
 */
import { parseTimeMs } from "../../compat/time-value.ts";
import { ownOf, put } from "../../core/names.ts";
import type { ClusterNode, ClusterState, IndexMetadata, ShardCopy, ShardRouting } from "../cluster-state.ts";
import { indexSetting } from "../index-settings.ts";
import type { PlacedCopy, Placement } from "./decider.ts";
import { expanded } from "./expand-replicas.ts";
import { mayBeOn } from "./deciders.ts";
import { PlacedCopies } from "./placed-copies.ts";

const DELAYED = "index.unassigned.node_left.delayed_timeout";
/** What a shard weighs on a node: all shards count, and those of its own index count more. */
const ALL_WEIGHT = 0.45;
const INDEX_WEIGHT = 0.55;

/** The state with all copies placed that can be; the same object where nothing changes. */
export function allocated(given: ClusterState, nowMs: number): ClusterState {
  if (!given.nodes) return given;
  const state = expanded(given);
  const placed = new PlacedCopies();
  const indices = Object.values(state.indices);
  for (const index of indices) placed.add(index.uuid, wanted(index, state, nowMs));
  const placement = { state, placed };
  for (const primary of [true, false])
    for (const index of indices) for (const copy of unassigned(index, placed, primary)) place(copy, placement, nowMs);
  return withRouting(state, indices, placed);
}

/** How long the replicas of an index wait for a node that left, in milliseconds. */
export function delayMs(index: IndexMetadata): number {
  return parseTimeMs(String(indexSetting(index.settings, DELAYED) ?? "1m"), DELAYED);
}

/** Until when a copy without a node waits for the one that had it; undefined: it does not. */
export function delayedUntil(index: IndexMetadata, copy: ShardCopy): number | undefined {
  if (copy.state !== "UNASSIGNED" || copy.unassigned?.reason !== "NODE_LEFT") return undefined;
  return copy.unassigned.atMs + delayMs(index);
}

/** Whether a copy may be placed where it is, or anywhere else, as the state is: for explanations. */
export function placementOf(state: ClusterState): Placement {
  const placed = new PlacedCopies();
  for (const { uuid } of Object.values(state.indices)) placed.add(uuid, ownOf(state.routing ?? {}, uuid) ?? []);
  return { state, placed };
}

/** The shards of an index as there are to be, each copy with its node if that is still there. */
function wanted(index: IndexMetadata, { routing = {}, nodes = {} }: ClusterState, nowMs: number): ShardRouting[] {
  const before = ownOf(routing, index.uuid);
  return Array.from({ length: index.numberOfShards }, (_, shard): ShardRouting => {
    const known = before?.[shard];
    const reason = known ? "REPLICA_ADDED" : "INDEX_CREATED";
    const fresh: ShardCopy = { state: "UNASSIGNED", unassigned: { reason, atMs: nowMs } };
    const replicas = (known?.replicas ?? []).map((copy) => stillThere(copy, nodes, nowMs));
    // Of too many, those go that are nowhere.
    while (replicas.length > index.numberOfReplicas) {
      const idle = replicas.findIndex(({ state }) => state !== "STARTED");
      replicas.splice(idle < 0 ? replicas.length - 1 : idle, 1);
    }
    while (replicas.length < index.numberOfReplicas) replicas.push(fresh);
    const primary = known ? stillThere(known.primary, nodes, nowMs) : fresh;
    return { primary, replicas, ...(known?.replay ? { replay: known.replay } : {}) };
  });
}

function stillThere(copy: ShardCopy, nodes: Readonly<Record<string, ClusterNode>>, nowMs: number): ShardCopy {
  const { node } = copy;
  if (node === undefined || ownOf(nodes, node)) return copy;
  return { state: "UNASSIGNED", unassigned: { reason: "NODE_LEFT", atMs: nowMs, lastNode: node } };
}

interface Unplaced extends PlacedCopy {
  /** Its place among the replicas. */
  readonly replica: number | undefined;
  readonly was: ShardCopy;
}

function unassigned(index: IndexMetadata, placed: PlacedCopies, primary: boolean): Unplaced[] {
  return placed.shards(index.uuid).flatMap(({ primary: first, replicas }, shard) => {
    const copies = primary ? [first] : replicas;
    return copies.flatMap((was, at): Unplaced[] => {
      if (was.state !== "UNASSIGNED") return [];
      const isNew = primary && was.unassigned?.reason === "INDEX_CREATED";
      return [{ index, shard, primary, isNew, replica: primary ? undefined : at, was }];
    });
  });
}

/** Places a copy, if there is a node for it. */
function place(copy: Unplaced, placement: Placement, nowMs: number): void {
  const { index, shard, replica, was } = copy;
  if (copy.primary && promoted(copy, placement, nowMs)) return;
  const node = candidates(copy, placement, nowMs).find((each) => mayBeOn(copy, each, placement));
  if (node) placement.placed.replace(index.uuid, shard, replica, { state: "INITIALIZING", node: node.id });
  else placement.placed.replace(index.uuid, shard, replica, was);
}

/** Lets a replica become the primary that takes over; whether there is one. */
function promoted({ index: { uuid }, shard, was }: Unplaced, { placed }: Placement, nowMs: number): boolean {
  const { replicas = [], replay } = placed.shards(uuid)[shard] ?? {};
  const started = replicas.findIndex(({ state }) => state === "STARTED");
  const at = started < 0 ? replicas.findIndex(({ node }) => node !== undefined) : started;
  const node = replicas[at]?.node;
  if (!replay || node === undefined) return false;
  const { lastNode } = was.unassigned ?? {};
  const left = { reason: "NODE_LEFT", atMs: nowMs, ...(lastNode === undefined ? {} : { lastNode }) } as const;
  placed.replace(uuid, shard, at, { state: "UNASSIGNED", unassigned: left });
  placed.replace(uuid, shard, undefined, { state: "INITIALIZING", node });
  return true;
}

/** The nodes that come into question, best first. */
function candidates(copy: Unplaced, { state, placed }: Placement, nowMs: number): ClusterNode[] {
  const nodes = Object.values(state.nodes ?? {}).filter(({ roles }) => roles.some((role) => role.startsWith("data")));
  const { index, primary, isNew, was } = copy;
  const lastNode = was.unassigned?.lastNode;
  const last = nodes.filter(({ id }) => id === lastNode);
  // The only data of a primary is where it was, unless another node may take it over; a replica waits for its node for
  // a while, which has its files.
  if (primary && !isNew && !placed.shards(index.uuid)[copy.shard]?.replay) return last;
  if (!primary && nowMs < (delayedUntil(index, was) ?? nowMs)) return last;
  const weight = ({ id }: ClusterNode): number =>
    ALL_WEIGHT * placed.count(id) + INDEX_WEIGHT * placed.count(id, index.uuid);
  const order = new Map(nodes.map((node) => [node, weight(node)]));
  return nodes.sort((left, right) => order.get(left)! - order.get(right)! || left.joined - right.joined);
}

/** The state with what was placed, where that is not what there was. */
function withRouting(state: ClusterState, indices: readonly IndexMetadata[], placed: PlacedCopies): ClusterState {
  const before = state.routing ?? {};
  const routing: Record<string, readonly ShardRouting[]> = {};
  let isSame = Object.keys(before).length === indices.length;
  for (const { uuid } of indices) {
    const known = ownOf(before, uuid);
    const shards = placed.shards(uuid);
    const kept = known && JSON.stringify(known) === JSON.stringify(shards) ? known : shards;
    isSame &&= kept === known;
    put(routing, uuid, kept);
  }
  return isSame ? state : { ...state, routing };
}
