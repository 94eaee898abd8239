/** `reactive_storage`: room for the data that is there. */
import type { Decider } from "../decider.ts";
import { bytesToMove, leastNodeBytes, storageMessage } from "../disk-room.ts";

export const reactiveStorage: Decider = {
  name: "reactive_storage",
  roles: ["data", "data_content", "data_hot", "data_warm", "data_cold"],
  isDefault: true,
  settings: {},

  decide(_settings, situation) {
    const { current, shards } = situation;
    const assigned = bytesToMove(situation);
    const storage = (current.total.storage ?? 0) + assigned;
    const summary = storageMessage(assigned);
    return {
      requiredCapacity: { node: { storage: storage > 0 ? leastNodeBytes(situation) : 0 }, total: { storage } },
      summary,
      details: {
        reason: summary,
        // Every copy that could be made here is made: what waits, waits for a second node, not for room.
        unassigned: 0,
        unassigned_shards: [],
        assigned,
        assigned_shards: assigned === 0 ? [] : shards.map(({ index, shard }) => `[${index}][${shard}]`),
      },
    };
  },
};
