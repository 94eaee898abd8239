/** `security.authenticate`: who is asking. */
import type { Operation } from "../operation.ts";
import { securityOperation } from "../requests/security-operation.ts";
import { showCaller } from "../requests/show-caller.ts";

export const authenticate: Operation = securityOperation(
  { name: "security.authenticate", actions: [], action: "cluster:admin/xpack/security/user/authenticate" },
  async ({ principal, store }) => ({
    status: 200,
    body: await showCaller(store, principal),
  }),
);
