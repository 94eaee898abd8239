/** `transform.upgrade_transforms`: all transforms have the present form. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const upgradeTransforms: Operation = {
  name: "transform.upgrade_transforms",
  actions: ["cluster:admin/transform/upgrade"],
  audit: "nothing",

  handle({ parameters }, { transforms }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "dry_run", false);
    return { status: 200, body: { updated: 0, no_action: transforms.ids.length, needs_update: 0 } };
  },
};
