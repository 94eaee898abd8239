/** `same_shard`: two copies of a shard are never on one node. */
import { copyId } from "../copy-id.ts";
import { type Decider, no, yes } from "../decider.ts";

export const sameShard: Decider = {
  name: "same_shard",
  decide({ index, shard }, node, { placed }) {
    const { primary, replicas = [] } = placed.shards(index.uuid)[shard] ?? {};
    const here = [primary, ...replicas].find((copy) => copy?.node === node.id);
    if (!here) return yes("this node does not hold a copy of this shard");
    const kind = here === primary ? "P" : "R";
    const id = copyId(index.uuid, shard, here === primary ? undefined : node.id);
    return no(
      `a copy of this shard is already allocated to this node [[${index.name}][${shard}], node[${node.id}], [${kind}], s[${here.state}], a[id=${id}], failed_attempts[0]]`,
    );
  },
};
