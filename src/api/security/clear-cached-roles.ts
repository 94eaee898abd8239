/** `security.clear_cached_roles`: what is remembered of the roles of callers is made anew. */
import type { Operation } from "../operation.ts";
import { clearSecurityCaches } from "../requests/clear-security-caches.ts";
import { securityOperation } from "../requests/security-operation.ts";

export const clearCachedRoles: Operation = securityOperation(
  { name: "security.clear_cached_roles", actions: ["cluster:admin/xpack/security/roles/cache/clear"] },
  clearSecurityCaches,
);
