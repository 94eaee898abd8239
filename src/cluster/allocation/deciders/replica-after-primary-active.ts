/** `replica_after_primary_active`: a replica is made of the primary, which must be there. */
import { type Decider, no, yes } from "../decider.ts";

export const replicaAfterPrimaryActive: Decider = {
  name: "replica_after_primary_active",
  decide({ index, shard, primary }, _node, { placed }) {
    if (primary) return yes("shard is primary and can be allocated");
    return placed.shards(index.uuid)[shard]?.primary.state === "STARTED"
      ? yes("primary shard for this replica is already active")
      : no("primary shard for this replica is not yet active");
  },
};
