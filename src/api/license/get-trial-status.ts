/** `license.get_trial_status`: whether a trial could be started; there are none. */

import type { Operation } from "../operation.ts";

export const getTrialStatus: Operation = {
  name: "license.get_trial_status",
  actions: ["cluster:admin/xpack/license/trial_status"],

  handle() {
    return { status: 200, body: { eligible_to_start_trial: false } };
  },
};
