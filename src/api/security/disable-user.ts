/** `security.disable_user`: disables a user, whose credentials stop working at once. */
import type { Operation } from "../operation.ts";
import { securityOperation } from "../requests/security-operation.ts";
import { setEnabled } from "../requests/set-enabled.ts";

export const disableUser: Operation = securityOperation(
  "security.disable_user",
  { cluster: "manage_security" },
  (call) => setEnabled(call, false),
);
