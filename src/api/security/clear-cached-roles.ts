/** `security.clear_cached_roles`: what is remembered of the roles of callers is made anew. */
import type { Operation } from "../operation.ts";
import { clearSecurityCaches } from "./clear-cache.ts";
import { securityOperation } from "../requests/security-operation.ts";

export const clearCachedRoles: Operation = securityOperation(
  "security.clear_cached_roles",
  { cluster: "manage_security" },
  clearSecurityCaches,
);
