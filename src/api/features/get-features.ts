/** `features.get_features`: the parts of the server that keep data of their own. */
import type { Operation } from "../operation.ts";
import { FEATURES } from "../../snapshots/features.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getFeatures: Operation = {
  name: "features.get_features",
  actions: ["cluster:admin/features/get"],

  handle({ parameters }) {
    checkTimeouts(parameters);
    return { status: 200, body: { features: FEATURES.map(({ name, description }) => ({ name, description })) } };
  },
};
