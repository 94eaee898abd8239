/** `security.disable_user`: disables a user, whose credentials stop working at once. */
import type { Operation } from "../operation.ts";
import { securityOperation } from "../requests/security-operation.ts";
import { setEnabled } from "../requests/set-enabled.ts";

export const disableUser: Operation = securityOperation(
  { name: "security.disable_user", actions: ["cluster:admin/xpack/security/user/set_enabled"] },
  (call) => setEnabled(call, false),
);
