/** `features.get_features`: the parts of the server that keep data of their own. */
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

const FEATURES = [
  { name: "security", description: "Manages configuration for Security features, such as users and roles" },
  { name: "tasks", description: "Manages task results" },
  { name: "synonyms", description: "Manages synonyms" },
];

export const getFeatures: Operation = {
  name: "features.get_features",
  actions: ["cluster:admin/features/get"],

  handle({ parameters }) {
    checkTimeouts(parameters);
    return { status: 200, body: { features: FEATURES } };
  },
};
