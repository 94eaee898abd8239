/** `license.post_start_trial`: starts a trial of what is licensed; there is none. */
import { illegalArgument } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

const TYPES = ["trial", "gold", "platinum", "enterprise"];

export const postStartTrial: Operation = {
  name: "license.post_start_trial",
  actions: ["cluster:admin/xpack/license/start_trial"],
  audit: "nothing",

  handle({ parameters }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "acknowledge", false);
    const { type = "trial" } = parameters;
    if (!TYPES.includes(type))
      throw illegalArgument(
        `Cannot start trial of type [${type}]. Valid trial types are [${[...TYPES].sort().join(",")}]`,
      );
    return {
      status: 403,
      body: {
        acknowledged: true,
        trial_was_started: false,
        error_message: "Operation failed: Trial was already activated.",
      },
    };
  },
};
