/** `ccr.resume_auto_follow_pattern`: lets a pattern go on. */
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { activatePattern } from "../requests/ccr/patterns.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const resumeAutoFollowPattern: Operation = {
  name: "ccr.resume_auto_follow_pattern",
  actions: ["cluster:admin/xpack/ccr/auto_follow_pattern/activate"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const { name = "" } = request.parameters;
    await cluster.apply(changeSource(resumeAutoFollowPattern.name, request), activatePattern(name, true));
    return { status: 200, body: { acknowledged: true } };
  },
};
