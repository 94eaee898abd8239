/** `license.post_start_basic`: starts the basic license, which is there. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const postStartBasic: Operation = {
  name: "license.post_start_basic",
  actions: ["cluster:admin/xpack/license/start_basic"],
  audit: "nothing",

  handle({ parameters }) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "acknowledge", false);
    return {
      status: 403,
      body: {
        acknowledged: true,
        basic_was_started: false,
        error_message: "Operation failed: Current license is basic.",
      },
    };
  },
};
