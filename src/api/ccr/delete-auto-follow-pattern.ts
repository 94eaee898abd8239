/** `ccr.delete_auto_follow_pattern`: what it made goes on. */
import { updateCustom } from "../../cluster/changes/update-custom.ts";
import { AUTO_FOLLOW } from "../../replication/auto-follow-pattern.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { patternMissing } from "../requests/ccr/patterns.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deleteAutoFollowPattern: Operation = {
  name: "ccr.delete_auto_follow_pattern",
  actions: ["cluster:admin/xpack/ccr/auto_follow_pattern/delete"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const { name = "" } = request.parameters;
    await cluster.apply(
      changeSource(deleteAutoFollowPattern.name, request),
      updateCustom(AUTO_FOLLOW, name, (before) => {
        if (!before) throw patternMissing(name);
        return null;
      }),
    );
    return { status: 200, body: { acknowledged: true } };
  },
};
