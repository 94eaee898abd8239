/** `security.enable_user`: enables a user, whose credentials work again at once. */
import type { Operation } from "../operation.ts";
import { securityOperation } from "../requests/security-operation.ts";
import { setEnabled } from "../requests/set-enabled.ts";

export const enableUser: Operation = securityOperation("security.enable_user", { cluster: "manage_security" }, (call) =>
  setEnabled(call, true),
);
