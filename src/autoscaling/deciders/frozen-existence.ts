/** `frozen_existence`: the first node of the frozen tier, as soon as something is mounted. */
import type { Decider } from "../decider.ts";

const LEAST_MEMORY_BYTES = 2 ** 30;
const LEAST_STORAGE_BYTES = 8 * 2 ** 30;

export const frozenExistence: Decider = {
  name: "frozen_existence",
  roles: ["data_frozen"],
  isDefault: true,
  settings: {},

  decide(_settings, { mounted }) {
    const indices = [...new Set(mounted.map(({ index }) => index))].sort();
    const needed =
      indices.length > 0 ? { storage: LEAST_STORAGE_BYTES, memory: LEAST_MEMORY_BYTES } : { storage: 0, memory: 0 };
    return {
      requiredCapacity: { node: needed, total: needed },
      summary: `indices [${indices.join(", ")}]`,
      details: { indices },
    };
  },
};
