/** `license.delete`: takes the license away; the basic one stays, as in 8.19. */

import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteLicense: Operation = {
  name: "license.delete",
  actions: ["cluster:admin/xpack/license/delete"],
  audit: "nothing",

  handle({ parameters }) {
    checkTimeouts(parameters);

    return { status: 200, body: { acknowledged: true } };
  },
};
