/** Copies on a node have come so far that they answer, or have stopped to. */
import { ownOf } from "../../core/names.ts";
import type { ClusterChange } from "../cluster-change.ts";
import type { ShardCopy } from "../cluster-state.ts";

/** A copy of a shard on a node; its life is told by that of the node. */
export interface NamedCopy {
  readonly uuid: string;
  readonly shard: number;
}

export function startCopies(
  node: string,
  copies: readonly NamedCopy[],
  state: "STARTED" | "INITIALIZING",
): ClusterChange {
  return {
    task: `shard-started [${copies.map(({ uuid, shard }) => `${uuid}][${shard}`).join(", ")}]`,
    apply(before) {
      let routing = before.routing ?? {};
      for (const { uuid, shard } of copies) {
        const shards = ownOf(routing, uuid);
        const known = shards?.[shard];
        if (!shards || !known) continue;
        const set = (copy: ShardCopy): ShardCopy =>
          copy.node === node && copy.state !== state && copy.state !== "UNASSIGNED" ? { ...copy, state } : copy;
        const { replay, ...rest } = { ...known, primary: set(known.primary), replicas: known.replicas.map(set) };
        // What it had to replay stands in its own log now.
        const next = replay && rest.primary.state !== "STARTED" ? { ...rest, replay } : rest;
        const isSame = next.primary === known.primary && next.replicas.every((copy, at) => copy === known.replicas[at]);
        if (!isSame) routing = { ...routing, [uuid]: shards.map((each, at) => (at === shard ? next : each)) };
      }
      return { state: routing === before.routing ? before : { ...before, routing }, events: [] };
    },
  };
}
