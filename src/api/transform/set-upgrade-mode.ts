/** `transform.set_upgrade_mode`: transforms of this server need no pause for an upgrade of their indices. */
import { illegalArgument } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const setUpgradeMode: Operation = {
  name: "transform.set_upgrade_mode",
  actions: ["cluster:admin/transform/upgrade_mode"],
  audit: "nothing",

  handle({ parameters }) {
    checkTimeouts(parameters);
    if (booleanParameter(parameters, "enabled", false))
      throw illegalArgument("[enabled=true] is not supported by this server yet");
    return { status: 200, body: { acknowledged: true } };
  },
};
