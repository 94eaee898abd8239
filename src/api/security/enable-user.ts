/** `security.enable_user`: enables a user, whose credentials work again at once. */
import type { Operation } from "../operation.ts";
import { securityOperation } from "../requests/security-operation.ts";
import { setEnabled } from "../requests/set-enabled.ts";

export const enableUser: Operation = securityOperation(
  { name: "security.enable_user", actions: ["cluster:admin/xpack/security/user/set_enabled"] },
  (call) => setEnabled(call, true),
);
