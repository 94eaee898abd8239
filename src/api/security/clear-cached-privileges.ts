/** `security.clear_cached_privileges`: what is remembered of the rights of callers is made anew. */
import type { Operation } from "../operation.ts";
import { clearSecurityCaches } from "../requests/clear-security-caches.ts";
import { securityOperation } from "../requests/security-operation.ts";

export const clearCachedPrivileges: Operation = securityOperation(
  { name: "security.clear_cached_privileges", actions: ["cluster:admin/xpack/security/cache/clear"] },
  clearSecurityCaches,
);
