/** `security.authenticate`: who is asking. */
import type { Operation } from "../operation.ts";
import { securityOperation } from "./security-operation.ts";
import { showCaller } from "./show-caller.ts";

export const authenticate: Operation = securityOperation("security.authenticate", "authenticated", async ({ principal, store }) => ({
  status: 200,
  body: await showCaller(store, principal),
}));
