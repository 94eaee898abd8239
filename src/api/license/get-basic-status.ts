/** `license.get_basic_status`: whether the basic license could be started; it is there. */

import type { Operation } from "../operation.ts";

export const getBasicStatus: Operation = {
  name: "license.get_basic_status",
  actions: ["cluster:admin/xpack/license/basic_status"],

  handle() {
    return { status: 200, body: { eligible_to_start_basic: false } };
  },
};
