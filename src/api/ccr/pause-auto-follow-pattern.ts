/** `ccr.pause_auto_follow_pattern`: new indices are not followed until it goes on. */
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { activatePattern } from "../requests/ccr/patterns.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const pauseAutoFollowPattern: Operation = {
  name: "ccr.pause_auto_follow_pattern",
  actions: ["cluster:admin/xpack/ccr/auto_follow_pattern/activate"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const { name = "" } = request.parameters;
    await cluster.apply(changeSource(pauseAutoFollowPattern.name, request), activatePattern(name, false));
    return { status: 200, body: { acknowledged: true } };
  },
};
