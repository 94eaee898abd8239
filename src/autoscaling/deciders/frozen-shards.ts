/** `frozen_shards`: memory for the shards that are mounted. */
import { parseBytes } from "../../compat/time-value.ts";
import type { Decider } from "../decider.ts";

/** A node with 64 GB holds 2,000 of them. */
const MEMORY_PER_SHARD_BYTES = Math.floor((64 * 2 ** 30) / 2_000);

const memoryOf = (text: string): number => parseBytes(text, "memory_per_shard");

export const frozenShards: Decider = {
  name: "frozen_shards",
  roles: ["data_frozen"],
  isDefault: true,
  settings: { memory_per_shard: memoryOf },

  decide({ memory_per_shard: text }, { mounted }) {
    const each = text === undefined ? MEMORY_PER_SHARD_BYTES : memoryOf(text);
    const shards = mounted.length;
    return {
      requiredCapacity: { total: { memory: shards * each } },
      summary: `shard count [${shards}]`,
      details: { shards },
    };
  },
};
