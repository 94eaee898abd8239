/** `frozen_storage`: a share of what is mounted. */
import type { Decider } from "../decider.ts";
import { numberSetting } from "../setting-values.ts";

const DEFAULT_PERCENT = 5;

const percentOf = (text: string): number => numberSetting("percentage", text, 0);

export const frozenStorage: Decider = {
  name: "frozen_storage",
  roles: ["data_frozen"],
  isDefault: true,
  settings: { percentage: percentOf },

  decide({ percentage: text }, { mounted }) {
    const percent = text === undefined ? DEFAULT_PERCENT : percentOf(text);
    const bytes = mounted.reduce((sum, shard) => sum + shard.bytes, 0);
    return {
      requiredCapacity: { total: { storage: Math.floor((bytes * percent) / 100) } },
      summary: `total data set size [${bytes}]`,
      details: { total_data_set_size: bytes },
    };
  },
};
